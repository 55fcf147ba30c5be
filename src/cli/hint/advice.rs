//! Advice on a game, as a document and as text.

use std::fmt::Write as _;

use saut::peg::{Jump, Position, Puzzle, notation};
use serde_json::{Value, json};

use crate::cli::print;

/// Advice on a game. `None` stands for a fact that a limit left open.
pub struct Advice {
    pub position: Position,
    pub is_goal: bool,
    /// Whether the goal can be reached from the position.
    pub solvable: Option<bool>,
    /// The number of solutions from the position, if they were counted.
    pub solutions: Option<u128>,
    pub played: Vec<Played>,
    pub mistakes: Option<usize>,
    pub options: Vec<Choice>,
    /// The limit of time for each jump in words.
    pub limit: String,
    pub seconds: f64,
}

/// A jump that was played.
pub struct Played {
    pub jump: Jump,
    pub is_mistake: Option<bool>,
    /// The number of solutions after it, if they were counted.
    pub solutions: Option<u128>,
}

/// A jump that can be played.
pub struct Choice {
    pub jump: Jump,
    /// Whether the goal can be reached after it.
    pub keeps: Option<bool>,
    /// The number of solutions after it, if they were counted.
    pub solutions: Option<u128>,
    /// The jump that it is an image of.
    pub like: Jump,
}

impl Advice {
    /// The advice for programs.
    pub fn document(&self, puzzle: &Puzzle) -> Value {
        let option = |one: &Choice| match one.solutions {
            Some(number) => {
                json!({"jump": one.jump, "solutions": number.to_string(), "keeps": one.keeps})
            }
            None => json!({"jump": one.jump, "keeps": one.keeps, "like": one.like}),
        };
        let played = |one: &Played| {
            let mut entry = json!({"jump": one.jump, "mistake": one.is_mistake});
            if let Some(number) = one.solutions {
                entry["solutions"] = number.to_string().into();
            }
            entry
        };
        let cells = self.position.holes().map(|hole| puzzle.board().cell(hole));
        let mut document = json!({
            "puzzle": puzzle.name(),
            "position": cells.map(|cell| json!([cell.x, cell.y])).collect::<Value>(),
            "solved": self.is_goal,
            "solvable": self.solvable,
            "jumps": self.options.iter().map(option).collect::<Value>(),
            "played": self.played.iter().map(played).collect::<Value>(),
            "mistakes": self.mistakes,
            "seconds": self.seconds,
        });
        if let Some(number) = self.solutions {
            document["solutions"] = number.to_string().into();
        }
        document
    }

    /// The advice for people.
    pub fn text(&self, puzzle: &Puzzle) -> String {
        let board = puzzle.board();
        let name = |jump: Jump| notation::jump_name(board, jump);
        let mut lines = vec![print::heading(puzzle), String::new()];
        lines.push(print::position(board, &self.position));
        for (number, played) in (1..).zip(&self.played) {
            let mark = match played.is_mistake {
                Some(true) => "   <- a mistake, the goal was within reach",
                Some(false) | None => "",
            };
            let jump = name(played.jump);
            lines.push(match played.solutions {
                Some(left) => format!("{number:>4}. {jump:<10} {} left{mark}", solutions(left)),
                None => format!("{number:>4}. {jump}{mark}"),
            });
        }
        if !self.played.is_empty() {
            let line = match (self.mistakes, self.solvable) {
                (Some(0), Some(true)) => "no mistake so far".to_owned(),
                (Some(0), _) => {
                    "no jump was a mistake: there was no solution from the first on".to_owned()
                }
                (Some(number), _) => print::counted(number, "avoidable mistake"),
                (None, _) => {
                    "whether a jump was a mistake is undecided within the limits".to_owned()
                }
            };
            lines.extend([line, String::new()]);
        }
        lines.push(self.outlook());
        // Images of a jump share its line.
        let mut groups: Vec<(&Choice, usize)> = Vec::new();
        for option in &self.options {
            match groups.iter_mut().find(|(one, _)| one.like == option.like) {
                Some((_, number)) => *number += 1,
                None => groups.push((option, 1)),
            }
        }
        for (one, number) in groups {
            let result = match (one.solutions, one.keeps) {
                (Some(number), _) => solutions(number),
                (None, Some(true)) => "still wins".to_owned(),
                (None, Some(false)) => "loses".to_owned(),
                (None, None) => format!("undecided{}", self.limit),
            };
            let like = match number {
                1 => String::new(),
                number => format!(", and {} like it by symmetry", number - 1),
            };
            lines.push(format!("  {:<10} {result}{like}", name(one.like)));
        }
        if self.options.is_empty() {
            lines.push("no jump is left".to_owned());
        }
        let mut text = lines.join("\n");
        let more = match self.solutions {
            Some(_) => "",
            None => "; --count gives the number of solutions behind every jump",
        };
        let _ = writeln!(text, "\n{:.2} s{more}", self.seconds);
        text
    }

    /// What can be reached from the position.
    fn outlook(&self) -> String {
        let result = match (self.solutions, self.solvable) {
            (Some(number), _) if self.is_goal => {
                let further = solutions(number.saturating_sub(1));
                return format!("the goal is met; by going on from here: {further}");
            }
            (None, _) if self.is_goal => return "the goal is met".to_owned(),
            (Some(number), _) => solutions(number),
            (None, Some(true)) => "the goal can be reached".to_owned(),
            (None, Some(false)) if self.played.is_empty() => {
                "the goal cannot be reached".to_owned()
            }
            (None, Some(false)) => "the goal cannot be reached any more".to_owned(),
            (None, None) => {
                "whether the goal can be reached is undecided within the limits".to_owned()
            }
        };
        format!("from here: {result}")
    }
}

fn solutions(number: u128) -> String {
    match number {
        0 => "no solution".to_owned(),
        number => print::counted(number, "solution"),
    }
}
