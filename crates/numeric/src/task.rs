//! A ground numeric task: facts, numeric variables, linear conditions and effects.
//!
//! Fox and Long: *PDDL2.1* (2003), section 3: a numeric effect is evaluated in the state before the action, and the
//! result of several effects of an action on the same variable must not depend on their order. A variable may be
//! undefined. A condition on an undefined variable is false, and an effect that needs its value makes the action
//! inapplicable.

use crate::exact::Exact;

/// Reason why an action has no successor state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The precondition of the action does not hold.
    Precondition,
    /// An effect needs the value of an undefined variable.
    Undefined,
    /// The result of two effects on one variable depends on their order.
    Conflict,
    /// A number does not fit, so whether the action is applicable is not known.
    TooLarge,
}

/// A linear expression over the variables of a task.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Linear {
    /// The value if all variables are 0.
    pub constant: Exact,
    /// Variables with their coefficients, in the order of the variables. A coefficient is only 0 for a variable that
    /// may be undefined: without its value, the expression has no value.
    pub terms: Vec<(u32, Exact)>,
}

impl Linear {
    /// Creates a constant.
    pub const fn number(constant: Exact) -> Self {
        Self {
            constant,
            terms: Vec::new(),
        }
    }

    /// Creates the expression that consists of one variable.
    pub fn variable(variable: u32) -> Self {
        Self {
            constant: Exact::ZERO,
            terms: vec![(variable, Exact::ONE)],
        }
    }

    /// Returns the constant value, if the expression has no variable.
    pub fn as_number(&self) -> Option<Exact> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Adds `factor` times another expression; `None` if a number does not fit. Variables that cancel out remain, with
    /// coefficient 0.
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

    /// Returns the coefficient of a variable.
    pub fn coefficient(&self, variable: u32) -> Exact {
        let mut terms = self.terms.iter();
        let term = terms.find(|(known, _)| *known == variable);
        term.map_or(Exact::ZERO, |(_, coefficient)| *coefficient)
    }

    /// Returns the amount by which effects change its value, if this amount is the same in every state.
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

    /// Whether the variable occurs in the expression.
    pub(crate) fn reads(&self, variable: u32) -> bool {
        self.terms.iter().any(|(known, _)| *known == variable)
    }

    /// Returns the value of the expression, given the values of the variables.
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

/// A comparison of an expression with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// At least 0.
    AtLeast,
    /// Greater than 0.
    Above,
    /// Equal to 0.
    Equal,
    /// Not equal to 0.
    Unequal,
}

impl Relation {
    /// Whether the comparison of a number with 0 is true.
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
    /// The expression that is compared with 0.
    pub linear: Linear,
    /// The required comparison with 0.
    pub relation: Relation,
    /// Whether the condition is true if the expression has no value, as for the negation of a comparison.
    pub if_undefined: bool,
}

/// Facts that must be true or false, and numeric conditions by their number in the task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// Facts that must hold.
    pub positive: Vec<u32>,
    /// Facts that must not hold.
    pub negative: Vec<u32>,
    /// Indices of numeric conditions in [`NumericTask::tests`].
    pub tests: Vec<u32>,
}

/// Change of a variable by an effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change<V = Linear> {
    /// The new value.
    Assign(V),
    /// The amount that is added.
    Increase(V),
    /// The factor by which the variable is multiplied.
    Scale(Exact),
}

impl Change {
    /// Returns the expression whose value the change needs, in addition to the old value of the variable.
    pub const fn source(&self) -> Option<&Linear> {
        match self {
            Self::Assign(linear) | Self::Increase(linear) => Some(linear),
            Self::Scale(_) => None,
        }
    }

    /// Returns the new value, as an expression over the state before the action.
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

/// Changes by an action that take place if conditions held before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Branch {
    /// Conditions that must hold before the action.
    pub conditions: Conditions,
    /// Facts that hold afterwards.
    pub added: Vec<u32>,
    /// Facts that do not hold afterwards, unless they are added.
    pub deleted: Vec<u32>,
    /// Indices in [`NumericAction::effects`]; an effect of several branches takes place only once.
    pub effects: Vec<u32>,
}

/// A ground action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumericAction {
    /// The name in plan files, such as `(move a b)`; the cases of one action have the same name.
    pub name: String,
    /// Whether the action is a step of a plan. All actions are, except auxiliary actions that mark a disjunctive goal
    /// as reached.
    pub is_step: bool,
    /// Conditions that must hold before the action.
    pub conditions: Conditions,
    /// The branches: first the branch without conditions, then the branches with conditions.
    pub branches: Vec<Branch>,
    /// The numeric effects.
    pub effects: Vec<NumericEffect>,
}

/// A derived fact, which is true in the states that satisfy the conditions of one of its rules. No action changes it,
/// and no rule depends on its own head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivedFact {
    /// The derived fact.
    pub head: u32,
    /// Conditions that make it true.
    pub body: Conditions,
}

/// A ground numeric task. Facts, variables, tests and actions are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumericTask {
    /// The names of the facts, such as `on a b`.
    pub facts: Vec<String>,
    /// The names of the variables, such as `fuel truck`.
    pub variables: Vec<String>,
    /// The facts that are true initially.
    pub initial: Vec<u32>,
    /// The initial values; `None` if a variable is undefined.
    pub values: Vec<Option<Exact>>,
    /// All numeric conditions that occur in the task.
    pub tests: Vec<Test>,
    /// Facts that represent parts of conditions.
    pub derived: Vec<DerivedFact>,
    /// The actions.
    pub actions: Vec<NumericAction>,
    /// Conditions that must hold at the end.
    pub goal: Conditions,
    /// Expression to be minimised in the last state, if any; negated if it is to be maximised.
    pub metric: Option<Linear>,
}

impl NumericTask {
    /// Returns, for each variable, the tests that read it.
    pub fn tests_by_variable(&self) -> Vec<Vec<u32>> {
        let mut tests = vec![Vec::new(); self.variables.len()];
        for (test, number) in self.tests.iter().zip(0..) {
            for (variable, _) in &test.linear.terms {
                tests[*variable as usize].push(number);
            }
        }
        tests
    }

    /// Whether all reachable values are integers: the initial values are, and every effect preserves this.
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
