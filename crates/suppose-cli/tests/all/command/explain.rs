//! Every diagnostic code is listed and explained.

use suppose::codes;

use crate::command::fixture::Place;

#[test]
fn every_code_is_listed_and_explained() {
    let place = Place::new();
    let list = place.run("explain").expect(0).out;
    let lines: Vec<&str> = list.lines().collect();
    let rows: Vec<_> = codes().chain(suppose_study::CODES).flat_map(|table| table.rows).collect();
    assert_eq!(lines.len(), rows.len());
    assert!(rows.len() > 60);
    for (row, line) in rows.iter().zip(lines) {
        assert_eq!(line, format!("{}  {}", row.code, row.summary));
        let text = place.run(&format!("explain {}", row.code)).expect(0).out;
        assert!(text.starts_with(&format!("{}: {}\n\n", row.code, row.summary)), "{text}");
        assert_eq!(text.contains("For example:"), !row.example.is_empty(), "{text}");
        let paragraph = text.split("\nFor example:").next().unwrap_or_default();
        assert!(paragraph.lines().skip(1).all(|line| line.chars().count() <= 78), "{text}");
    }
}

#[test]
fn the_case_of_a_code_does_not_matter() {
    let place = Place::new();
    assert_eq!(place.run("explain e0001").expect(0).out, place.run("explain E0001").expect(0).out);
}

#[test]
fn an_unknown_code_is_refused() {
    let place = Place::new();
    for code in ["E9999", "1", "holds"] {
        place
            .run(&format!("explain {code}"))
            .expect(2)
            .complains(&[code, "`suppose explain` lists all codes"]);
    }
}
