//! Closed states as a document has them: facts by name, states as hexadecimal numbers.
//!
//! A state is one text: what has been paid, a colon, two hexadecimal digits for every eight facts (of the first eight
//! the first is the lowest bit), and for a leaf its shares, each as `cut:share` after a space. A cut is a list of facts
//! by their place in the list of facts, from 1, negative where the fact is to be false. So is a factor, whose facts are
//! all positive.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::{BoundingStates, Cut, CutShare, Potential};
use crate::task::{Fluent, Literal, Task};
use saut_base::bits;

/// Closed states, written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listing {
    /// The names of all facts of the ground task.
    pub facts: Vec<String>,
    /// Potential functions for all states.
    pub potentials: Vec<ListedPotential>,
    /// The cuts that leaves name.
    pub cuts: Vec<Vec<i64>>,
    /// The factors of a dominance.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub factors: Vec<Vec<usize>>,
    /// The states.
    pub states: Vec<String>,
}

/// A potential function, written down: a weight for each fact of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListedPotential {
    /// Weight that one unit of cost may add.
    pub scale: u32,
    /// The weights.
    pub weights: Vec<i64>,
}

impl Listing {
    /// Writes closed states of a task with these facts down.
    pub fn of(closed: &BoundingStates, facts: &[String]) -> Self {
        let literal = |one: &Literal| {
            let number = i64::try_from(one.fluent.index()).unwrap_or(i64::MAX - 1) + 1;
            if one.value { number } else { -number }
        };
        let potentials = closed.potentials.iter().map(|one| ListedPotential {
            scale: one.scale,
            weights: one.weights.clone(),
        });
        let bytes = facts.len().div_ceil(8);
        let state = |number: usize| {
            let (words, cost, shares) = closed.state(number);
            let mut text = format!("{cost}:");
            let all = words.iter().flat_map(|word| word.to_le_bytes());
            for byte in all.take(bytes) {
                let _ = write!(text, "{byte:02x}");
            }
            for CutShare { cut, share } in shares {
                let _ = write!(text, " {cut}:{share}");
            }
            text
        };
        let cuts = closed
            .cuts
            .iter()
            .map(|cut| cut.beyond.iter().map(literal).collect());
        let factor = |factor: &Vec<Fluent>| factor.iter().map(|one| one.index() + 1).collect();
        let factors = closed.factors.iter().map(factor);
        Self {
            facts: facts.to_vec(),
            potentials: potentials.collect(),
            cuts: cuts.collect(),
            factors: factors.collect(),
            states: (0..closed.count()).map(state).collect(),
        }
    }

    /// Reads closed states of a task whose facts may have other numbers.
    ///
    /// # Errors
    /// Part that cannot be read, or that the task has other facts.
    pub fn read(&self, task: &Task) -> Result<BoundingStates, String> {
        let places = self.places(task)?;
        let mut closed = BoundingStates::default();
        for ListedPotential { scale, weights } in &self.potentials {
            let mut own = vec![0; places.len()];
            if weights.len() != places.len() {
                return Err("a potential function has not one weight for each fact".to_owned());
            }
            for (&place, &weight) in places.iter().zip(weights) {
                own[place] = weight;
            }
            let scale = *scale;
            closed.potentials.push(Potential {
                scale,
                weights: own,
            });
        }
        for cut in &self.cuts {
            let literal = |&number: &i64| {
                let index = usize::try_from(number.unsigned_abs())
                    .ok()?
                    .checked_sub(1)?;
                let fluent = Fluent::new(*places.get(index)?);
                let value = number > 0;
                Some(Literal { fluent, value })
            };
            let beyond: Option<Vec<Literal>> = cut.iter().map(literal).collect();
            let beyond = beyond.ok_or("a cut names a fact that is not in the list")?;
            closed.cuts.push(Cut { beyond });
        }
        for factor in &self.factors {
            let fact = |number: &usize| Some(Fluent::new(*places.get(number.checked_sub(1)?)?));
            let facts: Option<Vec<Fluent>> = factor.iter().map(fact).collect();
            let facts = facts.ok_or("a factor names a fact that is not in the list")?;
            closed.factors.push(facts);
        }
        let mut words = vec![0; places.len().div_ceil(64)];
        for (number, text) in self.states.iter().enumerate() {
            let (cost, shares) = read_state(text, &places, &mut words)
                .ok_or_else(|| format!("state {number} ({text:.40}) cannot be read"))?;
            closed.add(&words, cost, &shares);
        }
        Ok(closed)
    }

    /// The number that each fact of the list has in the task.
    fn places(&self, task: &Task) -> Result<Vec<usize>, String> {
        let fluents = task.fluents();
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        numbers.extend(fluents.iter().zip(0..).map(|(name, n)| (name.as_str(), n)));
        let place = |fact: &String| {
            let place = numbers.remove(fact.as_str());
            place
                .ok_or_else(|| format!("the ground task has no fact {fact}, or it is listed twice"))
        };
        let places = self
            .facts
            .iter()
            .map(place)
            .collect::<Result<Vec<_>, _>>()?;
        match numbers.keys().min() {
            Some(fact) => Err(format!("the fact {fact} of the ground task is not listed")),
            None => Ok(places),
        }
    }
}

/// Cost paid at a state, and its shares; its words are written over the old ones.
fn read_state(text: &str, places: &[usize], words: &mut [u64]) -> Option<(u64, Vec<CutShare>)> {
    let mut parts = text.split(' ');
    let (cost, digits) = parts.next()?.split_once(':')?;
    if digits.len() != 2 * places.len().div_ceil(8) {
        return None;
    }
    words.fill(0);
    for (byte, digits) in digits.as_bytes().chunks(2).enumerate() {
        let digits = std::str::from_utf8(digits).ok()?;
        let is_plain = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let mut bits = u8::from_str_radix(digits, 16).ok().filter(|_| is_plain)?;
        while bits != 0 {
            let place = *places.get(8 * byte + bits.trailing_zeros() as usize)?;
            bits::set(words, place, true);
            bits &= bits - 1;
        }
    }
    let share = |part: &str| {
        let (cut, share) = part.split_once(':')?;
        let (cut, share) = (cut.parse().ok()?, share.parse().ok()?);
        Some(CutShare { cut, share })
    };
    let shares = parts.map(share).collect::<Option<Vec<_>>>()?;
    Some((cost.parse().ok()?, shares))
}
