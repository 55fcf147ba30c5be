//! The steps of a DRAT proof, read from text or from the binary form.
//!
//! Text: numbers ended by 0, `d` before a deletion, `c` before a comment line. Binary: `a` or `d`,
//! then each literal as a variable-length number `2·variable + sign`, ended by 0. A binary step
//! ends with a zero byte and text has none, which tells the two apart.
//!
//! Wetzler, Heule, Hunt, *DRAT-trim* (SAT 2014).

use super::RejectedProof;

/// A literal in DIMACS numbers: not 0, negative if negated.
pub type Number = i32;

/// Kinds of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// Adds a clause that follows.
    Add,
    /// Deletes a clause.
    Delete,
}

/// A reader of steps.
#[derive(Debug)]
pub struct ProofSteps<'a> {
    rest: &'a [u8],
    is_text: bool,
    number: usize,
}

impl<'a> ProofSteps<'a> {
    /// The steps of a proof.
    pub fn new(proof: &'a [u8]) -> Self {
        Self {
            rest: proof,
            is_text: !proof.contains(&0),
            number: 0,
        }
    }

    /// The number of the step read last, from 1.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Reads a step into `clause`; `None` at the end of the proof.
    ///
    /// # Errors
    /// [`RejectedProof::Unreadable`] if it is not DRAT.
    pub fn next(&mut self, clause: &mut Vec<Number>) -> Result<Option<StepKind>, RejectedProof> {
        clause.clear();
        let kind = if self.is_text {
            self.text(clause)
        } else {
            self.binary(clause)
        };
        kind.map_err(|fact| RejectedProof::Unreadable {
            step: self.number,
            fact,
        })
    }

    fn text(&mut self, clause: &mut Vec<Number>) -> Result<Option<StepKind>, &'static str> {
        let mut kind = None;
        loop {
            let blank = self
                .rest
                .iter()
                .take_while(|byte| byte.is_ascii_whitespace())
                .count();
            self.rest = &self.rest[blank..];
            let word = self
                .rest
                .iter()
                .take_while(|byte| !byte.is_ascii_whitespace())
                .count();
            let (word, rest) = self.rest.split_at(word);
            if kind.is_none() {
                self.number += usize::from(!word.is_empty() && word[0] != b'c');
            }
            self.rest = rest;
            match word {
                [] if kind.is_none() => return Ok(None),
                [] => return Err("it ends in the middle of a clause"),
                [b'c', ..] if kind.is_none() => {
                    let line = rest.iter().take_while(|&&byte| byte != b'\n').count();
                    self.rest = &rest[line..];
                }
                b"d" if kind.is_none() => kind = Some(StepKind::Delete),
                b"0" => return Ok(Some(kind.unwrap_or(StepKind::Add))),
                number => {
                    kind = kind.or(Some(StepKind::Add));
                    let number = str::from_utf8(number)
                        .ok()
                        .and_then(|text| text.parse().ok());
                    match number.filter(|&number| number != 0 && number != Number::MIN) {
                        Some(number) => clause.push(number),
                        None => return Err("a literal is no number"),
                    }
                }
            }
        }
    }

    fn binary(&mut self, clause: &mut Vec<Number>) -> Result<Option<StepKind>, &'static str> {
        self.number += usize::from(!self.rest.is_empty());
        let kind = match self.byte() {
            None => return Ok(None),
            Some(b'a') => StepKind::Add,
            Some(b'd') => StepKind::Delete,
            Some(_) => return Err("it begins with neither a nor d"),
        };
        loop {
            let mut code: u64 = 0;
            let mut shift = 0;
            loop {
                let byte = self.byte().ok_or("it ends in the middle of a clause")?;
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
            let variable = Number::try_from(code / 2).map_err(|_| "a literal is too large")?;
            if variable == 0 {
                return Err("a literal is no number");
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

#[cfg(test)]
mod tests {
    use super::{Number, ProofSteps, StepKind};

    fn read(proof: &[u8]) -> Result<Vec<(StepKind, Vec<Number>)>, String> {
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
            (StepKind::Add, vec![1, -2]),
            (StepKind::Delete, vec![63, -129]),
            (StepKind::Add, vec![]),
        ];
        assert_eq!(text, steps);
    }

    #[test]
    fn garbage_is_refused_with_the_step() {
        for (proof, fault) in [
            (
                &b"1 0\n2"[..],
                "proof step 2: it ends in the middle of a clause",
            ),
            (b"1 x 0", "proof step 1: a literal is no number"),
            (b"1 d 0", "proof step 1: a literal is no number"),
            (b"99999999999 0", "proof step 1: a literal is no number"),
            (
                &[b'a', 2, 0, b'b', 0],
                "proof step 2: it begins with neither a nor d",
            ),
            (
                &[b'a', 0, b'd', 0x82],
                "proof step 2: it ends in the middle of a clause",
            ),
            (&[b'a', 1, 0], "proof step 1: a literal is no number"),
            (
                &[b'a', 255, 255, 255, 255, 255, 1, 0],
                "proof step 1: a literal is too large",
            ),
        ] {
            assert_eq!(read(proof), Err(fault.to_owned()));
        }
    }
}
