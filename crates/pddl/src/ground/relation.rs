//! Tables of tuples with indexes: the relations of the Datalog program.
//!
//! Tuples get numbers in the order of their insertion. Joins see only [processed](Relation::process) tuples; all other
//! tuples wait in the queue of the evaluation.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use saut_base::bits;
use std::hash::Hasher;

/// Tuples of the same length.
pub(super) struct Relation {
    arity: usize,
    flat: Vec<u32>,
    length: u32,
    by_tuple: HashTable<u32>,
    processed: u32,
    indexes: Vec<Index>,
    /// For each column, the bit set of the values that processed tuples have in it.
    columns: Vec<Vec<u64>>,
}

/// An index of the processed tuples by their values in some columns.
struct Index {
    columns: Vec<usize>,
    by_key: HashTable<u32>,
    buckets: Vec<Vec<u32>>,
}

fn hash(values: impl Iterator<Item = u32>) -> u64 {
    let mut hasher = FxHasher::default();
    for value in values {
        hasher.write_u32(value);
    }
    hasher.finish()
}

impl Relation {
    pub(super) fn new(arity: usize) -> Self {
        Self {
            arity,
            flat: Vec::new(),
            length: 0,
            by_tuple: HashTable::new(),
            processed: 0,
            indexes: Vec::new(),
            columns: vec![Vec::new(); arity],
        }
    }

    /// Returns the number of tuples, processed or not.
    pub(super) fn len(&self) -> u32 {
        self.length
    }

    /// Returns the number of processed tuples; they have the smallest numbers.
    pub(super) fn processed(&self) -> u32 {
        self.processed
    }

    pub(super) fn tuple(&self, id: u32) -> &[u32] {
        &self.flat[id as usize * self.arity..][..self.arity]
    }

    /// Returns the number of a tuple.
    pub(super) fn find(&self, tuple: &[u32]) -> Option<u32> {
        let found = self
            .by_tuple
            .find(hash(tuple.iter().copied()), |id| self.tuple(*id) == tuple);
        found.copied()
    }

    /// Inserts a tuple. Returns its number if it is new.
    pub(super) fn insert(&mut self, tuple: &[u32]) -> Option<u32> {
        let hashed = hash(tuple.iter().copied());
        let (flat, arity) = (&self.flat, self.arity);
        let stored = |id: u32| &flat[id as usize * arity..][..arity];
        if self
            .by_tuple
            .find(hashed, |id| stored(*id) == tuple)
            .is_some()
        {
            return None;
        }
        let id = self.length;
        self.by_tuple
            .insert_unique(hashed, id, |id| hash(stored(*id).iter().copied()));
        self.flat.extend_from_slice(tuple);
        self.length += 1;
        Some(id)
    }

    /// Makes the next tuple visible to joins.
    pub(super) fn process(&mut self) {
        let id = self.processed;
        self.processed += 1;
        let tuple = &self.flat[id as usize * self.arity..][..self.arity];
        for (column, value) in self.columns.iter_mut().zip(tuple) {
            bits::insert(column, *value as usize);
        }
        for index in &mut self.indexes {
            index.insert(id, &self.flat, self.arity);
        }
    }

    /// Returns the number of the index over these columns, and makes it if necessary.
    pub(super) fn index(&mut self, columns: &[usize]) -> usize {
        if let Some(known) = self
            .indexes
            .iter()
            .position(|index| index.columns == columns)
        {
            return known;
        }
        let mut index = Index {
            columns: columns.to_vec(),
            by_key: HashTable::new(),
            buckets: Vec::new(),
        };
        for id in 0..self.processed {
            index.insert(id, &self.flat, self.arity);
        }
        self.indexes.push(index);
        self.indexes.len() - 1
    }

    /// Returns the processed tuples with this key.
    pub(super) fn matches(&self, index: usize, key: &[u32]) -> &[u32] {
        let index = &self.indexes[index];
        let same = |bucket: &u32| {
            let first = self.tuple(index.buckets[*bucket as usize][0]);
            index
                .columns
                .iter()
                .zip(key)
                .all(|(column, value)| first[*column] == *value)
        };
        let bucket = index.by_key.find(hash(key.iter().copied()), same);
        bucket.map_or(&[], |bucket| &index.buckets[*bucket as usize])
    }

    /// Returns the estimated number of processed tuples with given values in these columns.
    pub(super) fn estimate(&self, bound: impl Iterator<Item = usize>) -> f64 {
        let all = f64::from(self.processed);
        bound.fold(all, |left, column| {
            let values = self.columns[column].iter().map(|word| word.count_ones());
            left / f64::from(values.sum::<u32>().max(1))
        })
    }

    /// Returns the estimated memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        let tuples = self.flat.capacity() * 4 + self.by_tuple.capacity() * 5;
        let indexes = self.indexes.iter().map(|index| {
            index.by_key.capacity() * 5 + index.buckets.len() * 32 + self.processed as usize * 6
        });
        tuples + indexes.sum::<usize>()
    }
}

impl Index {
    fn insert(&mut self, id: u32, flat: &[u32], arity: usize) {
        let columns = &self.columns;
        let buckets = &self.buckets;
        let key_of = |id: u32| {
            let tuple = &flat[id as usize * arity..][..arity];
            columns.iter().map(|column| tuple[*column])
        };
        let hashed = hash(key_of(id));
        let same = |bucket: &u32| key_of(buckets[*bucket as usize][0]).eq(key_of(id));
        if let Some(bucket) = self.by_key.find(hashed, same) {
            self.buckets[*bucket as usize].push(id);
            return;
        }
        let bucket = u32::try_from(buckets.len()).unwrap_or(u32::MAX);
        self.by_key.insert_unique(hashed, bucket, |bucket| {
            hash(key_of(buckets[*bucket as usize][0]))
        });
        self.buckets.push(vec![id]);
    }
}
