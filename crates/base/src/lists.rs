//! Lists that are stored in one block of memory, for fast iteration.

/// Converts an index to 32 bits. Tasks with larger indices do not fit into memory.
pub fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// Returns the items in ascending order, without repetitions.
pub fn distinct<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.sort_unstable();
    items.dedup();
    items
}

/// Several lists, stored one after another in one block of memory. By default, the items are numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lists<T = u32> {
    ends: Vec<usize>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    /// Stores the lists in order.
    pub fn new<L: IntoIterator<Item = T>>(lists: impl IntoIterator<Item = L>) -> Self {
        let (mut ends, mut items) = (vec![0], Vec::new());
        for list in lists {
            items.extend(list);
            ends.push(items.len());
        }
        Self { ends, items }
    }

    /// Appends a list.
    pub fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.ends.push(self.items.len());
    }

    /// Returns the number of lists.
    pub fn count(&self) -> usize {
        self.ends.len() - 1
    }

    /// Returns the total number of items in all lists.
    pub fn items(&self) -> usize {
        self.items.len()
    }

    /// Returns all lists, in order.
    pub fn iter(&self) -> impl Iterator<Item = &[T]> {
        (0..self.count()).map(|list| self.of(list))
    }

    /// Returns the list with this number.
    pub fn of(&self, list: usize) -> &[T] {
        &self.items[self.ends[list]..self.ends[list + 1]]
    }
}

impl Lists {
    /// Returns the transposition: for each item below `count`, the numbers of the lists that contain the item.
    #[must_use]
    pub fn turned(&self, count: usize) -> Self {
        let mut ends = vec![0; count + 1];
        for &item in &self.items {
            ends[item as usize + 1] += 1;
        }
        for item in 0..count {
            ends[item + 1] += ends[item];
        }
        let (mut next, mut items) = (ends.clone(), vec![0; self.items.len()]);
        for list in 0..self.count() {
            for &item in self.of(list) {
                items[next[item as usize]] = number(list);
                next[item as usize] += 1;
            }
        }
        Self { ends, items }
    }
}
