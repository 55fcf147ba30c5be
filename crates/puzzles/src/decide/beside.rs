//! Searches beside formulas: the first verdict ends both.
//!
//! Formulas and searches are quick and slow on different puzzles and with different seeds. With one
//! thread they take turns, each turn twice as long as the one before, so that a seed fixes the output.

use std::num::NonZeroUsize;

use super::beam_search::BeamSearch;
use super::reduction::{self, Reduction};
use super::strategy::{Beams, Effort};
use super::{Error, Method, Settings, Verdict, Work, blocks, exhaust};

/// What a search has found.
type Found = Result<Option<(Verdict, Method)>, Error>;

/// Which of the two ends the other when it has come to its end without a verdict.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    Formulas,
    Search,
    Neither,
}

/// The conflicts of the formulas for each position of the beam before, where they take turns: about
/// as long.
const CONFLICTS_A_POSITION: u64 = 8;

/// A second or so of formulas on one thread.
const BRIEF: Effort = Effort { one_of: 32 };

impl Work<'_> {
    /// Wider and wider beams, alone.
    pub(super) fn beam_search(&mut self, beams: Beams) -> Result<(), Error> {
        if let Some(search) = BeamSearch::new(self.domain.puzzle(), self.settings.seed) {
            let found = in_beams(&search, beams.widths(), self.settings)?;
            self.take(found);
        }
        Ok(())
    }

    /// Wider and wider beams on one thread, formulas on the others until these have come to an end.
    pub(super) fn beam_search_first(&mut self, beams: Beams) -> Result<(), Error> {
        let (puzzle, settings) = (self.domain.puzzle(), self.settings);
        let search = BeamSearch::new(puzzle, settings.seed);
        let (Some(search), Some(others)) = (search, but_one(settings)) else {
            return self.beam_search(beams);
        };
        self.beside(&others, None, Ends::Search, |alone| {
            in_beams(&search, beams.widths(), alone)
        })
    }

    /// Wider and wider beams on one thread, formulas on the others with so much effort.
    pub(super) fn beam_search_beside(&mut self, beams: Beams, effort: Effort) -> Result<(), Error> {
        let (puzzle, settings) = (self.domain.puzzle(), self.settings);
        let most = effort.conflicts(puzzle, settings.threads());
        let Some(search) = BeamSearch::new(puzzle, settings.seed) else {
            return self.formulas(settings, Some(most));
        };
        match but_one(settings) {
            Some(others) => self.beside(&others, Some(most / 2), Ends::Formulas, |alone| {
                in_beams(&search, beams.widths(), alone)
            }),
            None => self.in_turns(&search, beams, most),
        }
    }

    /// Block removals of a rectangle.
    pub(super) fn block_removals(&mut self) -> Result<(), Error> {
        let (puzzle, settings) = (self.domain.puzzle(), self.settings);
        let divisions = blocks::divisions(puzzle);
        let mut tally = blocks::Tally::default();
        let plan = blocks::plan(puzzle, &divisions, settings, self.backends, &mut tally)?;
        self.take(plan.map(|plan| (Verdict::Solved(plan), Method::BlockRemovals)));
        self.charge(tally);
        Ok(())
    }

    /// Rounds of the reduction, until so many have been played in all.
    pub(super) fn reduction(&mut self, until: usize) -> Result<(), Error> {
        let settings = self.settings;
        self.with_reduction(|work, reduction, tally| {
            let plan = reduction.rounds(until, settings, work.backends, tally)?;
            work.take(plan.map(|plan| (Verdict::Solved(plan), Method::BlockRemovals)));
            Ok(())
        })
    }

    /// The rest of the reduction on one thread, formulas on the others until it has come to its end.
    pub(super) fn reduction_beside(&mut self) -> Result<(), Error> {
        let Some(others) = but_one(self.settings) else {
            return self.reduction(reduction::ROUNDS);
        };
        let backends = self.backends;
        self.with_reduction(|work, reduction, tally| {
            work.beside(&others, None, Ends::Search, |alone| {
                let plan = reduction.rounds(reduction::ROUNDS, alone, backends, tally)?;
                Ok(plan.map(|plan| (Verdict::Solved(plan), Method::BlockRemovals)))
            })
        })
    }

    fn with_reduction(
        &mut self,
        play: impl FnOnce(&mut Self, &mut Reduction<'_>, &mut blocks::Tally) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (puzzle, seed) = (self.domain.puzzle(), self.settings.seed);
        let kept = self.reduction.take();
        let Some(mut reduction) = kept.or_else(|| Reduction::new(puzzle, seed)) else {
            return Ok(());
        };
        let mut tally = blocks::Tally::default();
        play(self, &mut reduction, &mut tally)?;
        self.reduction = Some(reduction);
        self.charge(tally);
        Ok(())
    }

    fn charge(&mut self, tally: blocks::Tally) {
        self.decision.attempts += tally.attempts;
        self.decision.conflicts += tally.conflicts;
        self.decision.warnings.extend(tally.warnings);
    }

    /// The exhaustive search as long as its levels are narrow, on one thread, with formulas on the others until it
    /// ends: what prunes it takes seconds to find on some boards, where formulas may have a plan at once. With one
    /// thread formulas come first, with some of their effort.
    pub(super) fn exhaustive_while_narrow(&mut self, widest: usize) -> Result<(), Error> {
        let (puzzle, settings) = (self.domain.puzzle(), self.settings);
        let mut pruning = self.pruning.take();
        let mut search = |settings: &Settings| {
            let found = || exhaust::pruning_functions(puzzle, settings);
            let pruning = pruning.get_or_insert_with(found);
            let verdict = exhaust::within(puzzle, pruning, settings, widest)?;
            let is_decided = !matches!(verdict, Verdict::Undecided(_));
            Ok(is_decided.then_some((verdict, Method::Exhaustive)))
        };
        if let Some(others) = but_one(settings) {
            self.beside(&others, None, Ends::Search, &mut search)?;
        } else {
            self.formulas(settings, Some(BRIEF.conflicts(puzzle, 1)))?;
            if !self.decision.is_decided() {
                let found = search(settings)?;
                self.take(found);
            }
        }
        self.pruning = pruning;
        Ok(())
    }

    /// The exhaustive search on half of the threads, formulas on the others to the end.
    pub(super) fn exhaustive_beside(&mut self, halved: &Settings) -> Result<(), Error> {
        let (puzzle, pruning) = (self.domain.puzzle(), self.pruning());
        self.beside(halved, None, Ends::Neither, |alone| {
            let verdict = exhaust::to_the_end(puzzle, &pruning, alone)?;
            let is_decided = !matches!(verdict, Verdict::Undecided(_));
            Ok(is_decided.then_some((verdict, Method::Exhaustive)))
        })
    }

    /// A beam, then formulas for about as long, and so on.
    fn in_turns(&mut self, search: &BeamSearch<'_>, beams: Beams, most: u64) -> Result<(), Error> {
        let settings = self.settings;
        for width in beams.widths() {
            let found = in_beams(search, [width], settings)?;
            self.take(found);
            let turn = most.min(CONFLICTS_A_POSITION * width as u64);
            if !self.decision.is_decided() {
                self.formulas(settings, Some(turn))?;
            }
            if self.decision.is_decided() || settings.stop.why().is_some() {
                return Ok(());
            }
        }
        self.formulas(settings, Some(most))
    }

    /// A search on a thread of its own, with formulas in this one and as many more as the settings
    /// say.
    fn beside(
        &mut self,
        settings: &Settings,
        most_effort: Option<u64>,
        ends: Ends,
        search: impl FnOnce(&Settings) -> Found + Send,
    ) -> Result<(), Error> {
        let (alone, others) = (settings.alone(), settings.alone());
        std::thread::scope(|scope| {
            let searching = scope.spawn(|| {
                let found = others.stop.with_partners(|| search(&alone));
                if !matches!(found, Ok(None)) || ends == Ends::Search {
                    others.stop.request();
                }
                found
            });
            let played = alone
                .stop
                .with_partners(|| self.formulas(&others, most_effort));
            if self.decision.is_decided() || played.is_err() || ends == Ends::Formulas {
                alone.stop.request();
            }
            let found = searching
                .join()
                .unwrap_or_else(|cause| Err(Error::panicked("the search", cause.as_ref())));
            played?;
            let found = found?;
            if !self.decision.is_decided() {
                self.take(found);
            }
            Ok(())
        })
    }

    fn take(&mut self, found: Option<(Verdict, Method)>) {
        if let Some((verdict, method)) = found {
            self.decision.set(verdict, method);
        }
    }
}

/// The same settings with a thread less, if one is left.
fn but_one(settings: &Settings) -> Option<Settings> {
    let threads = NonZeroUsize::new(settings.threads() - 1)?;
    Some(Settings {
        threads: Some(threads),
        ..settings.clone()
    })
}

/// One beam after the other, until one finds a plan.
fn in_beams(
    search: &BeamSearch<'_>,
    widths: impl IntoIterator<Item = usize>,
    settings: &Settings,
) -> Found {
    for width in widths {
        if settings.stop.why().is_some() {
            break;
        }
        if let Some(plan) = search.plan(width, &settings.stop)? {
            return Ok(Some((Verdict::Solved(plan), Method::BeamSearch)));
        }
    }
    Ok(None)
}
