//! Frames: for each layer, the conjunctions that do not lead to the other end within this number of steps. The other
//! end is the goal if the search goes forwards, otherwise the initial state.

use saut_base::bits;

/// The layer of a conjunction that never leads to the other end.
pub const INFINITY_FRAME: u32 = u32::MAX;

/// A conjunction with its layer.
pub struct Entry {
    pub literals: Vec<u32>,
    /// Number of steps within which the conjunction does not lead to the other end.
    pub layer: u32,
    pub is_gone: bool,
    /// Move that led into no conjunction of this layer or a higher layer in the last failed propagation.
    pub witness: Option<u32>,
}

/// Conjunctions of all layers. A conjunction is dropped when a new conjunction of the same or a higher layer subsumes
/// it.
pub struct Frames {
    entries: Vec<Entry>,
    /// For each literal, the conjunctions that contain it.
    having: Vec<Vec<u32>>,
    /// For each literal, the conjunctions that are indexed by it (their rarest literal).
    under: Vec<Vec<u32>>,
    /// Number of look-ups, to count work.
    pub looked: u64,
    /// Total number of literals in all conjunctions.
    pub size: usize,
}

impl Frames {
    pub fn new(literals: usize, base: &[Vec<u32>]) -> Self {
        let mut frames = Self {
            entries: Vec::new(),
            having: vec![Vec::new(); literals],
            under: vec![Vec::new(); literals],
            looked: 0,
            size: 0,
        };
        for one in base {
            frames.add(one.clone(), 0);
        }
        frames
    }

    pub fn entry(&self, entry: u32) -> &Entry {
        &self.entries[entry as usize]
    }

    pub fn entry_mut(&mut self, entry: u32) -> &mut Entry {
        &mut self.entries[entry as usize]
    }

    /// Returns the numbers of the conjunctions of exactly this layer.
    pub fn of_layer(&self, layer: u32) -> Vec<u32> {
        let all = self.entries.iter().zip(0..);
        let those = all.filter(|(entry, _)| !entry.is_gone && entry.layer == layer);
        those.map(|(_, number)| number).collect()
    }

    /// Adds a sorted conjunction, and drops the conjunctions of the same or a lower layer that contain all of its
    /// literals.
    pub fn add(&mut self, literals: Vec<u32>, layer: u32) {
        let count = |one: &&u32| self.having[**one as usize].len();
        let Some(&rarest) = literals.iter().min_by_key(count) else {
            return;
        };
        let weaker = self.having[rarest as usize].clone();
        for other in weaker {
            let entry = &self.entries[other as usize];
            self.looked += 1;
            let has = |one: &u32| entry.literals.binary_search(one).is_ok();
            let is_long = entry.layer <= layer && entry.literals.len() >= literals.len();
            if is_long && literals.iter().all(has) {
                self.drop(other);
            }
        }
        let number = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        for &one in &literals {
            self.having[one as usize].push(number);
        }
        self.under[rarest as usize].push(number);
        self.size += literals.len();
        self.entries.push(Entry {
            literals,
            layer,
            is_gone: false,
            witness: None,
        });
    }

    fn drop(&mut self, entry: u32) {
        let gone = &mut self.entries[entry as usize];
        gone.is_gone = true;
        let literals = std::mem::take(&mut gone.literals);
        self.size -= literals.len();
        for one in literals {
            self.having[one as usize].retain(|&other| other != entry);
            self.under[one as usize].retain(|&other| other != entry);
        }
    }

    /// Whether all literals of a conjunction are in a row.
    pub fn holds(&self, entry: u32, row: &[u64]) -> bool {
        let mut all = self.entry(entry).literals.iter();
        all.all(|&one| bits::get(row, one as usize))
    }

    fn is_within(&mut self, entry: u32, row: &[u64]) -> bool {
        self.looked += 1;
        self.holds(entry, row)
    }

    /// Visits the conjunctions of at least this layer that hold in a row, until `ends` returns true.
    fn visit_holding(&mut self, row: &[u64], layer: u32, mut ends: impl FnMut(u32) -> bool) {
        for literal in bits::iter(row) {
            self.looked += 1;
            for at in 0..self.under[literal].len() {
                let entry = self.under[literal][at];
                if self.entry(entry).layer >= layer && self.is_within(entry, row) && ends(entry) {
                    return;
                }
            }
        }
    }

    /// Returns all conjunctions of at least this layer that hold in a row.
    pub fn holding(&mut self, row: &[u64], layer: u32) -> Vec<u32> {
        let mut found = Vec::new();
        self.visit_holding(row, layer, |entry| {
            found.push(entry);
            false
        });
        found
    }

    /// Returns a conjunction of at least this layer that holds in a row.
    pub fn first_holding(&mut self, row: &[u64], layer: u32) -> Option<u32> {
        let mut first = None;
        self.visit_holding(row, layer, |entry| {
            first = Some(entry);
            true
        });
        first
    }

    /// Returns a conjunction of the highest layer, at least this one, that holds in a row and contains one of these
    /// literals.
    pub fn latest_with(
        &mut self,
        row: &[u64],
        new: impl Iterator<Item = u32>,
        layer: u32,
    ) -> Option<u32> {
        let mut best: Option<u32> = None;
        for literal in new {
            for at in 0..self.having[literal as usize].len() {
                let entry = self.having[literal as usize][at];
                let least = best.map_or(layer, |best| self.entry(best).layer.saturating_add(1));
                let own = self.entry(entry).layer;
                if own >= least
                    && best.is_none_or(|best| own > self.entry(best).layer)
                    && self.is_within(entry, row)
                {
                    best = Some(entry);
                    if own == INFINITY_FRAME {
                        return best;
                    }
                }
            }
        }
        best
    }

    /// Adds conjunctions of at least this layer that hold in a row and contain one of these literals, up to `most` in
    /// total.
    pub fn some_with(
        &mut self,
        row: &[u64],
        new: impl Iterator<Item = u32>,
        layer: u32,
        most: usize,
        found: &mut Vec<u32>,
    ) {
        for literal in new {
            for at in 0..self.having[literal as usize].len() {
                if found.len() >= most {
                    return;
                }
                let entry = self.having[literal as usize][at];
                if self.entry(entry).layer >= layer && self.is_within(entry, row) {
                    found.push(entry);
                }
            }
        }
    }
}
