//! Triple removals in bold, `**24/26**`: the three pegs 24, 25 and 26 go, by three jumps.
//!
//! The jumps that these are depend on the position: a fourth peg on one side of an end jumps in, and a
//! vacancy on the other side makes room. So such a word can only be read from the start on. If no
//! three jumps can be played, those of some other position stand for them, and the simulator says
//! what is wrong.
//!
//! Lucas, *Récréations mathématiques*, volume 1, where the fraction is set in bold type.

use super::jumps::Part;
use saut_base::bad_input::BadInput;
use saut_levels::packages::{self, Triple};
use saut_levels::search::bit_board::{BitBoard, bits_of};
use saut_peg::peg::{Cell, Jump, Puzzle};

/// The jumps of a text, played from the start of the puzzle as far as triple removals need it.
pub(super) fn expand(puzzle: &Puzzle, parts: Vec<Part>) -> Result<Vec<Jump>, BadInput> {
    let board = puzzle.board();
    let compact = BitBoard::fixing(board, &[]);
    let mut known: Option<Vec<Triple>> = None;
    let mut position = bits_of_small(puzzle);
    let mut jumps = Vec::new();
    for part in parts {
        let played = match part {
            Part::Jumps(played) => played,
            Part::Triple { first, last, place } => {
                let bad = |fact: &str| {
                    BadInput::new(place.clone(), format!("the triple removal in bold {fact}"))
                        .remedy("**24/26** removes 24, 25 and 26, which stand in a line")
                };
                let Some(compact) = &compact else {
                    return Err(bad("can be read on boards of at most 64 holes only"));
                };
                let middle = Cell::new(first.x.midpoint(last.x), first.y.midpoint(last.y));
                let cells = [first, middle, last];
                let cleared = cells
                    .iter()
                    .try_fold(0_u64, |mask, &cell| Some(mask | 1 << board.hole(cell)?));
                let cleared = cleared.filter(|mask| mask.count_ones() == 3);
                let cleared = cleared.ok_or_else(|| bad("is of holes that the board has not"))?;
                let known = known.get_or_insert_with(|| packages::triples(compact));
                let clears = |triple: &&Triple| triple.cleared == cleared;
                let playable = known
                    .iter()
                    .filter(clears)
                    .find(|one| one.applies(position));
                let triple = playable.or_else(|| known.iter().find(clears));
                let triple = triple.ok_or_else(|| bad("can never be played on this board"))?;
                triple.jumps.map(|jump| compact.jumps()[jump]).to_vec()
            }
        };
        for jump in &played {
            for cell in [jump.from, jump.over, jump.to] {
                if let Some(hole) = board.hole(cell).filter(|&hole| hole < 64) {
                    position ^= 1 << hole;
                }
            }
        }
        jumps.extend(played);
    }
    Ok(jumps)
}

fn bits_of_small(puzzle: &Puzzle) -> u64 {
    if puzzle.board().len() > BitBoard::MOST_HOLES {
        0
    } else {
        bits_of(puzzle.start())
    }
}

#[cfg(test)]
mod tests {
    use crate::bundled;
    use crate::plan_file::{read_plan, read_plan_of};
    use saut_peg::simulate;

    /// Lucas's eight triple removals of the square of 25, and what is left to do.
    const LUCAS: &str =
        "**24/26** **34/36** **46/66** **45/65** **64/62** **54/52** **42/22** **43/23**";

    #[test]
    fn eight_triple_removals_clear_the_square_but_for_one() {
        let puzzle = bundled::named("square-of-25").unwrap();
        let plan = read_plan_of(&puzzle, LUCAS, None).unwrap();
        assert_eq!(plan.actions().count(), 24);
        assert!(simulate::replay(&puzzle, plan).is_ok());
        // One of them too early, and the simulator names the jump.
        let wrong = LUCAS.replace("**24/26** **34/36**", "**34/36** **24/26** **24/26**");
        let plan = read_plan_of(&puzzle, &wrong, None).unwrap();
        assert!(simulate::replay(&puzzle, plan).is_err());
    }

    #[test]
    fn what_is_no_triple_removal_is_refused_at_its_place() {
        let puzzle = bundled::named("square-of-25").unwrap();
        for (word, fact) in [
            ("**24/25**", "is no triple removal"),
            ("**24/26/46**", "is no triple removal"),
            ("**24**", "is no triple removal"),
            ("**22/11**", "is no triple removal"),
            ("**17/15**", "is of holes that the board has not"),
        ] {
            let bad = read_plan_of(&puzzle, &format!("24/26 {word}"), None)
                .unwrap_err()
                .to_string();
            assert!(
                bad.starts_with("line 1, column 7: ") && bad.contains(fact),
                "{bad}"
            );
        }
        let bad = read_plan(puzzle.board(), "**24/26**", None)
            .unwrap_err()
            .to_string();
        assert!(bad.contains("only from the start of a puzzle on"), "{bad}");
    }
}
