//! `schemas/`: the JSON Schema of each document, made from its types.
//!
//! `SAUT_BLESS=1 cargo test --bin saut schemas` writes the files again.

mod certificate;
mod described;

use std::fs;
use std::path::Path;

use saut::answer::schema::Stopped;
use saut::answer::{
    Document, Infeasible, Solved, SolvedBaseball, TaskExplanation, TaskInfeasible, TaskSolved,
    TaskUndecided, Undecided,
};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Value, json};

use described::{
    BaseballPlan, BoardPlan, Decoded, Invalid, LowerBound, ManyPlans, NoPlan, NoPlanOfAnyLength,
    OfPuzzle, OfTask, Outcome, Plan, Rejected, Unfinished,
};

use crate::cli::{count, explain, growth, hint, plans};

/// A form that a document can have.
type Form = fn(&mut SchemaGenerator) -> Schema;

fn form<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// The documents: the name of the file, a title, a description, and the forms.
const DOCUMENTS: &[(&str, &str, &str, &[Form])] = &[
    (
        "certificate",
        "Certificate",
        "Why there is no plan, or none that costs less. What each kind holds, and when it holds, is in docs/certificates.md.",
        &[form::<certificate::Board>, form::<certificate::Task>],
    ),
    (
        "check",
        "Check of a document about a puzzle",
        "What saut check prints. A document that does not hold is exit status 1.",
        &[
            form::<OfPuzzle<BoardPlan>>,
            form::<OfPuzzle<BaseballPlan>>,
            form::<OfPuzzle<ManyPlans>>,
            form::<OfPuzzle<NoPlan>>,
            form::<Unfinished>,
            form::<Rejected>,
            form::<Stopped>,
        ],
    ),
    (
        "count",
        "Exact numbers",
        "What saut count prints.",
        &[
            form::<count::CountDocument>,
            form::<count::NotCountedDocument>,
            form::<Stopped>,
        ],
    ),
    (
        "explain",
        "Reasons",
        "What saut explain prints: every criterion of infeasibility of a puzzle; of a planning task the reasons, and what \
         would give a plan.",
        &[
            form::<explain::ExplainDocument>,
            form::<TaskExplanation>,
            form::<Stopped>,
        ],
    ),
    (
        "explain-task",
        "Why a task has no plan",
        "What saut explain prints of a planning task: reasons, conflicting goals, and what would give it a plan.",
        &[form::<TaskExplanation>, form::<Stopped>],
    ),
    (
        "growth",
        "Growth table",
        "What saut growth prints.",
        &[
            form::<growth::GrowthDocument>,
            form::<count::NotCountedDocument>,
            form::<Stopped>,
        ],
    ),
    (
        "hint",
        "Hints",
        "What saut hint prints.",
        &[
            form::<hint::Hints>,
            form::<count::NotCountedDocument>,
            form::<Stopped>,
        ],
    ),
    (
        "plan",
        "Answer to a planning task",
        "What saut solve prints of a planning task, saut improve, and saut decode about a task.",
        &[
            form::<TaskSolved>,
            form::<TaskInfeasible>,
            form::<TaskUndecided>,
            form::<Decoded>,
            form::<Stopped>,
        ],
    ),
    (
        "saut-check",
        "Verdict of saut-check",
        "What saut-check prints with --json.",
        &[form::<Outcome>],
    ),
    (
        "solve",
        "Answer to a puzzle",
        "What saut solve, saut decode and saut merge print about a board or colour baseball.",
        &[
            form::<Document<Solved>>,
            form::<Document<SolvedBaseball>>,
            form::<Document<Infeasible>>,
            form::<Document<Undecided>>,
            form::<plans::PlansDocument>,
            form::<count::NotCountedDocument>,
            form::<Stopped>,
        ],
    ),
    (
        "validate",
        "Check of a plan or document about a planning task",
        "What saut check prints of a planning task.",
        &[
            form::<OfTask<Plan>>,
            form::<OfTask<NoPlanOfAnyLength>>,
            form::<OfTask<LowerBound>>,
            form::<Invalid>,
            form::<Stopped>,
        ],
    ),
];

fn schema(name: &str, title: &str, description: &str, forms: &[Form]) -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut generator = settings
        .with(|it| it.untagged_enum_variant_titles = true)
        .into_generator();
    let forms: Vec<Schema> = forms.iter().map(|form| form(&mut generator)).collect();
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": format!("{name}.json"),
        "title": title, "description": description, "anyOf": forms,
        "$defs": generator.take_definitions(true),
    });
    remove_null(&mut schema);
    schema
}

/// Removes null from the values of fields that are left out instead. Where both can be, null is the first.
fn remove_null(schema: &mut Value) {
    if let Value::Array(parts) = schema {
        parts.iter_mut().for_each(remove_null);
    }
    let Value::Object(schema) = schema else {
        return;
    };
    schema.values_mut().for_each(remove_null);
    let required = schema.get("required").cloned().unwrap_or_default();
    let required = required.as_array().cloned().unwrap_or_default();
    let Some(Value::Object(fields)) = schema.get_mut("properties") else {
        return;
    };
    let fields = fields
        .iter_mut()
        .filter(|(name, _)| !required.contains(&name.as_str().into()));
    for (_, field) in fields {
        let Value::Object(field) = field else {
            continue;
        };
        if let Some(Value::Array(types)) = field.get_mut("type")
            && types.pop_if(|last| last == "null").is_some()
            && let [only] = &types[..]
        {
            field["type"] = only.clone();
        }
        if let Some(Value::Array(forms)) = field.get_mut("anyOf")
            && forms.pop_if(|last| last["type"] == "null").is_some()
            && let [Value::Object(only)] = &forms[..]
        {
            let mut only = only.clone();
            field.remove("anyOf");
            only.append(field);
            *field = only;
        }
    }
}

#[test]
fn schemas_are_those_of_the_documents() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas");
    let is_bless = std::env::var_os("SAUT_BLESS").is_some_and(|value| value == "1");
    for (name, title, description, forms) in DOCUMENTS {
        let made = schema(name, title, description, forms);
        let file = folder.join(name).with_extension("json");
        if is_bless {
            fs::write(&file, format!("{made:#}\n")).unwrap();
        }
        let kept: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        assert!(
            made == kept,
            "schemas/{name}.json is not that of the type; if this is meant, SAUT_BLESS=1 cargo test --bin saut schemas \
             writes it again"
        );
    }
}
