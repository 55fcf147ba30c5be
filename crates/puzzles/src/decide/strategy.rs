//! The strategy for boards is a table of engines, each with its share of work.
//!
//! The cheapest engines run first. Criteria refute some puzzles in milliseconds. Formulas have a short head start.
//! Narrow beams find most plans on boards of at most 64 holes in milliseconds. The integer cone takes longer and comes
//! next. Wide beams and formulas are fast on different puzzles, so they run alternately or in parallel. If neither
//! finds a plan, there is often none, and on small boards the exhaustive search decides the puzzle. Large rectangles
//! are divided into blocks and a small core. Boards of any other shape are reduced to a core.
//! `results/encoding-experiments.md` has the measurements for this table.

use std::cell::OnceCell;
use std::sync::Arc;
use std::time::Duration;

use super::engines::{self, Beams, FEW_PEGS, Pruning, Rounds};
use super::{EncodingChoice, Horizon, Method, MethodChoice, Minimise, Settings};
use saut_base::BadInput;
use saut_base::named::Named as _;
use saut_base::stop::{Stop, StopReason};
use saut_criteria::certify::{self, CheckedCertificate, CriterionResult};
use saut_criteria::compile::PegDomain;
use saut_peg::peg::Puzzle;
use saut_plan::backend::Backend;
use saut_plan::engine::{Budget, Slot, Turn};
use saut_plan::portfolio::{Formulas, Lineup};
use saut_plan::work::Work;
use saut_task::encode::Encoding;
use saut_task::task::Task;
use saut_task::{Certificate, Problem as _};

/// Three widths: of the first beam, of the last beam of the first turn, and of the widest beam.
type Widths = [usize; 3];

const NARROW: usize = 250;
const LAST_NARROW: usize = 1000;
const WIDE: Widths = [NARROW, LAST_NARROW, 256_000];
/// Widths on small boards, on which wider beams take as long as the exhaustive search.
const WIDE_OF_SMALL: Widths = [NARROW, LAST_NARROW, 16_000];

/// With pruning, the levels of infeasible puzzles often have at most this number of positions. Such a search is fast.
const FEW_POSITIONS: usize = 20_000;
/// Number of rounds of the reduction before slower engines.
const FIRST_ROUNDS: usize = 8;
/// The same number on boards of more than [`MOST_HOLES`] holes.
const FEW_ROUNDS: usize = 4;
/// Work of the only turn of an engine whose work cannot be estimated beforehand.
const ONE_TURN: Work = 1;
/// Searches start after the formulas have done this much work.
const HEAD_START: Work = 12_000;
/// The same limit on boards with at most [`MAX_OF_FORMULAS`] holes.
const LONG_HEAD_START: Work = 100_000;
/// Maximum number of holes of a board on which formulas find most plans within [`LONG_HEAD_START`].
const MAX_OF_FORMULAS: usize = 45;
const CONE: Duration = Duration::from_millis(500);

/// Up to this number of holes, the exhaustive search takes no longer than a wide beam.
pub const FEW_HOLES: usize = 40;

/// Maximum number of holes for the exhaustive search.
pub const MOST_HOLES: usize = 64;

/// Up to this number of holes, a board is hardly larger than its core, and the reduction is not used.
pub const MAX_BEFORE_REDUCTION: usize = 49;

/// Up to this number of holes, formulas are fast, and blocks have little space.
pub const UNDIVIDED: usize = 81;

/// Rejects settings that contradict each other or the puzzle. Fewest steps exclude a horizon, and encodings other than
/// `forall`. A method without formulas excludes choices about formulas. The exhaustive search excludes boards of more
/// than [`MOST_HOLES`] holes.
pub fn check(puzzle: &Puzzle, settings: &Settings) -> Result<(), BadInput> {
    let forall = EncodingChoice::Fixed(Encoding::Forall);
    let given = if settings.encoding.is_some_and(|it| it != forall) {
        Some("an encoding")
    } else {
        (settings.horizon != Horizon::Auto).then_some("a horizon")
    };
    if let (Some(what), Some(Minimise::Steps)) = (given, settings.minimise) {
        let fact = format!(
            "--minimise steps uses the encoding forall and tries every horizon, so {what} cannot be chosen"
        );
        return Err(BadInput::new("--minimise", fact).remedy("leave out one of the two"));
    }
    if let Some(what) = settings.named_choice()
        && !settings.method.has_formulas()
    {
        let method = settings.method.name();
        let fact = format!("{method} does not use formulas, so {what} would have no effect");
        return Err(BadInput::new("--method", fact).remedy("leave out one of the two"));
    }
    let (holes, most) = (puzzle.board().len(), MOST_HOLES);
    if settings.method == MethodChoice::Exhaustive && holes > most {
        let fact =
            format!("exhaustive is only for at most {most} holes, but this board has {holes}");
        return Err(
            BadInput::new("--method", fact).remedy("choose another method, or leave out --method")
        );
    }
    Ok(())
}

/// Returns the engines for a puzzle: all engines of the strategy, or only the engines of the requested method. `dual`
/// is the task of the dual puzzle.
pub fn table<'b>(
    domain: &'b PegDomain<'_>,
    dual: Option<&'b Task>,
    settings: &'b Settings,
    backends: &'b [Box<dyn Backend>],
) -> Vec<Slot<'b, CheckedCertificate>> {
    let all = EngineTable {
        domain,
        dual,
        settings,
        backends,
        threads: settings.threads(),
        pruning: Pruning::default(),
    };
    let holes = domain.puzzle().board().len();
    match settings.method {
        MethodChoice::Exhaustive => all.search(holes),
        MethodChoice::Formulas => all.formulas(Work::MAX).collect(),
        MethodChoice::Auto if !settings.criteria => all.formulas(Work::MAX).collect(),
        MethodChoice::Auto if settings.names_a_formula() => {
            let criteria = [all.criteria(), all.cone()];
            criteria
                .into_iter()
                .chain(all.formulas(Work::MAX))
                .collect()
        }
        MethodChoice::Auto if holes > UNDIVIDED => all.very_large(),
        MethodChoice::Auto if holes > MOST_HOLES => all.just_too_large(),
        MethodChoice::Auto if domain.puzzle().start().pegs() <= FEW_PEGS => all.few_pegs(),
        MethodChoice::Auto => all.small(holes),
    }
}

struct EngineTable<'b, 'a> {
    domain: &'b PegDomain<'a>,
    dual: Option<&'b Task>,
    settings: &'b Settings,
    backends: &'b [Box<dyn Backend>],
    threads: usize,
    pruning: Pruning,
}

impl<'b> EngineTable<'b, '_> {
    /// Returns the engines for boards of up to [`MOST_HOLES`] holes with few pegs, on which all engines are fast.
    fn few_pegs(&self) -> Vec<Slot<'b, CheckedCertificate>> {
        let mut table = vec![self.criteria(), self.cone()];
        table.extend(self.formulas(self.whole()));
        table.push(self.exhaustive(usize::MAX).threads(self.half()));
        table
    }

    /// Returns the engines for boards of up to [`MOST_HOLES`] holes.
    fn small(&self, holes: usize) -> Vec<Slot<'b, CheckedCertificate>> {
        let is_small = holes <= FEW_HOLES;
        let head_start = if holes <= MAX_OF_FORMULAS {
            LONG_HEAD_START
        } else {
            HEAD_START
        };
        let mut table = vec![self.criteria()];
        table.extend(self.formulas(head_start));
        if holes > MAX_BEFORE_REDUCTION {
            // Further rounds do not help on small boards.
            let reduction = self.reduction(FIRST_ROUNDS).once();
            table.push(reduction);
        }
        let widths = if is_small { WIDE_OF_SMALL } else { WIDE };
        table.push(self.beams(widths));
        table.push(self.cone());
        let brief = if self.threads == 1 { self.brief() } else { 0 };
        table.push(self.exhaustive(FEW_POSITIONS).from(brief));
        if let (Some(task), false) = (self.dual, is_small) {
            let threads = (self.threads - 1).max(1);
            let (formulas, first) = (self.formulas_of(task), self.whole() / threads as Work);
            let formulas = Arc::new(formulas);
            let dual = Slot::each(threads, "dual", first, move |budget| {
                formulas.turn(budget).map(engines::of_the_dual)
            });
            table.extend(dual.map(|it| it.once().from(self.whole())));
        }
        let to_the_end = self.exhaustive(usize::MAX).threads(self.half());
        table.push(to_the_end.from(self.whole()));
        table
    }

    /// Returns the engines for boards of up to [`UNDIVIDED`] holes.
    fn just_too_large(&self) -> Vec<Slot<'b, CheckedCertificate>> {
        let mut table = vec![self.criteria(), self.reduction(FEW_ROUNDS), self.cone()];
        table.extend(self.formulas(HEAD_START.max(self.whole() / 256)));
        table.push(self.blocks());
        table
    }

    /// Returns the engines for larger boards.
    fn very_large(&self) -> Vec<Slot<'b, CheckedCertificate>> {
        let at_once = self.criteria_of(|puzzle, _| certify::cheap_criteria(puzzle));
        // On one thread, formulas over the whole board run only when no other engine is left.
        let from = if self.threads == 1 { Work::MAX } else { 0 };
        let (criteria, cone) = (self.criteria(), self.cone());
        let mut table = vec![
            at_once,
            self.blocks(),
            self.reduction(FEW_ROUNDS),
            criteria,
            cone,
        ];
        table.extend(self.formulas(HEAD_START).map(|it| it.from(from)));
        table
    }

    /// Returns the exhaustive search. On larger boards, beams run before the search, because beams find plans faster.
    fn search(&self, holes: usize) -> Vec<Slot<'b, CheckedCertificate>> {
        let mut table = vec![self.exhaustive(usize::MAX).threads(self.threads)];
        if holes > FEW_HOLES {
            let [narrowest, _, widest] = WIDE;
            table.insert(0, self.beams([narrowest, widest, widest]));
        }
        table
    }

    /// Returns the criteria that need no search.
    fn criteria(&self) -> Slot<'b, CheckedCertificate> {
        self.criteria_of(certify::quick_within)
    }

    /// Returns the integer cone, with its time limit.
    fn cone(&self) -> Slot<'b, CheckedCertificate> {
        self.criteria_of(|puzzle, stop| certify::whole_numbers(puzzle, &stop.with_timeout(CONE)))
    }

    fn criteria_of(
        &self,
        find: fn(&Puzzle, &Stop) -> CriterionResult,
    ) -> Slot<'b, CheckedCertificate> {
        let puzzle = self.domain.puzzle();
        let turn = move |budget: &mut Budget<'_>| {
            Ok(match find(puzzle, budget.stop)? {
                Some(certificate) => {
                    let method = Method::Criterion(certificate.kind());
                    Turn::Bound(Certificate::Own(certificate), method)
                }
                None => Turn::Done(StopReason::NothingLeft),
            })
        };
        Slot::own("criteria", ONE_TURN, turn)
    }

    fn beams(&self, widths: Widths) -> Slot<'b, CheckedCertificate> {
        let mut beams = Beams {
            puzzle: self.domain.puzzle(),
            seed: self.settings.seed,
            search: OnceCell::new(),
            widths,
        };
        let first = beams.first_turn();
        Slot::own("beam-search", first, move |budget| beams.turn(budget))
    }

    fn blocks(&self) -> Slot<'b, CheckedCertificate> {
        let (puzzle, settings, backends) = (self.domain.puzzle(), self.settings, self.backends);
        let turn =
            move |budget: &mut Budget<'_>| engines::blocks(puzzle, settings, backends, budget);
        Slot::own("block-removals", ONE_TURN, turn)
    }

    fn reduction(&self, first: usize) -> Slot<'b, CheckedCertificate> {
        let mut rounds = Rounds {
            puzzle: self.domain.puzzle(),
            settings: self.settings,
            backends: self.backends,
            reduction: OnceCell::new(),
            first,
        };
        let first = rounds.first_turn();
        Slot::own("reduction", first, move |budget| rounds.turn(budget))
    }

    fn exhaustive(&self, widest: usize) -> Slot<'b, CheckedCertificate> {
        let (puzzle, settings) = (self.domain.puzzle(), self.settings);
        let pruning = Pruning::clone(&self.pruning);
        let turn = move |budget: &mut Budget<'_>| {
            engines::exhaustive(puzzle, settings, &pruning, widest, budget)
        };
        Slot::own("exhaustive", ONE_TURN, turn)
    }

    /// Returns engines that try formulas on all threads. `first` is the work of the first turn.
    fn formulas(&self, first: Work) -> impl Iterator<Item = Slot<'b, CheckedCertificate>> {
        let formulas = self.formulas_of(self.domain.task());
        formulas.engines(self.threads, first)
    }

    fn formulas_of(&self, task: &'b Task) -> Formulas<'b> {
        let lineup = Lineup {
            of_a_conflict: Some(self.of_a_conflict()),
            ..Lineup::of(self.settings)
        };
        Formulas::new(task, self.settings, self.backends, lineup)
    }

    /// Returns the work of a conflict, which grows with the board.
    fn of_a_conflict(&self) -> Work {
        self.domain.puzzle().board().len() as Work
    }

    /// Returns the total work of formulas on all threads before the exhaustive search. With few pegs, the work is
    /// small, because the exhaustive search is almost instantaneous. A single thread gets twice the work of several
    /// threads, because no formulas run in parallel with the search. But on boards of at most [`FEW_HOLES`] holes, the
    /// search is fast, and a single thread gets only a quarter of the work of several threads.
    fn whole(&self) -> Work {
        let puzzle = self.domain.puzzle();
        let conflicts = match self.threads {
            _ if puzzle.start().pegs() <= FEW_PEGS => 2000,
            1 if puzzle.board().len() <= FEW_HOLES => 2 * cube(puzzle),
            1 => 16 * cube(puzzle),
            _ => 8 * cube(puzzle),
        };
        conflicts * self.of_a_conflict()
    }

    /// Returns the work that formulas do in about a second on one thread.
    fn brief(&self) -> Work {
        cube(self.domain.puzzle()) / 2 * self.of_a_conflict()
    }

    fn half(&self) -> usize {
        (self.threads / 2).max(1)
    }
}

/// Returns the cube of the number of holes, to which the work of formulas is proportional.
fn cube(puzzle: &Puzzle) -> u64 {
    (puzzle.board().len() as u64).pow(3)
}
