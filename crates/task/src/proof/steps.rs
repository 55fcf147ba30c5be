//! Parser for the steps of a proof: DRAT as text or in binary form, or LRAT as text. FRAT as text is converted to DRAT.
//!
//! - DRAT as text: a clause is a list of literals that ends with 0. A deletion begins with `d`, and a comment line with
//!   `c`.
//! - Binary DRAT: a step is `a` or `d`, followed by each literal as a variable-length number `2·variable + sign`, and
//!   by 0.
//! - LRAT as text: `id literals 0 hints 0` adds a clause with the number `id`, and `id d ids 0` deletes clauses by
//!   their numbers. Hints are ignored.
//!
//! The format is detected from the content. A binary step ends with a zero byte, which never occurs in text. The first
//! step of LRAT contains two lists that end with 0, or its second word is `d`. A line of DRAT contains one clause.
//!
//! Wetzler, Heule, Hunt, *DRAT-trim* (SAT 2014); Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp, *Efficient
//! certified RAT verification* (CADE 2017).

use std::path::Path;
use std::str::FromStr;

use strum::{Display, EnumMessage, IntoStaticStr, VariantArray};

use crate::domain::CheckError;

/// A literal as a DIMACS number, which is never 0.
pub type DimacsLit = i32;

/// The number of a clause in LRAT. The clauses of the formula have the numbers 1, 2, 3, … in the order of the file.
pub type ClauseId = u64;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// Adds a clause, with its number in LRAT.
    Add(Option<ClauseId>),
    /// Deletes a clause by its literals.
    Delete,
    /// Deletes the clauses with these numbers.
    DeleteByIds(Vec<ClauseId>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ProofSyntax {
    Text,
    Binary,
    Lrat,
}

impl ProofSyntax {
    fn of(proof: &[u8]) -> Self {
        if proof.contains(&0) {
            return Self::Binary;
        }
        let lines = proof.split(|&byte| byte == b'\n').map(words);
        let mut steps = lines.filter(|line| line.first().is_some_and(|word| word[0] != b'c'));
        let is_zero = |word: &&&[u8]| **word == b"0";
        match steps.next().as_deref() {
            Some([_, b"d", _, _, ..]) => Self::Lrat,
            Some(line) if line.iter().filter(is_zero).count() > 1 => Self::Lrat,
            _ => Self::Text,
        }
    }
}

/// Converts FRAT as text, with one step per line, to DRAT. Returns every other proof unchanged.
///
/// Only added and deleted clauses are kept. Steps of all other kinds are skipped. If the proof depends on such a step,
/// the check rejects the proof.
///
/// Baek, Carneiro, Heule, *A flexible proof format for SAT solver-elaborator communication* (TACAS 2021).
pub fn from_frat(proof: Vec<u8>) -> Vec<u8> {
    let mut lines = proof.split(|&byte| byte == b'\n').map(words);
    let first = lines.find(|line| line.first().is_some_and(|word| word[0] != b'c'));
    if proof.contains(&0) || !first.is_some_and(|line| matches!(line[0], b"o" | b"a")) {
        return proof;
    }
    let mut drat = Vec::new();
    for line in proof.split(|&byte| byte == b'\n').map(words) {
        match line[..] {
            [b"a", ..] => {}
            [b"d", ..] => drat.extend(b"d "),
            _ => continue,
        }
        let clause = line.iter().skip(2).take_while(|word| **word != b"0");
        clause.for_each(|word| drat.extend([word, &b" "[..]].concat()));
        drat.extend(b"0\n");
    }
    drat
}

fn words(line: &[u8]) -> Vec<&[u8]> {
    let words = line.split(u8::is_ascii_whitespace);
    words.filter(|word| !word.is_empty()).collect()
}

/// Formats of proofs.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Display, EnumMessage, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum ProofFormat {
    /// DRAT, text or binary: the derived clauses.
    #[default]
    Drat,
    /// LRAT, text: the derived clauses, each with the clauses from which it follows.
    Lrat,
}

impl ProofFormat {
    /// Returns the format of a file with this name: LRAT if the extension is `lrat`.
    pub fn of_file(path: &Path) -> Self {
        match path.extension() {
            Some(ending) if ending == "lrat" => Self::Lrat,
            _ => Self::Drat,
        }
    }

    /// Detects the format of a proof from its content.
    pub fn of(proof: &[u8]) -> Self {
        match ProofSyntax::of(proof) {
            ProofSyntax::Text | ProofSyntax::Binary => Self::Drat,
            ProofSyntax::Lrat => Self::Lrat,
        }
    }
}

pub const NO_CLAUSE: &str = "the deleted clause does not exist";

/// A parser for the steps of a proof.
#[derive(Debug)]
pub struct ProofSteps<'a> {
    rest: &'a [u8],
    language: ProofSyntax,
    number: usize,
}

impl<'a> ProofSteps<'a> {
    pub fn new(proof: &'a [u8]) -> Self {
        Self {
            rest: proof,
            language: ProofSyntax::of(proof),
            number: 0,
        }
    }

    /// Returns the number of steps parsed so far.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Returns the error for the last parsed step.
    pub fn wrong(&self, fact: &str) -> CheckError {
        CheckError::rejected(format_args!("proof step {}: {fact}", self.number))
    }

    /// Parses a step and stores the literals of its clause in `clause`. Returns `None` at the end of the proof.
    ///
    /// # Errors
    /// [`CheckError`] with the step that cannot be parsed.
    pub fn next(&mut self, clause: &mut Vec<DimacsLit>) -> Result<Option<StepKind>, CheckError> {
        clause.clear();
        let kind = match self.language {
            ProofSyntax::Text => self.text(clause),
            ProofSyntax::Binary => self.binary(clause),
            ProofSyntax::Lrat => self.lrat(clause),
        };
        kind.map_err(|fact| self.wrong(fact))
    }

    /// Returns the next word, or an empty word at the end.
    fn word(&mut self) -> &'a [u8] {
        let rest = self.rest.trim_ascii_start();
        let length = rest.iter().take_while(|byte| !byte.is_ascii_whitespace());
        let (word, rest) = rest.split_at(length.count());
        self.rest = rest;
        word
    }

    /// Skips comment lines, and returns the first word of the next step.
    fn first_word(&mut self) -> Option<&'a [u8]> {
        loop {
            match self.word() {
                [] => return None,
                [b'c', ..] => {
                    let line = self.rest.iter().take_while(|&&byte| byte != b'\n');
                    self.rest = &self.rest[line.count()..];
                }
                word => {
                    self.number += 1;
                    return Some(word);
                }
            }
        }
    }

    /// Parses the words up to the next 0.
    fn list<T>(
        &mut self,
        first: Option<&'a [u8]>,
        mut read: impl FnMut(&'a [u8]) -> Result<T, &'static str>,
    ) -> Result<Vec<T>, &'static str> {
        let mut list = Vec::new();
        let mut word = first.unwrap_or_else(|| self.word());
        loop {
            match word {
                [] => return Err("the proof ends within a clause"),
                b"0" => return Ok(list),
                word => list.push(read(word)?),
            }
            word = self.word();
        }
    }

    fn text(&mut self, clause: &mut Vec<DimacsLit>) -> Result<Option<StepKind>, &'static str> {
        let Some(first) = self.first_word() else {
            return Ok(None);
        };
        let (kind, first) = match first {
            b"d" => (StepKind::Delete, None),
            word => (StepKind::Add(None), Some(word)),
        };
        *clause = self.list(first, literal)?;
        Ok(Some(kind))
    }

    fn lrat(&mut self, clause: &mut Vec<DimacsLit>) -> Result<Option<StepKind>, &'static str> {
        let Some(first) = self.first_word() else {
            return Ok(None);
        };
        let id = clause_id(first)?;
        Ok(Some(match self.word() {
            b"d" => StepKind::DeleteByIds(self.list(None, clause_id)?),
            word => {
                *clause = self.list(Some(word), literal)?;
                let hint =
                    |word| number::<i64>(word).ok_or("expected the number of a clause as a hint");
                self.list(None, hint)?;
                StepKind::Add(Some(id))
            }
        }))
    }

    fn binary(&mut self, clause: &mut Vec<DimacsLit>) -> Result<Option<StepKind>, &'static str> {
        self.number += usize::from(!self.rest.is_empty());
        let kind = match self.byte() {
            None => return Ok(None),
            Some(b'a') => StepKind::Add(None),
            Some(b'd') => StepKind::Delete,
            Some(_) => return Err("this step begins with neither a nor d"),
        };
        loop {
            let mut code: u64 = 0;
            let mut shift = 0;
            loop {
                let byte = self.byte().ok_or("the proof ends within a clause")?;
                code |= u64::from(byte & 0x7f) << shift;
                shift += 7;
                if byte & 0x80 == 0 {
                    break;
                }
                if shift > 28 {
                    return Err("a literal is too large");
                }
            }
            if code == 0 {
                return Ok(Some(kind));
            }
            let variable = DimacsLit::try_from(code / 2).map_err(|_| "a literal is too large")?;
            if variable == 0 {
                return Err("expected a literal");
            }
            clause.push(if code.is_multiple_of(2) {
                variable
            } else {
                -variable
            });
        }
    }

    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }
}

fn number<T: FromStr>(word: &[u8]) -> Option<T> {
    str::from_utf8(word).ok()?.parse().ok()
}

fn literal(word: &[u8]) -> Result<DimacsLit, &'static str> {
    let number = number(word).filter(|&number| number != 0 && number != DimacsLit::MIN);
    number.ok_or("expected a literal")
}

fn clause_id(word: &[u8]) -> Result<ClauseId, &'static str> {
    number(word).ok_or("expected the number of a clause")
}

#[cfg(test)]
mod tests {
    use super::{DimacsLit, ProofFormat, ProofSteps, StepKind, from_frat};

    fn read(proof: &[u8]) -> Result<Vec<(StepKind, Vec<DimacsLit>)>, String> {
        let (mut steps, mut clause, mut all) = (ProofSteps::new(proof), Vec::new(), Vec::new());
        while let Some(kind) = steps.next(&mut clause).map_err(|fault| fault.to_string())? {
            all.push((kind, clause.clone()));
        }
        Ok(all)
    }

    #[test]
    fn text_and_binary_say_the_same() {
        let text = read(b"c a comment\n1 -2 0\nd 63 -129 0\n0\n").unwrap();
        let binary = read(&[b'a', 2, 5, 0, b'd', 126, 0x83, 2, 0, b'a', 0]).unwrap();
        assert_eq!(text, binary);
        let steps = [
            (StepKind::Add(None), vec![1, -2]),
            (StepKind::Delete, vec![63, -129]),
            (StepKind::Add(None), vec![]),
        ];
        assert_eq!(text, steps);
    }

    #[test]
    fn frat_keeps_added_and_deleted_clauses() {
        let frat = b"c FRAT\no 1 1 -2 0\no 2 2 0\na 3 1 0 l 1 2 0\nd 1 1 -2 0\na 4 0\nf 4 0\n";
        assert_eq!(from_frat(frat.to_vec()), b"1 0\nd 1 -2 0\n0\n");
        for other in [
            &b"1 -2 0\nd 1 0\n0\n"[..],
            b"a\x02\0a\0",
            b"5 1 0 1 2 0\n",
            b"",
        ] {
            assert_eq!(from_frat(other.to_vec()), other);
        }
    }

    #[test]
    fn lrat_is_recognised_by_its_first_step_and_hints_are_skipped() {
        let steps = read(b"c LRAT\n5 1 -2 0 1 2 0\n5 d 3 4 0\n6 0 5 -7 1 0\n").unwrap();
        let wanted = [
            (StepKind::Add(Some(5)), vec![1, -2]),
            (StepKind::DeleteByIds(vec![3, 4]), vec![]),
            (StepKind::Add(Some(6)), vec![]),
        ];
        assert_eq!(steps, wanted);
        for (proof, format) in [
            (&b"5 d 1 0\n6 0 1 0"[..], ProofFormat::Lrat),
            (b"\n  7 0 0\n", ProofFormat::Lrat),
            (b"1 -2 0\n5 1 0 2 0\n", ProofFormat::Drat),
            (b"d 1 0\n0\n", ProofFormat::Drat),
            (b"1\n0\n2\n0\n", ProofFormat::Drat),
            (&[b'a', 2, 0, b'a', 0], ProofFormat::Drat),
            (b"", ProofFormat::Drat),
        ] {
            assert_eq!(ProofFormat::of(proof), format, "{proof:?}");
        }
    }

    #[test]
    fn garbage_is_rejected_with_the_step() {
        let cut = "the proof ends within a clause";
        let (no_literal, no_id) = ("expected a literal", "expected the number of a clause");
        for (proof, step, fault) in [
            (&b"1 0\n2"[..], 2, cut),
            (b"1 x 0", 1, no_literal),
            (b"1 d 0", 1, no_literal),
            (b"99999999999 0", 1, no_literal),
            (b"5 1 0 0\nx 1 0 2 0", 2, no_id),
            (b"5 d 1 x 0", 1, no_id),
            (b"5 1 0 x 0", 1, "expected the number of a clause as a hint"),
            (b"5 1 0 2 0\n6 1 0 2", 2, cut),
            (
                &[b'a', 2, 0, b'b', 0],
                2,
                "this step begins with neither a nor d",
            ),
            (&[b'a', 0, b'd', 0x82], 2, cut),
            (&[b'a', 1, 0], 1, no_literal),
            (
                &[b'a', 255, 255, 255, 255, 255, 1, 0],
                1,
                "a literal is too large",
            ),
        ] {
            assert_eq!(read(proof), Err(format!("proof step {step}: {fault}")));
        }
    }
}
