//! Lists that stand one after the other in one piece of memory, for whoever runs through
//! them all the time.

/// An index in 32 bits; there is no room for tasks that need more.
pub fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// The items in ascending order, each once.
pub fn distinct<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.sort_unstable();
    items.dedup();
    items
}

/// Lists, one after the other; of numbers where nothing else is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lists<T = u32> {
    ends: Vec<usize>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    /// Lists in their order.
    pub fn new<L: IntoIterator<Item = T>>(lists: impl IntoIterator<Item = L>) -> Self {
        let (mut ends, mut items) = (vec![0], Vec::new());
        for list in lists {
            items.extend(list);
            ends.push(items.len());
        }
        Self { ends, items }
    }

    /// One more list behind the others.
    pub fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.ends.push(self.items.len());
    }

    /// Number of lists.
    pub fn count(&self) -> usize {
        self.ends.len() - 1
    }

    /// Number of items of all lists together.
    pub fn items(&self) -> usize {
        self.items.len()
    }

    /// All, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &[T]> {
        (0..self.count()).map(|list| self.of(list))
    }

    /// A list by its number.
    pub fn of(&self, list: usize) -> &[T] {
        &self.items[self.ends[list]..self.ends[list + 1]]
    }
}

impl Lists {
    /// For each of `count` items the lists that it stands in, in order.
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
