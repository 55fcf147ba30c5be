//! A ground task with numbers: facts, numeric variables, linear conditions and effects.
//!
//! Fox and Long: *PDDL2.1* (2003), section 3: a numeric effect sees the state before the action, and what several of
//! one action do to a variable must not depend on their order. A variable may have no value; what is said of it then
//! does not hold, and an effect that needs its value keeps the action from being applied.

use crate::exact::Exact;

/// Reason why an action has no next state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Its precondition does not hold.
    Precondition,
    /// An effect needs a value that is not there.
    Undefined,
    /// Two effects on one variable depend on their order.
    Conflict,
    /// A number does not fit: whether it is applicable is not known here.
    TooLarge,
}

/// A linear expression over the variables of a task.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Linear {
    /// Value where all variables are 0.
    pub constant: Exact,
    /// Variables with their coefficients, in the order of the variables. Only a variable that may lack a value has the
    /// coefficient 0: without it the expression has no value.
    pub terms: Vec<(u32, Exact)>,
}

impl Linear {
    /// A number.
    pub const fn number(constant: Exact) -> Self {
        Self {
            constant,
            terms: Vec::new(),
        }
    }

    /// A variable.
    pub fn variable(variable: u32) -> Self {
        Self {
            constant: Exact::ZERO,
            terms: vec![(variable, Exact::ONE)],
        }
    }

    /// The number that it is in every state, if it has no variable.
    pub fn as_number(&self) -> Option<Exact> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// This and so many times another; `None` if a number does not fit. Variables that cancel out stay.
    pub fn plus_times(&self, factor: Exact, other: &Self) -> Option<Self> {
        let mut terms = self.terms.clone();
        for (variable, coefficient) in &other.terms {
            let more = coefficient.times(factor)?;
            match terms.iter_mut().find(|(known, _)| known == variable) {
                Some((_, known)) => *known = known.plus(more)?,
                None => terms.push((*variable, more)),
            }
        }
        terms.sort_unstable_by_key(|(variable, _)| *variable);
        Some(Self {
            constant: self.constant.plus(other.constant.times(factor)?)?,
            terms,
        })
    }

    /// The coefficient of a variable.
    pub fn coefficient(&self, variable: u32) -> Exact {
        let mut terms = self.terms.iter();
        let term = terms.find(|(known, _)| *known == variable);
        term.map_or(Exact::ZERO, |(_, coefficient)| *coefficient)
    }

    /// The amount by which effects change its value, if that is the same in every state.
    pub fn step<'e>(&self, effects: impl IntoIterator<Item = &'e NumericEffect>) -> Option<Exact> {
        let mut step = Exact::ZERO;
        for effect in effects {
            let factor = self.coefficient(effect.variable);
            step = match &effect.change {
                Change::Increase(source) => step.plus(source.as_number()?.times(factor)?)?,
                Change::Assign(_) | Change::Scale(_) if !self.reads(effect.variable) => step,
                Change::Assign(_) | Change::Scale(_) => return None,
            };
        }
        Some(step)
    }

    /// Whether the variable occurs in it.
    pub(crate) fn reads(&self, variable: u32) -> bool {
        self.terms.iter().any(|(known, _)| *known == variable)
    }

    /// Its value, given those of the variables.
    ///
    /// # Errors
    /// [`Refused::Undefined`] or [`Refused::TooLarge`].
    pub fn value(&self, values: &[Option<Exact>]) -> Result<Exact, Refused> {
        let mut sum = self.constant;
        for (variable, coefficient) in &self.terms {
            let value = values[*variable as usize].ok_or(Refused::Undefined)?;
            let term = value.times(*coefficient).ok_or(Refused::TooLarge)?;
            sum = sum.plus(term).ok_or(Refused::TooLarge)?;
        }
        Ok(sum)
    }
}

/// Relation of an expression to 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// It is at least 0.
    AtLeast,
    /// It is above 0.
    Above,
    /// It is 0.
    Equal,
    /// It is not 0.
    Unequal,
}

impl Relation {
    /// Whether a number stands so to 0.
    pub const fn holds(self, number: Exact) -> bool {
        match self {
            Self::AtLeast => number.sign() >= 0,
            Self::Above => number.sign() > 0,
            Self::Equal => number.sign() == 0,
            Self::Unequal => number.sign() != 0,
        }
    }
}

/// A numeric condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Test {
    /// Expression that is compared with 0.
    pub linear: Linear,
    /// Relation to 0 that it must have.
    pub relation: Relation,
    /// Whether it holds where the expression has no value, as what is said not to hold does.
    pub if_undefined: bool,
}

/// Facts that hold or do not, and numeric conditions by their number in the task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// Facts that must hold.
    pub positive: Vec<u32>,
    /// Facts that must not hold.
    pub negative: Vec<u32>,
    /// Numbers of [`NumericTask::tests`].
    pub tests: Vec<u32>,
}

/// Change of a variable by an effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change<V = Linear> {
    /// The new value.
    Assign(V),
    /// The amount by which it grows.
    Increase(V),
    /// The factor by which it is multiplied.
    Scale(Exact),
}

impl Change {
    /// The expression whose value it needs, beside that of the variable itself.
    pub const fn source(&self) -> Option<&Linear> {
        match self {
            Self::Assign(linear) | Self::Increase(linear) => Some(linear),
            Self::Scale(_) => None,
        }
    }

    /// The value after, as an expression over the state before.
    pub fn after(&self, variable: u32) -> Option<Linear> {
        match self {
            Self::Assign(linear) => Some(linear.clone()),
            Self::Increase(linear) => Linear::variable(variable).plus_times(Exact::ONE, linear),
            Self::Scale(factor) => {
                Linear::number(Exact::ZERO).plus_times(*factor, &Linear::variable(variable))
            }
        }
    }
}

/// A numeric effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumericEffect {
    /// The variable that it changes.
    pub variable: u32,
    /// Change of the variable.
    pub change: Change,
}

/// Changes by an action where conditions held before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Branch {
    /// Conditions that must have held.
    pub conditions: Conditions,
    /// Facts that hold afterwards.
    pub added: Vec<u32>,
    /// Facts that do not hold afterwards, unless they are added.
    pub deleted: Vec<u32>,
    /// Numbers of [`NumericAction::effects`]; one that several branches name takes place once.
    pub effects: Vec<u32>,
}

/// A ground action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumericAction {
    /// `(move a b)`, as plan files have it; the cases of one action have the same name.
    pub name: String,
    /// Whether it is a step of a plan, as all are but those that say that a disjunctive goal is reached.
    pub is_step: bool,
    /// Conditions that must hold before.
    pub conditions: Conditions,
    /// Changes; the first without a condition, and then those with one.
    pub branches: Vec<Branch>,
    /// The numeric effects.
    pub effects: Vec<NumericEffect>,
}

/// A derived fact, which holds in the states that meet the conditions of one of its rules. No action changes it, and no
/// rule depends on its own head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivedFact {
    /// The fact.
    pub head: u32,
    /// Conditions that make it hold.
    pub body: Conditions,
}

/// A ground task with numbers. Facts, variables, tests and actions are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumericTask {
    /// `on a b`.
    pub facts: Vec<String>,
    /// `fuel truck`.
    pub variables: Vec<String>,
    /// The facts that hold at the start.
    pub initial: Vec<u32>,
    /// The values at the start, where there are some.
    pub values: Vec<Option<Exact>>,
    /// The numeric conditions that anything asks for.
    pub tests: Vec<Test>,
    /// Facts that stand for parts of conditions.
    pub derived: Vec<DerivedFact>,
    /// The actions.
    pub actions: Vec<NumericAction>,
    /// Conditions that must hold at the end.
    pub goal: Conditions,
    /// Quantity to be minimised at the end, if any; the negation of one to be maximised.
    pub metric: Option<Linear>,
}

impl NumericTask {
    /// By variable the tests that read it.
    pub fn tests_by_variable(&self) -> Vec<Vec<u32>> {
        let mut tests = vec![Vec::new(); self.variables.len()];
        for (test, number) in self.tests.iter().zip(0..) {
            for (variable, _) in &test.linear.terms {
                tests[*variable as usize].push(number);
            }
        }
        tests
    }

    /// Whether every value that can be reached is a whole number: the start is, and no effect leads away from them.
    pub fn is_integral(&self) -> bool {
        let is_whole = |number: &Exact| number.denominator() == 1;
        let linear = |it: &Linear| {
            is_whole(&it.constant) && it.terms.iter().all(|(_, factor)| is_whole(factor))
        };
        let effects = || self.actions.iter().flat_map(|action| &action.effects);
        self.values.iter().flatten().all(is_whole)
            && effects().all(|effect| match &effect.change {
                Change::Assign(source) | Change::Increase(source) => linear(source),
                Change::Scale(factor) => is_whole(factor),
            })
    }
}
