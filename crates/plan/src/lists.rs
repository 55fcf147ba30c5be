//! Lists of numbers that stand one after the other in one piece of memory, for whoever runs through
//! them all the time.

/// An index in 32 bits; there is no room for tasks that need more.
pub fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// Lists of numbers, one after the other.
#[derive(Clone, Debug)]
pub struct Lists {
    ends: Vec<usize>,
    items: Vec<u32>,
}

impl Lists {
    /// Lists in their order.
    pub fn new<L: IntoIterator<Item = u32>>(lists: impl IntoIterator<Item = L>) -> Self {
        let (mut ends, mut items) = (vec![0], Vec::new());
        for list in lists {
            items.extend(list);
            ends.push(items.len());
        }
        Self { ends, items }
    }

    /// How many lists there are.
    pub fn len(&self) -> usize {
        self.ends.len() - 1
    }

    /// A list by its number.
    pub fn of(&self, list: usize) -> &[u32] {
        &self.items[self.ends[list]..self.ends[list + 1]]
    }

    /// For each of `count` items the lists that it stands in, in order.
    pub fn turned(&self, count: usize) -> Self {
        let mut ends = vec![0; count + 1];
        for &item in &self.items {
            ends[item as usize + 1] += 1;
        }
        for item in 0..count {
            ends[item + 1] += ends[item];
        }
        let (mut next, mut items) = (ends.clone(), vec![0; self.items.len()]);
        for list in 0..self.len() {
            for &item in self.of(list) {
                items[next[item as usize]] = number(list);
                next[item as usize] += 1;
            }
        }
        Self { ends, items }
    }
}
