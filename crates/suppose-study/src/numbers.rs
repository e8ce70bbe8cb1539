//! Numbers as people read them: with separators, with the unit that fits, with no more digits than matter.

use crate::analysis::real;

/// A count, with a comma between thousands.
pub(crate) fn count(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The nearest whole number; zero of what is below or no number.
#[expect(clippy::cast_sign_loss, reason = "the cast stops at zero")]
pub(crate) fn whole(value: f64) -> u64 {
    value.round() as u64
}

/// A share of a whole, in percent: one digit after the point below a thousand.
pub(crate) fn percent(share: f64) -> String {
    let value = share * 100.0;
    if !value.is_finite() {
        return "–".to_owned();
    }
    if value < 1000.0 {
        let text = format!("{value:.1}");
        return format!("{}%", text.strip_suffix(".0").unwrap_or(&text));
    }
    format!("{}%", count(whole(value)))
}

/// A part of a number of things, in percent of it; a dash of nothing.
pub(crate) fn share(part: usize, of: usize) -> String {
    if of == 0 { "–".to_owned() } else { percent(real(part as u64) / real(of as u64)) }
}

/// A multiple such as `0.042` or `18.5`: two or three digits that matter.
pub(crate) fn ratio(value: f64) -> String {
    match value {
        v if !v.is_finite() => "–".to_owned(),
        v if v >= 999.5 => count(whole(v)),
        v if v >= 99.95 => format!("{v:.0}"),
        v if v >= 9.995 => trimmed(&format!("{v:.1}")),
        v if v >= 0.1 => trimmed(&format!("{v:.2}")),
        v if v >= 0.01 => trimmed(&format!("{v:.3}")),
        v if v >= 0.001 => trimmed(&format!("{v:.4}")),
        v if v >= 0.0001 => trimmed(&format!("{v:.5}")),
        0.0 => "0".to_owned(),
        v => format!("{v:.0e}"),
    }
}

fn trimmed(text: &str) -> String {
    let short = text.trim_end_matches('0').trim_end_matches('.').len();
    text[..short].to_owned()
}

/// A time, in the unit that fits.
pub(crate) fn duration(ms: f64) -> String {
    match ms {
        ms if !ms.is_finite() => "–".to_owned(),
        ms if ms < 10.0 => format!("{ms:.2} ms"),
        ms if ms < 1_000.0 => format!("{ms:.0} ms"),
        ms if ms < 100_000.0 => format!("{:.2} s", ms / 1_000.0),
        ms if ms < 6_000_000.0 => format!("{:.0} min", ms / 60_000.0),
        ms if ms < 172_800_000.0 => format!("{:.1} h", ms / 3_600_000.0),
        ms => format!("{:.1} days", ms / 86_400_000.0),
    }
}

/// An amount of memory.
pub(crate) fn memory(kib: u64) -> String {
    match kib {
        kib if kib < 10_240 => format!("{} KiB", count(kib)),
        kib if kib < 10_485_760 => format!("{} MiB", count(kib / 1024)),
        kib => format!("{:.1} GiB", real(kib) / 1_048_576.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_commas_between_thousands() {
        let texts = [0, 7, 999, 1000, 21_681_290].map(count);
        assert_eq!(texts, ["0", "7", "999", "1,000", "21,681,290"]);
    }

    #[test]
    fn shares_are_percentages() {
        let texts = [0.0, 0.4854, 1.0, 6.541, 565.524, f64::NAN].map(percent);
        assert_eq!(texts, ["0%", "48.5%", "100%", "654.1%", "56,552%", "–"]);
        assert_eq!((share(17, 32), share(0, 0)), ("53.1%".to_owned(), "–".to_owned()));
    }

    #[test]
    fn ratios_keep_two_or_three_digits() {
        let texts = [0.0, 0.000_01, 0.000_834, 0.0069, 0.05, 0.5, 1.0, 18.02, 323.5, 56_552.4, f64::INFINITY]
            .map(ratio);
        assert_eq!(texts, ["0", "1e-5", "0.00083", "0.0069", "0.05", "0.5", "1", "18", "324", "56,552", "–"]);
    }

    #[test]
    fn times_have_the_unit_that_fits() {
        let texts = [0.06, 250.0, 1500.0, 240_000.0, 7_200_000.0, 864_000_000.0, f64::NAN].map(duration);
        assert_eq!(texts, ["0.06 ms", "250 ms", "1.50 s", "4 min", "2.0 h", "10.0 days", "–"]);
        assert_eq!([512, 20_480, 12_582_912].map(memory), ["512 KiB", "20 MiB", "12.0 GiB"]);
    }
}
