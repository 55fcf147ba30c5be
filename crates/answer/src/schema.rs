//! Values of JSON documents that have a form of their own, and the forms of values from crates that know no schemas.
//!
//! A document is a struct with `#[derive(Serialize, JsonSchema)]`, whose comments are the descriptions in its schema. A
//! field of a crate that knows no schemas takes its form from here: `#[schemars(with = "Vec<schema::Jump>")]`.

use std::fmt;
use std::time::{Duration, Instant};

use saut_base::stop::StopReason;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

/// A whole number as a text, because it may pass 2^53.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, JsonSchema)]
#[schemars(with = "String", extend("pattern" = "^[0-9]+$"))]
pub struct Count(pub u128);

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}

/// Wall time in seconds, to a tenth of a millisecond.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(extend("minimum" = 0))]
pub struct Seconds(f64);

impl Seconds {
    /// The time since then.
    pub fn since(began: Instant) -> Self {
        began.elapsed().into()
    }
}

impl From<Duration> for Seconds {
    fn from(elapsed: Duration) -> Self {
        Self((elapsed.as_secs_f64() * 10_000.0).round() / 10_000.0)
    }
}

impl fmt::Display for Seconds {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

/// A limit ended the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Stopped {
    /// Always undecided.
    #[schemars(extend("const" = "undecided"))]
    verdict: &'static str,
    /// The limit: timeout, memory, interrupted, effort-spent, solver-gave-up, exhausted, too-large, horizon-refuted,
    /// missing, …
    reason: &'static str,
}

impl From<StopReason> for Stopped {
    fn from(why: StopReason) -> Self {
        Self {
            verdict: "undecided",
            reason: why.name(),
        }
    }
}

/// A cell: column from the left and row from the top of the picture, from 0.
#[derive(JsonSchema)]
pub struct Cell(pub [i16; 2]);

/// A jump, or the peg in hand put back by the old rule of the French board.
#[derive(JsonSchema)]
#[serde(untagged)]
pub enum Jump {
    /// A jump.
    Over {
        /// Cell of the jumping peg.
        from: Cell,
        /// The peg that is removed.
        over: Cell,
        /// Cell where the jumping peg lands.
        to: Cell,
    },
    /// The peg in hand is put back.
    PutBack {
        /// The cell.
        put_back: Cell,
    },
}

/// A step of colour baseball.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "describes a type of another crate")]
pub struct Step {
    /// Its colour.
    token: u8,
    /// The base that it leaves.
    from: u8,
    /// The base that it moves to.
    to: u8,
}

/// A certificate of a puzzle.
pub fn board_certificate(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"$ref": "certificate.json#/$defs/board"})
}

/// A certificate of a planning task.
pub fn task_certificate(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"$ref": "certificate.json#/$defs/task"})
}
