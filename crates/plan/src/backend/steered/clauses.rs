//! Clauses, stored consecutively in one array, and their watch lists.

use rustsat::types::Lit;

use saut_base::lists::number;

/// A literal: `2·variable`, plus 1 if negated.
pub type Code = u32;

pub fn code(literal: Lit) -> Code {
    2 * literal.vidx32() + Code::from(literal.is_neg())
}

/// The number of a clause: the index of its first word.
pub type ClauseRef = u32;

/// Number of words before the literals of a clause: its length, its LBD, and the position at which a literal to watch
/// was last found.
const HEADER: usize = 3;

/// Reason why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Antecedent {
    /// No clause: the literal is a decision or a unit clause, or its reason was cleared at level 0.
    Nothing,
    /// All other literals of this clause are false.
    Clause(ClauseRef),
    /// The other literal of a binary clause. This literal is false.
    Other(Code),
}

/// An [`Antecedent`] in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason(u32);

impl Reason {
    /// The bit that distinguishes literals from clauses.
    const MARK: u32 = 1 << 31;

    /// The reason [`Antecedent::Nothing`].
    pub const NOTHING: Self = Self(u32::MAX);

    pub const fn clause(clause: ClauseRef) -> Self {
        Self(clause)
    }

    /// Creates the reason [`Antecedent::Other`] with this literal.
    pub const fn other(literal: Code) -> Self {
        Self(literal | Self::MARK)
    }

    pub const fn antecedent(self) -> Antecedent {
        match self {
            Self::NOTHING => Antecedent::Nothing,
            Self(word) if word & Self::MARK != 0 => Antecedent::Other(word ^ Self::MARK),
            Self(clause) => Antecedent::Clause(clause),
        }
    }
}

/// A clause whose literals are all false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    Clause(ClauseRef),
    Pair([Code; 2]),
}

/// An entry in the watch list of a literal.
#[derive(Clone, Copy, Debug)]
pub struct Watch {
    pub clause: ClauseRef,
    /// Another literal of the clause. If it is true, the clause need not be visited. In a binary clause, this is the
    /// other literal.
    pub other: Code,
    pub is_binary: bool,
}

/// Watch lists by literal. A literal without watches has no list. Most literals of a planning task have none, because
/// their binary clauses are stored elsewhere (`pairs.rs`).
#[derive(Clone, Debug)]
pub struct Watches {
    /// Number of the list of each literal.
    places: Vec<u32>,
    lists: Vec<Vec<Watch>>,
}

const NOBODY: u32 = u32::MAX;

impl Watches {
    fn new(literals: usize) -> Self {
        Self {
            places: vec![NOBODY; literals],
            lists: Vec::new(),
        }
    }

    pub fn push(&mut self, literal: Code, watch: Watch) {
        let place = &mut self.places[literal as usize];
        if *place == NOBODY {
            *place = number(self.lists.len());
            self.lists.push(Vec::new());
        }
        self.lists[*place as usize].push(watch);
    }

    /// Takes the watch list of a literal, which must be put back; `None` if the literal has no list.
    pub fn take(&mut self, literal: Code) -> Option<Vec<Watch>> {
        let list = self.lists.get_mut(self.places[literal as usize] as usize)?;
        Some(std::mem::take(list))
    }

    pub fn put(&mut self, literal: Code, list: Vec<Watch>) {
        self.lists[self.places[literal as usize] as usize] = list;
    }
}

/// Clauses of at least two literals.
#[derive(Clone, Debug)]
pub struct Clauses {
    words: Vec<u32>,
    pub watches: Watches,
    learnt: Vec<ClauseRef>,
}

impl Clauses {
    /// Creates an empty set of clauses over this number of variables.
    pub fn new(variables: usize) -> Self {
        Self {
            words: Vec::new(),
            watches: Watches::new(2 * variables),
            learnt: Vec::new(),
        }
    }

    /// Adds a clause of at least two literals, and watches its first two. The LBD of a learnt clause is the number of
    /// its decision levels; a clause of the formula does not have an LBD.
    ///
    /// # Panics
    /// If all clauses together have 2³¹ words.
    pub fn add(&mut self, literals: &[Code], lbd: Option<u32>) -> ClauseRef {
        let at = ClauseRef::try_from(self.words.len()).ok();
        let at = at
            .filter(|&at| at < Reason::MARK)
            .expect("clauses of less than 8 GB");
        let len = u32::try_from(literals.len()).expect("fewer literals than words");
        self.words.extend([len, lbd.unwrap_or(0), 2]);
        self.words.extend_from_slice(literals);
        for (own, other) in [(0, 1), (1, 0)] {
            let watch = Watch {
                clause: at,
                other: literals[other],
                is_binary: len == 2,
            };
            self.watches.push(literals[own], watch);
        }
        if lbd.is_some() {
            self.learnt.push(at);
        }
        at
    }

    pub fn literals(&self, clause: ClauseRef) -> &[Code] {
        let at = clause as usize;
        &self.words[at + HEADER..at + HEADER + self.words[at] as usize]
    }

    /// Returns the literals of a clause, so that the caller can reorder them.
    pub fn literals_mut(&mut self, clause: ClauseRef) -> &mut [Code] {
        let at = clause as usize;
        let len = self.words[at] as usize;
        &mut self.words[at + HEADER..at + HEADER + len]
    }

    /// Finds a literal after the first two that is not false, and returns its position. The search resumes at the
    /// position found last, so that the beginning of a long clause is not scanned repeatedly.
    ///
    /// Gent, *Optimal implementation of watched literals and more general techniques* (JAIR 48, 2013).
    pub fn find_watch(&mut self, clause: ClauseRef, values: &[i8]) -> Option<usize> {
        let at = clause as usize;
        let (len, last) = (self.words[at] as usize, self.words[at + 2] as usize);
        let literals = &self.words[at + HEADER..at + HEADER + len];
        let is_free = |&place: &usize| values[literals[place] as usize] != -1;
        let found = (last..len).find(is_free);
        let found = found.or_else(|| (2..last.min(len)).find(is_free))?;
        self.words[at + 2] = number(found);
        Some(found)
    }

    pub fn learnt(&self) -> usize {
        self.learnt.len()
    }

    /// Deletes all clauses that are satisfied at level 0. Also deletes the half of the learnt clauses with the highest
    /// LBD, except clauses with an LBD of at most 2. Calls `forgotten` for each deleted learnt clause. All clauses get
    /// new numbers, so the caller must first clear every reason that may still be read.
    pub fn reduce(
        &mut self,
        mut is_satisfied: impl FnMut(&[Code]) -> bool,
        mut forgotten: impl FnMut(&[Code]),
    ) {
        let lbd = |clause: &ClauseRef| self.words[*clause as usize + 1];
        let mut by_lbd = self.learnt.clone();
        // Among clauses with the same LBD, the older ones are deleted first.
        by_lbd.sort_by_key(|clause| (std::cmp::Reverse(lbd(clause)), *clause));
        let bad = by_lbd.iter().take(by_lbd.len() / 2);
        let mut bad: Vec<ClauseRef> = bad.filter(|clause| lbd(clause) > 2).copied().collect();
        bad.sort_unstable();
        let (mut bad, mut learnt) = (bad.into_iter().peekable(), self.learnt.iter().peekable());
        let mut kept = Self::new(self.watches.places.len() / 2);
        let mut at = 0;
        while let Some(&len) = self.words.get(at) {
            let clause: ClauseRef = number(at);
            let literals = self.literals(clause);
            let is_learnt = learnt.next_if_eq(&&clause).is_some();
            let is_bad = bad.next_if_eq(&clause).is_some();
            if is_bad || is_satisfied(literals) {
                if is_learnt {
                    forgotten(literals);
                }
            } else {
                kept.add(literals, is_learnt.then_some(self.words[at + 1]));
            }
            at += HEADER + len as usize;
        }
        *self = kept;
    }
}
