//! Results as `BenchExec` writes them, so that its `table-generator` opens them.
//!
//! One file a solver, one `run` for every record. Only what was checked is `correct`; the
//! categories are those of `BenchExec`'s result format, version 1.18 and later (Beyer, Löwe, Wendler:
//! *Reliable benchmarking*, STTT 21, 2019).

use std::fmt::Write;

use crate::record::{Claimed, Record, RunOutcome};

use super::Report;
use super::cell::outcome;
use super::plots::file_name;
use saut_formats::markup::escaped;

/// A file for each solver: name and text.
pub fn files(report: &Report) -> Vec<(String, String)> {
    let file = |index: usize| {
        let name = file_name(&report.solvers[index].label);
        (
            format!("{:03}-{name}.results.xml", index + 1),
            result(report, index),
        )
    };
    (0..report.solvers.len()).map(file).collect()
}

fn result(report: &Report, index: usize) -> String {
    let solver = &report.solvers[index];
    let runs = || report.runs_by(index);
    let mut began: Vec<&str> = runs().map(|(_, run)| run.began.as_str()).collect();
    began.sort_unstable();
    let (start, end) = (began.first().unwrap_or(&""), began.last().unwrap_or(&""));
    let limit = runs()
        .map(|(_, run)| run.timeout_seconds)
        .fold(0.0, f64::max);
    let memory = runs().filter_map(|(_, run)| run.memory_mib).max();
    let memory = memory.map_or_else(String::new, |mib| format!(" memlimit=\"{}B\"", mib << 20));
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <!DOCTYPE result PUBLIC '+//IDN sosy-lab.org//DTD BenchExec result 3.18//EN' \
         'https://www.sosy-lab.org/benchexec/result-3.18.dtd'>\n\
         <result benchmarkname=\"{title}\" name=\"{label}\" tool=\"{backend}\" version=\"{version}\" \
         options=\"{encoding}\" date=\"{start}\" starttime=\"{start}\" endtime=\"{end}\" \
         generator=\"saut {ours}\" walltimelimit=\"{limit}s\"{memory}>\n",
        title = escaped(&report.title()),
        label = escaped(&solver.label),
        backend = escaped(&solver.identity.backend),
        version = escaped(&solver.identity.version),
        encoding = escaped(&solver.identity.encoding),
        start = escaped(start),
        end = escaped(end),
        ours = env!("CARGO_PKG_VERSION"),
    );
    xml.push_str("<columns>");
    for title in ["status", "cputime", "walltime", "memory"] {
        let _ = write!(xml, "<column title=\"{title}\"/>");
    }
    xml.push_str("</columns>\n");
    if let Some(machine) = report.machines.first() {
        let value = |keys: &[&str]| escaped(&machine.value(keys).unwrap_or_default());
        let _ = writeln!(
            xml,
            "<systeminfo hostname=\"{}\"><os name=\"{}\"/><cpu model=\"{}\" cores=\"{}\" frequency=\"\"/>\
             <ram size=\"{}\"/></systeminfo>",
            escaped(&machine.name),
            value(&["kernel", "os"]),
            value(&["processor", "cpu", "model"]),
            value(&["cores"]),
            value(&["memory", "memory_mib", "ram"]),
        );
    }
    for (instance, record) in runs() {
        xml.push_str(&run(&report.instances[instance].name(), record));
    }
    xml + "</result>\n"
}

/// One run; its name has the seed, since `BenchExec` knows no seeds.
fn run(instance: &str, record: &Record) -> String {
    let name = format!("{instance}, seed {}", record.seed);
    let name = escaped(&match record.experiment.as_str() {
        "" => name,
        experiment => format!("{experiment}: {name}"),
    });
    let (status, category) = verdict(record);
    let columns = [
        ("status", status.to_owned(), false),
        ("category", category.to_owned(), true),
        ("cputime", format!("{}s", record.cpu_seconds), false),
        ("walltime", format!("{}s", record.wall_seconds), false),
        (
            "memory",
            format!("{:.0}B", record.peak_mib * 1_048_576.0),
            false,
        ),
        ("check", escaped(&record.check), true),
    ];
    let mut xml = format!(
        "<run name=\"{name}\" files=\"[{}]\">",
        escaped(&record.puzzle)
    );
    for (title, value, hidden) in columns {
        let hidden = if hidden { " hidden=\"true\"" } else { "" };
        let _ = write!(xml, "<column title=\"{title}\" value=\"{value}\"{hidden}/>");
    }
    xml + "</run>\n"
}

/// Status and category in `BenchExec`'s words.
fn verdict(record: &Record) -> (&'static str, &'static str) {
    let claimed = match record.claim {
        Claimed::Sat => "true",
        Claimed::Unsat => "false",
        Claimed::Nothing => "done",
    };
    match outcome(record) {
        RunOutcome::Solved => ("true", "correct"),
        RunOutcome::Infeasible | RunOutcome::Refuted => ("false", "correct"),
        RunOutcome::Wrong => (claimed, "wrong"),
        RunOutcome::Unchecked | RunOutcome::Unproved => (claimed, "correct-unconfirmed"),
        RunOutcome::GaveUp => ("unknown", "unknown"),
        RunOutcome::Timeout => ("TIMEOUT", "error"),
        RunOutcome::Memory => ("OUT OF MEMORY", "error"),
        RunOutcome::Crashed => ("ERROR (crashed)", "error"),
        RunOutcome::Garbage => ("ERROR (no answer in output)", "error"),
        RunOutcome::Missing => ("ERROR (program missing)", "error"),
    }
}

#[cfg(test)]
mod tests {
    use super::{run, verdict};
    use crate::record::{Claimed, Record, RunOutcome};

    #[test]
    fn only_what_was_checked_is_correct() {
        let record = |outcome, claim, checked| Record {
            claim,
            outcome,
            checked,
            ..Record::default()
        };
        assert_eq!(
            verdict(&record(RunOutcome::Solved, Claimed::Sat, true)),
            ("true", "correct")
        );
        assert_eq!(
            verdict(&record(RunOutcome::Solved, Claimed::Sat, false)),
            ("true", "correct-unconfirmed")
        );
        assert_eq!(
            verdict(&record(RunOutcome::Wrong, Claimed::Unsat, false)),
            ("false", "wrong")
        );
        assert_eq!(
            verdict(&record(RunOutcome::Timeout, Claimed::Nothing, false)).1,
            "error"
        );
    }

    #[test]
    fn a_name_with_markup_stays_one_attribute() {
        let xml = run("a<b>&\"c\"", &Record::default());
        assert!(
            xml.starts_with("<run name=\"a&lt;b&gt;&amp;&quot;c&quot;, seed 0\""),
            "{xml}"
        );
    }
}
