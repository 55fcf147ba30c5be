//! stub
/// stub
pub fn read_dimacs() {}
