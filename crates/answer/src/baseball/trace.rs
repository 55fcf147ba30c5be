//! The trace of a game of colour baseball step by step, with the lists L and SL and the
//! useless steps.

use std::cmp::Ordering;
use std::fmt::{self, Write};

use saut_peg::baseball::trace::{Traced, list, sublist, trace};
use saut_peg::baseball::{Puzzle, Step, picture};

use super::steps::name;
use crate::print;

/// Writes a line for every step.
pub fn write_text(out: &mut String, puzzle: &Puzzle, steps: &[Step]) -> fmt::Result {
    let traced = trace(puzzle, steps);
    let capacity = puzzle.capacity();
    let line = |configuration| {
        let drawn = picture::text(configuration, capacity);
        let (list, sublist) = (
            words(&list(configuration, capacity)),
            words(&sublist(configuration)),
        );
        format!("{drawn}  L {list}  SL {sublist}")
    };
    writeln!(out, "   0. {:<8} {}", "", line(puzzle.start()))?;
    for (number, one) in (1..).zip(&traced) {
        let change = match one.change {
            Ordering::Less => ", SL falls",
            Ordering::Equal => "",
            Ordering::Greater => ", SL grows",
        };
        let useless = if one.is_useless { ", useless" } else { "" };
        let step = name(one.step);
        writeln!(
            out,
            "{number:>4}. {step:<8} {}{change}{useless}",
            line(&one.after)
        )?;
    }
    let Summary {
        useless,
        falls,
        grows,
    } = Summary::of(&traced);
    writeln!(
        out,
        "\n{useless} of {} useless: the configuration before them comes again; SL falls {} and grows {}",
        print::counted(traced.len(), "step"),
        print::counted(falls, "time"),
        print::counted(grows, "time"),
    )?;
    Ok(())
}

struct Summary {
    useless: usize,
    falls: usize,
    grows: usize,
}

impl Summary {
    fn of(traced: &[Traced]) -> Self {
        let changes = |wanted| traced.iter().filter(|one| one.change == wanted).count();
        Self {
            useless: traced.iter().filter(|one| one.is_useless).count(),
            falls: changes(Ordering::Less),
            grows: changes(Ordering::Greater),
        }
    }
}

fn words(list: &[i16]) -> String {
    let numbers: Vec<String> = list.iter().map(ToString::to_string).collect();
    numbers.join(",")
}
