//! Axes: from values to places, and the ticks in between.

use super::super::number::grouped;

/// An axis.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Axis {
    /// Quantity on the axis, with its unit.
    pub label: String,
    /// Places of the values on it.
    pub scale: Scale,
}

/// Places of values on an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Evenly, with some room at both sides.
    #[default]
    Linear,
    /// Evenly, from 0 on.
    Counts,
    /// By the logarithm of positive values, between half decades.
    Logarithmic,
}

impl Axis {
    /// An axis.
    pub fn new(label: &str, scale: Scale) -> Self {
        let label = label.to_owned();
        Self { label, scale }
    }

    /// The range that holds these values.
    pub(super) fn range(&self, values: &[f64]) -> Range {
        let finite = || values.iter().copied().filter(|value| value.is_finite());
        let ends = |values: &mut dyn Iterator<Item = f64>| {
            values.fold(None, |ends: Option<(f64, f64)>, value| {
                let (low, high) = ends.unwrap_or((value, value));
                Some((low.min(value), high.max(value)))
            })
        };
        let (from, to) = match self.scale {
            Scale::Linear => {
                let (low, high) = ends(&mut finite()).unwrap_or((0.0, 0.0));
                let room = ((high - low) * 0.05).max(1.0);
                ((low - room).max(0.0), high + room)
            }
            Scale::Counts => (0.0, finite().fold(1.0, f64::max) * 1.02),
            Scale::Logarithmic => {
                let positive = &mut finite().filter(|value| *value > 0.0);
                let (low, high) = ends(positive).unwrap_or((0.1, 10.0));
                let from = (low.log10() * 2.0 - 0.1).floor() / 2.0;
                let to = ((high.log10() * 2.0 + 0.1).ceil() / 2.0).max(from + 1.0);
                (10f64.powf(from), 10f64.powf(to))
            }
        };
        Range {
            is_logarithmic: self.scale == Scale::Logarithmic,
            from,
            to,
        }
    }
}

/// The part of the numbers that an axis shows.
pub struct Range {
    is_logarithmic: bool,
    /// Its beginning.
    pub from: f64,
    /// Its end, above the beginning.
    pub to: f64,
}

/// A tick: its value, and its label unless it is a fine one.
type Tick = (f64, Option<String>);

impl Range {
    /// Position of a value on the axis: 0 at its beginning, 1 at its end, never outside.
    pub fn share(&self, value: f64) -> f64 {
        let [value, from, to] = [value, self.from, self.to].map(|value| {
            if self.is_logarithmic {
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
        if self.is_logarithmic {
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
    use super::{Axis, Range, Scale, power_label};

    fn range(scale: Scale, values: &[f64]) -> Range {
        Axis::new("", scale).range(values)
    }

    fn labels(range: &Range) -> Vec<String> {
        range
            .ticks()
            .into_iter()
            .filter_map(|(_, label)| label)
            .collect()
    }

    #[test]
    fn a_wide_logarithmic_axis_names_its_decades() {
        let axis = range(Scale::Logarithmic, &[0.004, 250.0]);
        assert_eq!(labels(&axis), ["0.01", "0.1", "1", "10", "100"]);
        assert!(axis.ticks().len() > 30);
        assert!((axis.share(axis.from)).abs() < 1e-9 && (axis.share(axis.to) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_narrow_one_names_twos_and_fives_too() {
        assert_eq!(
            labels(&range(Scale::Logarithmic, &[2.0, 3.0])),
            ["1", "2", "5", "10"]
        );
    }

    #[test]
    fn counts_have_whole_ticks() {
        assert_eq!(labels(&range(Scale::Counts, &[3.0])), ["0", "1", "2", "3"]);
        assert_eq!(
            labels(&range(Scale::Counts, &[60.0])),
            ["0", "10", "20", "30", "40", "50", "60"]
        );
        assert_eq!(labels(&range(Scale::Counts, &[])), ["0", "1"]);
    }

    #[test]
    fn what_is_no_place_on_the_axis_stays_inside_the_picture() {
        let axis = range(Scale::Logarithmic, &[f64::NAN, 0.0, -1.0]);
        for value in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e300] {
            assert!((0.0..=1.0).contains(&axis.share(value)), "{value}");
        }
        let point = range(Scale::Linear, &[33.0]);
        assert!((point.share(33.0) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn labels_are_exact() {
        let shown = [(1, -3), (5, -1), (2, 0), (1, 3), (2, 4)].map(|(d, e)| power_label(d, e));
        assert_eq!(shown, ["0.001", "0.5", "2", "1,000", "20,000"]);
    }
}
