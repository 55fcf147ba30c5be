//! The LRAT checker: it looks for nothing. Each hint must be a clause that the values so far make a unit
//! or false; anything else is refused.
//!
//! It shares no code with the DRAT checker, which writes the hints, but the reading of numbers.

use std::collections::HashMap;

use rustsat::instances::Cnf;

use crate::formula::dimacs;
use crate::proof::RejectedProof;
use crate::proof::steps::Number;
use crate::stop::Stop;

/// Accepts an LRAT proof, as text, that the clauses are unsatisfiable.
///
/// # Errors
/// [`RejectedProof`] with the first line that is wrong, or if the formula is not refuted at the end.
pub fn check_lrat(cnf: &Cnf, proof: &[u8], stop: &Stop) -> Result<(), RejectedProof> {
    let mut checker = Checker::default();
    for clause in cnf {
        let literals = clause.iter().map(|&literal| dimacs::number(literal));
        let literals: Option<Vec<Number>> = literals.map(|l| Number::try_from(l).ok()).collect();
        let Some(literals) = literals else {
            let fact = "the formula has a literal that is no variable";
            return Err(RejectedProof::Unreadable { step: 0, fact });
        };
        if literals.is_empty() {
            return Ok(());
        }
        checker.last += 1;
        checker.clauses.insert(checker.last, literals);
    }
    let mut numbers = Vec::new();
    let mut number = 0;
    for line in proof.split(|&byte| byte == b'\n') {
        if line.iter().all(u8::is_ascii_whitespace) || line.starts_with(b"c") {
            continue;
        }
        number += 1;
        if let Some(why) = stop.why() {
            return Err(RejectedProof::Unfinished(why));
        }
        let unreadable = |fact| RejectedProof::Unreadable { step: number, fact };
        let is_deletion = read(line, &mut numbers).map_err(unreadable)?;
        if is_deletion {
            checker.delete(&numbers).map_err(unreadable)?;
            continue;
        }
        let lemma = Lemma::of(&numbers).map_err(unreadable)?;
        if lemma.id <= checker.last {
            return Err(unreadable(
                "the number of a clause is not above those before",
            ));
        }
        if !checker.follows(&lemma) {
            return Err(RejectedProof::DoesNotFollow { step: number });
        }
        if lemma.literals.is_empty() {
            return Ok(());
        }
        checker.last = lemma.id;
        checker.clauses.insert(lemma.id, lemma.literals);
    }
    Err(RejectedProof::NotRefuted { steps: number })
}

/// The numbers of a line without its `d`; whether it has one.
fn read(line: &[u8], numbers: &mut Vec<i64>) -> Result<bool, &'static str> {
    numbers.clear();
    let text = str::from_utf8(line).map_err(|_| "it is no text")?;
    let mut is_deletion = false;
    for (place, word) in text.split_ascii_whitespace().enumerate() {
        if place == 1 && word == "d" {
            is_deletion = true;
            continue;
        }
        numbers.push(word.parse().map_err(|_| "a word is no number")?);
    }
    Ok(is_deletion)
}

/// A lemma with its hints.
struct Lemma {
    id: u64,
    literals: Vec<Number>,
    hints: Vec<u64>,
    /// The clauses with the negation of its first literal, each with hints of its own.
    resolvents: Vec<(u64, Vec<u64>)>,
}

impl Lemma {
    fn of(numbers: &[i64]) -> Result<Self, &'static str> {
        let (&id, rest) = numbers.split_first().ok_or("it is empty")?;
        let mut parts = rest.split(|&number| number == 0);
        let (Some(literals), Some(hints), Some([]), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err("it is no lemma: number, literals, 0, hints, 0");
        };
        let variable = |&number: &i64| {
            let number = Number::try_from(number).ok();
            number.filter(|&number| number != Number::MIN)
        };
        let literals: Option<Vec<Number>> = literals.iter().map(variable).collect();
        let mut lemma = Self {
            id: u64::try_from(id).map_err(|_| "the number of a clause is negative")?,
            literals: literals.ok_or("a literal is too large")?,
            hints: Vec::new(),
            resolvents: Vec::new(),
        };
        for &hint in hints {
            let id = hint.unsigned_abs();
            match lemma.resolvents.last_mut() {
                _ if hint < 0 => lemma.resolvents.push((id, Vec::new())),
                Some((_, own)) => own.push(id),
                None => lemma.hints.push(id),
            }
        }
        Ok(lemma)
    }
}

/// Effect of a hint.
enum Effect {
    /// It is false: a contradiction.
    False,
    /// It makes a literal true.
    Unit,
}

#[derive(Default)]
struct Checker {
    clauses: HashMap<u64, Vec<Number>>,
    last: u64,
    /// The values assumed and found, by variable.
    values: HashMap<Number, bool>,
}

impl Checker {
    fn delete(&mut self, numbers: &[i64]) -> Result<(), &'static str> {
        let [_, ids @ .., 0] = numbers else {
            return Err("it is no deletion: number, d, numbers, 0");
        };
        for id in ids {
            let known = u64::try_from(*id)
                .ok()
                .and_then(|id| self.clauses.remove(&id));
            known.ok_or("a clause is deleted that there is not")?;
        }
        Ok(())
    }

    fn value(&self, literal: Number) -> Option<bool> {
        let value = self.values.get(&literal.abs())?;
        Some(*value == (literal > 0))
    }

    /// Makes a literal false; false if it is true.
    fn refute(&mut self, literal: Number) -> bool {
        if self.value(literal) == Some(true) {
            return false;
        }
        self.values.insert(literal.abs(), literal < 0);
        true
    }

    /// Whether the lemma follows by its hints.
    fn follows(&mut self, lemma: &Lemma) -> bool {
        self.values.clear();
        let mut literals = lemma.literals.iter();
        if !literals.all(|&literal| self.refute(literal)) {
            return true; // a tautology
        }
        match self.propagate(&lemma.hints) {
            Some(Effect::False) => true,
            Some(Effect::Unit) => self.is_rat(lemma),
            None => false,
        }
    }

    /// Goes through hints to the first that is false; `None` if one is neither false nor a unit.
    fn propagate(&mut self, hints: &[u64]) -> Option<Effect> {
        for hint in hints {
            let clause = self.clauses.get(hint)?;
            let mut open = clause.iter().filter(|&&l| self.value(l) != Some(false));
            let Some(&unit) = open.next() else {
                return Some(Effect::False);
            };
            if open.any(|&other| other != unit) {
                return None;
            }
            self.values.insert(unit.abs(), unit > 0);
        }
        Some(Effect::Unit)
    }

    /// Whether every resolvent on the first literal follows; each clause there is must be named.
    fn is_rat(&mut self, lemma: &Lemma) -> bool {
        let Some(&pivot) = lemma.literals.first() else {
            return false;
        };
        let named: HashMap<u64, &Vec<u64>> = {
            let resolvents = lemma.resolvents.iter();
            resolvents.map(|(id, hints)| (*id, hints)).collect()
        };
        let meets = |(_, clause): &(&u64, &Vec<Number>)| clause.contains(&-pivot);
        let candidates: Vec<u64> = self
            .clauses
            .iter()
            .filter(meets)
            .map(|(&id, _)| id)
            .collect();
        let before = self.values.clone();
        candidates.into_iter().all(|candidate| {
            let Some(hints) = named.get(&candidate) else {
                return false;
            };
            self.values.clone_from(&before);
            let clause = self.clauses[&candidate].clone();
            let mut rest = clause.into_iter().filter(|&literal| literal != -pivot);
            !rest.all(|literal| self.refute(literal))
                || matches!(self.propagate(hints), Some(Effect::False))
        })
    }
}
