//! `compile`, `reduce` and `compare` with numbers worked out by hand, or announced in the heads of the
//! models.

use serde_json::{Value, json};

use crate::command::fixture::{Place, texts};

fn size(object: &Value) -> [u64; 2] {
    ["states", "transitions"].map(|field| object[field].as_u64().expect("a number"))
}

#[test]
fn the_models_of_the_project_have_the_sizes_they_announce() {
    let sizes = [
        ("channel.lts", "Channel", [4, 4]),
        ("channel_prime.lts", "Channel", [4, 4]),
        ("channel_prime.lts", "OutputPrime", [3, 4]),
        ("client_server.lts", "OneByOne", [20, 48]),
        ("alternating_bit.lts", "Protocol", [116, 358]),
        ("bank.lts", "Bank", [35, 80]),
        ("buffer.lts", "Bounded", [24, 42]),
        ("filter.lts", "Filter", [2813, 8439]),
        ("gas_station.lts", "GAS_STATION", [675, 1782]),
        ("lift.lts", "Lift", [200, 800]),
        ("mutex.lts", "Mutual", [7, 8]),
        ("philosophers.lts", "Table", [2163, 8770]),
        ("philosophers.lts", "Polite", [2163, 8770]),
        ("pipeline.lts", "Pipeline", [32, 56]),
        ("priorities.lts", "Fair", [12, 24]),
        ("priorities.lts", "Unfair", [4, 5]),
        ("priorities.lts", "Urgent", [3, 3]),
        ("readers_writers.lts", "Document", [6, 12]),
        ("seated_philosophers.lts", "Unattended", [1296, 4568]),
        ("seated_philosophers.lts", "Attended", [753, 2236]),
        ("seated_philosophers.lts", "Neighbourly", [1296, 4568]),
        ("smokers.lts", "Smokers", [94, 159]),
        ("terminating.lts", "Laundry", [11, 10]),
        // Who has the token, what it does with it, and who is busy: 5 · 3 · 2^5.
        ("token_ring.lts", "RING", [480, 2560]),
    ];
    let names: Vec<&str> = sizes.iter().map(|row| row.0).collect();
    let place = Place::with_models(&names);
    for (file, system, expected) in sizes {
        assert_eq!(
            size(&place.json(0, &format!("compile {file} --system {system}"))),
            expected,
            "{file} {system}"
        );
    }
    assert_eq!(place.json(0, "reduce alternating_bit.lts --system Service --by weak")["states"], 2);
}

#[test]
fn reductions() {
    let cases = [
        // Twice the same round.
        ("P = (a -> b -> a -> b -> P).", [4, 4], [2, 2], [2, 2], [2, 2], [2, 2]),
        // Only the traces forget when the choice is made.
        ("P = (a -> b -> STOP | a -> c -> STOP).", [4, 4], [4, 4], [4, 4], [4, 4], [3, 3]),
        // A silent step that decides nothing.
        ("P = (a -> b -> P)\\{a}.", [2, 2], [2, 2], [1, 1], [1, 1], [1, 1]),
        // The error state stays apart from a deadlock.
        ("P = (a -> STOP | b -> ERROR).", [2, 2], [2, 2], [2, 2], [2, 2], [2, 2]),
        // And so does the end.
        ("P = (a -> STOP | b -> END).", [3, 2], [3, 2], [3, 2], [3, 2], [3, 2]),
    ];
    for (text, plain, strong, branching, weak, trace) in cases {
        let place = Place::with(&[("p.lts", text)]);
        assert_eq!(size(&place.json(0, "compile p.lts")), plain, "{text}");
        for (by, expected) in [("strong", strong), ("branching", branching), ("weak", weak), ("trace", trace)]
        {
            let object = place.json(0, &format!("reduce p.lts --by {by}"));
            assert_eq!(size(&object), expected, "{text} by {by}");
            assert_eq!([&object["states_before"], &object["transitions_before"]], plain, "{text}");
        }
    }
}

#[test]
fn the_textbook_pair_differs_by_all_but_traces() {
    let place = Place::with(&[
        ("early.lts", "P = (a -> b -> STOP | a -> c -> STOP)."),
        ("late.lts", "P = (a -> (b -> STOP | c -> STOP))."),
    ]);
    for by in ["strong", "branching", "weak"] {
        let object = place.json(1, &format!("compare early.lts late.lts --by {by}"));
        assert_eq!(object["equal"], false);
        assert!(object["distinguishing"].is_array(), "{object}");
        let text = place.run(&format!("compare early.lts late.lts --by {by}")).expect(1).out;
        assert!(text.starts_with(&format!("no: not equivalent ({by})\n")), "{text}");
    }
    for by in ["trace", "trace-inclusion"] {
        assert_eq!(place.json(0, &format!("compare early.lts late.lts --by {by}"))["equal"], true);
        assert_eq!(place.json(0, &format!("compare late.lts early.lts --by {by}"))["equal"], true);
    }
}

#[test]
fn inclusion_of_traces_has_a_direction() {
    let place = Place::with(&[("more.lts", "P = (a -> P | b -> P)."), ("less.lts", "P = (a -> P) + {b}.")]);
    assert_eq!(place.json(0, "compare less.lts more.lts --by trace-inclusion")["equal"], true);
    let object = place.json(1, "compare more.lts less.lts --by trace-inclusion");
    assert_eq!(object["distinguishing"], json!(["b"]));
    let text = place.run("compare more.lts less.lts --by trace-inclusion").expect(1).out;
    assert!(text.contains("only more.lts can do this trace:\n     1  b\n"), "{text}");
    let text = place.run("compare less.lts more.lts --by trace-inclusion").expect(0).out;
    assert!(text.starts_with("yes: "), "{text}");
}

#[test]
fn a_shortest_distinguishing_trace() {
    let place = Place::with(&[
        ("three.lts", "P = (a -> b -> c -> P)."),
        ("stops.lts", "P = (a -> b -> c -> a -> STOP)."),
        ("breaks.lts", "P = (a -> b -> c -> a -> ERROR)."),
    ]);
    let trace = |a: &str, b: &str| -> Vec<String> {
        let object = place.json(1, &format!("compare {a} {b} --by trace"));
        texts(&object["distinguishing"]).into_iter().map(str::to_owned).collect()
    };
    assert_eq!(trace("three.lts", "stops.lts"), ["a", "b", "c", "a", "b"]);
    assert_eq!(trace("stops.lts", "three.lts"), ["a", "b", "c", "a", "b"]);
    assert_eq!(trace("three.lts", "breaks.lts"), ["a", "b", "c", "a"]);
}

#[test]
fn targets_of_compare() {
    let place = Place::with(&[
        ("a.lts", "P = (a -> P). Q = (b -> Q). ||S = P. ||T = Q."),
        ("b.lts", "Q = (b -> Q)."),
        ("c.lts", "P = (a -> P). ||S = P. Q = STOP. ||U = Q."),
    ]);
    place.run("compare a.lts b.lts --by strong").expect(0);
    place.run("compare a.lts b.lts --by strong --system S").expect(1);
    place.run("compare a.lts c.lts --by strong --system S").expect(0);
    place.run("compare a.lts c.lts --by strong --system S --right-system U").expect(1);
    place.run("compare a.lts a.lts --by strong --system S --right-system T").expect(1);
    let text = place.run("compare a.lts a.lts --by trace --system S --right-system T").expect(1).out;
    assert!(text.contains("only a.lts (S) can do this trace:\n     1  a\n"), "{text}");
    place.run("compare a.lts c.lts --by strong --right-system X").expect(2).complains(&["c.lts", "`X`"]);
    place.run("compare a.lts c.lts --by strong --system X").expect(2).complains(&["a.lts", "`X`"]);
}

#[test]
fn a_small_lts_is_printed_and_a_large_one_is_not() {
    let place = Place::with_models(&["channel.lts", "philosophers.lts"]);
    let text = place.run("compile channel.lts --process Input").expect(0).out;
    assert_eq!(
        text,
        "Input: 3 states, 3 transitions\n\
         \x20 alphabet (3): ack, input, send\n\
         \x20 no deadlock; no error; no silent moves\n\
         \n\
         Input = Q0,\n\
         Q0 = (input -> Q1),\n\
         Q1 = (send -> Q2),\n\
         Q2 = (ack -> Q0).\n"
    );
    let text = place.run("compile philosophers.lts").expect(0).out;
    assert!(text.contains("2163 states, 8770 transitions"), "{text}");
    assert!(text.contains("1 deadlocked state;"), "{text}");
    assert!(text.contains("too large to print"), "{text}");
    assert!(text.contains("and 10 more"), "thirty actions, twenty shown: {text}");
}
