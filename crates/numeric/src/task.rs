//! A ground numeric task: facts, numeric variables, linear conditions and effects.
//!
//! A numeric effect is evaluated in the state before the action. The result of several effects of an action on the same
//! variable must not depend on their order. A variable may be undefined. Then comparisons that use the variable are
//! false, and an action with an effect that needs its value is not applicable.
//!
//! Fox and Long: *PDDL2.1* (2003), section 3.

use crate::exact::Exact;

/// Reason why an action has no successor state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The precondition of the action does not hold.
    Precondition,
    /// An effect needs the value of an undefined variable.
    Undefined,
    /// The result of two effects on the same variable depends on their order.
    Conflict,
    /// A number does not fit, so the successor state is not known.
    TooLarge,
}

/// A linear expression over the variables of a task.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Linear {
    /// The value if all variables are 0.
    pub constant: Exact,
    /// The coefficients of the variables, in the order of the variables. A coefficient 0 is only kept for a variable
    /// that may be undefined, because then the expression has no value.
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

    /// Returns the sum of this expression and `factor` times another one. `None` if a number does not fit. Variables
    /// that cancel out remain, with the coefficient 0.
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

    /// Returns the amount by which effects change the value of the expression. `None` if the amount is not the same in
    /// every state, or does not fit.
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
    /// [`Refused::Undefined`] if a variable is undefined, or [`Refused::TooLarge`] if a number does not fit.
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
    /// Whether a number has this relation to 0.
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
    /// The required relation of its value to 0.
    pub relation: Relation,
    /// Whether the condition is true if the expression has no value.
    pub if_undefined: bool,
}

/// A conjunction of conditions on facts and numeric conditions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// Facts that must be true.
    pub positive: Vec<u32>,
    /// Facts that must be false.
    pub negative: Vec<u32>,
    /// Indices of numeric conditions in [`NumericTask::tests`].
    pub tests: Vec<u32>,
}

/// Change of a variable by an effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change<V = Linear> {
    /// The variable becomes this value.
    Assign(V),
    /// This amount is added to the variable.
    Increase(V),
    /// The variable is multiplied by this factor.
    Scale(Exact),
}

impl Change {
    /// Returns the assigned or added expression. `None` for a scaling, which has no expression.
    pub const fn source(&self) -> Option<&Linear> {
        match self {
            Self::Assign(linear) | Self::Increase(linear) => Some(linear),
            Self::Scale(_) => None,
        }
    }

    /// Returns the new value, as an expression over the state before the action. `None` if a number does not fit.
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
    /// The changed variable.
    pub variable: u32,
    /// Change of the variable.
    pub change: Change,
}

/// Changes by an action that only take place if conditions hold before the action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Branch {
    /// Conditions that must hold before the action.
    pub conditions: Conditions,
    /// Facts that become true.
    pub added: Vec<u32>,
    /// Facts that become false, unless they are added.
    pub deleted: Vec<u32>,
    /// Indices of numeric effects in [`NumericAction::effects`]. An effect of several branches takes place only once.
    pub effects: Vec<u32>,
}

/// A ground action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumericAction {
    /// The name in plan files, such as `(move a b)`. If an action has several cases, they have the same name.
    pub name: String,
    /// Whether the action is a step of a plan. False only for auxiliary actions, which mark a disjunctive goal as
    /// reached.
    pub is_step: bool,
    /// Conditions that must hold before the action.
    pub conditions: Conditions,
    /// The branches. The branch without conditions comes first.
    pub branches: Vec<Branch>,
    /// The numeric effects of all branches.
    pub effects: Vec<NumericEffect>,
}

/// A rule for a derived fact. The fact is true in the states that satisfy the conditions of one of its rules. No action
/// changes a derived fact, and no rule depends on its own head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivedFact {
    /// The derived fact.
    pub head: u32,
    /// Conditions that make the derived fact true.
    pub body: Conditions,
}

/// A ground numeric task. Facts, variables, tests and actions are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumericTask {
    /// The names of the facts, such as `on a b`.
    pub facts: Vec<String>,
    /// The names of the variables, such as `fuel truck`.
    pub variables: Vec<String>,
    /// The facts that are true in the initial state.
    pub initial: Vec<u32>,
    /// The initial values of the variables; `None` if a variable is undefined.
    pub values: Vec<Option<Exact>>,
    /// All numeric conditions that occur in the task.
    pub tests: Vec<Test>,
    /// Rules for derived facts, which represent parts of conditions.
    pub derived: Vec<DerivedFact>,
    /// The ground actions.
    pub actions: Vec<NumericAction>,
    /// Conditions that must hold in the last state.
    pub goal: Conditions,
    /// Expression to be minimised in the last state, if there is one. An expression to be maximised is negated.
    pub metric: Option<Linear>,
}

impl NumericTask {
    /// Returns, for each variable, the indices of the tests that read the variable.
    pub fn tests_by_variable(&self) -> Vec<Vec<u32>> {
        let mut tests = vec![Vec::new(); self.variables.len()];
        for (test, number) in self.tests.iter().zip(0..) {
            for (variable, _) in &test.linear.terms {
                tests[*variable as usize].push(number);
            }
        }
        tests
    }

    /// Whether all reachable values are known to be integers, because the initial values and all numbers in effects are
    /// integers.
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
