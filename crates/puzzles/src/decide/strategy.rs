//! The strategy of boards as a table: engines with their shares, and how formulas are tried.
//!
//! Cheapest first, and formulas before searches where they are as good. Criteria refute in milliseconds what
//! they can; formulas have a head start of a few milliseconds; narrow beams find most plans of boards
//! of at most 64 holes in milliseconds; all before the integer cone, which takes longer. Wide beams and
//! formulas are each quick where the other is slow, so that they work by turns or side by side. What neither finds is
//! often not there, and on small boards the exhaustive search says so. Large squares come apart into blocks and a
//! small core, boards of any other shape are reduced to one. The figures behind the table are in
//! `encodings/README.md`.

use std::cell::OnceCell;
use std::sync::Arc;
use std::time::Duration;

use super::engines::{self, Beams, FEW_PEGS, Pruning, Rounds};
use super::{EncodingChoice, Horizon, Method, MethodChoice, Minimise, Settings};
use saut_base::BadInput;
use saut_base::named::Named as _;
use saut_base::stop::{Stop, StopReason};
use saut_criteria::certify::{self, CheckedCertificate, Found};
use saut_criteria::compile::PegDomain;
use saut_peg::peg::Puzzle;
use saut_plan::backend::Backend;
use saut_plan::engine::{Budget, Slot, Turn};
use saut_plan::portfolio::{Formulas, Lineup};
use saut_plan::work::Work;
use saut_task::encode::Encoding;
use saut_task::task::Task;
use saut_task::{Certificate, Problem as _};

/// Widths of beams: the first, the last of the first turn, the widest.
type Widths = [usize; 3];

const NARROW: usize = 250;
const LAST_NARROW: usize = 1000;
const WIDE: Widths = [NARROW, LAST_NARROW, 256_000];
/// Wider ones take as long as the search to the end.
const WIDE_OF_SMALL: Widths = [NARROW, LAST_NARROW, 16_000];

/// Pruned levels of infeasible puzzles are often this narrow: some hundredths of a second.
const FEW_POSITIONS: usize = 20_000;
/// Rounds of the reduction before anything that takes longer.
const FIRST_ROUNDS: usize = 8;
/// Rounds of the reduction on boards that formulas find easy.
const FEW_ROUNDS: usize = 4;
/// First turn of an engine that has one turn: its work is not known before.
const ONE_TURN: Work = 1;
/// Work of the formulas before any search starts.
const HEAD_START: Work = 12_000;
/// The same on boards with at most [`MOST_OF_FORMULAS`] holes: a tenth of a second.
const LONG_HEAD_START: Work = 100_000;
/// Most holes of a board on which formulas find most plans within [`LONG_HEAD_START`].
const MOST_OF_FORMULAS: usize = 45;
const CONE: Duration = Duration::from_millis(500);

/// On a board with no more holes the search to the end takes no longer than one that keeps some
/// positions.
pub const FEW_HOLES: usize = 40;

/// The most holes of a board that can be searched to the end.
pub const MOST_HOLES: usize = 64;

/// A board with no more holes is hardly larger than the core that it would be reduced to.
pub const MOST_BEFORE_REDUCTION: usize = 49;

/// Most holes of a board on which formulas are quick, and which leaves little room for blocks.
pub const UNDIVIDED: usize = 81;

/// Refuses choices about formulas together with a method that has none, or that fewest steps leave
/// no room for; and the exhaustive search on a board that is too large for it.
pub fn check(puzzle: &Puzzle, settings: &Settings) -> Result<(), BadInput> {
    let forall = EncodingChoice::Fixed(Encoding::Forall);
    let given = if settings.encoding.is_some_and(|it| it != forall) {
        Some("an encoding")
    } else {
        (settings.horizon != Horizon::Auto).then_some("a horizon")
    };
    if let (Some(what), Some(Minimise::Steps)) = (given, settings.minimise) {
        let fact = format!(
            "steps are those of forall, at one horizon after the other; that leaves no choice of {what}"
        );
        return Err(BadInput::new("--minimise", fact).remedy("leave one of the two out"));
    }
    if let Some(what) = settings.named_choice()
        && !settings.method.has_formulas()
    {
        let method = settings.method.name();
        let fact = format!("{method} solves no formula and has no use for {what}");
        return Err(BadInput::new("--method", fact).remedy("leave one of the two out"));
    }
    let (holes, most) = (puzzle.board().len(), MOST_HOLES);
    if settings.method == MethodChoice::Exhaustive && holes > most {
        let fact = format!("exhaustive is for at most {most} holes, and this board has {holes}");
        return Err(BadInput::new("--method", fact).remedy("choose another method, or none"));
    }
    Ok(())
}

/// The engines for a puzzle: all as the strategy has them, or the ones that were named. `dual` is the task of its dual.
pub fn table<'b>(
    domain: &'b PegDomain<'_>,
    dual: Option<&'b Task>,
    settings: &'b Settings,
    backends: &'b [Box<dyn Backend>],
) -> Vec<Slot<'b, CheckedCertificate>> {
    let all = Table {
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

/// Parts of which all tables are made.
struct Table<'b, 'a> {
    domain: &'b PegDomain<'a>,
    dual: Option<&'b Task>,
    settings: &'b Settings,
    backends: &'b [Box<dyn Backend>],
    threads: usize,
    pruning: Pruning,
}

impl<'b> Table<'b, '_> {
    /// Boards of up to [`MOST_HOLES`] holes with few pegs, where everything is quick.
    fn few_pegs(&self) -> Vec<Slot<'b, CheckedCertificate>> {
        let mut table = vec![self.criteria(), self.cone()];
        table.extend(self.formulas(self.whole()));
        table.push(self.exhaustive(usize::MAX).threads(self.half()));
        table
    }

    /// Boards of up to [`MOST_HOLES`] holes.
    fn small(&self, holes: usize) -> Vec<Slot<'b, CheckedCertificate>> {
        let is_small = holes <= FEW_HOLES;
        let head_start = if holes <= MOST_OF_FORMULAS {
            LONG_HEAD_START
        } else {
            HEAD_START
        };
        let mut table = vec![self.criteria()];
        table.extend(self.formulas(head_start));
        if holes > MOST_BEFORE_REDUCTION {
            // Rounds more than these are no use on so few holes.
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

    /// Boards of up to [`UNDIVIDED`] holes.
    fn just_too_large(&self) -> Vec<Slot<'b, CheckedCertificate>> {
        let mut table = vec![self.criteria(), self.reduction(FEW_ROUNDS), self.cone()];
        table.extend(self.formulas(HEAD_START.max(self.whole() / 256)));
        table.push(self.blocks());
        table
    }

    /// Larger boards.
    fn very_large(&self) -> Vec<Slot<'b, CheckedCertificate>> {
        let at_once = self.criteria_of(|puzzle, _| certify::at_once(puzzle));
        // On one thread the formulas of the whole come when nothing else is left.
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

    /// The exhaustive search, after beams where these take less time.
    fn search(&self, holes: usize) -> Vec<Slot<'b, CheckedCertificate>> {
        let mut table = vec![self.exhaustive(usize::MAX).threads(self.threads)];
        if holes > FEW_HOLES {
            let [narrowest, _, widest] = WIDE;
            table.insert(0, self.beams([narrowest, widest, widest]));
        }
        table
    }

    /// The criteria that need no search.
    fn criteria(&self) -> Slot<'b, CheckedCertificate> {
        self.criteria_of(certify::quick_within)
    }

    /// The integer cone, for so long.
    fn cone(&self) -> Slot<'b, CheckedCertificate> {
        self.criteria_of(|puzzle, stop| certify::whole_numbers(puzzle, &stop.with_timeout(CONE)))
    }

    fn criteria_of(&self, find: fn(&Puzzle, &Stop) -> Found) -> Slot<'b, CheckedCertificate> {
        let puzzle = self.domain.puzzle();
        let turn = move |budget: &mut Budget<'_>| {
            Ok(match find(puzzle, budget.stop())? {
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

    /// Formulas on all threads; the first turn is of so much work, all of it where nothing else is left to do.
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

    /// The work of a conflict: one on a larger board takes longer.
    fn of_a_conflict(&self) -> Work {
        self.domain.puzzle().board().len() as Work
    }

    /// The effort of formulas before the exhaustive search, of all threads together: a second or so on the English
    /// board, and less where the exhaustive search takes no time, with few pegs. One thread gets more, because then
    /// nothing goes on beside the search; less of it where the search to the end takes seconds.
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

    /// A second or so of formulas on one thread.
    fn brief(&self) -> Work {
        cube(self.domain.puzzle()) / 2 * self.of_a_conflict()
    }

    fn half(&self) -> usize {
        (self.threads / 2).max(1)
    }
}

/// The number of holes to the power of three: the effort of formulas grows like it.
fn cube(puzzle: &Puzzle) -> u64 {
    (puzzle.board().len() as u64).pow(3)
}
