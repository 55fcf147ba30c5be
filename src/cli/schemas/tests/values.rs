//! Values that occur in the schemas of several documents.
//!
//! A field of type `Option` may be left out of a document, and a field of type `Nullable` may be null.
#![expect(dead_code, reason = "only the forms of the types are used")]

use saut::answer::schema;
use schemars::JsonSchema;

// A value, or null. This is not a doc comment, because the schema of a field has the description of the field.
#[derive(JsonSchema)]
#[schemars(schema_with = "schema::or_null::<T>", inline)]
pub struct Nullable<T>(T);

/// Always true.
#[derive(JsonSchema)]
#[schemars(with = "bool", inline, extend("const" = true))]
pub struct True;

/// Always false.
#[derive(JsonSchema)]
#[schemars(with = "bool", inline, extend("const" = false))]
pub struct False;

/// Always solved.
#[derive(JsonSchema)]
#[schemars(with = "String", inline, extend("const" = "solved"))]
pub struct Solved;

/// Always infeasible.
#[derive(JsonSchema)]
#[schemars(with = "String", inline, extend("const" = "infeasible"))]
pub struct Infeasible;

/// Always undecided.
#[derive(JsonSchema)]
#[schemars(with = "String", inline, extend("const" = "undecided"))]
pub struct Undecided;

/// The name of the puzzle.
#[derive(JsonSchema)]
#[schemars(inline)]
pub struct PuzzleName(String);

/// The name of the task.
#[derive(JsonSchema)]
#[schemars(inline)]
pub struct TaskName(String);

/// The jumps of a replayed plan.
#[derive(JsonSchema)]
#[schemars(inline)]
pub struct Jumps(Vec<schema::Jump>);

/// A checked certificate.
#[derive(JsonSchema)]
#[schemars(schema_with = "schema::board_certificate", inline)]
pub struct BoardCertificate;
