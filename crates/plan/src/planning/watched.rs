//! Engines that are watched: whoever looks on hears of every turn and of every bound when it is known.

use crate::domain::{Domain, INFINITE};
use crate::engine::{Budget, Engine, Slot, Turn};
use crate::error::Error;
use crate::progress::Progress;
use crate::settings::Settings;
use crate::work::Work;

/// The same table, its engines watched if the settings name an observer.
pub(super) fn watched<'a, D: Domain + 'a>(
    table: Vec<Slot<'a, D>>,
    settings: &'a Settings,
) -> Vec<Slot<'a, D>> {
    let Some(progress) = settings.progress.as_deref() else {
        return table;
    };
    let watch = |slot: Slot<'a, D>| Slot {
        engine: Box::new(Watched {
            engine: slot.engine,
            progress,
        }),
        ..slot
    };
    table.into_iter().map(watch).collect()
}

struct Watched<'a, D: Domain> {
    engine: Box<dyn Engine<D> + 'a>,
    progress: &'a dyn Progress,
}

impl<D: Domain> Engine<D> for Watched<'_, D> {
    fn name(&self) -> &'static str {
        self.engine.name()
    }

    fn least(&self) -> Work {
        self.engine.least()
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn<D>, Error> {
        self.progress.turn(self.engine.name());
        let turn = self.engine.turn(budget);
        if let Ok(Turn::AtLeast(checked, _)) = &turn
            && checked.bound() < INFINITE
        {
            self.progress.at_least(checked.bound());
        }
        turn
    }

    fn formulas(&self) -> (usize, u64) {
        self.engine.formulas()
    }

    fn warnings(&mut self) -> Vec<String> {
        self.engine.warnings()
    }
}
