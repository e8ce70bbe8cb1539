//! The JSON format: literals, and the exact place of what is said about broken files.

use suppose_base::{Diagnostic, FileId, Poll};
use suppose_lts::io::{JsonFile, ReadError, read_json, write_json};
use suppose_lts::{ActionId, ActionTable, Budget, LtsBuilder, StateId, StopReason};

use crate::io::support::{edges, place};

fn read(text: &str) -> Result<(JsonFile, ActionTable), Vec<Diagnostic>> {
    let mut table = ActionTable::new();
    match read_json(text.as_bytes(), FileId(0), &mut table, &Budget::unlimited()) {
        Ok(file) => Ok((file, table)),
        Err(ReadError::Invalid(problems)) => Err(problems),
        Err(ReadError::Stopped(reason)) => panic!("there was no limit, but {reason}"),
    }
}

/// A file with these fields after the schema.
fn file(fields: &str) -> String {
    format!("{{\"schema\":\"suppose/lts/1\",\n{fields}}}")
}

#[test]
fn the_text_we_write() {
    let mut table = ActionTable::new();
    let [b, a, unused] = ["b\"", "a.1", "c"].map(|name| table.intern(name));
    let mut builder = LtsBuilder::new(2);
    builder.add(StateId::must(0), b, StateId::ERROR);
    builder.add(StateId::must(0), a, StateId::must(1));
    builder.add(StateId::must(0), ActionId::TAU, StateId::must(0));
    builder.set_end(Some(StateId::must(1)));
    builder.extend_alphabet([unused]);
    let lts = builder.finish().expect("valid");
    let mut text = Vec::new();
    write_json(&lts, "P", &table, &mut text, &Budget::unlimited()).expect("a vector takes everything");
    let expected = "{\"schema\":\"suppose/lts/1\",\"name\":\"P\",\"states\":2,\"initial\":0,\"error\":true,\
        \"end\":1,\n\"alphabet\":[\"a.1\",\"b\\\"\",\"c\"],\n\"transitions\":[\n\
        [0,\"tau\",0],\n[0,\"b\\\"\",-1],\n[0,\"a.1\",1]]}\n";
    assert_eq!(String::from_utf8(text).expect("text"), expected);
}

#[test]
fn order_of_fields_and_unknown_fields_do_not_matter() {
    let text = "{\"transitions\":[[0,\"a[1]\",-1]],\"alphabet\":[],\"colour\":{\"deep\":[1]},\"initial\":0,\
        \"states\":1,\"schema\":\"suppose/lts/1\"}";
    let (file, table) = read(text).expect("valid");
    assert_eq!(file.name, "");
    assert_eq!(edges(&file.lts, &table).into_iter().collect::<Vec<_>>(), [(0, "a.1".to_owned(), -1)]);
    assert_eq!(table.sorted_names(file.lts.alphabet().iter().copied()), ["a.1"]);
}

#[test]
fn every_message_has_its_place() {
    let cases = [
        // 1 to 6: not JSON
        (String::new(), "E0501 1:1"),
        ("{".into(), "E0501 1:1"),
        ("{\n\"schema\":1,\n}".into(), "E0501 3:1"),
        ("[1 2]".into(), "E0502 1:1"),
        ("nonsense".into(), "E0501 1:2"),
        (file("\"states\":1,\"initial\":0,\"alphabet\":[],\"transitions\":[]} x"), "E0501 2:56"),
        // 7 to 14: another shape
        ("{}".into(), "E0502 1:2"),
        (
            "{\"schema\":\"x\",\"states\":1,\"initial\":0,\"alphabet\":[],\"transitions\":[]}".into(),
            "E0502 1:11",
        ),
        (file("\"states\":1,\"initial\":0,\"alphabet\":[]"), "E0502 2:37"),
        (file("\"states\":-1,\"initial\":0,\"alphabet\":[],\"transitions\":[]"), "E0502 2:10"),
        (file("\"states\":1,\"initial\":\"0\",\"alphabet\":[],\"transitions\":[]"), "E0502 2:22"),
        (file("\"states\":1,\"initial\":0,\"alphabet\":[7],\"transitions\":[]"), "E0502 2:36"),
        (file("\"states\":1,\"initial\":0,\"alphabet\":[],\"transitions\":[[0,\"a\"]]"), "E0502 2:53"),
        (file("\"states\":1,\"initial\":0,\"alphabet\":[],\"transitions\":[\n [0,\"a\",0.5]]"), "E0502 3:2"),
        // 15 to 25: impossible
        (file("\"states\":4000000000,\"initial\":0,\"alphabet\":[],\"transitions\":[]"), "E0503 2:10"),
        (file("\"states\":1,\"initial\":1,\"alphabet\":[],\"transitions\":[]"), "E0503 2:22"),
        (file("\"states\":1,\"initial\":-2,\"alphabet\":[],\"transitions\":[]"), "E0503 2:22"),
        (file("\"states\":1,\"initial\":0,\"alphabet\":[],\"transitions\":[\n[0,\"a\",1]]"), "E0503 3:1"),
        (file("\"states\":1,\"initial\":0,\"alphabet\":[],\"transitions\":[\n[-1,\"a\",0]]"), "E0503 3:1"),
        (file("\"states\":1,\"initial\":0,\"alphabet\":[],\"transitions\":[\n[0,\"\",0]]"), "E0503 3:1"),
        (file("\"states\":1,\"initial\":0,\"alphabet\":[\"a\\n\"],\"transitions\":[]"), "E0503 2:36"),
        (file("\"states\":1,\"initial\":0,\"alphabet\":[\"tau\"],\"transitions\":[]"), "E0503 2:36"),
        (file("\"states\":1,\"initial\":0,\"end\":-1,\"alphabet\":[],\"transitions\":[]"), "E0503 2:30"),
        (
            file("\"states\":1,\"initial\":0,\"end\":0,\"alphabet\":[],\"transitions\":[\n[0,\"a\",0]]"),
            "E0503 3:1",
        ),
        (file("\"states\":1,\"initial\":0,\"error\":true,\"alphabet\":[],\"transitions\":[]"), "E0503 2:32"),
    ];
    let mut wrong = Vec::new();
    for (i, (text, expected)) in cases.iter().enumerate() {
        let problems = read(text).expect_err(text);
        let found = place(text, &problems[0]);
        if found != *expected {
            wrong.push(format!("case {}: {text}: {found}, not {expected}: {}", i + 1, problems[0].message));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_example_of_the_table_says_what_it_shows() {
    let rows =
        suppose_lts::CODES.iter().flat_map(|table| table.rows).filter(|row| row.code.starts_with("E05"));
    let mut seen = 0;
    for row in rows {
        assert_eq!(read(row.example).expect_err(row.code)[0].code, row.code);
        seen += 1;
    }
    assert_eq!(seen, 3);
}

#[test]
fn many_errors_limits_and_depth() {
    let rows = vec!["[0,\"a\",5]"; 1000].join(",");
    let text = file(&format!("\"states\":1,\"initial\":0,\"alphabet\":[],\"transitions\":[{rows}]"));
    assert_eq!(read(&text).expect_err("no state 5").len(), 20);
    let deep = "[".repeat(1_000_000);
    assert!(read(&deep).is_err());
    assert!(read(&file(&format!("\"states\":{deep}"))).is_err());
    let not_text =
        read_json(b"{\"schema\":\"\xff\"}", FileId(0), &mut ActionTable::new(), &Budget::unlimited());
    assert!(matches!(not_text, Err(ReadError::Invalid(problems)) if problems[0].code == "E0002"));
    let tripping = Budget::unlimited().tripping_at(Poll::Read);
    let stopped = read_json(b"{}", FileId(0), &mut ActionTable::new(), &tripping).err();
    assert_eq!(stopped, Some(ReadError::Stopped(StopReason::Interrupted)));
}
