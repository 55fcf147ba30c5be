//! Recheck of a DRAT proof by repeated scans of a list of clauses. It is short and slow, and shares no code with the
//! library.

use std::collections::BTreeSet;

type Clause = Vec<i64>;

/// Clauses, and the literals that follow from them by unit propagation.
#[derive(Clone, Default)]
pub struct Refutation {
    clauses: Vec<Clause>,
    settled: BTreeSet<i64>,
    pub is_refuted: bool,
}

impl Refutation {
    pub fn of_dimacs(text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.starts_with(['c', 'p']));
        let number = |word: &str| word.parse::<i64>().unwrap();
        let numbers: Vec<i64> = lines.flat_map(str::split_whitespace).map(number).collect();
        let mut refutation = Self::default();
        for clause in numbers.split(|&number| number == 0) {
            if !clause.is_empty() {
                refutation.clauses.push(clause.to_vec());
            }
        }
        refutation.settle();
        refutation
    }

    fn settle(&mut self) {
        match self.closure(&[]) {
            Some(settled) => self.settled = settled,
            None => self.is_refuted = true,
        }
    }

    /// Returns all literals that follow by unit propagation from these assumptions, or `None` if there is a conflict.
    fn closure(&self, assumed: &[i64]) -> Option<BTreeSet<i64>> {
        let mut is_true = self.settled.clone();
        is_true.extend(assumed);
        if is_true.iter().any(|literal| is_true.contains(&-literal)) {
            return None;
        }
        loop {
            let before = is_true.len();
            for clause in &self.clauses {
                if clause.iter().any(|literal| is_true.contains(literal)) {
                    continue;
                }
                let mut free: Clause = clause.clone();
                free.retain(|literal| !is_true.contains(&-literal));
                free.dedup();
                match free[..] {
                    [] => return None,
                    [single] => {
                        is_true.insert(single);
                    }
                    _ => {}
                }
            }
            if is_true.len() == before {
                return Some(is_true);
            }
        }
    }

    /// Whether a clause follows by unit propagation, or is RAT on its first literal.
    pub fn follows(&self, clause: &[i64]) -> bool {
        let assumed: Clause = clause.iter().map(|literal| -literal).collect();
        if self.is_refuted || self.closure(&assumed).is_none() {
            return true;
        }
        let Some(&pivot) = clause
            .first()
            .filter(|pivot| !self.settled.contains(&-**pivot))
        else {
            return false;
        };
        let mut others = self.clauses.iter().filter(|other| other.contains(&-pivot));
        others.all(|other| {
            let rest = other.iter().filter(|&&literal| literal != -pivot);
            let mut assumed = assumed.clone();
            assumed.extend(rest.map(|literal| -literal));
            self.closure(&assumed).is_none()
        })
    }

    /// Applies one step of a proof. Returns `false` if its clause does not follow.
    fn step(&mut self, is_deletion: bool, clause: Clause) -> bool {
        let sorted = |clause: &Clause| clause.iter().copied().collect::<BTreeSet<i64>>();
        if is_deletion {
            let wanted = sorted(&clause);
            let place = self
                .clauses
                .iter()
                .position(|other| sorted(other) == wanted);
            if let Some(place) = place.filter(|_| wanted.len() > 1) {
                self.clauses.remove(place);
            }
            return true;
        }
        let follows = self.follows(&clause);
        self.is_refuted |= clause.is_empty();
        self.clauses.push(clause);
        if !self.is_refuted {
            self.settle();
        }
        follows
    }

    /// Whether this proof, as text or binary, refutes the clauses. Steps after the empty clause are ignored.
    pub fn accepts(mut self, proof: &[u8]) -> bool {
        let steps = if proof.contains(&0) {
            binary(proof)
        } else {
            text(proof)
        };
        let mut steps = steps.into_iter();
        while !self.is_refuted {
            let Some(Some((is_deletion, clause))) = steps.next() else {
                return false;
            };
            if !self.step(is_deletion, clause) {
                return false;
            }
        }
        true
    }
}

/// A step of a proof, or `None` if it cannot be parsed.
type Step = Option<(bool, Clause)>;

fn text(proof: &[u8]) -> Vec<Step> {
    let proof = String::from_utf8_lossy(proof).into_owned();
    let (mut steps, mut open) = (Vec::new(), None);
    for line in proof.lines() {
        for word in line.split_ascii_whitespace() {
            if open.is_none() && word.starts_with('c') {
                break;
            }
            if open.is_none() && word == "d" {
                open = Some((true, Vec::new()));
                continue;
            }
            let (_, clause): &mut (bool, Clause) = open.get_or_insert_default();
            match word.parse::<i64>() {
                Ok(0) => steps.push(open.take()),
                Ok(number) => clause.push(number),
                Err(_) => {
                    steps.push(None);
                    return steps;
                }
            }
        }
    }
    steps
}

fn binary(proof: &[u8]) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut rest = proof.iter();
    while let Some(kind) = rest.next() {
        let mut clause = Vec::new();
        let mut number = 0_u64;
        let mut place = 0;
        let whole = loop {
            let Some(&byte) = rest.next() else {
                break false;
            };
            number += u64::from(byte & 127) << place;
            place += 7;
            if byte < 128 {
                match i64::try_from(number / 2).unwrap() {
                    0 => break number == 0,
                    variable => clause.push(if number.is_multiple_of(2) {
                        variable
                    } else {
                        -variable
                    }),
                }
                (number, place) = (0, 0);
            } else if place > 56 {
                break false;
            }
        };
        match kind {
            b'a' | b'd' if whole => steps.push(Some((*kind == b'd', clause))),
            _ => {
                steps.push(None);
                break;
            }
        }
    }
    steps
}
