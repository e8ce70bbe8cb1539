//! Broken `.aut` files: the exact code, line and column of what is said about them.

use suppose_base::Severity;
use suppose_lts::io::{ReadError, TauSpelling, read_aut};
use suppose_lts::{ActionTable, Budget, StopReason};

use crate::io::support::{place, read, read_bytes};

/// Text, and what is said about it in order.
const CASES: &[(&str, &[&str])] = &[
    // 1 to 8: no header
    ("", &["E0401 1:1"]),
    ("\n\n  \n", &["E0401 4:1"]),
    ("(0,a,1)\n", &["E0401 1:1"]),
    ("  DES (0,0,1)\n", &["E0401 1:3"]),
    ("digraph {}\n", &["E0401 1:1"]),
    ("\u{1}\u{2}\u{3}", &["E0401 1:1"]),
    ("de", &["E0401 1:1"]),
    ("// a comment\ndes (0,0,1)\n", &["E0401 1:1"]),
    // 9 to 20: a header that is none
    ("des", &["E0402 1:4"]),
    ("des 0,0,1\n", &["E0402 1:5"]),
    ("des (0,0)\n", &["E0402 1:9"]),
    ("des (0 0 1)\n", &["E0402 1:8"]),
    ("des (0,0,1\n", &["E0402 1:11"]),
    ("des (0,0,1) (0,a,0)\n", &["E0402 1:13"]),
    ("des (,0,1)\n", &["E0404 1:6"]),
    ("des (x,0,1)\n", &["E0404 1:6"]),
    ("des (0,-1,1)\n", &["E0404 1:8"]),
    ("des (0,0,-1)\n", &["E0404 1:10"]),
    ("des (-2,0,1)\n", &["E0404 1:6"]),
    ("des (0,0,99999999999999999999)\n", &["E0404 1:10"]),
    // 21 to 26: a header that lies
    ("des (1,0,1)\n", &["E0405 1:6"]),
    ("des (0,0,0)\n", &["E0405 1:6"]),
    ("des (0,2,1)\n(0,a,0)\n", &["E0406 1:8"]),
    ("des (0,0,1)\n(0,a,0)\n(0,b,0)", &["E0406 1:8"]),
    ("des (0,3,4000000000)\n(0,a,0)\n(0,b,0)\n(1,b,0)\n", &["E0408 1:10"]),
    ("des (0,4000000000,4000000000)\n(0,a,0)\n", &["E0408 1:19"]),
    // 27 to 41: lines that are no transitions
    ("des (0,1,1)\n0,a,0\n", &["E0403 2:1"]),
    ("des (0,1,1)\n(0;a;0)\n", &["E0403 2:3"]),
    ("des (0,1,1)\n(0,a)\n", &["E0403 2:6"]),
    ("des (0,1,1)\n(0)\n", &["E0403 2:3"]),
    ("des (0,1,1)\n(0\n", &["E0403 2:3"]),
    ("des (0,1,1)\n(\n", &["E0404 2:2"]),
    ("des (0,1,1)\n(0,a,0\n", &["E0403 2:7"]),
    ("des (0,1,1)\n(0,a,0) // loop\n", &["E0403 2:9"]),
    ("des (0,1,1)\n(0,a,0))\n", &["E0403 2:8"]),
    ("des (0,1,1)\n(0,a,b,0)\n", &["E0403 2:5"]),
    ("des (0,2,1)\n(0,a,0)(0,b,0)\n", &["E0403 2:5"]),
    ("des (0,1,1)\ndes (0,1,1)\n", &["E0403 2:1"]),
    ("des (0,1,1)\n-- é\n", &["E0403 2:1"]),
    ("des (0,1,1)\n(0,é,0) é\n", &["E0403 2:9"]),
    ("des (0,1,1)\r(0,a,0)\r", &["E0402 1:13"]),
    // 42 to 53: numbers
    ("des (0,1,1)\n(a,a,0)\n", &["E0404 2:2"]),
    ("des (0,1,1)\n(0,a,b)\n", &["E0404 2:6"]),
    ("des (0,1,1)\n(0,a,)\n", &["E0404 2:6"]),
    ("des (0,1,1)\n(,a,0)\n", &["E0404 2:2"]),
    ("des (0,1,1)\n(0x1,a,0)\n", &["E0403 2:3"]),
    ("des (0,1,1)\n(0,a,1.5)\n", &["E0403 2:7"]),
    ("des (0,1,1)\n(0,a,-2)\n", &["E0404 2:6"]),
    ("des (0,1,1)\n(0,a,-)\n", &["E0404 2:6"]),
    ("des (0,1,1)\n(0,a,- 1)\n", &["E0404 2:6"]),
    ("des (0,1,1)\n(0,a,+0)\n", &["E0404 2:6"]),
    ("des (0,1,1)\n(0,a,4294967296)\n", &["E0404 2:6"]),
    ("des (0,1,1)\n(18446744073709551616,a,0)\n", &["E0404 2:2"]),
    // 54 to 58: states
    ("des (0,1,1)\n(1,a,0)\n", &["E0405 2:2"]),
    ("des (0,1,1)\n(0,a, 7)\n", &["E0405 2:7"]),
    ("des (0,1,1)\n(-1,a,0)\n", &["E0407 2:2"]),
    ("des (-1,1,0)\n(0,a,0)\n", &["E0405 2:2"]),
    ("des (0,1,1)\n(4294967293,a,0)\n", &["E0405 2:2"]),
    // 59 to 67: labels
    ("des (0,1,1)\n(0,,0)\n", &["E0409 2:4"]),
    ("des (0,1,1)\n(0,  ,0)\n", &["E0409 2:6"]),
    ("des (0,1,1)\n(0,\"\",0)\n", &["E0409 2:4"]),
    ("des (0,1,1)\n(0,\"a,0)\n", &["E0409 2:4"]),
    ("des (0,1,1)\n(0, \"a\"b,0)\n", &["E0409 2:5"]),
    ("des (0,1,1)\n(0,\"a\\\",0)\n", &["E0409 2:4"]),
    ("des (0,1,1)\n(0,a\u{0}b,0)\n", &["E0410 2:5"]),
    ("des (0,1,1)\n(0,\"a\u{1b}b\",0)\n", &["E0410 2:6"]),
    ("des (0,1,1)\n(0,a\rb,0)\n", &["E0410 2:5"]),
    // 68 to 70: several at once
    ("des (0,3,1)\n(0,a,0)\n(1,a,0)\nx\n(0,b,2)\n", &["E0405 3:2", "E0403 4:1", "E0405 5:6"]),
    ("des (0,9,1)\n(0,\"a,0)\n\n(2,a,0)\n", &["E0409 2:4", "E0405 4:2"]),
    ("des (0,9,2)\n(1,a,0)\n(0,a,9)\n(0,a,1)\n", &["E0405 3:6"]),
];

#[test]
fn every_message_has_its_place() {
    for (i, (text, expected)) in CASES.iter().enumerate() {
        let problems = read(text).expect_err(text);
        let places: Vec<String> = problems.iter().map(|problem| place(text, problem)).collect();
        assert_eq!(places, *expected, "case {}: {text:?}", i + 1);
        assert!(problems.iter().all(|problem| problem.severity == Severity::Error));
    }
}

#[test]
fn every_example_of_the_table_says_what_it_shows() {
    let rows =
        suppose_lts::CODES.iter().flat_map(|table| table.rows).filter(|row| row.code[1..].starts_with("04"));
    let mut seen = 0;
    for row in rows {
        let said: Vec<&str> = match read(row.example) {
            Ok((file, _)) => file.warnings.iter().map(|warning| warning.code).collect(),
            Err(problems) => problems.iter().map(|problem| problem.code).collect(),
        };
        assert_eq!(said, [row.code]);
        seen += 1;
    }
    assert_eq!(seen, 11);
}

#[test]
fn bytes_that_are_no_text() {
    let problems = read_bytes(b"des (0,1,1)\n(0,ab\xff\xfe,0)\n", TauSpelling::Auto).expect_err("not UTF-8");
    assert_eq!((problems[0].code, problems[0].span().map(|s| s.start)), ("E0410", Some(17)));
    let problems = read_bytes(b"\x7fELF\x02\x01\x01\0\0\0", TauSpelling::Auto).expect_err("binary");
    assert_eq!(problems[0].code, "E0401");
}

#[test]
fn twenty_errors_are_enough() {
    let text = format!("des (0,100000,1)\n{}", "(0,a,1)\n".repeat(100_000));
    assert_eq!(read(&text).expect_err("no state 1").len(), 20);
}

#[test]
fn a_header_that_lies_reserves_nothing() {
    // Would be 32 GB if the header were believed.
    let text = "des (0,4000000000,2)\n(1,a,0)\n(0,a,1)\n";
    assert_eq!(read(text).expect_err("two lines")[0].code, "E0406");
}

#[test]
fn a_line_without_end() {
    let label = "a".repeat(100 << 20);
    for text in [format!("des (0,1,1)\n(0,{label},0)\n"), format!("des (0,1,1)\n(0,\"{label}\",0)")] {
        assert_eq!(read(&text).expect_err("too long")[0].code, "E0409");
    }
    assert_eq!(read(&format!("des (0,1,1)\n{label}")).expect_err("no transition")[0].code, "E0403");
    assert_eq!(read(&label).expect_err("no header")[0].code, "E0401");
    let blanks = " ".repeat(100 << 20);
    assert_eq!(
        read(&format!("des (0,1,1)\n{blanks}(0,a,0)\n{blanks}")).map(|(file, _)| file.lts.num_states()),
        Ok(1)
    );
}

#[test]
fn limits_stop_the_reading() {
    let text = b"des (0,1,2)\n(0,a,1)\n";
    let stop = |budget: Budget| {
        read_aut(text, suppose_base::FileId(0), TauSpelling::Auto, &mut ActionTable::new(), &budget).err()
    };
    let tripping = Budget::unlimited().tripping_at(suppose_base::Poll::Read);
    assert_eq!(stop(tripping), Some(ReadError::Stopped(StopReason::Interrupted)));
    assert_eq!(
        stop(Budget::unlimited().with_max_bytes(19)),
        Some(ReadError::Stopped(StopReason::Memory(19)))
    );
    assert_eq!(stop(Budget::unlimited().with_max_bytes(20)), None);
}
