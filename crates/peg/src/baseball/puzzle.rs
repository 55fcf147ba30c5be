//! A puzzle: a track, a start and a goal, with a name and a description.

use saut_base::bad_input::BadInput;
use saut_base::words::counted;

use super::{Configuration, Step, Token, Track};

/// Maximum number of bases of a puzzle.
const MAX_BASES: usize = 36;

/// Maximum number of places of a base.
const MAX_CAPACITY: usize = 4;

/// A puzzle of colour baseball: a start and a goal on a track.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackPuzzle {
    name: String,
    track: Track,
    capacity: usize,
    start: Configuration,
    goal: Configuration,
    /// A title in one line.
    pub title: Option<String>,
    /// The reason why the puzzle is in the collection.
    pub why: Option<String>,
    /// The source of the puzzle.
    pub source: Option<String>,
}

impl TrackPuzzle {
    /// Creates a puzzle. Without a goal, every token has to reach its home base.
    ///
    /// # Errors
    /// The number of places or of bases is not supported, the start or the goal does not have exactly the
    /// tokens of the game, or start and goal have different numbers of bases.
    pub fn new(
        name: impl Into<String>,
        track: Track,
        capacity: usize,
        start: Configuration,
        goal: Option<Configuration>,
    ) -> Result<Self, BadInput> {
        if !(2..=MAX_CAPACITY).contains(&capacity) {
            let fact = format!("expected 2 to {MAX_CAPACITY} places per base, found {capacity}");
            return Err(bad(fact, "leave out capacity for the usual two places"));
        }
        check(&start, capacity)?;
        let goal = goal.unwrap_or_else(|| Configuration::home(start.bases(), capacity));
        check(&goal, capacity)?;
        if start.bases() != goal.bases() {
            let (start, goal) = (start.bases(), goal.bases());
            let fact = format!("the start has {start} bases, but the goal has {goal}");
            return Err(bad(fact, "start and goal must have the same bases"));
        }
        Ok(Self {
            name: name.into(),
            track,
            capacity,
            start,
            goal,
            title: None,
            why: None,
            source: None,
        })
    }

    /// Returns the name by which commands refer to the puzzle.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the track: whether the bases form a ring or a line.
    pub const fn track(&self) -> Track {
        self.track
    }

    /// Returns the number of bases.
    pub fn bases(&self) -> usize {
        self.start.bases()
    }

    /// Returns the number of places on each base.
    pub const fn capacity(&self) -> usize {
        self.capacity
    }

    /// Returns the initial configuration.
    pub const fn start(&self) -> &Configuration {
        &self.start
    }

    /// Returns the goal configuration.
    pub const fn goal(&self) -> &Configuration {
        &self.goal
    }

    /// Whether the goal is the configuration with every token on its home base.
    pub fn wants_home(&self) -> bool {
        self.goal == Configuration::home(self.bases(), self.capacity)
    }

    /// Returns the number of tokens of a colour.
    pub fn tokens(&self, token: Token) -> usize {
        self.capacity - usize::from(token == 0)
    }

    /// Returns the legal steps in a configuration. Steps from the base after the hole come first, then steps from the
    /// base before it. Steps from the same base are sorted by colour.
    pub fn steps(&self, configuration: &Configuration) -> Vec<Step> {
        steps(self.track, self.capacity, configuration)
    }
}

pub(super) fn steps(track: Track, capacity: usize, configuration: &Configuration) -> Vec<Step> {
    let Some(to) = configuration.hole(capacity) else {
        return Vec::new();
    };
    let mut steps = Vec::new();
    for from in track.neighbours(configuration.bases(), to) {
        let mut tokens = configuration.on(from).to_vec();
        tokens.dedup();
        steps.extend(tokens.into_iter().map(|token| Step { token, from, to }));
    }
    steps
}

fn bad(fact: String, remedy: &str) -> BadInput {
    BadInput::new("", fact).remedy(remedy)
}

/// Checks that a configuration has exactly the tokens of the game, and that no base has more tokens
/// than places.
fn check(configuration: &Configuration, capacity: usize) -> Result<(), BadInput> {
    let bases = configuration.bases();
    if !(2..=MAX_BASES).contains(&bases) {
        let fact = format!("expected 2 to {MAX_BASES} bases, found {bases}");
        return Err(bad(
            fact,
            "list the tokens of every base, as in [[1, 1], [0]]",
        ));
    }
    let mut given = vec![0; bases];
    for base in 0..bases {
        let tokens = configuration.on(base).len();
        if tokens > capacity {
            let fact = format!("base {base} has {tokens} tokens, but only {capacity} places");
            return Err(bad(fact, "is capacity missing? The default is 2"));
        }
        for &token in configuration.on(base) {
            let Some(count) = given.get_mut(usize::from(token)) else {
                let last = bases - 1;
                let fact = format!(
                    "base {base} has a token of colour {token}, but the colours are 0 to {last}"
                );
                return Err(bad(fact, "every colour is the number of a base"));
            };
            *count += 1;
        }
    }
    let holes = bases * capacity - given.iter().sum::<usize>();
    if holes != 1 {
        let fact = format!("there are {holes} holes, but there must be one");
        return Err(bad(fact, "every place except one must have a token"));
    }
    for (token, &given) in (0..).zip(&given) {
        let wanted = capacity - usize::from(token == 0);
        if given != wanted {
            let fact = format!(
                "expected {} of colour {token}, found {given}",
                counted(wanted, "token")
            );
            let remedy =
                "every colour has one token for each place of a base; colour 0 has one less";
            return Err(bad(fact, remedy));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Configuration, Token, Track, TrackPuzzle};

    fn message(bases: &[&[Token]], capacity: usize) -> String {
        let start = Configuration::new(bases.iter().map(|tokens| tokens.to_vec()));
        let made = TrackPuzzle::new("test", Track::Ring, capacity, start, None);
        made.map_or_else(|bad| bad.fact, |_| "fine".to_owned())
    }

    #[test]
    fn a_puzzle_has_exactly_the_tokens_of_the_game() {
        assert_eq!(message(&[&[1, 1], &[0]], 2), "fine");
        assert_eq!(message(&[&[1, 1, 0], &[1, 0]], 3), "fine");
        for (bases, wrong) in [
            (&[&[0_u8][..]][..], "expected 2 to 36 bases, found 1"),
            (&[&[1, 1, 0], &[]], "base 0 has 3 tokens, but only 2 places"),
            (
                &[&[1, 2], &[0]],
                "base 0 has a token of colour 2, but the colours are 0 to 1",
            ),
            (&[&[1], &[0]], "there are 2 holes, but there must be one"),
            (
                &[&[1, 1], &[0, 0]],
                "there are 0 holes, but there must be one",
            ),
            (&[&[1, 0], &[0]], "expected 1 token of colour 0, found 2"),
        ] {
            assert_eq!(message(bases, 2), wrong);
        }
        assert_eq!(
            message(&[&[1], &[]], 1),
            "expected 2 to 4 places per base, found 1"
        );
    }
}
