//! A task that several tests plan for.

use crate::program::Desk;

pub const FERRY: &str = include_str!("../printed/files/ferry.pddl");

/// A desk with the ferry and two cars that are to cross.
pub fn ferry() -> Desk {
    let desk = Desk::new();
    desk.write("ferry", FERRY);
    desk.write("crossing", include_str!("../printed/files/crossing.pddl"));
    desk
}
