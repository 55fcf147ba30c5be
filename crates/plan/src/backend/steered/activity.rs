//! Activities of variables, and a heap that finds the most active variable. Variables of recent conflicts have higher
//! activities.
//!
//! Eén and Sörensson, *An extensible SAT-solver* (SAT 2003).

use saut_base::lists::number;

/// Factor by which all activities decay after a conflict.
const DECAY: f64 = 0.95;
const LARGE: f64 = 1e100;

/// The activities, with a max-heap of the variables.
#[derive(Clone, Debug)]
pub struct Activity {
    activities: Vec<f64>,
    step: f64,
    heap: Vec<u32>,
    /// Place of each variable in the heap.
    places: Vec<u32>,
}

/// Place of a variable that is not in the heap.
const NOWHERE: u32 = u32::MAX;

impl Activity {
    /// Creates activities with these initial values, one per variable. With `has_heap`, [`Activity::pop`] can be
    /// called.
    pub fn new(activities: Vec<f64>, has_heap: bool) -> Self {
        let heaped = if has_heap { activities.len() } else { 0 };
        let mut new = Self {
            step: 1.0,
            heap: Vec::with_capacity(heaped),
            places: vec![NOWHERE; heaped],
            activities,
        };
        for variable in 0..heaped {
            new.insert(variable);
        }
        new
    }

    pub fn of(&self, variable: usize) -> f64 {
        self.activities[variable]
    }

    /// Raises the activity of a variable that was in a conflict.
    pub fn bump(&mut self, variable: usize) {
        self.activities[variable] += self.step;
        if self.activities[variable] > LARGE {
            for activity in &mut self.activities {
                *activity /= LARGE;
            }
            self.step /= LARGE;
        }
        match self.places.get(variable) {
            None | Some(&NOWHERE) => {}
            Some(&place) => self.rise(place as usize),
        }
    }

    /// Lowers all activities after a conflict, relative to future bumps.
    pub fn decay(&mut self) {
        self.step /= DECAY;
    }

    /// Puts an unassigned variable back into the heap.
    pub fn insert(&mut self, variable: usize) {
        if self.places.get(variable) == Some(&NOWHERE) {
            self.heap.push(number(variable));
            self.rise(self.heap.len() - 1);
        }
    }

    /// Removes and returns the most active variable of the heap.
    pub fn pop(&mut self) -> Option<usize> {
        let top = *self.heap.first()? as usize;
        self.places[top] = NOWHERE;
        let last = self.heap.pop()?;
        if last as usize != top {
            self.heap[0] = last;
            self.sink(0);
        }
        Some(top)
    }

    fn is_above(&self, a: usize, b: usize) -> bool {
        self.activities[self.heap[a] as usize] > self.activities[self.heap[b] as usize]
    }

    fn settle(&mut self, place: usize) {
        self.places[self.heap[place] as usize] = number(place);
    }

    fn rise(&mut self, mut place: usize) {
        while place > 0 && self.is_above(place, (place - 1) / 2) {
            self.heap.swap(place, (place - 1) / 2);
            self.settle(place);
            place = (place - 1) / 2;
        }
        self.settle(place);
    }

    fn sink(&mut self, mut place: usize) {
        loop {
            let below = (2 * place + 1..self.heap.len()).take(2);
            let best = below.reduce(|a, b| if self.is_above(b, a) { b } else { a });
            match best {
                Some(best) if self.is_above(best, place) => {
                    self.heap.swap(place, best);
                    self.settle(place);
                    place = best;
                }
                _ => break,
            }
        }
        self.settle(place);
    }
}

#[cfg(test)]
mod tests {
    use super::Activity;

    #[test]
    fn the_most_active_comes_first_and_each_once() {
        let mut activity = Activity::new(vec![0.5, 3.0, 2.0, 0.0, 1.0], true);
        activity.bump(3);
        activity.decay();
        activity.bump(3);
        activity.bump(4);
        let popped: Vec<usize> = std::iter::from_fn(|| activity.pop()).collect();
        assert_eq!(popped, [1, 3, 4, 2, 0]);
        activity.insert(0);
        activity.insert(2);
        activity.insert(2);
        let popped: Vec<usize> = std::iter::from_fn(|| activity.pop()).collect();
        assert_eq!(popped, [2, 0]);
    }

    #[test]
    fn large_activities_keep_their_order() {
        let mut activity = Activity::new(vec![0.0; 3], true);
        for round in 0..20_000 {
            activity.bump(round % 3);
            activity.decay();
        }
        activity.bump(1);
        let popped: Vec<usize> = std::iter::from_fn(|| activity.pop()).collect();
        assert_eq!(popped[0], 1);
        assert!((0..3).all(|variable| activity.of(variable).is_finite()));
    }
}
