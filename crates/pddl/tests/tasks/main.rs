//! Tasks in PDDL, read, grounded, solved and judged. One program: thirteen would be linked one by one.

mod common;

mod axioms;
mod closed_states;
mod grounding;
mod large;
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
