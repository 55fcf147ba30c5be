//! The files of `web/`, compiled in. No other module depends on their paths.

/// The palette and the type scale of every page, including reports.
pub const BASE: &str = include_str!("../../web/base.css");

/// The style sheet of pages with puzzles.
pub const STYLE: &str = concat!(
    include_str!("../../web/base.css"),
    include_str!("../../web/saut.css")
);

/// The modules that pages share, each after its imports. The last module is the entry point of a self-contained page.
pub const PAGE: [(&str, &str); 9] = [
    ("rules.js", include_str!("../../web/rules.js")),
    ("notation.js", include_str!("../../web/notation.js")),
    ("page.js", include_str!("../../web/page.js")),
    ("board.js", include_str!("../../web/board.js")),
    ("player.js", include_str!("../../web/player.js")),
    ("certificate.js", include_str!("../../web/certificate.js")),
    ("baseball.js", include_str!("../../web/baseball.js")),
    ("gallery.js", include_str!("../../web/gallery.js")),
    ("show.js", include_str!("../../web/show.js")),
];

/// The modules of a report's page.
pub const REPORT: [(&str, &str); 2] = [
    ("tables.js", include_str!("../../web/tables.js")),
    ("report.js", include_str!("../../web/report.js")),
];

/// The page of the studio.
pub const STUDIO_PAGE: &str = include_str!("../../web/studio.html");
/// The font of the studio and of the planning page.
pub const FONT: &str = include_str!("../../web/font.css");
/// The style sheet that only the studio uses.
pub const STUDIO_STYLE: &str = include_str!("../../web/studio.css");

/// The modules that only the studio uses, each after its imports.
pub const STUDIO: [(&str, &str); 17] = [
    ("address.js", include_str!("../../web/address.js")),
    ("engine.js", include_str!("../../web/engine.js")),
    ("server.js", include_str!("../../web/server.js")),
    ("memory.js", include_str!("../../web/memory.js")),
    ("sound.js", include_str!("../../web/sound.js")),
    ("insight.js", include_str!("../../web/insight.js")),
    ("coach.js", include_str!("../../web/coach.js")),
    ("lesson.js", include_str!("../../web/lesson.js")),
    ("ending.js", include_str!("../../web/ending.js")),
    ("card.js", include_str!("../../web/card.js")),
    ("reasons.js", include_str!("../../web/reasons.js")),
    ("create.js", include_str!("../../web/create.js")),
    ("ends.js", include_str!("../../web/ends.js")),
    ("draw.js", include_str!("../../web/draw.js")),
    ("results.js", include_str!("../../web/results.js")),
    ("saving.js", include_str!("../../web/saving.js")),
    ("studio.js", include_str!("../../web/studio.js")),
];

/// The script of the worker that runs the engine of a page without a server.
pub const WORKER: &str = include_str!("../../web/worker.js");

/// Returns the file with this name, or `None` if there is no such file.
pub fn named(name: &str) -> Option<&'static str> {
    let others = [
        ("saut.css", STYLE),
        ("studio.html", STUDIO_PAGE),
        ("studio.css", STUDIO_STYLE),
        ("font.css", FONT),
    ];
    let mut all = PAGE.iter().chain(&STUDIO).chain(&others);
    let &(_, text) = all.find(|(other, _)| *other == name)?;
    Some(text)
}

#[cfg(test)]
mod tests {
    use saut_peg::peg::{Position, notation};
    use saut_peg::simulate;

    use super::named;
    use crate::{bundled, plan_file};

    #[test]
    fn the_lesson_wins_the_central_game_and_its_blocks_leave_the_rest_of_the_board() {
        let text = named("lesson.js").unwrap();
        let values = |field: &str| -> Vec<&str> {
            let parts = text.split(field).skip(1);
            parts.filter_map(|rest| rest.split('"').next()).collect()
        };
        let (blocks, moves) = (values(" block: \""), values(" moves: \""));
        assert_eq!((blocks.len(), moves.len()), (7, 7));
        let puzzle = bundled::entry_named("central").unwrap().peg().unwrap();
        let board = puzzle.board();
        let plan = |text: &str| plan_file::read_plan(&puzzle, text, None).unwrap();
        let whole = plan(&moves.join("\n"));
        let mut jumps: Vec<_> = whole.actions().copied().collect();
        assert!(simulate::replay(&puzzle, whole).is_ok());
        let without_a_step = plan(&moves[..6].join("\n"));
        assert!(simulate::replay(&puzzle, without_a_step).is_err());

        let mut position = puzzle.start().clone();
        let pegs = |position: &Position| -> Vec<String> {
            notation::hole_names(board, (0..board.len()).filter(|&hole| position.has(hole)))
        };
        for (block, moves) in blocks.iter().zip(&moves) {
            let mut left = pegs(&position);
            let number = moves.matches('/').count();
            for jump in jumps.drain(..number) {
                simulate::play(board, &mut position, jump).unwrap();
            }
            let block: Vec<&str> = block.split(' ').collect();
            assert!(
                block.iter().all(|name| left.iter().any(|peg| peg == name)),
                "{block:?}"
            );
            left.retain(|peg| !block.contains(&peg.as_str()));
            let after = pegs(&position);
            assert!(
                !after.iter().any(|peg| block.contains(&peg.as_str())),
                "{block:?}"
            );
            // A block removal has a jump for each of its pegs. The two moves of steps 5 and 6 leave a peg elsewhere.
            assert_eq!(after == left, number == 6, "{block:?}");
        }
    }
}
