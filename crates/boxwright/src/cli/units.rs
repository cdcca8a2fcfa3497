//! Amounts as people write and read them: times, bytes, large numbers, and texts fitted into columns.

use std::time::Duration;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Reads `500ms`, `60s`, `2m`, `1.5h`; a bare number is seconds.
///
/// # Errors
/// How a time is written.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let seconds = match unit {
        "ms" => 1e-3,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err("write a time as 500ms, 60s, 2m or 1h".to_owned()),
    };
    let number: f64 = number.parse().map_err(|_| "write a time as 500ms, 60s, 2m or 1h".to_owned())?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_| "this time is too long".to_owned())
}

/// Reads `200MiB`, `8GiB`, `500MB`; the unit is required, since a bare number would be a riddle.
pub(super) fn parse_memory(text: &str) -> Result<usize, String> {
    const HINT: &str = "write an amount of memory as 200MiB or 8GiB (also KiB, TiB, KB, MB, GB, TB)";
    let (number, unit) = split(text);
    let bytes = match unit.to_ascii_lowercase().as_str() {
        "kib" | "k" => 1024_f64,
        "mib" | "m" => 1024_f64.powi(2),
        "gib" | "g" => 1024_f64.powi(3),
        "tib" | "t" => 1024_f64.powi(4),
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        "tb" => 1e12,
        _ => return Err(HINT.to_owned()),
    };
    let number: f64 = number.parse().map_err(|_| HINT.to_owned())?;
    let bytes = number * bytes;
    if bytes < 1.0 {
        return Err("this is no memory at all".to_owned());
    }
    // A float beyond the range becomes the largest integer, which means no limit.
    Ok(bytes as usize)
}

/// The number at the start and the unit behind it.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    (&text[..end], text[end..].trim())
}

/// `0.012s`, `12.3s`, `2m05s`, `1h02m`.
pub(crate) fn time(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match seconds {
        s if s < 9.9995 => format!("{s:.3}s"),
        s if s < 99.95 => format!("{s:.1}s"),
        s if s < 3600.0 => format!("{}m{:02}s", whole / 60, whole % 60),
        _ => format!("{}h{:02}m", whole / 3600, whole / 60 % 60),
    }
}

/// `12345`, `123k`, `1.23M`, `4.56G`: at most five characters.
pub(crate) fn count(number: u64) -> String {
    let scaled = |unit: f64, letter| {
        let value = number as f64 / unit;
        let digits = if value < 9.995 { 2 } else { usize::from(value < 99.95) };
        format!("{value:.digits$}{letter}")
    };
    match number {
        0..=99_999 => number.to_string(),
        100_000..=999_499 => format!("{}k", (number + 500) / 1000),
        999_500..=999_499_999 => scaled(1e6, 'M'),
        _ => scaled(1e9, 'G'),
    }
}

/// `512 KiB`, `1.5 GiB`.
pub(crate) fn bytes(bytes: usize) -> String {
    let value = bytes as f64;
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..0x10_0000 => format!("{:.0} KiB", value / 1024.0),
        0x10_0000..0x4000_0000 => format!("{:.0} MiB", value / 1024_f64.powi(2)),
        _ => format!("{:.1} GiB", value / 1024_f64.powi(3)),
    }
}

/// The text in exactly so many columns of a terminal: padded on the right, or cut with an ellipsis.
pub(crate) fn fit(text: &str, columns: usize) -> String {
    let mut out = clip(text, columns);
    out.extend(std::iter::repeat_n(' ', columns.saturating_sub(out.width())));
    out
}

/// The text in at most so many columns. What could control the terminal is made visible.
pub(crate) fn clip(text: &str, columns: usize) -> String {
    let clean = clean(text);
    if clean.width() <= columns {
        return clean;
    }
    if columns == 0 {
        return String::new();
    }
    let mut out = String::new();
    let mut used = 0;
    for c in clean.chars() {
        used += c.width().unwrap_or(0);
        if used >= columns {
            break;
        }
        out.push(c);
    }
    out.push('…');
    out
}

/// The text without characters that could control the terminal.
pub(crate) fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_bytes_are_read() {
        assert_eq!(parse_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_time(" 1.5 m"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("7"), Ok(Duration::from_secs(7)));
        assert_eq!(parse_memory("8GiB"), Ok(8 << 30));
        assert_eq!(parse_memory("1.5mib"), Ok(3 << 19));
        assert_eq!(parse_memory("2GB"), Ok(2_000_000_000));
        for wrong in ["", "s", "1y", "1e400s", "-3s", "nan"] {
            assert!(parse_time(wrong).is_err(), "{wrong}");
        }
        assert!(parse_time(&format!("{}h", "9".repeat(400))).is_err());
        for wrong in ["", "100", "0MiB", "-1GiB", "GiB", "1XiB"] {
            assert!(parse_memory(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn amounts_stay_short() {
        assert_eq!(
            [0.0, 0.0123, 9.9996, 99.94, 99.96, 3725.0].map(time),
            ["0.000s", "0.012s", "10.0s", "99.9s", "1m40s", "1h02m"]
        );
        assert_eq!(
            [0, 99_999, 100_000, 999_499, 999_500, 12_345_678, 2_000_000_000].map(count),
            ["0", "99999", "100k", "999k", "1.00M", "12.3M", "2.00G"]
        );
        for number in (0..64).map(|shift| u64::MAX >> shift).filter(|&n| n < 1_000_000_000_000) {
            assert!(count(number).len() <= 5, "{number}");
        }
        assert_eq!([1023, 1024, 3 << 20, 3 << 29].map(bytes), ["1023 B", "1 KiB", "3 MiB", "1.5 GiB"]);
    }

    #[test]
    fn texts_fit_their_columns() {
        assert_eq!(fit("abc", 5), "abc  ");
        assert_eq!(fit("abcdef", 5), "abcd…");
        assert_eq!(fit("倉庫番の倉庫", 5).width(), 5);
        assert_eq!(clip("a\x1b[31mb", 20), "a\u{fffd}[31mb");
        assert_eq!((fit("", 0), fit("a", 0), fit("ab", 1)), (String::new(), String::new(), "…".to_owned()));
    }
}
