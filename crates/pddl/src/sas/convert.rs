//! A SAS+ task as a [`GroundTask`]: a fact for each value of each variable, of which exactly
//! one holds; the mutex groups of the file are kept.

use super::lines::with_single_blanks;
use super::{SasEffect, SasOperator, SasTask, SasValue};
use crate::ground::auxiliary::Auxiliary;
use crate::ground::formula::Formula;
use crate::ground::split::{ConditionalEffect, Undecided};
use crate::ground::{
    GroundAction, GroundAxiom, GroundEffect, GroundTask, GroundingLimits, MutexGroup, Reached,
    Stopped,
};
use crate::raw::RawLists;
use rustc_hash::FxHashMap;

impl SasTask {
    /// The task in facts, however long it takes.
    ///
    /// # Panics
    /// Never.
    pub fn ground(&self) -> GroundTask {
        let ground = self.ground_within(&GroundingLimits::default());
        ground.expect("nothing stops it")
    }

    /// The task in facts.
    ///
    /// # Errors
    /// It was time to stop.
    pub fn ground_within(&self, limits: &GroundingLimits) -> Result<GroundTask, Stopped> {
        let mut converter = Converter {
            task: self,
            first: Vec::new(),
            facts: Vec::new(),
        };
        converter.name_facts();
        let mut auxiliary = Auxiliary::beyond(converter.facts.len());
        let mut actions = Vec::new();
        for operator in &self.operators {
            let undecided = || converter.undecided(operator, limits);
            let cases = undecided()?.cases(limits.cases, limits)?;
            let cases = if let Some(cases) = cases {
                cases
            } else {
                let whole = undecided()?.with_conditional(&mut auxiliary);
                whole.into_iter().collect()
            };
            for case in cases {
                let no_effect = case.added.is_empty() && case.deleted.is_empty();
                if no_effect && case.conditional.is_empty() || converter.contradicts_itself(&case) {
                    continue;
                }
                actions.push(GroundAction {
                    name: format!("({})", operator.name),
                    is_step: true,
                    positive: case.positive,
                    negative: case.negative,
                    added: case.added,
                    deleted: case.deleted,
                    conditional: case
                        .conditional
                        .into_iter()
                        .map(GroundEffect::from)
                        .collect(),
                    cost: operator.cost,
                });
            }
        }
        let initial = self.initial.iter().enumerate();
        let initial = initial.map(|(variable, value)| SasValue {
            variable,
            value: *value,
        });
        let is_basic = |value: &SasValue| self.variables[value.variable].layer.is_none();
        let initial = initial.filter(is_basic);
        let mut positive_goal = converter.facts_of(&self.goal);
        positive_goal.sort_unstable();
        positive_goal.dedup();
        let of_file = converter.facts.len();
        let (names, of_conditions) = auxiliary.into_parts();
        let axioms = converter.axioms().into_iter().chain(of_conditions);
        Ok(GroundTask {
            name: self.name.clone(),
            initial: initial.map(|value| converter.fact(value)).collect(),
            positive_goal,
            negative_goal: Vec::new(),
            axioms: axioms.collect(),
            mutex_groups: converter.groups(),
            minimises_cost: self.uses_costs,
            missing_cost: None,
            reachable: Reached {
                facts: of_file,
                actions: actions.len(),
            },
            facts: converter.facts.into_iter().chain(names).collect(),
            actions,
        })
    }
}

struct Converter<'c> {
    task: &'c SasTask,
    /// For each variable the number of the fact of its first value.
    first: Vec<usize>,
    facts: Vec<String>,
}

impl Converter<'_> {
    fn name_facts(&mut self) {
        for (number, variable) in self.task.variables.iter().enumerate() {
            self.first.push(self.facts.len());
            let names = variable.values.iter().map(|value| fact_name(value, number));
            self.facts.extend(names);
        }
        // A name of several values gets the numbers of variable and value. A question mark is in the names of auxiliary
        // facts.
        let mut times: FxHashMap<&str, usize> = FxHashMap::default();
        for name in &self.facts {
            *times.entry(name).or_default() += 1;
        }
        let is_alone = |name: &String| times[name.as_str()] == 1 && !name.contains('?');
        let is_alone: Vec<bool> = self.facts.iter().map(is_alone).collect();
        for (number, first) in self.first.iter().enumerate() {
            let values = self.task.variables[number].values.len();
            for value in (0..values).filter(|value| !is_alone[first + value]) {
                let name = &mut self.facts[first + value];
                *name = format!("value? {number} {value} {name}");
            }
        }
    }

    fn fact(&self, value: SasValue) -> u32 {
        u32::try_from(self.first[value.variable] + value.value).unwrap_or(u32::MAX)
    }

    fn facts_of(&self, values: &[SasValue]) -> Vec<u32> {
        values.iter().map(|value| self.fact(*value)).collect()
    }

    fn undecided(
        &self,
        operator: &SasOperator,
        limits: &GroundingLimits,
    ) -> Result<Undecided, Stopped> {
        let lists = RawLists {
            positive: operator.preconditions().map(|one| self.fact(one)).collect(),
            ..RawLists::default()
        };
        let known = operator.preconditions();
        let known: FxHashMap<usize, usize> = known.map(|one| (one.variable, one.value)).collect();
        let mut effects = Vec::new();
        for (number, effect) in operator.effects.iter().enumerate() {
            let variable = effect.variable;
            let value = |value| self.fact(SasValue { variable, value });
            let values = 0..self.task.variables[variable].values.len();
            let known = known.get(&variable).copied();
            limits.poll(known.map_or(values.len(), |_| 1) + operator.effects.len() - number)?;
            let others = values.filter(|other| *other != effect.after);
            let literal = |condition: &SasValue| Formula::Literal(self.fact(*condition), true);
            let mut conditions: Vec<Formula> = effect.conditions.iter().map(literal).collect();
            conditions.extend(self.not_overridden(operator, number));
            effects.push(ConditionalEffect {
                condition: Formula::all(conditions),
                added: vec![value(effect.after)],
                deleted: others
                    .filter(|other| known.is_none_or(|known| known == *other))
                    .map(value)
                    .collect(),
            });
        }
        Ok(Undecided {
            lists,
            precondition: Vec::new(),
            effects,
        })
    }

    /// For each later effect that may give the variable of an effect another value, that it does not take place: of
    /// several effects on one variable the last one counts.
    fn not_overridden(&self, operator: &SasOperator, number: usize) -> Vec<Formula> {
        let effect = &operator.effects[number];
        let later = operator.effects[number + 1..].iter();
        let mut later = later
            .filter(|later| later.variable == effect.variable && later.after != effect.after)
            .peekable();
        if later.peek().is_none() {
            return Vec::new();
        }
        let preconditions = operator.preconditions();
        let known: FxHashMap<usize, usize> = preconditions
            .chain(effect.conditions.iter().copied())
            .map(|known| (known.variable, known.value))
            .collect();
        let may_take_place = |later: &&SasEffect| {
            let mut conditions = later.conditions.iter();
            conditions.all(|one| {
                known
                    .get(&one.variable)
                    .is_none_or(|value| *value == one.value)
            })
        };
        let does_not = |later: &SasEffect| {
            let open = later.conditions.iter();
            let open = open.filter(|one| !known.contains_key(&one.variable));
            Formula::any(
                open.map(|one| Formula::Literal(self.fact(*one), false))
                    .collect(),
            )
        };
        later.filter(may_take_place).map(does_not).collect()
    }

    /// Whether the case asks for two values of one variable.
    fn contradicts_itself(&self, case: &RawLists) -> bool {
        let variable = |fact: u32| self.first.partition_point(|first| *first <= fact as usize);
        let mut pairs = case.positive.windows(2);
        pairs.any(|pair| variable(pair[0]) == variable(pair[1]))
    }

    /// The axioms of the file; and a derived variable has its initial value where it has not the other.
    fn axioms(&self) -> Vec<GroundAxiom> {
        let of_file = self.task.axioms.iter().map(|axiom| {
            let mut positive = self.facts_of(&axiom.conditions);
            positive.sort_unstable();
            positive.dedup();
            GroundAxiom {
                head: self.fact(axiom.head),
                positive,
                negative: Vec::new(),
            }
        });
        let variables = self.task.variables.iter().enumerate();
        let derived = variables.filter(|(_, known)| known.layer.is_some());
        let defaults = derived.map(|(variable, _)| {
            let value = self.task.initial[variable];
            let [default, other] =
                [value, 1 - value].map(|value| self.fact(SasValue { variable, value }));
            GroundAxiom {
                head: default,
                positive: Vec::new(),
                negative: vec![other],
            }
        });
        of_file.chain(defaults).collect()
    }

    /// Exactly one value of each variable, at most one of each mutex group of the file. Derived variables are in none.
    fn groups(&self) -> Vec<MutexGroup> {
        let variables = self.task.variables.iter().enumerate();
        let mut groups: Vec<MutexGroup> = variables
            .filter(|(_, known)| known.layer.is_none())
            .map(|(variable, known)| MutexGroup {
                facts: (0..known.values.len())
                    .map(|value| self.fact(SasValue { variable, value }))
                    .collect(),
                exactly_one: true,
            })
            .collect();
        for group in &self.task.mutex_groups {
            let mut facts = self.facts_of(group);
            facts.sort_unstable();
            facts.dedup();
            let is_basic = |value: &SasValue| self.task.variables[value.variable].layer.is_none();
            if facts.len() >= 2 && group.iter().all(is_basic) {
                groups.push(MutexGroup {
                    facts,
                    exactly_one: false,
                });
            }
        }
        groups
    }
}

/// `Atom on(a, b)` becomes `on a b`, its negation `not on a b`, and what is none of the atoms
/// of a variable gets the variable's number.
fn fact_name(value: &str, variable: usize) -> String {
    let (not, atom) = match (
        value.strip_prefix("Atom "),
        value.strip_prefix("NegatedAtom "),
    ) {
        (Some(atom), _) => ("", atom),
        (_, Some(atom)) => ("not ", atom),
        _ => return with_single_blanks(&format!("variable {variable}: {value}")),
    };
    with_single_blanks(&format!("{not}{}", atom.replace(['(', ')', ','], " ")))
}
