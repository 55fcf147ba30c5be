//! Axes: from values to places, and the ticks in between.

use super::super::number::grouped;
use super::super::statistics::real;

/// An axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// Quantity on the axis, with its unit.
    pub label: String,
    /// Whether values lie on it by their logarithm, and are positive; else evenly.
    pub logarithmic: bool,
    /// Its beginning.
    pub from: f64,
    /// Its end, above the beginning.
    pub to: f64,
}

/// A tick: its value, and its label unless it is a fine one.
pub type Tick = (f64, Option<String>);

impl Axis {
    /// An even axis from one value to another.
    pub fn even(label: &str, from: f64, to: f64) -> Self {
        Self {
            label: label.to_owned(),
            logarithmic: false,
            from,
            to,
        }
    }

    /// An axis from 0 that holds all counts up to this one.
    pub fn counts(label: &str, most: usize) -> Self {
        Self::even(label, 0.0, real(most.max(1)) * 1.02)
    }

    /// An axis from one value to another with some room at both sides.
    pub fn linear(label: &str, least: f64, most: f64) -> Self {
        let room = ((most - least) * 0.05).max(1.0);
        Self::even(label, (least - room).max(0.0), most + room)
    }

    /// A logarithmic axis that holds these positive values, its ends at half decades.
    pub fn logarithmic(label: &str, values: impl IntoIterator<Item = f64>) -> Self {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.retain(|value| *value > 0.0 && value.is_finite());
        values.sort_by(f64::total_cmp);
        let (low, high) = values.first().zip(values.last()).unwrap_or((&0.1, &10.0));
        let from = (low.log10() * 2.0 - 0.1).floor() / 2.0;
        let to = ((high.log10() * 2.0 + 0.1).ceil() / 2.0).max(from + 1.0);
        Self {
            logarithmic: true,
            ..Self::even(label, 10f64.powf(from), 10f64.powf(to))
        }
    }

    /// Position of a value on the axis: 0 at its beginning, 1 at its end, never outside.
    pub fn share(&self, value: f64) -> f64 {
        let [value, from, to] = [value, self.from, self.to].map(|value| {
            if self.logarithmic {
                value.max(f64::MIN_POSITIVE).log10()
            } else {
                value
            }
        });
        let share = (value - from) / (to - from);
        if share.is_finite() {
            share.clamp(0.0, 1.0)
        } else {
            0.0
        }
    }

    /// The ticks on the axis, ascending.
    pub fn ticks(&self) -> Vec<Tick> {
        let powers = |exponents: std::ops::Range<i32>| {
            exponents.flat_map(|exponent| (1..10).map(move |digit| (digit, exponent)))
        };
        let value = |(digit, exponent): (i32, i32)| f64::from(digit) * 10f64.powi(exponent);
        let is_main = |digit: i32| matches!(digit, 1 | 2 | 5);
        if self.logarithmic {
            let is_close = (self.to / self.from).log10() < 2.5;
            let inside = self.from * 0.999..=self.to * 1.001;
            let ticks = powers(-9..12).filter(|&power| inside.contains(&value(power)));
            let tick = |(digit, exponent)| {
                let is_labelled = digit == 1 || (is_close && is_main(digit));
                let label = is_labelled.then(|| power_label(digit, exponent));
                (value((digit, exponent)), label)
            };
            return ticks.map(tick).collect();
        }
        let span = self.to - self.from;
        let mut steps = powers(0..12)
            .filter(|&(digit, _)| is_main(digit))
            .map(value);
        let step = steps.find(|step| span / step <= 8.0).unwrap_or(span);
        let first = (self.from / step).ceil();
        let ticks = (0..20).map(|number| (first + f64::from(number)) * step);
        let ticks = ticks.take_while(|value| *value <= self.to);
        ticks
            .map(|value| (value, Some(format!("{value:.0}"))))
            .collect()
    }
}

/// A digit times a power of ten as a decimal number.
fn power_label(digit: i32, exponent: i32) -> String {
    let places = usize::try_from(-exponent).unwrap_or(0);
    grouped(format!(
        "{:.places$}",
        f64::from(digit) * 10f64.powi(exponent)
    ))
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
