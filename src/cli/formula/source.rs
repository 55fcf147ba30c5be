//! Subject of a formula, as it is read.

use saut::BadInput;
use saut::compile::PegNames;
use saut::formats::Entry;
use saut::stop::Stop;
use saut_pddl::PlanningTask;

use crate::cli::arguments::{Names, PuzzleArgument};
use crate::cli::input;
use crate::cli::planning::{self, TaskFiles};

/// A puzzle with the names of its variables, or a planning task with the name of its file.
pub enum Source {
    Puzzle(Entry, PegNames),
    Task(Box<PlanningTask>, String),
}

impl Source {
    /// Reads a puzzle, or with a domain a planning task.
    ///
    /// # Errors
    /// It cannot be read, or its variables have no such names.
    pub fn read(
        puzzle: &PuzzleArgument,
        domain: Option<&String>,
        asked: Option<Names>,
        stop: &Stop,
    ) -> Result<Self, BadInput> {
        if let Some(domain) = domain {
            let file = input::name(puzzle).to_owned();
            let files = TaskFiles::Pddl(domain.clone(), file.clone());
            let task = planning::read(&files, false, stop)?;
            return Ok(Self::Task(Box::new(task), file));
        }
        let entry = input::entry(puzzle, stop)?;
        let no = |fact| BadInput::new("--names coordinates", fact);
        let names = match (asked, &entry) {
            (Some(Names::Cells), _) => PegNames::Cells,
            (None, _) => PegNames::Coordinates,
            (_, Entry::Peg(_)) if entry.is_of_old_rule() => {
                let fact = "a peg in hand, by the old French rule, has no column and no row";
                return Err(no(fact).remedy("leave it out for a puzzle with put_back"));
            }
            (_, Entry::Peg(_)) => PegNames::Coordinates,
            (_, Entry::Baseball(_)) => {
                let fact = "a token on a base has no column and no row";
                return Err(no(fact).remedy("leave it out for colour baseball"));
            }
        };
        Ok(Self::Puzzle(entry, names))
    }

    /// Whether it is a puzzle or a task, and its name.
    pub fn named(&self) -> (&'static str, &str) {
        match self {
            Self::Puzzle(entry, _) => ("puzzle", entry.name()),
            Self::Task(task, _) => ("task", task.name()),
        }
    }
}
