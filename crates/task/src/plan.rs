//! A plan: actions by step. In a sequential plan every step has one action.

/// A plan whose actions are of type `A`: numbers of a task, or jumps of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<A> {
    /// The actions of each step, in an order in which they can be played.
    pub steps: Vec<Vec<A>>,
}

impl<A> Plan<A> {
    /// A plan with one action a step.
    pub fn sequential(actions: impl IntoIterator<Item = A>) -> Self {
        Self {
            steps: actions.into_iter().map(|action| vec![action]).collect(),
        }
    }

    /// All actions, first to last.
    pub fn actions(&self) -> impl Iterator<Item = &A> {
        self.steps.iter().flatten()
    }

    /// The number of actions.
    pub fn len(&self) -> usize {
        self.steps.iter().map(Vec::len).sum()
    }

    /// Whether there is no action.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The same plan in other words.
    pub fn map<B>(self, mut name: impl FnMut(A) -> B) -> Plan<B> {
        let steps = self.steps.into_iter();
        Plan {
            steps: steps
                .map(|step| step.into_iter().map(&mut name).collect())
                .collect(),
        }
    }
}
