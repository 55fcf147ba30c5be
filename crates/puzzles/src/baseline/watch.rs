//! The watch: counts positions, and asks now and then whether to go on.

use saut_base::stop::{Stop, StopReason, held_mib};

/// Without a memory limit from outside tables may grow to this.
const MEMORY_MIB: u64 = 4096;

/// Positions between two questions to [`Stop`]; a power of two.
const ASK_EVERY: u64 = 1 << 8;

/// Positions between two words to whoever watches; a power of two.
const TELL_EVERY: u64 = 1 << 18;

/// Counts positions under limits.
pub struct Watch<'a> {
    stop: Stop,
    most_mib: u64,
    tell: Option<&'a dyn Fn(u64)>,
    nodes: u64,
    tries: u64,
}

impl<'a> Watch<'a> {
    pub fn new(stop: &Stop, tell: Option<&'a dyn Fn(u64)>) -> Self {
        let most_mib = stop.memory_mib().unwrap_or(MEMORY_MIB);
        Self {
            stop: stop.with_memory(most_mib),
            most_mib,
            tell,
            nodes: 0,
            tries: 0,
        }
    }

    /// Counts a game that is begun from the start.
    pub fn begin_try(&mut self) {
        self.tries += 1;
    }

    /// The games begun; 0 for a search that does not play games.
    pub fn tries(&self) -> u64 {
        self.tries
    }

    /// The positions counted.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a position that is entered.
    ///
    /// # Errors
    /// The limit that stops it; the first position always asks.
    pub fn enter(&mut self) -> Result<(), StopReason> {
        if self.nodes.is_multiple_of(ASK_EVERY) {
            self.ask()?;
        }
        self.nodes += 1;
        if let Some(tell) = self.tell.filter(|_| self.nodes.is_multiple_of(TELL_EVERY)) {
            tell(self.nodes);
        }
        Ok(())
    }

    /// Asks whether to go on.
    ///
    /// # Errors
    /// The limit that stops it.
    pub fn ask(&self) -> Result<(), StopReason> {
        self.stop.check()
    }

    /// Asks for `bytes` more bytes for a table.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if the memory limit forbids it. Less than a MiB is always allowed.
    pub fn allow(&self, bytes: usize) -> Result<(), StopReason> {
        let mib = (bytes >> 20) as u64;
        if mib == 0 || held_mib().unwrap_or(0) + mib <= self.most_mib {
            Ok(())
        } else {
            Err(StopReason::Memory)
        }
    }
}
