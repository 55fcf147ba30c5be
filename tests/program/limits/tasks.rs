//! Large planning tasks of each kind: small files that become large in some phase of planning.

use std::fmt::Write as _;

use crate::program::Desk;

/// Joins the texts for the numbers 0 to `count` − 1.
fn list(count: usize, write: impl Fn(usize) -> String) -> String {
    (0..count).map(write).collect()
}

fn objects(count: usize) -> String {
    list(count, |number| format!("o{number} "))
}

fn problem(domain: &str, count: usize, start: &str, goal: &str) -> String {
    let objects = objects(count);
    format!(
        "(define (problem x) (:domain {domain}) (:objects {objects}) (:init {start}) (:goal {goal}))"
    )
}

/// Returns a task with a chain of derived atoms, each of which is derived from the atom before.
fn chain(count: usize) -> [String; 2] {
    let domain = "(define (domain chain) (:requirements :derived-predicates :adl)
      (:predicates (first ?x) (next ?x ?y) (lit ?x) (on))
      (:derived (lit ?y) (or (and (on) (first ?y)) (exists (?x) (and (next ?x ?y) (lit ?x)))))
      (:action a :parameters () :effect (on)))";
    let row = list(count - 1, |number| {
        format!("(next o{number} o{})", number + 1)
    });
    let goal = format!("(lit o{})", count - 1);
    let start = format!("(first o0) {row}");
    [domain.to_owned(), problem("chain", count, &start, &goal)]
}

/// Returns a task with one action that changes a number for every pair of objects.
fn effects(count: usize) -> [String; 2] {
    let domain = "(define (domain effects) (:requirements :adl :numeric-fluents)
      (:predicates (p)) (:functions (f ?x ?y) - number)
      (:action a :parameters () :effect (and (p) (forall (?x ?y) (increase (f ?x ?y) 1)))))";
    let values = list(count * count, |number| {
        format!("(= (f o{} o{}) 0)", number / count, number % count)
    });
    [domain.to_owned(), problem("effects", count, &values, "(p)")]
}

/// Returns a task with one action that sets a number for every three objects.
pub fn cube(count: usize) -> [String; 2] {
    let domain = "(define (domain cube) (:requirements :adl :numeric-fluents)
      (:predicates (p)) (:functions (f ?x ?y ?z) - number)
      (:action a :parameters () :effect (and (p) (forall (?x ?y ?z) (assign (f ?x ?y ?z) 1)))))";
    [domain.to_owned(), problem("cube", count, "", "(p)")]
}

/// Returns a numeric task with too many states to visit. Each state is large, and each action increases one number.
fn states(count: usize) -> [String; 2] {
    let domain = "(define (domain states) (:requirements :numeric-fluents)
      (:predicates (p)) (:functions (f ?x) - number)
      (:action a :parameters (?x) :effect (increase (f ?x) 1)))";
    let start = list(count, |number| format!("(= (f o{number}) 0)"));
    let goal = list(count, |number| format!("(>= (f o{number}) 3)"));
    let goal = format!("(and {goal})");
    [domain.to_owned(), problem("states", count, &start, &goal)]
}

/// Returns a task with a token that can move from every place to every other place.
fn clique(count: usize) -> [String; 2] {
    let domain = "(define (domain clique) (:predicates (at ?x) (two))
      (:action go :parameters (?x ?y) :precondition (at ?x) :effect (and (at ?y) (not (at ?x))))
      (:action see :parameters (?x ?y) :precondition (and (at ?x) (at ?y) (two)) :effect (two)))";
    let goal = "(and (at o1) (at o2))";
    [domain.to_owned(), problem("clique", count, "(at o0)", goal)]
}

/// Returns a task with conditional effects for every three objects.
fn whens(count: usize) -> [String; 2] {
    let domain = "(define (domain whens) (:requirements :adl)
      (:predicates (p ?x ?y ?z) (q ?x ?y ?z) (g))
      (:action a :parameters () :effect (and (g)
        (forall (?x ?y ?z) (when (q ?x ?y ?z) (p ?x ?y ?z))) (forall (?x ?y ?z) (q ?x ?y ?z)))))";
    let goal = "(and (g) (forall (?x ?y ?z) (p ?x ?y ?z)))";
    [domain.to_owned(), problem("whens", count, "", goal)]
}

/// Returns a task with many objects, each with its own actions.
fn many(count: usize) -> [String; 2] {
    let domain = "(define (domain many) (:requirements :adl) (:predicates (p ?x) (g))
      (:action a :parameters (?x) :precondition (not (p ?x)) :effect (p ?x))
      (:action b :parameters (?x) :precondition (p ?x) :effect (and (g) (not (p ?x)))))";
    let goal = "(and (g) (forall (?x) (p ?x)))";
    [domain.to_owned(), problem("many", count, "", goal)]
}

/// Returns a task with many actions without parameters, in a chain.
fn schemas(count: usize) -> [String; 2] {
    let predicates = list(count + 1, |number| format!("(p{number})"));
    let actions = list(count, |number| {
        let next = number + 1;
        format!(
            "(:action a{number} :parameters () :precondition (p{number})
              :effect (and (p{next}) (not (p{number}))))"
        )
    });
    let domain = format!("(define (domain schemas) (:predicates {predicates}) {actions})");
    let goal = format!("(p{count})");
    [domain, problem("schemas", 0, "(p0)", &goal)]
}

/// Returns a task whose precondition and goal have a disjunction for every object.
fn disjunctions(count: usize) -> [String; 2] {
    let domain =
        "(define (domain disjunctions) (:requirements :adl) (:predicates (p ?x) (q ?x) (g))
      (:action a :parameters () :precondition (forall (?x) (or (p ?x) (q ?x))) :effect (g))
      (:action b :parameters (?x) :effect (p ?x)))";
    let goal = "(forall (?x) (or (p ?x) (q ?x)))";
    [domain.to_owned(), problem("disjunctions", count, "", goal)]
}

/// Returns a task with a preference for every pair of objects.
fn preferences(count: usize) -> [String; 2] {
    let domain = "(define (domain preferences) (:requirements :adl :preferences :constraints)
      (:predicates (p ?x) (q ?x)) (:action b :parameters (?x) :effect (p ?x))
      (:action c :parameters (?x) :effect (and (q ?x) (not (p ?x)))))";
    let problem = problem(
        "preferences",
        count,
        "",
        "(forall (?x) (preference a (p ?x)))",
    );
    let rest = "(:constraints (and (forall (?x ?y) (preference b (sometime-before (p ?x) (q ?y))))
        (forall (?x) (preference c (always (p ?x))))))
      (:metric minimize (+ (is-violated a) (is-violated b) (is-violated c))))";
    let problem = problem.strip_suffix(')').unwrap().to_owned() + rest;
    [domain.to_owned(), problem]
}

/// Returns a task with an action that needs a cycle of eight nodes in an acyclic graph.
fn circle(count: usize) -> [String; 2] {
    let domain = "(define (domain circle) (:predicates (e ?x ?y) (g))
      (:action a :parameters (?a ?b ?c ?d ?f ?h ?i ?j)
        :precondition (and (e ?a ?b) (e ?b ?c) (e ?c ?d) (e ?d ?f) (e ?f ?h) (e ?h ?i) (e ?i ?j) (e ?j ?a))
        :effect (and (g) (not (e ?a ?b)))))";
    let mut edges = String::new();
    for from in 0..count {
        for to in from + 1..count {
            let _ = write!(edges, "(e o{from} o{to})");
        }
    }
    [domain.to_owned(), problem("circle", count, &edges, "(g)")]
}

/// Returns a task in which amounts are poured from one object to the next. The goal requires a larger sum, but the sum
/// never changes.
fn pour(count: usize) -> [String; 2] {
    let domain = "(define (domain pour) (:requirements :numeric-fluents)
      (:predicates (next ?x ?y)) (:functions (f ?x) - number)
      (:action a :parameters (?x ?y) :precondition (and (next ?x ?y) (>= (f ?x) 1))
        :effect (and (decrease (f ?x) 1) (increase (f ?y) 1))))";
    let mut start = list(count - 1, |number| {
        format!("(next o{number} o{})", number + 1)
    });
    start += &list(count, |number| {
        format!("(= (f o{number}) {})", usize::from(number == 0))
    });
    let sum = list(count, |number| format!("(f o{number})"));
    let goal = format!("(>= (+ {sum}) 3)");
    [domain.to_owned(), problem("pour", count, &start, &goal)]
}

/// Returns a task in SAS+ with these variables, operators, axioms and goal.
fn sas(variables: &[(isize, usize)], operators: &str, axioms: &str, goal: &str) -> String {
    let count = variables.len();
    let mut text = format!("begin_version\n3\nend_version\nbegin_metric\n0\nend_metric\n{count}\n");
    let mut start = String::new();
    for (number, (layer, values)) in variables.iter().enumerate() {
        let _ = write!(text, "begin_variable\nv{number}\n{layer}\n{values}\n");
        for value in 0..*values {
            let _ = writeln!(text, "Atom p{value}(v{number})");
        }
        text += "end_variable\n";
        start += "0\n";
    }
    text + &format!(
        "0\nbegin_state\n{start}end_state\nbegin_goal\n{goal}end_goal\n{operators}{axioms}"
    )
}

fn operator(name: usize, effect: &str) -> String {
    format!("begin_operator\nop{name}\n0\n1\n0 {effect}\n1\nend_operator\n")
}

/// Returns a task with many variables with two values.
fn bits(count: usize) -> String {
    let operators = list(count, |number| operator(number, &format!("{number} 0 1")));
    let goal = list(count, |number| format!("{number} 1\n"));
    sas(
        &vec![(-1, 2); count],
        &format!("{count}\n{operators}"),
        "0\n",
        &format!("{count}\n{goal}"),
    )
}

/// Returns a task with one variable with many values, each reachable from any other.
fn wide(count: usize) -> String {
    let operators = list(count, |number| operator(number, &format!("0 -1 {number}")));
    sas(
        &[(-1, count), (-1, 2)],
        &format!("{count}\n{operators}"),
        "0\n",
        &format!("2\n0 {}\n1 1\n", count - 1),
    )
}

/// Returns a task with a chain of axioms in reverse order.
fn axioms(count: usize) -> String {
    let mut variables = vec![(0, 2); count];
    variables[0].0 = -1;
    let rules = list(count - 1, |number| {
        let from = count - 2 - number;
        format!("begin_rule\n1\n{from} 1\n{} 0 1\nend_rule\n", from + 1)
    });
    sas(
        &variables,
        &format!("1\n{}", operator(0, "0 0 1")),
        &format!("{}\n{rules}", count - 1),
        &format!("1\n{} 1\n", count - 1),
    )
}

/// Writes the files of all tasks.
pub fn write(desk: &Desk) {
    let pddl = [
        ("chain", chain(60_000)),
        ("effects", effects(200)),
        ("cube", cube(100)),
        ("states", states(3_000)),
        ("clique", clique(1_000)),
        ("whens", whens(100)),
        ("many", many(100_000)),
        ("schemas", schemas(20_000)),
        ("disjunctions", disjunctions(5_000)),
        // A plan that saut has found is validated completely, regardless of the limits. With this size, this takes at
        // most a second.
        ("preferences", preferences(300)),
        ("circle", circle(400)),
        ("pour", pour(2_000)),
    ];
    for (name, [domain, problem]) in pddl {
        desk.write(&format!("{name}.d"), domain);
        desk.write(&format!("{name}.p"), problem);
    }
    for (name, text) in [
        ("bits.sas", bits(20_000)),
        ("wide.sas", wide(20_000)),
        ("axioms.sas", axioms(20_000)),
    ] {
        desk.write(name, text);
    }
    let step = |name: &str| format!("({name})\n");
    desk.write("one.plan", step("a"));
    desk.write("hundred.plan", step("a").repeat(100));
    desk.write(
        "many.plan",
        list(100_000, |number| format!("(a o{number})\n")),
    );
    desk.write(
        "preferences.plan",
        list(300, |number| format!("(b o{number})\n")),
    );
    desk.write(
        "bits.plan",
        list(20_000, |number| step(&format!("op{number}"))),
    );
    desk.write("long.plan", step("a").repeat(1_000_000));
    let criterion = |name: &str| {
        serde_json::json!({"task": "x", "verdict": "infeasible",
            "certificate": {"kind": "criterion", "name": name}})
        .to_string()
    };
    for name in [
        "numeric-states",
        "range-reachability",
        "relaxed-reachability",
    ] {
        desk.write(&format!("{name}.json"), criterion(name));
    }
    desk.write(
        "flip.d",
        "(define (domain flip) (:predicates (p)) (:action a :parameters () :effect (p)))",
    );
    desk.write(
        "flip.p",
        "(define (problem x) (:domain flip) (:init) (:goal (p)))",
    );
}

/// Commands that would run for minutes or use gigabytes if some phase ignored the limits.
pub const FEW: [&str; 5] = [
    "plan chain.d chain.p",
    "validate cube.d cube.p one.plan",
    "validate states.d states.p numeric-states.json",
    "plan whens.d whens.p",
    "plan --sas axioms.sas",
];

/// Commands for every kind of task and every phase.
pub const ALL: [&str; 64] = [
    "plan chain.d chain.p",
    "explain chain.d chain.p",
    "validate chain.d chain.p one.plan",
    "validate chain.d chain.p relaxed-reachability.json",
    "improve chain.d chain.p one.plan",
    "encode chain.p --domain chain.d --horizon 5 -o chain.cnf",
    "plan effects.d effects.p",
    "plan effects.d effects.p --minimise cost",
    "explain effects.d effects.p",
    "validate effects.d effects.p hundred.plan",
    "validate effects.d effects.p numeric-states.json",
    "validate effects.d effects.p range-reachability.json",
    "improve effects.d effects.p hundred.plan",
    "plan cube.d cube.p",
    "explain cube.d cube.p",
    "validate cube.d cube.p one.plan",
    "validate cube.d cube.p numeric-states.json",
    "validate cube.d cube.p range-reachability.json",
    "plan states.d states.p",
    "plan states.d states.p --minimise cost",
    "explain states.d states.p",
    "validate states.d states.p numeric-states.json",
    "validate states.d states.p range-reachability.json",
    "plan clique.d clique.p",
    "plan clique.d clique.p --minimise steps",
    "explain clique.d clique.p",
    "validate clique.d clique.p relaxed-reachability.json",
    "plan whens.d whens.p",
    "explain whens.d whens.p",
    "validate whens.d whens.p hundred.plan",
    "validate whens.d whens.p relaxed-reachability.json",
    "improve whens.d whens.p hundred.plan",
    "plan many.d many.p",
    "plan many.d many.p --minimise steps",
    "explain many.d many.p",
    "validate many.d many.p many.plan",
    "improve many.d many.p many.plan",
    "plan schemas.d schemas.p",
    "explain schemas.d schemas.p",
    "validate schemas.d schemas.p relaxed-reachability.json",
    "plan disjunctions.d disjunctions.p",
    "explain disjunctions.d disjunctions.p",
    "validate disjunctions.d disjunctions.p relaxed-reachability.json",
    "plan preferences.d preferences.p",
    "plan preferences.d preferences.p --minimise cost",
    "validate preferences.d preferences.p preferences.plan",
    "improve preferences.d preferences.p preferences.plan",
    "plan circle.d circle.p",
    "explain circle.d circle.p",
    "plan pour.d pour.p",
    "explain pour.d pour.p",
    "validate pour.d pour.p numeric-states.json",
    "validate pour.d pour.p range-reachability.json",
    "plan --sas bits.sas",
    "plan --sas bits.sas --minimise cost",
    "explain --sas bits.sas",
    "validate --sas bits.sas bits.plan",
    "improve --sas bits.sas bits.plan",
    "plan --sas wide.sas",
    "explain --sas wide.sas",
    "plan --sas axioms.sas",
    "explain --sas axioms.sas",
    "validate --sas axioms.sas relaxed-reachability.json",
    "validate flip.d flip.p long.plan",
];
