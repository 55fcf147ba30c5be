//! The results of `saut count`, as JSON and as text.

use saut::answer::schema::{self, Count, Seconds, Stopped};
use saut::count::{self, LevelCount, MostSuccessors, SolutionCount};
use saut::explore::{Chance, interval};
use saut::peg::{Board, Cell};
use schemars::JsonSchema;
use serde::Serialize;

use super::matrix::Matrix;
use crate::cli::print::{self, grouped};

/// The requested numbers of a puzzle.
#[derive(Default, Serialize, JsonSchema)]
pub struct CountDocument {
    /// The name of the puzzle.
    pub puzzle: String,
    /// Number of solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Count>,
    /// Numbers of boards visited while counting the solutions, level by level.
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<Levels>,
    /// Number of games (jump sequences until no jump is left).
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<Count>,
    /// Number of games per solution: the number of games divided by the number of solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    one_solution_in: Option<f64>,
    /// Number of boards without a jump.
    #[serde(skip_serializing_if = "Option::is_none")]
    stuck: Option<u64>,
    /// The boards that occur in games, and the games that end on them, by number of pegs.
    #[serde(skip_serializing_if = "Option::is_none")]
    game_levels: Option<Vec<GameLevel>>,
    /// Boards that occur in some solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boards: Option<BoardCount>,
    /// Boards that can be reached from the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reachable: Option<BoardCount>,
    /// Boards from which the goal can be reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backward: Option<BoardCount>,
    /// The chance that random play wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    random_play: Option<RandomPlay>,
    /// Results of random games.
    #[serde(skip_serializing_if = "Option::is_none")]
    random_games: Option<RandomGamesDocument>,
    /// The graph of all positions as a matrix.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matrix: Option<Matrix>,
    /// The position with the most successors.
    #[serde(skip_serializing_if = "Option::is_none")]
    most_successors: Option<MostSuccessorsDocument>,
    /// The limit that ended the counts, if not all are finished.
    #[serde(flatten)]
    pub stopped: Option<Stopped>,
    /// Wall time.
    pub seconds: Seconds,
    /// The numbers as text, one paragraph per entry.
    #[serde(skip)]
    pub text: Vec<String>,
}

/// Numbers of boards by level, up to symmetry.
#[derive(Serialize, JsonSchema)]
struct Levels {
    /// Number of boards at each level, beginning with the start.
    forward: Vec<u64>,
    /// Number of boards at each level, backward from the goal. The list is empty if these levels are not needed.
    backward: Vec<u64>,
}

/// The boards with the same number of pegs that occur in games.
#[derive(Serialize, JsonSchema)]
struct GameLevel {
    /// The number of pegs.
    pegs: usize,
    /// Number of boards.
    boards: u64,
    /// Number of boards up to symmetry.
    up_to_symmetry: u64,
    /// Number of boards without a jump.
    stuck: u64,
    /// Number of games that end on these boards.
    games_ending: Count,
}

/// Numbers of boards, in total and for each number of pegs.
#[derive(Serialize, JsonSchema)]
pub struct BoardCount {
    /// Number of boards.
    boards: u64,
    /// Number of boards up to symmetry.
    up_to_symmetry: u64,
    /// One entry for each number of pegs.
    levels: Vec<Level>,
}

/// The boards with a given number of pegs.
#[derive(Serialize, JsonSchema)]
struct Level {
    /// The number of pegs.
    pegs: usize,
    /// Number of boards.
    boards: u64,
    /// Number of boards up to symmetry.
    up_to_symmetry: u64,
    /// Number of all boards with this number of pegs; missing if it is 2^64 or more.
    with_so_many_pegs: Option<u64>,
}

/// The chance that random play wins.
#[derive(Serialize, JsonSchema)]
struct RandomPlay {
    /// Numerator of the lower bound of the chance.
    least: Count,
    /// Denominator of the bounds.
    denominator: Count,
    /// Numerator of the difference between the upper and the lower bound.
    within: u32,
    /// The lower bound as a number.
    probability: f64,
    /// Number of games per win.
    one_in: Option<f64>,
}

/// Results of random games.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "RandomGames")]
struct RandomGamesDocument {
    /// Number of games.
    games: u64,
    /// Number of games won.
    won: u64,
    /// Lower end of the confidence interval for the chance.
    at_least: f64,
    /// Upper end of the confidence interval for the chance.
    at_most: f64,
    /// Confidence level of the interval.
    confidence: f64,
}

/// The position with the most successors.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MostSuccessors")]
struct MostSuccessorsDocument {
    /// Number of successors.
    successors: u32,
    /// Number of positions with this number of successors.
    positions: Count,
    /// The pegs of one such position.
    #[schemars(with = "Vec<schema::Cell>")]
    example: Vec<Cell>,
}

#[expect(
    clippy::cast_precision_loss,
    reason = "two digits after the point are shown"
)]
fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole as f64
}

impl CountDocument {
    fn number(&mut self, noun: &str, what: &str, number: u128) -> Count {
        let counted = print::counted(number, noun);
        self.text.push(format!("{counted} ({what})"));
        Count(number)
    }

    /// Adds a table of boards by number of pegs to the text. Each row also has the share of these boards among all
    /// boards with this number of pegs.
    pub fn table(&mut self, words: &str, levels: &[LevelCount], holes: usize) -> BoardCount {
        let entry = |level: &LevelCount| Level {
            pegs: level.pegs,
            boards: level.boards,
            up_to_symmetry: level.up_to_symmetry,
            with_so_many_pegs: count::boards_with(holes, level.pegs),
        };
        let levels: Vec<Level> = levels.iter().map(entry).collect();
        let boards = levels.iter().map(|level| level.boards).sum();
        let up_to_symmetry = levels.iter().map(|level| level.up_to_symmetry).sum();
        let row = |level: &Level| {
            let of_all = level.with_so_many_pegs.map_or(String::new(), |all| {
                format!("{:.2} % of {}", percent(level.boards, all), grouped(all))
            });
            let (boards, up_to) = (grouped(level.boards), grouped(level.up_to_symmetry));
            format!("  {:>4} {boards:>13} {up_to:>17}    {of_all}\n", level.pegs)
        };
        let (all, classes) = (grouped(boards), grouped(up_to_symmetry));
        self.text.push(format!(
            "\n{words}:\n  pegs        boards    up to symmetry    of all with this number of pegs\n\
             {}   all {all:>13} {classes:>17}",
            levels.iter().map(row).collect::<String>(),
        ));
        BoardCount {
            boards,
            up_to_symmetry,
            levels,
        }
    }

    /// Adds the number of solutions with the description `what`, and the levels of the count if requested.
    pub fn solutions(&mut self, count: &SolutionCount, what: &str, by_level: bool) {
        self.solutions = Some(self.number("solution", what, count.solutions));
        if !by_level {
            return;
        }
        self.levels = Some(Levels {
            forward: count.forward.clone(),
            backward: count.backward.clone(),
        });
        for (words, levels) in [
            ("from the start on", &count.forward),
            ("from the goal back", &count.backward),
        ] {
            let boards: Vec<String> = levels.iter().map(|&boards| grouped(boards)).collect();
            let boards = if boards.is_empty() {
                "not computed: these boards are the complements of the boards from the start on, and the number of \
                    paths \
                    from a board to the goal is the number of paths from the start to its complement"
                    .to_owned()
            } else {
                boards.join(" ")
            };
            self.text
                .push(format!("boards {words}, up to symmetry: {boards}"));
        }
    }

    /// Adds the chance that random play wins.
    pub fn chance(&mut self, chance: &Chance) {
        let (least, within) = (chance.least, chance.within);
        let (share, one_in) = (chance.share(), chance.one_in());
        self.random_play = Some(RandomPlay {
            least: Count(least),
            denominator: Count(1 << 120),
            within,
            probability: share,
            one_in,
        });
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

    /// Adds the results of random games.
    pub fn trial(&mut self, won: u64, games: u64) {
        let [least, most] = interval(won, games);
        self.random_games = Some(RandomGamesDocument {
            games,
            won,
            at_least: least,
            at_most: most,
            confidence: 0.95,
        });
        let (games, won) = (print::counted(games, "game"), grouped(won));
        self.text.push(format!(
            "{games} played at random, {won} won: the chance is between {least:.4e} and {most:.4e} \
             with 95 per cent confidence"
        ));
    }

    /// Adds the position with the most successors.
    pub fn successors(&mut self, board: &Board, most: &MostSuccessors) {
        let example = most.example.holes().map(|hole| board.cell(hole));
        self.most_successors = Some(MostSuccessorsDocument {
            successors: most.successors,
            positions: Count(most.positions),
            example: example.collect(),
        });
        self.text.push(format!(
            "\nno position has more than {}; {} with this number, for example\n\n{}\nits complement has the same \
             number of predecessors, which is the maximum",
            print::counted(most.successors, "jump"),
            print::counted(most.positions, "position"),
            print::position(board, &most.example),
        ));
    }

    /// Adds the share of the solutions among all games, if both were counted. If the goal has one peg, every solution
    /// is a game.
    #[expect(
        clippy::cast_precision_loss,
        reason = "two digits after the point are shown"
    )]
    pub fn share_of_games(&mut self, games: u128) {
        let Some(Count(solutions)) = self.solutions.filter(|it| it.0 > 0) else {
            return;
        };
        let one_in = games as f64 / solutions as f64;
        self.one_solution_in = Some(one_in);
        self.text.push(format!(
            "one game in {} is a solution ({}), if all games are equally likely",
            grouped(format!("{one_in:.0}")),
            large(one_in)
        ));
    }

    /// Adds the number of games, and the positions in which they end.
    pub fn games(&mut self, games: u128, levels: &[count::GamesLevel]) {
        self.games = Some(self.number("game", "jump sequences until no jump is left", games));
        let entry = |level: &count::GamesLevel| GameLevel {
            pegs: level.pegs,
            boards: level.boards,
            up_to_symmetry: level.up_to_symmetry,
            stuck: level.stuck,
            games_ending: Count(level.games_ending),
        };
        let levels: Vec<GameLevel> = levels.iter().map(entry).collect();
        let total = |number: fn(&GameLevel) -> u64| levels.iter().map(number).sum();
        let all = GameLevel {
            pegs: 0,
            boards: total(|level| level.boards),
            up_to_symmetry: total(|level| level.up_to_symmetry),
            stuck: total(|level| level.stuck),
            games_ending: Count(games),
        };
        let row = |pegs: &str, level: &GameLevel| {
            let (boards, up_to) = (grouped(level.boards), grouped(level.up_to_symmetry));
            let (stuck, ending) = (grouped(level.stuck), grouped(level.games_ending.0));
            format!("  {pegs:>4} {boards:>13} {up_to:>17} {stuck:>12}   {ending}")
        };
        let mut lines = vec![
            "  pegs        boards    up to symmetry        stuck   games that end here".to_owned(),
        ];
        lines.extend(
            levels
                .iter()
                .map(|level| row(&level.pegs.to_string(), level)),
        );
        lines.push(row("all", &all));
        self.text.push(lines.join("\n"));
        self.stuck = Some(all.stuck);
        self.game_levels = Some(levels);
    }
}

/// Formats a number with separated thousands and two decimal places.
fn large(number: f64) -> String {
    let text = format!("{number:.2}");
    let (whole, rest) = text.split_once('.').unwrap_or((&text, "00"));
    format!("{}.{rest}", grouped(whole))
}
