//! Waiting for a child: how long, how often to look, and how it is measured.

use std::time::{Duration, Instant};

use crate::meter::Meter;

/// Time that output may take to arrive after the end of the whole group.
pub(super) const LAST_OUTPUT: Duration = Duration::from_secs(1);
/// Polling interval of a running child; it grows from the first to the second.
pub(super) const NAPS: (Duration, Duration) = (Duration::from_millis(1), Duration::from_millis(10));

/// Tells the meter how long it took, however it ends.
pub(super) struct Clock<'a> {
    pub(super) began: Instant,
    pub(super) meter: Option<&'a Meter>,
}

impl Drop for Clock<'_> {
    fn drop(&mut self) {
        if let Some(meter) = self.meter {
            meter.ran(self.began.elapsed());
        }
    }
}
