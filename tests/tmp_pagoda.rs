//! Temporary.
use saut::peg::*;
use saut::search::*;
use std::time::*;
#[test]
fn tmp() {
    let board = boards::named("french").unwrap();
    let orbits = SymmetryKind::FourAxes.orbits(&board).unwrap();
    for figure in [79_u32, 93, 237, 219, 123, 191, 95] {
        let chosen = orbits.iter().enumerate().filter(|(o, _)| figure >> o & 1 == 1);
        let start = Position::from_holes(37, chosen.flat_map(|(_, o)| o.holes().collect::<Vec<_>>()));
        let puzzle = Puzzle::new("figure", board.clone(), start, Goal::one_peg(&board)).unwrap();
        let t = Instant::now();
        let pagodas = saut::certify::tight(&puzzle, 8, Duration::from_secs(5));
        println!("figure {figure} lp {:?}", t.elapsed());
        for n in [0, 1, 2, 4, 8] {
            if n == 0 && figure > 180 { continue; }
            let t = Instant::now();
            let s = SearchSettings { pagodas: pagodas.iter().take(n).cloned().collect(), threads: 1, ..Default::default() };
            let r = survivors(&puzzle, &s);
            let e = t.elapsed();
            match r {
                Survey::Infeasible(l) => println!("  {n}: {e:?} infeasible {} {}", l.forward.iter().sum::<u64>(), l.backward.iter().sum::<u64>()),
                Survey::Survivors(h, _) => println!("  {n}: {e:?} {h:?}"),
                o => println!("{o:?}"),
            }
        }
        println!("{:?}", pagodas.first());
    }
}
