//! Proofs by parts: every method on every model, what the objects say, and literals of the literature.

use serde_json::{Value, json};

use crate::command::fixture::{Place, texts};

/// The methods and rules that answer questions about properties.
pub(crate) const WAYS: [&str; 18] = [
    "--method auto",
    "--method monolithic",
    "--method learn",
    "--method direct",
    "--method lazy",
    "--method minimise",
    "--method refine",
    "--method lazy --minimal",
    "--rule asym",
    "--rule chain",
    "--rule sym",
    "--rule circ",
    "--rule alternating",
    "--rule conj",
    "--learner angluin",
    "--learner kv",
    "--learner ttt",
    "--alphabet refine",
];

/// Models of the project with properties. The smokers and the filter are left out: they are there because
/// parts of them are larger than the whole.
const MODELS: [&str; 16] = [
    "alternating_bit.lts",
    "bank.lts",
    "buffer.lts",
    "channel.lts",
    "channel_prime.lts",
    "client_server.lts",
    "commit.lts",
    "election.lts",
    "gas_station.lts",
    "lift.lts",
    "mutex.lts",
    "peterson.lts",
    "pipeline.lts",
    "readers_writers.lts",
    "seated_philosophers.lts",
    "token_ring.lts",
];

/// The only result.
#[track_caller]
fn only(object: &Value) -> &Value {
    let results = object["results"].as_array().expect("results");
    assert_eq!(results.len(), 1, "{object}");
    &results[0]
}

#[test]
fn all_ways_agree_on_the_models() {
    let place = Place::with_models(&MODELS);
    for model in MODELS {
        let expected = place.json(0, &format!("check {model} --method monolithic"));
        // Three assumptions for the ring of the election take longer than all the rest together.
        let slow = |way: &str| model == "election.lts" && way == "--rule alternating";
        for way in WAYS.into_iter().filter(|way| !slow(way)) {
            let found = place.json(0, &format!("check {model} {way}"));
            let names = |object: &Value| -> Vec<Value> {
                let results = object["results"].as_array().into_iter().flatten();
                results.map(|r| json!([r["property"], r["verdict"]])).collect()
            };
            assert_eq!(names(&found), names(&expected), "{model} {way}");
        }
    }
}

#[test]
fn all_ways_find_the_violation() {
    // Two clients of a lock that forgets: the second `get` of the other client breaks the property.
    let text = "
        CLIENT = (get -> use -> put -> CLIENT).
        LOCK   = ({a, b}.get -> LOCK | {a, b}.put -> LOCK).
        property ALONE = (a.get -> a.put -> ALONE | b.get -> b.put -> ALONE).
        ||S = (a:CLIENT || b:CLIENT || LOCK || ALONE).
    ";
    let place = Place::with(&[("s.lts", text)]);
    for way in WAYS {
        let object = place.json(1, &format!("check s.lts {way}"));
        let result = only(&object);
        assert_eq!(result["failed_property"], "ALONE", "{way}");
        let witness = texts(&result["witness"]);
        // Whoever comes first: both get, without a put.
        let gets: Vec<&&str> = witness.iter().filter(|a| a.ends_with("get")).collect();
        assert_eq!(gets.len(), 2, "{way}: {witness:?}");
        assert!(!witness.iter().any(|a| a.ends_with("put")), "{way}: {witness:?}");
    }
}

#[test]
fn the_channel_of_the_paper() {
    // Section 4.3: two conjectures, the second of which is the assumption of figure 7.
    let place = Place::with_models(&["channel.lts", "channel_prime.lts"]);
    let object = place.json(0, "check channel.lts --method learn --split Input|Output -v");
    assert_eq!(texts(&object["components"]), ["Input", "Output"]);
    let result = only(&object);
    assert_eq!([&result["property"], &result["verdict"]], ["Order", "holds"]);
    assert_eq!([&result["method"], &result["rule"]], ["learn", "asym"]);
    assert_eq!(result["parts"], json!([["Input"], ["Output"]]));
    assert_eq!(result["interface"], json!(["ack", "output", "send"]));
    let assumption = json!({ "states": 2, "transitions": 4, "alphabet": ["ack", "output", "send"] });
    assert_eq!(result["assumption"], assumption);
    assert!(result.get("assumptions").is_none(), "there is one only");
    let stats = &result["stats"];
    assert_eq!(stats["conjectures"], 2);
    for field in ["membership_queries", "states_explored", "max_states"] {
        assert!(stats[field].as_u64().is_some_and(|n| n > 0), "{stats}");
    }
    assert_eq!(
        result["conjectures"],
        json!([
            {
                "assumption": 1, "states": 1, "transitions": 2, "refuted_by": 1, "meaning": "too weak",
                "counterexample": ["send", "ack"], "premises_passed": []
            },
            {
                "assumption": 1, "states": 2, "transitions": 4, "refuted_by": null, "meaning": null,
                "counterexample": null, "premises_passed": [1, 2]
            },
        ])
    );
    let brief = place.json(0, "check channel.lts --method learn --split Input|Output");
    assert!(only(&brief).get("conjectures").is_none(), "only with -v");

    // With Output' four conjectures are needed; the last is the weakest assumption, figure 9.
    let object = place.json(0, "check channel_prime.lts --method learn --split Input|OutputPrime -v");
    let result = only(&object);
    assert_eq!(result["stats"]["conjectures"], 4);
    assert_eq!([&result["assumption"]["states"], &result["assumption"]["transitions"]], [4, 9]);
    let refuted: Vec<&Value> =
        result["conjectures"].as_array().into_iter().flatten().map(|c| &c["refuted_by"]).collect();
    assert_eq!(refuted, [&json!(1), &json!(2), &json!(1), &Value::Null]);
}

#[test]
fn the_channel_as_text() {
    let place = Place::with_models(&["channel.lts"]);
    let ended = place.run("check channel.lts --split Input|Output -v").expect(0);
    let text = ended.timeless();
    for line in [
        "  Order  holds (learn, asym: Input | Output; assumption of 2 states over ack, output, send; 22 \
            states, 0 ms)",
        "  rule asym: ⟨A1⟩ M1 ⟨P⟩, ⟨true⟩ M2 ⟨A1⟩",
        "  conjecture 1: A1 with 1 state, 2 transitions: premise 1 fails, too weak: send ack",
        "  conjecture 2: A1 with 2 states, 4 transitions: stands",
        "    1: output -> 0, send -> 0",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\nis not in\n{text}");
    }
    let brief = place.run("check channel.lts --split Input|Output").expect(0).timeless();
    assert_eq!(brief, text.lines().take(2).collect::<Vec<_>>().join("\n"));
}

#[test]
fn each_rule_has_its_assumptions() {
    let place = Place::with_models(&["channel.lts"]);
    for (rule, assumptions) in
        [("asym", 1), ("chain", 1), ("conj", 1), ("circ", 2), ("sym", 2), ("alternating", 3)]
    {
        let object = place.json(0, &format!("check channel.lts --rule {rule}"));
        let result = only(&object);
        assert_eq!([&result["method"], &result["rule"]], ["learn", rule], "{rule}");
        let found = match result.get("assumptions") {
            Some(list) => list.as_array().map_or(0, Vec::len),
            None => usize::from(result.get("assumption").is_some()),
        };
        assert_eq!(found, assumptions, "{rule}: {result}");
        if assumptions > 1 {
            assert_eq!(result["assumption"], result["assumptions"][0], "{rule}");
        }
    }
}

#[test]
fn options_about_assumptions_ask_for_learning() {
    let place = Place::with_models(&["channel.lts"]);
    for options in ["--split Input|Output", "--learner kv", "--alphabet full", "--rule chain", "--minimal"] {
        let object = place.json(0, &format!("check channel.lts {options}"));
        assert_eq!(only(&object)["method"], "learn", "{options}");
    }
}

#[test]
fn a_smallest_assumption_has_no_more_states_than_any_other() {
    let place = Place::with_models(&["channel_prime.lts"]);
    let object = place.json(0, "check channel_prime.lts --minimal");
    // One state would have to allow output at once, or never.
    assert_eq!(only(&object)["assumption"]["states"], 2);
    assert!(only(&object)["notes"][0].as_str().is_some_and(|note| note.contains("fewer than 2 states")));
}

#[test]
fn the_turned_split_suits_each_property() {
    // IN watches only what A does, OUT only what B does: each wants its own side first.
    let text = "
        A = (in -> pass -> A).
        B = (pass -> out -> B).
        property IN  = (in -> pass -> IN).
        property OUT = (pass -> out -> OUT).
        ||S = (A || B || IN || OUT).
    ";
    let place = Place::with(&[("s.lts", text)]);
    let object = place.json(0, "check s.lts --rule conj --split A|B");
    let parts: Vec<&Value> =
        object["results"].as_array().into_iter().flatten().map(|r| &r["parts"]).collect();
    assert_eq!(parts, [&json!([["A"], ["B"]]), &json!([["B"], ["A"]])]);
    let object = place.json(0, "check s.lts --rule asym --split A|B");
    let parts: Vec<&Value> =
        object["results"].as_array().into_iter().flatten().map(|r| &r["parts"]).collect();
    assert_eq!(parts, [&json!([["A"], ["B"]]), &json!([["A"], ["B"]])]);
}

#[test]
fn the_race_is_reported_when_it_comes_to_one() {
    let place = Place::with(&[("big.lts", crate::command::limits::ENDLESS)]);
    place.file("small.lts", "P = (a -> b -> P). property TURNS = (a -> b -> TURNS). ||S = (P || TURNS).");
    let object = place.json(0, "check big.lts");
    let result = only(&object);
    assert_eq!(result["method"], "select");
    let race = result["race"].as_array().expect("a race");
    let won: Vec<&Value> = race.iter().filter(|entry| entry["won"] == true).map(|e| &e["method"]).collect();
    assert_eq!(won, ["select"]);
    assert_eq!(race[0]["method"], "monolithic");
    // Two to the forty states are not searched; what was searched counts.
    let states = result["stats"]["states_explored"].as_u64().expect("a number");
    assert!(states >= race[0]["states"].as_u64().expect("a number") && states < 1 << 20, "{result}");
    let object = place.json(0, "check small.lts");
    assert_eq!(only(&object)["method"], "monolithic");
    assert!(only(&object).get("race").is_none());
    let text = place.run("check big.lts -v").expect(0).out;
    assert!(text.contains("\n  race:\n    monolithic") && text.contains(", won\n"), "{text}");
}

#[test]
fn several_properties_share_a_search_and_the_rest_is_raced() {
    let mut text = String::from(crate::command::limits::ENDLESS);
    text.push_str("property OTHER = (p[1].a -> p[1].b -> OTHER).\n||T = (S || OTHER).\n");
    let place = Place::with(&[("big.lts", &text)]);
    let object = place.json(0, "check big.lts --system T");
    let results = object["results"].as_array().expect("results");
    assert_eq!(results.len(), 2);
    for result in results {
        assert_eq!([&result["verdict"], &result["method"]], ["holds", "select"], "{result}");
    }
    let place = Place::with_models(&["commit.lts"]);
    let object = place.json(0, "check commit.lts");
    let states: Vec<Option<u64>> = object["results"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|result| result["stats"]["states_explored"].as_u64())
        .collect();
    assert_eq!(states, [Some(47), Some(0)], "one search");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let place = Place::with_models(&["election.lts", "commit.lts"]);
    place.file("big.lts", crate::command::limits::ENDLESS);
    for arguments in [
        "check big.lts --json",
        "check big.lts -v",
        "check election.lts --method learn --json -v",
        "check commit.lts --rule sym --json",
        "check commit.lts --method refine -v",
    ] {
        let one = place.run(&format!("{arguments} --threads 1")).expect(0);
        let two = place.run(&format!("{arguments} --threads 2")).expect(0);
        assert_eq!(one.timeless(), two.timeless(), "{arguments}");
    }
}

#[test]
fn a_limit_in_the_middle_of_learning_leaves_the_last_conjecture() {
    // The first part needs a second one that never slips. That one, built for premise 2, has 11 · 13 states.
    let text = "
        M1 = (slip -> fall -> M1 | {a, b, c, d} -> M1).
        TEN    = T[0], T[i:0..10] = (when (i < 10) a -> T[i+1] | when (i == 10) c -> T[0]) + {slip}.
        TWELVE = T[0], T[i:0..12] = (when (i < 12) b -> T[i+1] | when (i == 12) d -> T[0]).
        property Upright = STOP + {fall}.
        ||S = (M1 || TEN || TWELVE || Upright).
    ";
    let place = Place::with(&[("s.lts", text)]);
    let arguments = "check s.lts --split M1|TEN,TWELVE --max-states 60";
    place.run("check s.lts --split M1|TEN,TWELVE --max-states 143").expect(0);
    let object = place.json(3, arguments);
    let result = only(&object);
    assert_eq!(result["reason"], "states", "{result}");
    assert_eq!(result["last_conjecture"]["premises_passed"], json!([1]), "{result}");
    assert!(result["last_conjecture"]["lts"].as_str().is_some_and(|text| text.starts_with("des (0,")));
    let text = place.run(arguments).expect(3).out;
    assert!(text.contains("the last conjecture for A1 has"), "{text}");
    assert!(text.contains("it satisfies premise 1, ⟨A1⟩ M1 ⟨P⟩"), "{text}");
}

#[test]
fn with_priorities_all_properties_share_one_search() {
    // 15 switches: 2^15 states, more than the first search of `auto` may have. The priority only says who is
    // first.
    let place = Place::with(&[(
        "switches.lts",
        "T(I=0) = (on[I] -> off[I] -> T).
         property P = (on[0] -> off[0] -> P).
         property Q = (on[1] -> off[1] -> Q).
         ||S = (forall [i:0..14] T(i) || P || Q) << {on[0]}.",
    )]);
    for method in ["auto", "monolithic"] {
        let object = place.json(0, &format!("check switches.lts --method {method}"));
        let results = object["results"].as_array().expect("results");
        let states: Vec<_> = results.iter().map(|result| &result["stats"]["states_explored"]).collect();
        assert_eq!(states, [32768, 0], "{method}");
    }
}

#[test]
fn where_the_plain_search_wins_it_looks_for_the_other_properties_together() {
    // Processes that share variables so closely that no part is simpler than the whole.
    let filter = include_str!("../../../../../models/filter.lts");
    let property =
        |name| format!("property {name} = (proc[i:P].enter -> proc[i].leave -> {name}).\n||Filter");
    let text = filter
        .replace("const N = 3", "const N = 4")
        .replace("||Filter", &property("Again"))
        .replace("||Filter", &property("Once_More"))
        .replace("|| Mutex)", "|| Mutex || Again || Once_More)");
    let place = Place::with(&[("filter.lts", &text)]);
    let object = place.json(0, "check filter.lts");
    let results = object["results"].as_array().expect("results");
    let stats = |place: usize, what: &str| results[place]["stats"][what].as_u64().expect("a number");
    for result in results {
        assert_eq!([&result["verdict"], &result["method"]], ["holds", "monolithic"], "{object}");
    }
    // One of them got a search of its own; the other two share one of the same size, which is counted at the
    // first of them.
    assert_eq!(stats(0, "max_states"), 220_597);
    assert_eq!(stats(1, "max_states"), 220_597);
    assert!(stats(2, "max_states") < 220_597, "{object}");
}

#[test]
fn what_only_the_whole_shows_is_left_to_the_plain_search() {
    let place = Place::with_models(&["priorities.lts", "philosophers.lts"]);
    for method in ["learn", "direct", "lazy", "minimise", "refine"] {
        let object = place.json(3, &format!("check philosophers.lts --progress --method {method}"));
        let results = object["results"].as_array().expect("results");
        assert_eq!(results.len(), 2);
        for result in results {
            assert_eq!([&result["reason"], &result["method"]], ["unsupported", method]);
            assert!(result["message"].as_str().is_some_and(|text| text.contains("`monolithic`")));
        }
    }
    assert_eq!(place.json(1, "check philosophers.lts")["results"][0]["verdict"], "violated");
}
