//! Axes: from values to places, and the ticks in between.

/// How values lie on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Evenly.
    Linear,
    /// By their logarithm; values are positive.
    Log,
}

/// An axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What it shows, with the unit.
    pub label: String,
    /// How values lie on it.
    pub scale: Scale,
    /// Its beginning.
    pub from: f64,
    /// Its end, above the beginning.
    pub to: f64,
}

/// A tick: its value, and its label unless it is a fine one.
pub type Tick = (f64, Option<String>);

impl Axis {
    /// An axis from 0 that holds all counts up to this one.
    pub fn counts(label: &str, most: usize) -> Self {
        Self {
            label: label.to_owned(),
            scale: Scale::Linear,
            from: 0.0,
            to: super::super::statistics::real(most.max(1)) * 1.02,
        }
    }

    /// An axis from one value to another with some room at both sides.
    pub fn linear(label: &str, least: f64, most: f64) -> Self {
        let room = ((most - least) * 0.05).max(1.0);
        Self {
            label: label.to_owned(),
            scale: Scale::Linear,
            from: (least - room).max(0.0),
            to: most + room,
        }
    }

    /// A logarithmic axis that holds these positive values, its ends at half decades.
    pub fn logarithmic(label: &str, values: impl IntoIterator<Item = f64>) -> Self {
        let mut ends: Option<(f64, f64)> = None;
        for value in values
            .into_iter()
            .filter(|value| *value > 0.0 && value.is_finite())
        {
            let (low, high) = ends.unwrap_or((value, value));
            ends = Some((low.min(value), high.max(value)));
        }
        let (low, high) = ends.unwrap_or((0.1, 10.0));
        let from = (low.log10() * 2.0 - 0.1).floor() / 2.0;
        let to = ((high.log10() * 2.0 + 0.1).ceil() / 2.0).max(from + 1.0);
        Self {
            label: label.to_owned(),
            scale: Scale::Log,
            from: 10f64.powf(from),
            to: 10f64.powf(to),
        }
    }

    /// Where a value lies: 0 at the beginning, 1 at the end, and never outside.
    pub fn share(&self, value: f64) -> f64 {
        let share = match self.scale {
            Scale::Linear => (value - self.from) / (self.to - self.from),
            Scale::Log => {
                let value = value.max(f64::MIN_POSITIVE);
                (value / self.from).log10() / (self.to / self.from).log10()
            }
        };
        if share.is_finite() {
            share.clamp(0.0, 1.0)
        } else {
            0.0
        }
    }

    /// The ticks on the axis, ascending.
    pub fn ticks(&self) -> Vec<Tick> {
        match self.scale {
            Scale::Linear => self.even_ticks(),
            Scale::Log => self.decades(),
        }
    }

    fn even_ticks(&self) -> Vec<Tick> {
        let span = self.to - self.from;
        let power = 10f64.powf((span / 5.0).log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|step| (step * power).max(1.0));
        let step = steps
            .into_iter()
            .find(|step| span / step <= 8.0)
            .unwrap_or(span);
        let mut ticks = Vec::new();
        let mut value = (self.from / step).ceil() * step;
        while value <= self.to && ticks.len() < 20 {
            ticks.push((value, Some(format!("{value:.0}"))));
            value += step;
        }
        ticks
    }

    fn decades(&self) -> Vec<Tick> {
        let close = (self.to / self.from).log10() < 2.5;
        let mut ticks = Vec::new();
        for exponent in -9..12 {
            for digit in 1..10_i32 {
                let value = f64::from(digit) * 10f64.powi(exponent);
                if value < self.from * 0.999 || value > self.to * 1.001 {
                    continue;
                }
                let labelled = digit == 1 || (close && matches!(digit, 2 | 5));
                ticks.push((value, labelled.then(|| power_label(digit, exponent))));
            }
        }
        ticks
    }
}

/// A digit times a power of ten as a decimal number: exact, unlike a printed float.
fn power_label(digit: i32, exponent: i32) -> String {
    let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap_or(0));
    if exponent < 0 {
        return format!("0.{}{digit}", zeros(-exponent - 1));
    }
    let digits = format!("{digit}{}", zeros(exponent));
    match digits.len().checked_sub(3) {
        Some(head @ 1..=3) => format!("{},{}", &digits[..head], &digits[head..]),
        _ => digits,
    }
}

#[cfg(test)]
mod tests {
    use super::{Axis, power_label};

    fn labels(axis: &Axis) -> Vec<String> {
        axis.ticks()
            .into_iter()
            .filter_map(|(_, label)| label)
            .collect()
    }

    #[test]
    fn a_wide_logarithmic_axis_names_its_decades() {
        let axis = Axis::logarithmic("s", [0.004, 250.0]);
        assert_eq!(labels(&axis), ["0.01", "0.1", "1", "10", "100"]);
        assert!(axis.ticks().len() > 30);
        assert!((axis.share(axis.from)).abs() < 1e-9 && (axis.share(axis.to) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_narrow_one_names_twos_and_fives_too() {
        assert_eq!(
            labels(&Axis::logarithmic("s", [2.0, 3.0])),
            ["1", "2", "5", "10"]
        );
    }

    #[test]
    fn counts_have_whole_ticks() {
        assert_eq!(labels(&Axis::counts("n", 3)), ["0", "1", "2", "3"]);
        assert_eq!(
            labels(&Axis::counts("n", 60)),
            ["0", "10", "20", "30", "40", "50", "60"]
        );
        assert_eq!(labels(&Axis::counts("n", 0)), ["0", "1"]);
    }

    #[test]
    fn what_is_no_place_on_the_axis_stays_inside_the_picture() {
        let axis = Axis::logarithmic("s", [f64::NAN, 0.0, -1.0]);
        for value in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e300] {
            assert!((0.0..=1.0).contains(&axis.share(value)), "{value}");
        }
        let point = Axis::linear("n", 33.0, 33.0);
        assert!((point.share(33.0) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn labels_are_exact() {
        let shown = [(1, -3), (5, -1), (2, 0), (1, 3), (2, 4)].map(|(d, e)| power_label(d, e));
        assert_eq!(shown, ["0.001", "0.5", "2", "1,000", "20,000"]);
    }
}
