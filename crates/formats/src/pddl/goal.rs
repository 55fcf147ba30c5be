//! Goals in PDDL: which locations must be occupied or free at the end.
//!
//! A conjunction of `(occupied l)`, `(free l)` and their negations; locations not mentioned are
//! open. One form more is understood, because we write it: one peg anywhere, [`ONE_PEG`]; with
//! `(free l)` beside it, one peg elsewhere.

use saut_base::bad_input::BadInput;

use super::sexpr::Sexpr;

/// The goal "one peg anywhere": some location is occupied, and every other is free.
pub(super) const ONE_PEG: &str = "(exists (?l - location) (and (occupied ?l) (forall (?m - location) (or (= ?l ?m) (free ?m)))))";

/// Content of a goal.
#[derive(Default)]
pub(super) struct Wanted {
    /// Whether one peg alone may be left.
    pub one_peg: bool,
    /// Locations, and whether they shall be occupied.
    pub locations: Vec<(usize, bool)>,
}

/// Reads a goal; `location` gives the number of an atom that is one.
pub(super) fn read(
    goal: &Sexpr,
    location: &impl Fn(&Sexpr) -> Result<usize, BadInput>,
) -> Result<Wanted, BadInput> {
    let mut wanted = Wanted::default();
    conjunct(goal, true, location, &mut wanted)?;
    Ok(wanted)
}

fn conjunct(
    goal: &Sexpr,
    positive: bool,
    location: &impl Fn(&Sexpr) -> Result<usize, BadInput>,
    wanted: &mut Wanted,
) -> Result<(), BadInput> {
    match goal.call() {
        Some(("and", parts)) if positive => parts
            .iter()
            .try_for_each(|part| conjunct(part, true, location, wanted)),
        Some(("not", [inner])) if inner.call().is_none_or(|(head, _)| head != "and") => {
            conjunct(inner, !positive, location, wanted)
        }
        Some(("exists", _)) if positive && goal.to_string() == ONE_PEG => {
            wanted.one_peg = true;
            Ok(())
        }
        Some(("occupied", [hole])) => {
            wanted.locations.push((location(hole)?, positive));
            Ok(())
        }
        Some(("free", [hole])) => {
            wanted.locations.push((location(hole)?, !positive));
            Ok(())
        }
        // A move can always be ended, so it does not matter whether this is wanted.
        Some(("move-ended" | "move_ended", [])) if positive => Ok(()),
        Some(("preference", _)) => Err(goal.bad("is a preference").remedy(
            "saut decides whether a goal can be reached, not how much of it; write (occupied …) \
             and (free …) as the goal",
        )),
        _ => Err(goal
            .bad("is no goal that can be used here")
            .remedy("a goal is (and …) of (occupied L), (free L) and (not …) of these")),
    }
}
