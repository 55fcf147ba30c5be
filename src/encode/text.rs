//! stub
use super::Encoded;
use crate::bad_input::BadInput;
use crate::task::Task;
/// stub
pub fn dimacs(_: &Task, _: &Encoded, _: &str) -> Result<String, BadInput> { Ok(String::new()) }
/// stub
pub fn smtlib(_: &Encoded, _: &str) -> String { String::new() }
