//! Tables: columns and values, before anything is said of Markdown, HTML or CSV.

use super::number;

/// A table with a heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The name of its file and anchor: `solvers`, `families-par2`.
    pub key: String,
    /// The heading.
    pub title: String,
    /// What the columns mean, in a sentence or two.
    pub note: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, as long as there are columns.
    pub rows: Vec<Vec<Value>>,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// What people read.
    pub title: String,
    /// What programs read, with the unit: `par2_seconds`.
    pub key: String,
    /// Whether it holds numbers.
    pub numbers: bool,
}

impl Column {
    /// A column of words.
    pub fn words(title: impl Into<String>, key: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            key: key.into(),
            numbers: false,
        }
    }

    /// A column of numbers.
    pub fn numbers(title: impl Into<String>, key: impl Into<String>) -> Self {
        Self {
            numbers: true,
            ..Self::words(title, key)
        }
    }
}

/// What stands in a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Words.
    Text(String),
    /// The name of an instance, with its number in the report.
    Instance(String, usize),
    /// A count.
    Count(usize),
    /// So many of so many.
    Of(usize, usize),
    /// So many of so many, and the PAR-2 score in seconds.
    Scored(usize, usize, Option<f64>),
    /// Seconds.
    Seconds(Option<f64>),
    /// A ratio.
    Ratio(Option<f64>),
    /// Nothing was asked.
    Empty,
}

impl Value {
    /// Words.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// For people.
    pub fn shown(&self) -> String {
        match self {
            Self::Text(text) | Self::Instance(text, _) => text.clone(),
            Self::Count(count) => number::count(*count),
            Self::Of(part, whole) => format!("{}/{}", number::count(*part), number::count(*whole)),
            Self::Scored(part, whole, par2) => {
                format!("{part}/{whole} · {}", number::maybe_seconds(*par2))
            }
            Self::Seconds(seconds) => number::maybe_seconds(*seconds),
            Self::Ratio(ratio) => ratio.map_or_else(|| "–".to_owned(), number::ratio),
            Self::Empty => String::new(),
        }
    }

    /// For programs: no commas, empty if unknown.
    pub fn plain(&self) -> String {
        match self {
            Self::Text(text) | Self::Instance(text, _) => text.clone(),
            Self::Count(count) => count.to_string(),
            Self::Of(part, whole) => format!("{part}/{whole}"),
            Self::Scored(part, whole, par2) => {
                let par2 = par2.map_or_else(String::new, |par2| par2.to_string());
                format!("{part}/{whole} {par2}").trim_end().to_owned()
            }
            Self::Seconds(value) | Self::Ratio(value) => {
                value.map_or_else(String::new, |value| value.to_string())
            }
            Self::Empty => String::new(),
        }
    }

    /// What it is sorted by among numbers: unknown last.
    pub fn order(&self) -> Option<String> {
        match self {
            Self::Seconds(Some(value)) | Self::Ratio(Some(value)) => Some(value.to_string()),
            Self::Count(count) | Self::Of(count, _) | Self::Scored(count, _, _) => {
                Some(count.to_string())
            }
            _ => None,
        }
    }
}

/// The solvers, best first, with the virtual best.
pub fn solvers(report: &super::Report) -> Table {
    let mut rows = vec![vec![
        Value::text("virtual best"),
        Value::Of(report.best.solved(), report.instances.len()),
        Value::Seconds(report.best.par2),
        Value::Empty,
        Value::Empty,
        Value::Empty,
    ]];
    rows.extend(report.solvers.iter().map(|solver| {
        vec![
            Value::text(&solver.label),
            Value::Of(solver.solved, solver.instances),
            Value::Seconds(solver.par2),
            Value::Count(solver.unique),
            Value::Count(solver.fastest),
            Value::Of(solver.solved_runs, solver.runs),
        ]
    }));
    Table {
        key: "solvers".to_owned(),
        title: "Solvers".to_owned(),
        note: "Solved: instances of which the median run over seeds has a checked answer. PAR-2: \
               mean seconds, an unsolved run counting twice its limit. Unique: solved by no other. \
               Fastest: smallest median of all. The virtual best takes every instance from whoever \
               is best on it."
            .to_owned(),
        columns: vec![
            Column::words("solver", "solver"),
            Column::numbers("solved", "solved"),
            Column::numbers("PAR-2 (s)", "par2_seconds"),
            Column::numbers("unique", "unique"),
            Column::numbers("fastest", "fastest"),
            Column::numbers("runs solved", "runs_solved"),
        ],
        rows,
    }
}

/// Solvers against families: coverage, and PAR-2.
pub fn families(report: &super::Report) -> [Table; 2] {
    let families = report.families();
    let of = |solver: Option<usize>, members: &[usize]| {
        let cells = members
            .iter()
            .filter_map(|&instance| report.cell(solver?, instance));
        let known: Vec<_> = cells.collect();
        let solved = known.iter().filter(|cell| cell.solved()).count();
        (solved, known.len(), super::standing::par2(known))
    };
    let best = |members: &[usize]| {
        let solvers = 0..report.solvers.len();
        let cells = solvers.flat_map(|solver| {
            let here = move |&instance: &usize| Some((instance, report.cell(solver, instance)?));
            members.iter().filter_map(here)
        });
        super::Virtual::of(cells, report.instances.len())
    };
    let bests: Vec<_> = families.values().map(|members| best(members)).collect();
    let names: Vec<String> = std::iter::once("virtual best".to_owned())
        .chain(report.solvers.iter().map(|solver| solver.label.clone()))
        .collect();
    let numbers: Vec<Option<usize>> = std::iter::once(None)
        .chain((0..report.solvers.len()).map(Some))
        .collect();
    let table = |key: &str,
                 title: &str,
                 note: &str,
                 unit: &str,
                 value: &dyn Fn(Option<usize>, usize, &[usize]) -> Value| {
        let mut columns = vec![Column::words("solver", "solver")];
        for family in families.keys() {
            columns.push(Column::numbers(*family, format!("{family}{unit}")));
        }
        let row = |(name, solver): (&String, &Option<usize>)| {
            let values = families.values().enumerate();
            let values = values.map(|(index, members)| value(*solver, index, members));
            std::iter::once(Value::text(name)).chain(values).collect()
        };
        Table {
            key: key.to_owned(),
            title: title.to_owned(),
            note: note.to_owned(),
            columns,
            rows: names.iter().zip(&numbers).map(row).collect(),
        }
    };
    [
        table(
            "families",
            "Coverage by family",
            "Instances solved, of those asked.",
            "",
            &|solver, index, members| match (solver, of(solver, members)) {
                (None, _) => Value::Of(bests[index].solved(), members.len()),
                (_, (_, 0, _)) => Value::Empty,
                (_, (solved, asked, _)) => Value::Of(solved, asked),
            },
        ),
        table(
            "families-par2",
            "PAR-2 by family",
            "Mean seconds, an unsolved run counting twice its limit.",
            "_seconds",
            &|solver, index, members| match (solver, of(solver, members)) {
                (None, _) => Value::Seconds(bests[index].par2),
                (_, (_, 0, _)) => Value::Empty,
                (_, (_, _, par2)) => Value::Seconds(par2),
            },
        ),
    ]
}

/// How often each outcome occurred, by solver.
pub fn outcomes(report: &super::Report) -> Table {
    let mut occurring: Vec<_> = report
        .solvers
        .iter()
        .flat_map(|solver| solver.outcomes.keys())
        .collect();
    occurring.sort_unstable();
    occurring.dedup();
    let mut columns = vec![Column::words("solver", "solver")];
    columns.extend(
        occurring
            .iter()
            .map(|outcome| Column::numbers(outcome.name(), outcome.name())),
    );
    let row = |solver: &super::Solver| {
        let count = |outcome| Value::Count(solver.outcomes.get(outcome).copied().unwrap_or(0));
        let counts = occurring.iter().map(|outcome| count(*outcome));
        std::iter::once(Value::text(&solver.label))
            .chain(counts)
            .collect()
    };
    Table {
        key: "outcomes".to_owned(),
        title: "Outcomes of all runs".to_owned(),
        note: "Only solved, infeasible and refuted count; each was checked by something other than \
               the solver. Unchecked is a claim that nothing could check within its limits, wrong a \
               claim that is false."
            .to_owned(),
        columns,
        rows: report.solvers.iter().map(row).collect(),
    }
}
