//! stub
use crate::peg::Puzzle;
/// stub
#[derive(Clone, Debug)]
pub struct CheckedCertificate;
/// stub
pub struct Certificate;
impl Certificate { /// stub
 pub fn kind(&self) -> &'static str { "x" } }
impl CheckedCertificate { /// stub
 pub fn certificate(&self) -> Certificate { Certificate } }
/// stub
pub fn quick(_: &Puzzle) -> Option<CheckedCertificate> { None }
