use std::collections::BTreeSet;

use super::{Pruning, PruningFunctions};
use crate::search::bit_board::{BitBoard, Direction, bits_of};
use crate::search::group_relaxation::{is_pagoda, weigh};
use saut_base::random::Random;
use saut_peg::peg::boards;

/// Draws a pagoda function without negative weights: the weights are random, and the weights of middles are raised
/// until no jump gains weight.
fn pagoda(compact: &BitBoard, random: &mut Random) -> Vec<i32> {
    let drawn = (0..compact.holes()).map(|_| i32::try_from(random.below(5)).unwrap());
    let mut weights: Vec<i32> = drawn.collect();
    while !is_pagoda(compact, &weights) {
        for mask in compact.masks() {
            let weight = |mask| i32::try_from(weigh(&weights, mask)).unwrap();
            let gain = weight(mask.target) - weight(mask.required);
            let over = compact
                .masks()
                .iter()
                .find(|other| other.touched == mask.touched && other.target != mask.target);
            let middle = over.map_or(mask.required, |other| mask.required & other.required);
            weights[middle.trailing_zeros() as usize] += gain.max(0);
        }
    }
    weights
}

/// Returns all positions that can be reached from a position by jumps, or by reverse jumps.
fn reached(compact: &BitBoard, direction: Direction, from: u64) -> BTreeSet<u64> {
    let mut all = BTreeSet::from([from]);
    let mut next = vec![from];
    while let Some(position) = next.pop() {
        compact.children(direction, position, |child| {
            if all.insert(child) {
                next.push(child);
            }
        });
    }
    all
}

#[test]
fn no_position_of_a_solution_is_cut_off() {
    let mut random = Random::new(3);
    let (mut on_solutions, mut cut_off) = (0, [0; 3]);
    for name in ["triangle-5", "square-4", "rectangle-6x3"] {
        let board = boards::named(name).unwrap();
        let holes = board.len();
        let full = bits_of(&board.full());
        for _ in 0..40 {
            let plain = BitBoard::fixing(&board, &[]).unwrap().without_symmetries();
            let start = random.next() & full;
            let ahead: Vec<u64> = reached(&plain, Direction::Forward, start)
                .into_iter()
                .collect();
            let goals = [0; 2].map(|_| ahead[random.below(ahead.len())]);
            let divide = |random: &mut Random, parts: usize| -> Vec<u8> {
                let regions = (0..holes).map(|_| u8::try_from(random.below(parts)).unwrap());
                regions.collect()
            };
            let pagodas: Vec<_> = (0..3).map(|_| pagoda(&plain, &mut random)).collect();
            let regions = vec![divide(&mut random, 3), divide(&mut random, 2)];
            let kinds = [(false, false), (true, false), (true, true)];
            for (kind, (losses, with_regions)) in kinds.into_iter().enumerate() {
                for goals in [&goals[..1], &goals[..]] {
                    let fixed: Vec<u64> = goals.iter().copied().chain([start]).collect();
                    let compact = BitBoard::fixing(&board, &fixed).unwrap();
                    let functions = PruningFunctions {
                        pagodas: pagodas.clone(),
                        losses,
                        regions: if with_regions {
                            regions.clone()
                        } else {
                            Vec::new()
                        },
                    };
                    let pruning = Pruning::new(&compact, &functions, start, goals);
                    let behind: BTreeSet<u64> = goals
                        .iter()
                        .flat_map(|&goal| reached(&plain, Direction::Backward, goal))
                        .collect();
                    let on_solution = |position: &u64| behind.contains(position);
                    for direction in [Direction::Forward, Direction::Backward] {
                        let kept = pruning.kept(&compact, direction, &ahead);
                        for (position, kept) in ahead.iter().zip(kept) {
                            assert!(kept || !on_solution(position), "{name} {direction:?}");
                            assert_eq!(pruning.keeps(&compact, direction, *position), kept);
                            on_solutions += u32::from(on_solution(position));
                            cut_off[kind] += u32::from(!kept);
                        }
                    }
                }
            }
        }
    }
    let [weights, losses, regions] = cut_off;
    assert!(on_solutions > 1000, "{on_solutions}");
    assert!(weights < losses && losses < regions, "{cut_off:?}");
}
