//! A task that several tests use.

use crate::program::Desk;

pub const FERRY: &str = include_str!("../printed/files/ferry.pddl");

/// Returns a folder with a task in which a ferry takes two cars across.
pub fn ferry() -> Desk {
    let desk = Desk::new();
    desk.write("ferry", FERRY);
    desk.write("crossing", include_str!("../printed/files/crossing.pddl"));
    desk
}
