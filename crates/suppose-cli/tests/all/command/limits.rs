//! Limits: each stops every command with exit code 3, its reason, and what is known so far.

use crate::command::fixture::{Ended, Place};

/// Forty components of two states each, with a property: no search gets to the end of it.
pub(crate) const ENDLESS: &str = "
    P = (a -> b -> P).
    property TURNS = (p[0].a -> p[0].b -> TURNS).
    ||S = (p[0..39]:P || TURNS).
";

/// Every command that builds or searches, on that system.
const COMMANDS: [&str; 5] = [
    "compile big.lts",
    "reduce big.lts --by strong",
    "compare big.lts big.lts --by trace",
    "check big.lts --method monolithic --deadlock --progress",
    "export big.lts --to aut -o out.aut",
];

#[track_caller]
fn stops(limit: &str, reason: &str, words: &str) {
    let place = Place::with(&[("big.lts", ENDLESS)]);
    for command in COMMANDS {
        let human = place.run(&format!("{command} {limit}")).expect(3);
        assert!(human.out.contains(&format!("inconclusive: {words}")), "{command}: {}", human.out);
        assert_eq!(human.err, "", "{command}");
        let object = place.run(&format!("{command} {limit} --json")).expect(3).object();
        let name = command.split(' ').next().unwrap_or_default();
        assert_eq!(object["schema"], format!("suppose/{name}/1"));
        assert_eq!(object["file"], "big.lts");
        let reasons: Vec<&str> = match object["results"].as_array() {
            Some(results) if object.get("reason").is_none() => {
                assert_eq!(results.len(), 3, "TURNS, deadlock, progress: {object}");
                results.iter().map(|r| r["reason"].as_str().unwrap_or("none")).collect()
            }
            _ => vec![object["reason"].as_str().unwrap_or("none")],
        };
        assert!(reasons.iter().all(|r| *r == reason), "{command} {limit}: {object}");
    }
    assert_eq!(place.files(), ["big.lts"], "nothing is written");
}

#[test]
fn no_time_at_all() {
    stops("--timeout 0", "timeout", "the time limit was reached");
}

#[test]
fn a_little_time() {
    stops("--timeout 0.2", "timeout", "the time limit was reached");
}

#[test]
fn few_states() {
    stops("--max-states 10", "states", "the limit of 10 states was reached");
}

#[test]
fn little_memory() {
    stops("--max-memory 1", "memory", "the memory limit of 1 MiB was reached");
}

#[test]
fn what_is_known_so_far_is_told() {
    let place = Place::with(&[("big.lts", ENDLESS)]);
    let object = place.json(3, "compile big.lts --timeout 0.5");
    assert!(object["states_so_far"].as_u64().is_some_and(|states| states > 100), "{object}");
    let text = place.run("compile big.lts --max-states 10").expect(3).out;
    assert_eq!(text, "inconclusive: the limit of 10 states was reached\n  states so far: 10\n");
    let object = place.json(3, "check big.lts --method monolithic --max-states 1000");
    assert_eq!(object["components"].as_array().map(Vec::len), Some(40));
    let stats = &object["results"][0]["stats"];
    assert!(
        stats["states_explored"].as_u64().is_some_and(|states| (500..=1000).contains(&states)),
        "{object}"
    );
}

#[test]
fn one_is_not_many() {
    let place = Place::with(&[
        ("big.lts", ENDLESS),
        ("s.lts", "P = (a -> P). property Q = STOP + {a}. ||S = (P || Q)."),
    ]);
    let ended = place.run("compile big.lts --max-states 1").expect(3);
    assert!(ended.out.starts_with("inconclusive: the limit of 1 state was reached\n"), "{}", ended.out);
    let ended = place.run("check s.lts -v").expect(1);
    assert!(ended.out.contains("Q  violated (1 state, 1 transition, "), "{}", ended.out);
    place.run("check s.lts --certificate c.json").expect(1);
    let ended = place.run("certify c.json").expect(0);
    assert!(ended.out.contains("Q  violated (witness of 1 step replayed)"), "{}", ended.out);
    let ended = place.run("reduce s.lts --by strong").expect(0);
    assert!(ended.out.contains("reduced by strong from 1 state, 1 transition\n"), "{}", ended.out);
}

#[test]
fn one_answer_may_be_known_when_another_is_not() {
    // EARLY is violated by the first step; TURNS would need the whole search.
    let place = Place::with(&[("big.lts", ENDLESS)]);
    place.file("early.lts", "EARLY = STOP + {p[0].a}.");
    let object = place
        .json(1, "check big.lts --method monolithic --property early.lts --property TURNS --max-states 1000");
    let verdicts: Vec<_> =
        object["results"].as_array().into_iter().flatten().map(|r| &r["verdict"]).collect();
    assert_eq!(verdicts, ["violated", "inconclusive"]);
}

#[test]
fn limits_that_are_not_reached_change_nothing() {
    let place = Place::with_models(&["lift.lts"]);
    let free = place.run("check lift.lts --deadlock --progress --json").expect(0);
    for limit in ["--timeout 1e300", "--timeout 600", "--max-states 200", "--max-memory 100000", "--seed 7"] {
        let bound = place.run(&format!("check lift.lts --deadlock --progress --json {limit}")).expect(0);
        assert_eq!(bound.timeless(), free.timeless(), "{limit}");
    }
    place.run("compile lift.lts --max-states 200").expect(0);
    place.run("compile lift.lts --max-states 199").expect(3);
}

/// A pipe that nobody writes to keeps the command waiting; the limit counts all the same.
#[test]
fn waiting_for_input_is_limited_too() {
    let place = Place::new();
    let arguments = "compile - --timeout 0.1 --json";
    let mut child = place.spawn(arguments);
    let _open = child.stdin.take();
    let ended = Ended::new(arguments, &child.wait_with_output().expect("the command ends")).expect(3);
    assert_eq!(ended.object()["reason"], "timeout");
}
