//! Tasks in PDDL: parsing, grounding, solving and validation. All tests are in one program, because linking is slow.

mod common;

mod axioms;
mod closed_states;
mod grounding;
mod large;
mod mistakes;
mod numbers;
mod parts;
mod planning;
mod properties;
mod random_numbers;
mod reading;
mod sas;
mod shortest;
mod spoilt;
mod trajectory;
mod validation;
