//! Results of counting, for programs and for people.

use saut::count::{self, LevelCount, MostSuccessors, SolutionCount};
use saut::explore::{Chance, RandomGames};
use saut::peg::{Board, Position};
use serde_json::{Value, json};

use super::super::print::{self, grouped};

/// Results of counting.
#[derive(Default)]
pub struct Report {
    /// For programs: the fields of the document.
    pub fields: Vec<(&'static str, Value)>,
    /// For people: one paragraph an entry.
    pub text: Vec<String>,
}

/// A part of a whole in hundredths.
#[expect(
    clippy::cast_precision_loss,
    reason = "two digits after the point are shown"
)]
fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole as f64
}

impl Report {
    fn number(&mut self, name: &'static str, noun: &str, what: &str, number: u128) {
        self.fields.push((name, number.to_string().into()));
        let counted = print::counted(number, noun);
        self.text.push(format!("{counted} ({what})"));
    }

    /// Adds a table of boards by level, each beside the number of all boards with as many pegs.
    pub fn boards(&mut self, name: &'static str, words: &str, levels: &[LevelCount], holes: usize) {
        let (mut all, mut classes) = (0, 0);
        let mut lines = vec![
            format!("\n{words}:"),
            "  pegs        boards    up to symmetry    of all with so many pegs".to_owned(),
        ];
        let mut entries = Vec::new();
        for level in levels {
            all += level.boards;
            classes += level.up_to_symmetry;
            let (boards, up_to) = (grouped(level.boards), grouped(level.up_to_symmetry));
            let with_so_many = count::boards_with(holes, level.pegs);
            let of_all = with_so_many.map_or(String::new(), |all| {
                format!("{:.2} % of {}", percent(level.boards, all), grouped(all))
            });
            let pegs = level.pegs;
            lines.push(format!("  {pegs:>4} {boards:>13} {up_to:>17}    {of_all}"));
            entries.push(
                json!({"pegs": pegs, "boards": level.boards, "up_to_symmetry": level.up_to_symmetry,
                "with_so_many_pegs": with_so_many}),
            );
        }
        lines.push(format!(
            "   all {:>13} {:>17}",
            grouped(all),
            grouped(classes)
        ));
        let total = json!({"levels": entries, "boards": all, "up_to_symmetry": classes});
        self.fields.push((name, total));
        self.text.push(lines.join("\n"));
    }

    /// Adds the number of solutions, `what` they are, and if asked the levels of the count.
    pub fn solutions(&mut self, count: &SolutionCount, what: &str, by_level: bool) {
        let number = count.solutions;
        self.number("solutions", "solution", what, number);
        if !by_level {
            return;
        }
        let levels = json!({"forward": count.forward, "backward": count.backward});
        self.fields.push(("levels", levels));
        for (words, levels) in [
            ("from the start on", &count.forward),
            ("from the goal back", &count.backward),
        ] {
            let boards: Vec<String> = levels.iter().map(|&boards| grouped(boards)).collect();
            self.text.push(format!(
                "boards {words}, up to symmetry: {}",
                boards.join(" ")
            ));
        }
    }

    /// Adds the chance that random play wins.
    pub fn chance(&mut self, chance: &Chance) {
        let (least, within) = (chance.least.to_string(), chance.within);
        let (share, one_in) = (chance.share(), chance.one_in());
        self.fields.push((
            "random_play",
            json!({"least": least, "denominator": (1_u128 << 120).to_string(), "within": within,
                "probability": share, "one_in": one_in}),
        ));
        let words = match one_in {
            None => "random play never wins".to_owned(),
            Some(one_in) => format!(
                "random play wins with probability {share:.12e}, once in {} games\n  \
                 exactly: at least {least}/2^120, and at most {within}/2^120 more",
                large(one_in)
            ),
        };
        self.text.push(words);
    }

    /// Adds what games played at random came to.
    pub fn trial(&mut self, trial: &RandomGames) {
        let [least, most] = trial.interval();
        self.fields.push((
            "random_games",
            json!({"games": trial.games, "won": trial.won, "at_least": least, "at_most": most, "confidence": 0.95}),
        ));
        let (games, won) = (print::counted(trial.games, "game"), grouped(trial.won));
        self.text.push(format!(
            "{games} played at random, {won} won: the chance is between {least:.4e} and {most:.4e} \
             with 95 per cent confidence"
        ));
    }

    /// Adds the position with the most successors.
    pub fn successors(&mut self, board: &Board, most: &MostSuccessors) {
        let cells = |position: &Position| {
            let cells = position.holes().map(|hole| board.cell(hole));
            cells.map(|cell| [cell.x, cell.y]).collect::<Vec<_>>()
        };
        self.fields.push((
            "most_successors",
            json!({"successors": most.successors, "positions": most.positions.to_string(),
                "example": cells(&most.example)}),
        ));
        let have = if most.positions == 1 { "has" } else { "have" };
        self.text.push(format!(
            "\nno position of the board has more than {}; {} {have} so many, such as\n\n{}\n\
             its complement has as many predecessors, and no position has more",
            print::counted(most.successors, "successor"),
            print::counted(most.positions, "position"),
            print::position(board, &most.example),
        ));
    }

    /// Adds the number of games, and where they end.
    pub fn games(&mut self, games: &count::Games) {
        self.number("games", "game", "until no jump is left", games.games);
        let entry = |level: &count::GamesLevel| {
            json!({"pegs": level.pegs, "boards": level.boards,
            "up_to_symmetry": level.up_to_symmetry, "stuck": level.stuck, "games_ending": level.games_ending.to_string()})
        };
        let levels = &games.levels;
        let total =
            |number: fn(&count::GamesLevel) -> u64| -> u64 { levels.iter().map(number).sum() };
        let stuck = total(|level| level.stuck);
        self.fields.push(("stuck", stuck.into()));
        self.fields
            .push(("game_levels", levels.iter().map(entry).collect()));
        let row = |pegs: &str, boards, up_to, stuck, ending| {
            let (boards, up_to, stuck) = (grouped(boards), grouped(up_to), grouped(stuck));
            let ending = grouped(ending);
            format!("  {pegs:>4} {boards:>13} {up_to:>17} {stuck:>12}   {ending}")
        };
        let mut lines = vec![
            "  pegs        boards    up to symmetry        stuck   games that end here".to_owned(),
        ];
        lines.extend(levels.iter().map(|level| {
            let (pegs, ending) = (level.pegs.to_string(), level.games_ending);
            row(
                &pegs,
                level.boards,
                level.up_to_symmetry,
                level.stuck,
                ending,
            )
        }));
        let (boards, up_to) = (
            total(|level| level.boards),
            total(|level| level.up_to_symmetry),
        );
        lines.push(row("all", boards, up_to, stuck, games.games));
        self.text.push(lines.join("\n"));
    }
}

/// A large number for people: whole, or with two digits after the point.
fn large(number: f64) -> String {
    let text = format!("{number:.2}");
    let (whole, rest) = text.split_once('.').unwrap_or((&text, "00"));
    format!("{}.{rest}", grouped(whole))
}
