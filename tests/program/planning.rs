//! A task for several tests.

use crate::program::Desk;

pub const FERRY: &str = include_str!("../printed/files/ferry.pddl");

/// Returns a folder with the ferry task: two cars have to cross.
pub fn ferry() -> Desk {
    let desk = Desk::new();
    desk.write("ferry", FERRY);
    desk.write("crossing", include_str!("../printed/files/crossing.pddl"));
    desk
}
