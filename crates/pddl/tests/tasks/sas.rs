//! SAS+ files: parsing, and the resulting domain and problem.

use crate::common::choice::layers;
use crate::common::random_task::Random;
use crate::common::{OfKind as _, fewest_by_search, plan, shortest_plan};
use proptest::prelude::*;
use saut_base::stop::Stop;
use saut_pddl::{
    GroundTask, GroundingLimits, InvalidPlan, NamedPlan, PlanningTask, Quality, SasTask,
    ValidatedPlan,
};
use saut_task::exhaustive::{ExplorationEnding, explore};
use saut_task::task::{Fluent, GroupKind};
use saut_task::{Plan, Problem as _};
use std::sync::LazyLock;

/// Returns the text of a file. In `blocks`, the lines of a block are joined by ` / `.
fn lines(blocks: &str) -> String {
    blocks.replace(" / ", "\n")
}

/// A switch with three positions, and a lamp. `flash` turns the lamp on if the switch is in its last position (a
/// conditional effect). `reset` has no precondition on the switch.
static SWITCH: LazyLock<String> = LazyLock::new(|| {
    lines(
        "begin_version / 3 / end_version
begin_metric / 1 / end_metric
2
begin_variable / var0 / -1 / 3 / Atom at(low) / Atom at(middle) / Atom at(high) / end_variable
begin_variable / var1 / -1 / 2 / Atom lit() / NegatedAtom lit() / end_variable
1
begin_mutex_group / 2 / 0 0 / 1 0 / end_mutex_group
begin_state / 0 / 1 / end_state
begin_goal / 2 / 0 0 / 1 0 / end_goal
4
begin_operator / up low middle / 0 / 1 / 0 0 0 1 / 2 / end_operator
begin_operator / up middle high / 0 / 1 / 0 0 1 2 / 2 / end_operator
begin_operator / flash / 0 / 1 / 1 0 2 1 -1 0 / 1 / end_operator
begin_operator / reset / 1 / 1 0 / 1 / 0 0 -1 0 / 5 / end_operator
0
",
    )
});

fn task() -> SasTask {
    SasTask::read(&SWITCH, "output.sas").unwrap_or_else(|bad| panic!("{bad}"))
}

fn grounded(task: SasTask) -> GroundTask {
    let task = PlanningTask::from(task);
    let domain = task.classical(Quality::AnyPlan);
    domain.unwrap().ground().clone()
}

fn validate(task: SasTask, plan: &NamedPlan) -> Result<ValidatedPlan, InvalidPlan> {
    PlanningTask::from(task).validate(plan, &Stop::default())
}

const RIGHT: &str = "(up low middle)\n(up middle high)\n(flash)\n(reset)\n";

#[test]
fn a_right_plan_is_accepted_and_its_cost_summed_up() {
    let valid = validate(task(), &plan(RIGHT)).unwrap();
    assert_eq!((valid.length(), valid.cost()), (4, 10));
}

#[test]
fn operators_at_the_same_time_may_not_interfere() {
    let with_times = |times: [u8; 4]| {
        let steps = RIGHT.lines().zip(times);
        let lines: Vec<String> = steps
            .map(|(step, time)| format!("{time}: {step}"))
            .collect();
        validate(task(), &plan(&lines.join("\n"))).map_err(|why| why.to_string())
    };
    assert!(with_times([0, 1, 2, 3]).is_ok());
    let refused = with_times([1, 0, 2, 3]).unwrap_err();
    assert!(
        refused.starts_with("step 1: (up middle high): "),
        "{refused}"
    );
    let refused = with_times([0, 1, 1, 2]).unwrap_err();
    let wanted = "steps 2 and 3: (up middle high) and (flash) have the same time";
    assert!(refused.starts_with(wanted), "{refused}");
    let twice = plan("0: (up low middle)\n1: (up middle high)\n2: (flash)\n2: (flash)\n3: (reset)");
    assert_eq!(validate(task(), &twice).unwrap().length(), 5);
}

#[test]
fn spoilt_plans_are_rejected_with_the_step() {
    for line in [
        "(up low middle)\n| |step 1: (up middle high): (at middle) does not hold; related atoms of the state: (at low)",
        "(up middle high)\n| |step 3: (reset): (lit) does not hold; related atoms of the state: (not lit)",
        "(reset)\n| |the goal is not reached: (at low) does not hold; related atoms of the state: (at high)",
        "flash|flush|step 3: (flush): the domain has no such action; did you mean `flash`?",
    ] {
        let parts: Vec<&str> = line.split('|').collect();
        let spoilt = plan(&RIGHT.replace(parts[0], parts[1]));
        let message = validate(task(), &spoilt).unwrap_err().to_string();
        assert_eq!(message, parts[2]);
    }
}

#[test]
fn the_ground_task_has_a_fact_for_each_value_that_matters() {
    let ground = grounded(task());
    let facts = ["at low", "at middle", "at high", "lit"];
    assert_eq!(ground.facts, facts);
    let [group] = &ground.mutex_groups[..] else {
        panic!("{:?}", ground.mutex_groups);
    };
    let values = [0, 1, 2].map(Fluent::new);
    assert_eq!(
        (&group.fluents[..], group.kind),
        (&values[..], GroupKind::ExactlyOne)
    );
    let found = shortest_plan(&ground).unwrap();
    assert_eq!(found.written(), RIGHT);
    assert!(validate(task(), &found).is_ok());
}

#[test]
fn other_versions_and_truncated_files_are_rejected() {
    let message = |text: String| SasTask::read(&text, "output.sas").unwrap_err().to_string();
    let axioms = format!("{}1\nbegin_rule\n", SWITCH.strip_suffix("0\n").unwrap());
    assert!(message(axioms).contains("the file is incomplete"));
    let derived = message(SWITCH.replace("var1\n-1", "var1\n0"));
    assert!(
        derived.contains("this effect sets variable 1, which axioms determine"),
        "{derived}"
    );
    let derived = message(SWITCH.replace("var0\n-1", "var0\n0"));
    assert!(derived.contains("does not have two values"), "{derived}");
    assert!(message(SWITCH.replace("var1\n-1", "var1\n-2")).contains("the layer is below -1"));
    assert!(message(SWITCH.replacen('3', "2", 1)).contains("expected format version 3, found 2"));
    assert!(message(SWITCH[..300].to_owned()).starts_with("output.sas:"));
    assert!(message(SWITCH.replace("0 0 0 1", "0 0 0 7")).contains("variable 0 has no value 7"));
    assert!(message(SWITCH.replace("0 0 0 1", "9 0 0 1")).contains("too many or too few numbers"));
    let claimed = SWITCH.replace("2\nbegin_variable", "99999999999\nbegin_variable");
    assert!(message(claimed).contains("expected `begin_variable`"));
}

proptest! {
    #[test]
    fn the_reader_never_panics_on_spoilt_files(line in 0..70_usize, new in "[-0-9 ]{0,12}", cut: bool) {
        let mut lines: Vec<&str> = SWITCH.lines().collect();
        let line = line.min(lines.len() - 1);
        lines[line] = &new;
        if cut {
            lines.truncate(line);
        }
        if let Ok(task) = SasTask::read(&lines.join("\n"), "output.sas") {
            let task = PlanningTask::from(task);
            let _ = task.compile(Quality::AnyPlan, &GroundingLimits::default());
            let _ = task.validate(&plan(RIGHT), &Stop::default());
        }
    }
}

/// The room `here` is bright if the switch is on. Each of the rooms `here` and `there` is bright if the other room is
/// bright. Variables 2 to 4 are derived; the last, `dark`, holds if no room is bright.
static BRIGHT: LazyLock<String> = LazyLock::new(|| {
    lines(
        "begin_version / 3 / end_version
begin_metric / 0 / end_metric
5
begin_variable / var0 / -1 / 2 / Atom on() / NegatedAtom on() / end_variable
begin_variable / var1 / -1 / 2 / Atom slept() / NegatedAtom slept() / end_variable
begin_variable / var2 / 0 / 2 / Atom bright(here) / NegatedAtom bright(here) / end_variable
begin_variable / var3 / 0 / 2 / Atom bright(there) / NegatedAtom bright(there) / end_variable
begin_variable / var4 / 1 / 2 / Atom dark() / NegatedAtom dark() / end_variable
0
begin_state / 0 / 1 / 1 / 1 / 1 / end_state
begin_goal / 1 / 1 0 / end_goal
2
begin_operator / turn off / 0 / 1 / 0 0 0 1 / 1 / end_operator
begin_operator / sleep / 1 / 4 0 / 1 / 0 1 -1 0 / 1 / end_operator
4
begin_rule / 1 / 0 0 / 2 1 0 / end_rule
begin_rule / 1 / 2 0 / 3 1 0 / end_rule
begin_rule / 1 / 3 0 / 2 1 0 / end_rule
begin_rule / 2 / 2 1 / 3 1 / 4 1 0 / end_rule
",
    )
});

#[test]
fn axioms_of_a_file_are_applied() {
    let read = |text: &str| SasTask::read(text, "bright.sas").unwrap_or_else(|bad| panic!("{bad}"));
    let right = plan("(turn off)\n(sleep)\n");
    assert!(validate(read(&BRIGHT), &right).is_ok());
    let message = validate(read(&BRIGHT), &plan("(sleep)\n"))
        .unwrap_err()
        .to_string();
    assert_eq!(
        message,
        "step 1: (sleep): (dark) does not hold; related atoms of the state: (not dark)"
    );
    let source = PlanningTask::from(read(&BRIGHT));
    let task = source.classical(Quality::AnyPlan).unwrap();
    let found = explore(task.task(), &Stop::default());
    let ExplorationEnding::Plan(path) = found else {
        panic!("{found:?}");
    };
    let found = task.validate(Plan::sequential(path)).unwrap().0;
    assert_eq!(found.plan(), &right);
    // If `turn off` does not change the switch, the rooms stay bright.
    let stuck = BRIGHT.replace("0 0 0 1\n1\nend_operator", "0 0 1 1\n1\nend_operator");
    let source = PlanningTask::from(read(&stuck));
    let Ok(task) = source.classical(Quality::AnyPlan) else {
        return;
    };
    let found = explore(task.task(), &Stop::default());
    assert!(matches!(found, ExplorationEnding::Closed { .. }));
}

#[test]
fn axioms_of_another_form_are_rejected() {
    for line in [
        "1\n0 0\n2 1 0\n|1\n0 0\n2 0 1\n|does not change variable 2 from its initial value",
        "1\n0 0\n2 1 0\n|1\n0 0\n0 1 0\n|sets variable 0, which axioms do not determine",
        "1\n2 0\n3 1 0\n|1\n2 1\n3 1 0\n|depends on variable 2, whose layer is too high",
        "1\n2 0\n3 1 0\n|1\n4 0\n3 1 0\n|depends on variable 4, whose layer is too high",
        "0 1 -1 0\n|0 4 -1 0\n|this effect sets variable 4, which axioms determine",
    ] {
        let parts: Vec<&str> = line.split('|').collect();
        let [with, without, fact] = parts[..] else {
            panic!("{line}");
        };
        assert!(BRIGHT.contains(with), "{with}");
        let text = BRIGHT.replacen(with, without, 1);
        let message = SasTask::read(&text, "bright.sas").unwrap_err().to_string();
        assert!(message.contains(fact), "{message}");
    }
}

type Pair = (usize, usize);

/// A random task whose operators may have several effects on one variable, with a separate simple semantics.
#[derive(Debug)]
struct Repeated {
    /// The number of values of each variable. Initially, each variable has its first value.
    sizes: Vec<usize>,
    operators: Vec<RepeatedOperator>,
    goal: Pair,
}

#[derive(Debug)]
struct RepeatedOperator {
    prevail: Pair,
    effects: Vec<(Vec<Pair>, Pair)>,
}

impl Repeated {
    /// Returns a random task with three variables that operators change by several effects. The other variables are
    /// `switches` that never change. With enough switches, no operator is split into cases.
    fn random(seed: u64, switches: usize) -> Self {
        let mut random = Random(seed);
        let mut sizes: Vec<usize> = (0..3).map(|_| 2 + random.below(2)).collect();
        let value = |random: &mut Random| {
            let variable = random.below(3);
            (variable, random.below(sizes[variable]))
        };
        let mut operators = Vec::new();
        for _ in 0..=random.below(3) {
            let mut effects = Vec::new();
            for _ in 0..2 + random.below(3) {
                let conditions = (0..random.below(3)).map(|_| value(&mut random));
                let conditions = conditions.collect();
                effects.push((conditions, value(&mut random)));
            }
            for switch in 3..3 + switches {
                effects.push((vec![(switch, 0)], (switch, 0)));
            }
            let prevail = value(&mut random);
            operators.push(RepeatedOperator { prevail, effects });
        }
        let goal = value(&mut random);
        sizes.extend(vec![2; switches]);
        Self {
            sizes,
            operators,
            goal,
        }
    }

    fn written(&self) -> String {
        let list = |lines: Vec<String>| format!("{}\n{}", lines.len(), lines.concat());
        let variables = self.sizes.iter().enumerate().map(|(variable, size)| {
            let values = (0..*size).map(|value| format!("Atom v{variable}(n{value})\n"));
            let values = list(values.collect());
            format!("begin_variable\nvar{variable}\n-1\n{values}end_variable\n")
        });
        let operators = self.operators.iter().enumerate().map(|(number, operator)| {
            let (variable, value) = operator.prevail;
            let effects = operator
                .effects
                .iter()
                .map(|(conditions, (variable, after))| {
                    let pairs = conditions.iter();
                    let pairs = pairs.map(|(variable, value)| format!("{variable} {value} "));
                    let pairs: String = pairs.collect();
                    format!("{} {pairs}{variable} -1 {after}\n", conditions.len())
                });
            let effects = list(effects.collect());
            let prevail = format!("1\n{variable} {value}\n");
            format!("begin_operator\nact n{number}\n{prevail}{effects}1\nend_operator\n")
        });
        let (variable, value) = self.goal;
        format!(
            "begin_version\n3\nend_version\nbegin_metric\n0\nend_metric\n{}0\nbegin_state\n{}end_state\n\
             begin_goal\n1\n{variable} {value}\nend_goal\n{}0\n",
            list(variables.collect()),
            "0\n".repeat(self.sizes.len()),
            list(operators.collect()),
        )
    }

    /// Returns the minimal number of steps to the goal, if it is reachable.
    fn fewest(&self) -> Option<usize> {
        let holds = |state: &[usize], (variable, value): Pair| state[variable] == value;
        let next = |state: &Vec<usize>| {
            let operators = self.operators.iter();
            let applicable = operators.filter(|operator| holds(state, operator.prevail));
            let after = applicable.map(|operator| {
                let mut after = state.clone();
                for (conditions, (variable, value)) in &operator.effects {
                    if conditions.iter().all(|one| holds(state, *one)) {
                        after[*variable] = *value;
                    }
                }
                after
            });
            after.collect()
        };
        let start = vec![0; self.sizes.len()];
        layers(start, |state| holds(state, self.goal), next)
    }
}

/// Returns the minimal number of steps in the ground task, and asserts that the validator accepts the plan.
fn fewest_by_ground_task(text: &str) -> Option<usize> {
    fewest_by_search(&PlanningTask::from(
        SasTask::read(text, "repeated.sas").unwrap(),
    ))
}

#[test]
fn of_several_effects_on_a_variable_the_last_one_counts() {
    let (mut solvable, mut infeasible) = (0, 0);
    for seed in 0..600 {
        let switches = if seed % 8 == 0 { 13 } else { 0 };
        let task = Repeated::random(seed, switches);
        let fewest = task.fewest();
        assert_eq!(fewest_by_ground_task(&task.written()), fewest, "{task:?}");
        match fewest {
            None => infeasible += 1,
            Some(steps) => solvable += usize::from(steps > 0),
        }
    }
    assert!(solvable > 50 && infeasible > 50, "{solvable} {infeasible}");
}

#[test]
fn an_overridden_effect_does_not_reach_the_goal() {
    // `reset` moves the switch to low, or to middle if the lamp is on; the later effect takes precedence.
    let effects = |first: &str, second: &str| {
        let text = SWITCH.replace("1\n0 0 -1 0\n5", &format!("2\n{first}\n{second}\n5"));
        assert_ne!(text, *SWITCH);
        text
    };
    let right = plan(RIGHT);
    let last = effects("0 0 -1 1", "0 0 -1 0");
    assert!(validate(SasTask::read(&last, "a.sas").unwrap(), &right).is_ok());
    assert_eq!(fewest_by_ground_task(&last), Some(4));
    for second in ["0 0 -1 1", "1 1 0 0 -1 1"] {
        let overridden = effects("0 0 -1 0", second);
        assert!(validate(SasTask::read(&overridden, "a.sas").unwrap(), &right).is_err());
        assert_eq!(fewest_by_ground_task(&overridden), None);
    }
    let twice = effects("0 0 -1 0", "1 1 0 0 -1 0");
    assert!(validate(SasTask::read(&twice, "a.sas").unwrap(), &right).is_ok());
    assert_eq!(fewest_by_ground_task(&twice), Some(4));
}

#[test]
fn a_name_of_an_operator_is_read_as_the_step_of_a_plan_is() {
    let text = SWITCH.replace("up middle high", "Up   middle\tHIGH");
    let read = || SasTask::read(&text, "a.sas").unwrap();
    assert!(validate(read(), &plan(RIGHT)).is_ok());
    assert_eq!(shortest_plan(&grounded(read())).unwrap().written(), RIGHT);
    assert_eq!(fewest_by_ground_task(&text), Some(4));
    for (name, said) in [("up (high)", "`up (high)`"), ("up;", "`up;`"), ("", "``")] {
        let text = SWITCH.replace("up middle high", name);
        let message = SasTask::read(&text, "a.sas").unwrap_err().to_string();
        let fact = format!("a.sas:47: a step of a plan cannot have the name {said}");
        assert!(message.starts_with(&fact), "{message}");
    }
}

#[test]
fn operators_of_one_name_agree_if_both_are_applicable() {
    let named = |before: &str, after: &str| SWITCH.replace(before, after);
    let plan_of_one_name = "(up low middle)\n(up low middle)\n(flash)\n(reset)\n";
    // First, two operators that are never applicable together; then two operators with the same effect; then two
    // operators that have no effect when both are applicable.
    let apart = named("up middle high", "UP low  middle");
    let same = named("flash\n0", "reset\n1\n0 2").replace("0 0 -1 0\n5", "1 0 2 1 -1 0\n1");
    let nothing = named(
        "up middle high\n0\n1\n0 0 1 2\n2",
        "reset\n2\n0 0\n1 0\n0\n5",
    );
    let read = |text: &str| SasTask::read(text, "a.sas").map_err(|bad| bad.to_string());
    assert!(validate(read(&apart).unwrap(), &plan(plan_of_one_name)).is_ok());
    assert_eq!(fewest_by_ground_task(&apart), Some(4));
    assert!(read(&same).is_ok() && read(&nothing).is_ok());
    // The file is rejected if the operators set different values or have different costs, or if only one of them has no
    // effect.
    let other = named(
        "up middle high\n0\n1\n0 0 1 2",
        "up low middle\n0\n1\n0 0 0 2",
    );
    let dearer = nothing.replace(
        "0\n5\nend_operator\nbegin_operator\nflash",
        "0\n4\nend_operator\nbegin_operator\nflash",
    );
    let less = nothing.replace("reset\n2\n0 0\n1 0\n0", "reset\n2\n0 1\n1 0\n0");
    for (text, name, [number, first]) in [
        (other, "up low middle", [47, 40]),
        (dearer, "reset", [62, 47]),
        (less, "reset", [62, 47]),
    ] {
        let refused = read(&text).unwrap_err();
        let message = format!(
            "a.sas:{number}: operator `{name}` has the same name as the operator of a.sas:{first}, but \
             their effects differ"
        );
        assert!(refused.starts_with(&message), "{refused}");
        let remedy = "give each operator a unique name";
        assert!(refused.ends_with(remedy), "{refused}");
    }
}
