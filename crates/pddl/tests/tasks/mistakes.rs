//! Eighty mistakes of a modeller in six tasks: each is reported as an error at the wrong word, with a remedy.

use saut_base::stop::Stop;
use saut_pddl::{Severity, Text, lint, read_files};
use std::collections::BTreeMap;

/// A text with a mistake.
struct Mistake<'a> {
    task: &'a str,
    is_domain: bool,
    /// Domain and problem.
    texts: [String; 2],
    /// Offset of the wrong word.
    at: usize,
    word: &'a str,
    code: &'a str,
    remedy: &'a str,
}

/// Returns the tasks of `mistakes.txt` by name, each with its domain and its problem.
fn tasks(file: &str) -> BTreeMap<&str, [String; 2]> {
    let mut tasks: BTreeMap<&str, [String; 2]> = BTreeMap::new();
    for part in file.split("\n= ").skip(1) {
        let (heading, text) = part.split_once('\n').unwrap();
        let (name, kind) = heading.split_once(' ').unwrap();
        let text = text.split("\n! ").next().unwrap();
        let both = tasks.entry(name).or_default();
        text.clone_into(&mut both[usize::from(kind == "problem")]);
    }
    tasks
}

/// Returns the mistakes of `mistakes.txt`.
fn mistakes(file: &str) -> Vec<Mistake<'_>> {
    let tasks = tasks(file);
    let lines = file.lines().filter_map(|line| line.strip_prefix("! "));
    let mistake = |line| {
        let fields: Vec<&str> = str::split(line, " | ").collect();
        let [heading, from, to, code, remedy] = fields[..] else {
            panic!("{line}")
        };
        let (task, kind) = heading.split_once(' ').unwrap();
        let mut texts = tasks[task].clone();
        let text = &mut texts[usize::from(kind == "problem")];
        let [from, to] = [from, to].map(|text| text.replace("\\n", "\n"));
        assert!(text.contains(&from), "{line}");
        let marked = text.replacen(&from, &to, 1);
        let at = marked.find('«').unwrap();
        *text = marked.replace(['«', '»'], "");
        let word = line.split('«').nth(1).unwrap().split('»').next().unwrap();
        Mistake {
            task,
            is_domain: kind == "domain",
            texts,
            at,
            word,
            code,
            remedy,
        }
    };
    lines.map(mistake).collect()
}

const FILE: &str = include_str!("mistakes.txt");

fn texts(texts: &[String; 2]) -> [Text<'_>; 2] {
    let text = |number: usize, place| Text {
        text: &texts[number],
        place,
    };
    [text(0, "d.pddl"), text(1, "p.pddl")]
}

#[test]
fn each_of_eighty_mistakes_is_an_error_at_the_wrong_word_with_a_remedy() {
    let mistakes = mistakes(FILE);
    assert!(mistakes.len() >= 80, "{}", mistakes.len());
    let mut wrong = Vec::new();
    for one in mistakes {
        let [domain, problem] = texts(&one.texts);
        let text = if one.is_domain { domain } else { problem };
        let before = &text.text[..one.at];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        let Err(bad) = read_files(domain, problem, &Stop::default()) else {
            wrong.push(format!("{} {}: it is read", one.task, one.word));
            continue;
        };
        let at = bad.at.as_deref();
        let place = at.map(|at| (&*at.file, at.line, at.column, &*at.word, at.code));
        let remedy = bad.remedy.as_deref().unwrap_or_default();
        if place != Some((text.place, line, column, one.word, one.code))
            || !remedy.contains(one.remedy)
        {
            let all: Vec<String> = bad.all().map(ToString::to_string).collect();
            wrong.push(format!(
                "{} {line}:{column} {} {}: {place:?} {}",
                one.task,
                one.word,
                one.code,
                all.join("\n  ")
            ));
        }
        let found = lint(domain, &[problem], &Stop::default()).unwrap();
        let mut all = found
            .domain_file
            .diagnostics
            .iter()
            .chain(&found.problem_files[0].diagnostics);
        if !all.any(|it| it.severity == Severity::Error && it.message.at == bad.at) {
            wrong.push(format!("{} {}: the linter misses it", one.task, one.word));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn tasks_without_mistakes_are_read_without_errors_and_warnings() {
    for (name, both) in tasks(FILE) {
        let [domain, problem] = texts(&both);
        let read = read_files(domain, problem, &Stop::default())
            .unwrap_or_else(|bad| panic!("{name}: {bad}"));
        assert!(
            read.domain().warnings().is_empty() && read.warnings().is_empty(),
            "{name}: {:?} {:?}",
            read.domain().warnings(),
            read.warnings()
        );
        let found = lint(domain, &[problem], &Stop::default()).unwrap();
        let files = [&found.domain_file, &found.problem_files[0]];
        let mut all = files.iter().flat_map(|file| &file.diagnostics);
        if let Some(one) = all.next() {
            panic!("{name}: {}", one.message);
        }
    }
}

#[test]
fn all_errors_of_both_files_are_reported_in_one_run() {
    let [domain, problem] = &tasks(FILE)["keys"];
    let domain = domain
        .replace("(locked ?d))", "(lockd ?d))")
        .replace("?r - room)\n    (forall", "?r - rom)\n    (forall");
    let problem = problem
        .replace("(locked d2)", "(locked d9) (looked d1)")
        .replace("strong)", "stron)");
    let both = [domain, problem];
    let [domain, problem] = texts(&both);
    let bad = read_files(domain, problem, &Stop::default()).unwrap_err();
    let words: Vec<(&str, &str)> = bad
        .all()
        .map(|bad| {
            bad.at
                .as_deref()
                .map_or(("", ""), |at| (&*at.file, &*at.word))
        })
        .collect();
    let expected = [
        ("d.pddl", "rom"),
        ("d.pddl", "lockd"),
        ("d.pddl", "lockd"),
        ("p.pddl", "stron"),
        ("p.pddl", "d9"),
        ("p.pddl", "looked"),
        ("p.pddl", "stron"),
    ];
    for one in expected {
        assert!(words.contains(&one), "{one:?} is not in {words:?}");
    }
}

#[test]
fn hints_are_given_by_the_linter_and_not_by_the_reader() {
    let domain = "(define (domain d) (:requirements :strips)
  (:predicates (at-room ?x ?r) (free ?x) (never ?x) (static ?x) (lost ?x))
  (:action go :parameters (?x ?a ?b ?idle)
    :precondition (and (at-room ?x ?a) (static ?x) (never ?x)) :effect (and (at-room ?x ?b) (not (free ?x)) (free ?x)))
  (:action nothing :parameters (?x) :precondition (static ?x)))";
    let problem = "(define (problem p) (:domain d) (:objects a b c)
  (:init (at-room a b) (static a)) (:goal (and (at-room a c) (static b))))";
    let both = [domain.to_owned(), problem.to_owned()];
    let [domain, problem] = texts(&both);
    let read = read_files(domain, problem, &Stop::default()).unwrap();
    assert!(read.domain().warnings().is_empty() && read.warnings().is_empty());
    let found = lint(domain, &[problem], &Stop::default()).unwrap();
    let hints = |file: usize| {
        let file = [&found.domain_file, &found.problem_files[0]][file];
        let hints = file.diagnostics.iter();
        let hints = hints.filter_map(|one| one.message.at.as_deref());
        hints.map(|at| (at.code, &*at.word)).collect::<Vec<_>>()
    };
    let expected = [
        ("static", "never"),
        ("unused", "lost"),
        ("no-effect", "go"),
        ("missing-delete", "go"),
        ("unused", "?idle"),
        ("no-effect", "nothing"),
    ];
    for one in expected {
        assert!(hints(0).contains(&one), "{one:?} is not in {:?}", hints(0));
    }
    assert_eq!(hints(1), [("static", "static")]);
}
