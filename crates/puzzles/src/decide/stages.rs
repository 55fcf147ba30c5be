//! The stages of a decision after the criteria.

use super::{Error, Formulas, Phase, Settings, Verdict, dual, exhaust, thin};
use crate::search::PruningFunctions;

/// One after the other what may find a plan or refute it. On boards on which the exhaustive search
/// does not come soon to its end, plans that are easily found come first, by formulas or by the
/// thin search: each finds some in seconds that take the other minutes.
pub fn stages(
    formulas: &mut Formulas<'_>,
    settings: &Settings,
    first: Option<u64>,
) -> Result<(), Error> {
    /// The part of the first effort that comes before the thin search.
    const EARLY: u64 = 8;
    let puzzle = formulas.puzzle;
    let goes_on = |phase: Phase| phase == Phase::EffortSpent && settings.stop.why().is_none();
    let is_large = puzzle.board().len() > exhaust::FEW_HOLES;
    let mut cuts = None;
    if let (Some(first), true) = (first, is_large) {
        if !goes_on(formulas.play(settings, Some(first / EARLY))?) {
            return Ok(());
        }
        let cuts = cuts.insert(exhaust::cuts(puzzle, settings));
        if let Some(found) = thin::thin(puzzle, cuts, settings) {
            formulas.decision.set(found);
            return Ok(());
        }
    }
    if !goes_on(formulas.play(settings, first)?) {
        return Ok(());
    }
    let backends = formulas.backends;
    if is_large && dual::plan(puzzle, settings, backends, first, &mut formulas.decision)? {
        return Ok(());
    }
    let cuts = cuts.unwrap_or_else(|| exhaust::cuts(puzzle, settings));
    match settings.halved() {
        Some(halved) => side_by_side(formulas, settings, &halved, &cuts),
        None => match exhaust::to_the_end(puzzle, &cuts, settings) {
            Ok(found) => {
                formulas.decision.set(found);
                Ok(())
            }
            Err(_) => formulas.play(settings, None).map(|_| ()),
        },
    }
}

/// The exhaustive search on half of the threads, formulas on the others; the first verdict ends
/// both.
fn side_by_side(
    formulas: &mut Formulas<'_>,
    settings: &Settings,
    halved: &Settings,
    cuts: &PruningFunctions,
) -> Result<(), Error> {
    let puzzle = formulas.puzzle;
    let (for_search, for_formulas) = (settings.stop.inner(), settings.stop.inner());
    let search = Settings {
        stop: for_search.clone(),
        ..halved.clone()
    };
    let others = Settings {
        stop: for_formulas.clone(),
        ..halved.clone()
    };
    std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            let found = exhaust::to_the_end(puzzle, cuts, &search).ok();
            if found.is_some() {
                for_formulas.request();
            }
            found
        });
        let played = formulas.play(&others, None);
        if !matches!(formulas.decision.verdict, Verdict::Undecided(_)) {
            for_search.request();
        }
        let found = search.join().unwrap_or(None);
        if let (Some(found), Verdict::Undecided(_)) = (found, &formulas.decision.verdict) {
            formulas.decision.set(found);
        }
        played.map(|_| ())
    })
}
