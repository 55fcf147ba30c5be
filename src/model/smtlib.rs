//! stub
/// stub
pub fn read_smtlib() {}
