//! `schemas/`: the JSON Schema of each document, generated from types.
//!
//! `printed` adds the types that the program serializes. Other documents are made with `json!`, or by crates without
//! schemas, and the types of this module describe them. `tests/schemas/check.py` validates real output against the
//! schemas.
//!
//! `SAUT_BLESS=1 cargo test --bin saut schemas` updates the files.

mod certificate;
mod checks;
mod experiments;
mod jobs;
mod puzzles;
mod values;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use checks::{Decoded, DecodedInfeasible, DecodedRefutation};
use saut::answer::schema::Stopped;
use saut::answer::{
    Diagnostics, Document, Infeasible, Solved, SolvedBaseball, TaskExplanation, TaskInfeasible,
    TaskSolved, TaskUndecided, Undecided,
};
use schemars::generate::SchemaSettings;
use schemars::transform::transform_subschemas;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;

use crate::cli::clauses::FormulaAnswer;
use crate::cli::count::{CountDocument, NotCountedDocument};
use crate::cli::explain::ExplainDocument;
use crate::cli::growth::GrowthDocument;
use crate::cli::hint::Hints;
use crate::cli::plan::several::TaskPlans;
use crate::cli::plans::PlansDocument;

struct Schemas {
    settings: SchemaSettings,
    made: BTreeMap<String, Value>,
}

impl Schemas {
    /// Adds the schema of a document. `Forms` is the tuple of the types that the document can have.
    fn add<Forms: JsonSchema>(&mut self, name: &str, title: &str, description: &str) {
        let mut generator = SchemaGenerator::new(self.settings.clone());
        let file = format!("{name}.json");
        let mut schema = json_schema!({
            "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": file,
            "title": title, "description": description,
            "anyOf": Forms::json_schema(&mut generator).remove("prefixItems"),
            "$defs": generator.take_definitions(true),
        });
        remove_null(&mut schema);
        self.made.insert(file, schema.into());
    }

    /// Adds the schema for the document of a command; the file has the name of the command.
    fn command<Forms: JsonSchema>(&mut self, name: &str, title: &str) {
        let command = name.replace('-', " ");
        self.add::<Forms>(name, title, &format!("Output of saut {command}."));
    }
}

/// Adds the documents whose types implement `Serialize`.
fn printed(to: &mut Schemas) {
    to.command::<(CountDocument, NotCountedDocument, Stopped)>("count", "Exact numbers");
    to.add::<(ExplainDocument, TaskExplanation, Stopped)>(
        "explain",
        "Reasons",
        "Output of saut explain: for a puzzle, every infeasibility criterion; for a planning task, the reasons, \
         and changes that make it solvable.",
    );
    to.add::<(TaskExplanation, Stopped)>(
        "explain-task",
        "Why a task has no plan",
        "Output of saut explain for a planning task: reasons, conflicting goals, and changes that make it solvable.",
    );
    to.command::<(GrowthDocument, NotCountedDocument, Stopped)>("growth", "Growth table");
    to.command::<(Hints, puzzles::BaseballHints, NotCountedDocument, Stopped)>("hint", "Hints");
    to.add::<(Diagnostics,)>(
        "diagnostics",
        "Errors and warnings",
        "Output of saut lint, and of each command with --json if a domain or a problem has errors.",
    );
    to.add::<(
        TaskSolved,
        TaskInfeasible,
        TaskUndecided,
        TaskPlans,
        Decoded,
        DecodedRefutation,
        DecodedInfeasible,
        Stopped,
    )>(
        "plan",
        "Answer to a planning task",
        "Output of saut solve and saut decode for a planning task, and of saut improve.",
    );
    to.add::<(
        Document<Solved>,
        Document<SolvedBaseball>,
        Document<Infeasible>,
        Document<Undecided>,
        DecodedRefutation,
        DecodedInfeasible,
        FormulaAnswer,
        PlansDocument,
        NotCountedDocument,
        Stopped,
    )>(
        "solve",
        "Answer to a puzzle",
        "Output of saut solve, saut decode and saut job merge for a board or colour baseball, and of saut solve for a \
         formula.",
    );
}

/// Removes null from the values of optional fields. If a field may be both missing and null, null comes first.
fn remove_null(schema: &mut Schema) {
    transform_subschemas(&mut remove_null, schema);
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
        if let Some(Value::Array(values)) = field.get_mut("enum") {
            values.retain(|value| !value.is_null());
        }
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
    let schemas = |settings: SchemaSettings| Schemas {
        settings: settings.with(|it| it.untagged_enum_variant_titles = true),
        made: BTreeMap::new(),
    };
    let draft = SchemaSettings::draft2020_12;
    let mut written = schemas(draft().for_serialize());
    printed(&mut written);
    // In these types, an `Option` is an optional field.
    let mut described = schemas(draft().for_deserialize());
    certificate::add(&mut described);
    checks::add(&mut described);
    experiments::add(&mut described);
    jobs::add(&mut described);
    puzzles::add(&mut described);
    let mut made = written.made;
    made.append(&mut described.made);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas");
    if std::env::var_os("SAUT_BLESS").is_some_and(|value| value == "1") {
        for (name, schema) in &made {
            fs::write(folder.join(name), format!("{schema:#}\n")).unwrap();
        }
    }
    let kept = folder.read_dir().unwrap().map(|file| {
        let file = file.unwrap();
        let name = file.file_name().into_string().unwrap();
        (
            name,
            serde_json::from_slice(&fs::read(file.path()).unwrap()).unwrap(),
        )
    });
    let kept: BTreeMap<String, Value> = kept.collect();
    for name in kept.keys().chain(made.keys()) {
        assert!(
            made.get(name) == kept.get(name),
            "schemas/{name} differs from the schema of its type; if the type is right, update the file with \
             SAUT_BLESS=1 cargo test --bin saut schemas, or remove it if it has no type"
        );
    }
}
