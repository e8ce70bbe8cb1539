//! Scales: from values to places on an axis, with ticks at round numbers.
//!
//! A logarithmic scale has its ticks at powers of ten, every second or third of them if there are many, and
//! at 2 and 5 times as well if there is at most one. Values that have no place on it (zero, infinity) are
//! kept out when a scale is made, and [`Scale::at`] gives none for them.

/// A tick of an axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    pub(super) value: f64,
    pub(super) label: String,
}

/// From values to places.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    log: bool,
    low: f64,
    high: f64,
    start: f64,
    end: f64,
}

impl Scale {
    /// A logarithmic scale for some values, from one place to another, with a margin at both ends. Without
    /// values it goes from 1 to 10.
    pub(super) fn log(values: impl IntoIterator<Item = f64>, start: f64, end: f64) -> Self {
        let logs = values.into_iter().filter(|&value| value.is_finite() && value > 0.0).map(f64::log10);
        let (low, high) = extent(logs).unwrap_or((0.0, 1.0));
        // At least a third of a decade, so that noise does not look like growth.
        let missing = (0.35 - (high - low)).max(0.0) / 2.0;
        let (low, high) = (low - missing, high + missing);
        let margin = (high - low) * 0.05;
        Self { log: true, low: low - margin, high: high + margin, start, end }
    }

    /// A linear scale between two values, without margins.
    pub(super) fn linear(low: f64, high: f64, start: f64, end: f64) -> Self {
        // A single value stands in the middle.
        let (low, high) = if high > low { (low, high) } else { (low - 0.5, low + 0.5) };
        Self { log: false, low, high, start, end }
    }

    /// The place of a value; none if it has none.
    pub(super) fn at(&self, value: f64) -> Option<f64> {
        let value = if self.log { value.log10() } else { value };
        let place = self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start);
        place.is_finite().then_some(place)
    }

    /// The smallest and the largest value, in this order.
    pub(super) fn bounds(&self) -> (f64, f64) {
        if self.log { (10f64.powf(self.low), 10f64.powf(self.high)) } else { (self.low, self.high) }
    }

    /// Ticks, the smallest first; at most about eight.
    pub(super) fn ticks(&self) -> Vec<Tick> {
        if self.log { self.log_ticks() } else { self.linear_ticks() }
    }

    fn log_ticks(&self) -> Vec<Tick> {
        let powers = (self.low.ceil() as i32, self.high.floor() as i32);
        if powers.1 - powers.0 < 1 {
            let coarse = self.ticks_at(&[1, 2, 5]);
            return if coarse.len() > 1 { coarse } else { self.ticks_at(&[1, 2, 3, 4, 5, 6, 7, 8, 9]) };
        }
        let step = (powers.1 - powers.0) / 7 + 1;
        (powers.0..=powers.1)
            .filter(|power| power.rem_euclid(step) == 0)
            .map(|power| Tick { value: 10f64.powi(power), label: times_power(1, power) })
            .collect()
    }

    /// Ticks at these digits times powers of ten.
    fn ticks_at(&self, digits: &[i32]) -> Vec<Tick> {
        let powers = self.low.floor() as i32..=self.high.ceil() as i32;
        let all = powers.flat_map(|power| digits.iter().map(move |&digit| (digit, power)));
        let tick = |(digit, power)| Tick {
            value: f64::from(digit) * 10f64.powi(power),
            label: times_power(digit, power),
        };
        all.map(tick).filter(|tick| (self.low..=self.high).contains(&tick.value.log10())).collect()
    }

    fn linear_ticks(&self) -> Vec<Tick> {
        let range = self.high - self.low;
        let rough = 10f64.powf((range / 7.0).log10().floor());
        let step =
            [1.0, 2.0, 5.0, 10.0].map(|digit| digit * rough).into_iter().find(|step| range / step <= 7.5);
        // Sizes are whole numbers, and so are percentages.
        let step = step.unwrap_or(range).max(1.0);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step + 1e-9).floor() as i64;
        #[expect(clippy::cast_precision_loss, reason = "ticks are few and small")]
        let value = |index: i64| index as f64 * step;
        (first..=last).map(|index| Tick { value: value(index), label: format!("{}", value(index)) }).collect()
    }
}

fn extent(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |extent, value| {
        Some(extent.map_or((value, value), |(low, high): (f64, f64)| (low.min(value), high.max(value))))
    })
}

/// `0.01`, `1`, `500`, and `10⁶` where zeros are hard to count.
fn times_power(digit: i32, power: i32) -> String {
    if (-3..=3).contains(&power) {
        let places = usize::try_from(-power).unwrap_or(0);
        let text = format!("{:.places$}", f64::from(digit) * 10f64.powi(power));
        return if power == 3 { text.replace("000", ",000") } else { text };
    }
    let superscript: String = power
        .to_string()
        .chars()
        .map(|c| match c {
            '-' => '⁻',
            '1' => '¹',
            '2' => '²',
            '3' => '³',
            digit => digit.to_digit(10).and_then(|digit| char::from_u32(0x2070 + digit)).unwrap_or(digit),
        })
        .collect();
    if digit > 1 { format!("{digit}·10{superscript}") } else { format!("10{superscript}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: &Scale) -> Vec<String> {
        scale.ticks().into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn a_long_range_has_ticks_at_powers_of_ten() {
        assert_eq!(labels(&Scale::log([0.007, 323.0], 0.0, 1.0)), ["0.01", "0.1", "1", "10", "100"]);
        assert_eq!(labels(&Scale::log([1.0, 1e7], 0.0, 1.0)).last().map(String::as_str), Some("10⁶"));
    }

    #[test]
    fn a_short_range_has_ticks_between_them() {
        assert_eq!(labels(&Scale::log([0.4, 3.0], 0.0, 1.0)), ["0.5", "1", "2"]);
        assert_eq!(labels(&Scale::log([3e6], 0.0, 1.0)), ["2·10⁶", "3·10⁶", "4·10⁶"]);
    }

    #[test]
    fn the_ends_are_within_the_axis() {
        let scale = Scale::log([1.0, 100.0], 200.0, 0.0);
        let places = [1.0, 10.0, 100.0].map(|value| scale.at(value).map(|place| place.round() as i32));
        assert_eq!(places, [Some(191), Some(100), Some(9)]);
    }

    #[test]
    fn nothing_that_is_no_number_has_a_place() {
        let scale = Scale::log([f64::NAN, 0.0, -1.0, f64::INFINITY], 0.0, 1.0);
        assert_eq!([0.0, f64::NAN, -1.0].map(|value| scale.at(value)), [None; 3]);
        assert_eq!(labels(&scale), ["1", "10"]);
    }

    #[test]
    fn sizes_have_whole_ticks() {
        assert_eq!(labels(&Scale::linear(2.0, 6.0, 0.0, 1.0)), ["2", "3", "4", "5", "6"]);
        assert_eq!(labels(&Scale::linear(2.0, 2.0, 0.0, 1.0)), ["2"]);
        assert_eq!(labels(&Scale::linear(0.0, 200.0, 0.0, 1.0)), ["0", "50", "100", "150", "200"]);
    }
}
