//! The JSON form of listed states, with the names of the facts and with states as hexadecimal numbers.
//!
//! A state is one string: the cost of reaching it, a colon, and two hexadecimal digits for every eight facts. The first
//! of the eight facts is the lowest bit. The string of a leaf also contains its shares, each as `cut:share` after a
//! space. Cuts are numbered from 0 here.
//!
//! A cut is a list of literals. Each literal is a number: the position of its fact in the list of facts, from 1. The
//! number is negative if the literal requires the fact to be false. A factor is a list of positive numbers.

use std::fmt::Write as _;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use super::{ClosedList, CutShare};
use crate::task::{Fluent, Literal};
use saut_base::bits;

/// Listed states and their facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing<F> {
    /// All facts of the task, in the order of the bits.
    pub facts: Vec<F>,
    /// The states. Each fact is identified by its index in `facts`.
    pub states: ClosedList,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ListingJson {
    facts: Vec<String>,
    cuts: Vec<Vec<i64>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    factors: Vec<Vec<i64>>,
    states: Vec<String>,
}

impl Serialize for Listing<String> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let number = |one: Literal| {
            let number = i64::try_from(one.fluent.index()).unwrap_or(i64::MAX - 1) + 1;
            if one.value { number } else { -number }
        };
        let states = &self.states;
        let cuts = states.cuts.iter();
        let cuts = cuts.map(|cut| cut.iter().map(|&one| number(one)).collect());
        let factors = states.factors.iter();
        let factors =
            factors.map(|factor| factor.iter().map(|one| number(one.is_true())).collect());
        let bytes = self.facts.len().div_ceil(8);
        let state = |number: usize| {
            let (words, cost, shares) = states.state(number);
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
        let written = ListingJson {
            facts: self.facts.clone(),
            cuts: cuts.collect(),
            factors: factors.collect(),
            states: (0..states.count()).map(state).collect(),
        };
        written.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Listing<String> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let ListingJson {
            facts,
            cuts,
            factors,
            states: texts,
        } = ListingJson::deserialize(from)?;
        let literal = |&number: &i64| {
            let place = usize::try_from(number.unsigned_abs())
                .ok()?
                .checked_sub(1)?;
            let is_there = place < facts.len();
            let value = number > 0;
            is_there.then(|| Literal {
                fluent: Fluent::new(place),
                value,
            })
        };
        let fact = |number: &i64| Some(literal(number).filter(|one| one.value)?.fluent);
        let mut states = ClosedList::default();
        for cut in &cuts {
            let beyond: Option<Vec<Literal>> = cut.iter().map(literal).collect();
            let unknown = || D::Error::custom("a cut names a fact that is not in the list");
            let beyond = beyond.ok_or_else(unknown)?;
            states.cuts.push(beyond);
        }
        for factor in &factors {
            let facts: Option<Vec<Fluent>> = factor.iter().map(fact).collect();
            let unknown = || D::Error::custom("a factor names a fact that is not in the list");
            states.factors.push(facts.ok_or_else(unknown)?);
        }
        let mut words = bits::row(facts.len(), []);
        for (number, text) in texts.iter().enumerate() {
            let unread =
                || D::Error::custom(format_args!("state {number} ({text:.40}) cannot be read"));
            let state = read_state(text, facts.len(), &mut words);
            let (cost, shares) = state.ok_or_else(unread)?;
            states.add(&words, cost, &shares);
        }
        Ok(Self { facts, states })
    }
}

/// Parses a state: returns its cost and its shares, and writes its bits to `words`.
fn read_state(text: &str, facts: usize, words: &mut [u64]) -> Option<(u64, Vec<CutShare>)> {
    let mut parts = text.split(' ');
    let (cost, digits) = parts.next()?.split_once(':')?;
    if digits.len() != 2 * facts.div_ceil(8) {
        return None;
    }
    words.fill(0);
    for (byte, digits) in digits.as_bytes().chunks(2).enumerate() {
        let digits = std::str::from_utf8(digits).ok()?;
        let is_plain = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let mut bits = u8::from_str_radix(digits, 16).ok().filter(|_| is_plain)?;
        while bits != 0 {
            let place = 8 * byte + bits.trailing_zeros() as usize;
            if place >= facts {
                return None;
            }
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
