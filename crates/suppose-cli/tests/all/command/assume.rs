//! `suppose assume`: its answers on the examples of the literature, its object, its files and its complaints.

use std::mem::ManuallyDrop;

use serde_json::json;

use crate::command::fixture::{Place, texts};

/// The weakest assumption of `Input`, worked out by hand: 1 is where anything goes, 2 after `send`, 3 after
/// `send` and `output`.
const FIGURE_9: &str = "des \
    (0,9,4)\n(0,ack,1)\n(0,send,2)\n(1,ack,1)\n(1,output,1)\n(1,send,1)\n(2,output,3)\n(2,send,1)\n(3,ack,0)\
        \n(3,send,1)\n";

#[test]
fn the_channel() {
    let place = Place::with_models(&["channel.lts"]);
    let mut lts = Vec::new();
    for by in ["", "--by direct", "--by learn", "--by learn --learner angluin", "--by learn --learner kv"] {
        let object = place.json(0, &format!("assume channel.lts --component Input --property Order {by}"));
        assert_eq!(object["schema"], "suppose/assume/1");
        assert_eq!(object["result"], "assumption");
        let expected = json!({"states": 4, "transitions": 9, "alphabet": ["ack", "output", "send"]});
        assert_eq!(object["assumption"], expected, "{by}");
        assert_eq!(texts(&object["interface"]), ["ack", "output", "send"]);
        assert_eq!(texts(&object["component"]), ["Input"]);
        assert_eq!((&object["property"], &object["system"]), (&json!("Order"), &json!("Channel")));
        assert_eq!(object["certainty"], "exact");
        assert!(object["stats"]["states_explored"].as_u64().is_some_and(|n| n > 0), "{object}");
        assert!(object.get("witness").is_none() && object.get("conjectures").is_none());
        lts.push(object["lts"].as_str().expect("a text").to_owned());
    }
    assert!(lts.iter().all(|text| text == FIGURE_9), "{lts:?}");
}

#[test]
fn conjectures_are_told_when_asked_for() {
    let place = Place::with_models(&["channel.lts"]);
    let object = place.json(0, "assume channel.lts --component Input --by learn -v");
    let conjectures = object["conjectures"].as_array().expect("a list");
    assert_eq!(conjectures.len(), 4);
    assert_eq!(object["stats"]["conjectures"], 4);
    let first = json!({"states": 1, "transitions": 2, "premise": 1, "counterexample": ["send", "ack"], "mean\
        ing": "too weak"});
    assert_eq!(conjectures[0], first);
    assert_eq!(conjectures[3], json!({"states": 4, "transitions": 9}));
    let text = place.run("assume channel.lts --component Input --by learn -v").expect(0).out;
    assert!(text.contains("   1  1 state, too weak: send, ack\n"), "{text}");
    for oracle in ["w", "wp --extra 1"] {
        let object =
            place.json(0, &format!("assume channel.lts --component Input --by learn --oracle {oracle}"));
        assert_eq!((&object["certainty"], &object["lts"]), (&json!("tested"), &json!(FIGURE_9)));
    }
}

#[test]
fn the_writer_and_the_mutex() {
    let place = Place::with_models(&["mutex.lts"]);
    // The environment is the rest of the target; or there is none, and the interface is given.
    let by_rest = place.json(0, "assume mutex.lts --component Writer,Mutex --property Race");
    let given = place.json(0, "assume mutex.lts --system Component --component Component --interface e.*");
    let alphabet = ["e.acquire", "e.enterCS", "e.exitCS", "e.release"];
    for object in [&by_rest, &given] {
        assert_eq!(object["assumption"], json!({"states": 4, "transitions": 11, "alphabet": alphabet}));
        assert_eq!(object["lts"], by_rest["lts"]);
    }
    assert_eq!(texts(&given["component"]), ["Writer", "Mutex"]);
    // A good environment keeps to it, a bad one does not.
    place.run("assume mutex.lts --component Writer,Mutex --property Race -o needs.lts").expect(0);
    place.file("polite.lts", "Polite = (e.acquire -> e.enterCS -> e.exitCS -> e.release -> Polite).");
    place.file("barger.lts", "Barger = (e.enterCS -> e.exitCS -> Barger).");
    place.run("check polite.lts --property needs.lts").expect(0);
    place.run("check barger.lts --property needs.lts").expect(1);
}

const WRITERS: &str = "
Writer = (acquire -> enter -> exit -> release -> Writer).
Rude = (enter -> exit -> Rude).
Mutex = (w[i:1..2].acquire -> w[i].release -> Mutex | env.acquire -> env.release -> Mutex).
property Alone = (w[i:1..2].enter -> w[i].exit -> Alone).
||Wrong = (w[1]:Writer || w[2]:Rude || Mutex || Alone).
||Right = (w[1..2]:Writer || Mutex || Alone).
";

#[test]
fn a_writer_that_does_not_ask_is_wrong_in_every_environment() {
    let place = Place::with(&[("writers.lts", WRITERS)]);
    for by in ["direct", "learn"] {
        let object = place.json(
            1,
            &format!("assume writers.lts --system Wrong --component Wrong --interface env.* --by {by}"),
        );
        assert_eq!((&object["result"], &object["ending"]), (&json!("never"), &json!("error")));
        let mut witness = texts(&object["witness"]);
        witness.sort_unstable();
        assert_eq!(witness, ["w.1.acquire", "w.1.enter", "w.2.enter"]);
        let object = place.json(
            0,
            &format!("assume writers.lts --system Right --component Right --interface env.* --by {by}"),
        );
        assert_eq!(object["result"], "always");
        assert!(object.get("assumption").is_none() && object.get("lts").is_none());
    }
    let ended = place
        .run("assume writers.lts --system Wrong --component Wrong --interface env.* -o out.aut")
        .expect(1);
    assert!(ended.out.contains("never: Alone is violated in every environment"), "{}", ended.out);
    assert!(ended.out.contains("writers.lts:"), "{}", ended.out);
    assert!(ended.out.contains("nothing is written"), "{}", ended.out);
    assert_eq!(place.files(), ["writers.lts"]);
    // Where everything is allowed, that can be written.
    place.run("assume writers.lts --system Right --component Right --interface env.* -o out.aut").expect(0);
    assert_eq!(place.text("out.aut"), "des (0,2,1)\n(0,\"env.acquire\",0)\n(0,\"env.release\",0)\n");
}

/// Figure 7 of the paper; with `c` known to the property only for the variant of figure 9.
const STUCK: &str = "
C = (b -> D | a -> b -> D), D = (a -> D).
property P = (b -> B | a -> A), A = (a -> A), B = (a -> B).
property Q = (b -> B | a -> A), A = (a -> A | c -> A), B = (a -> B).
||S = (C || P).
||T = (C || Q).
";

#[test]
fn potential_deadlocks_can_be_removed() {
    let place = Place::with(&[("stuck.lts", STUCK)]);
    let lts = |options: &str| place.json(0, &format!("assume stuck.lts {options}"))["lts"].clone();
    let figure_8 = "des (0,5,3)\n(0,a,1)\n(0,b,2)\n(1,a,2)\n(2,a,2)\n(2,b,2)\n";
    assert_eq!(lts("--system S"), figure_8);
    assert_eq!(lts("--system S --deadlock-free"), "des (0,3,2)\n(0,b,1)\n(1,a,1)\n(1,b,1)\n");
    let figure_9 =
        "des (0,9,4)\n(0,a,1)\n(0,b,2)\n(1,a,3)\n(1,c,1)\n(2,a,2)\n(2,b,3)\n(3,a,3)\n(3,b,3)\n(3,c,3)\n";
    assert_eq!(lts("--system T"), figure_9);
    let without = "des (0,6,3)\n(0,b,1)\n(1,a,1)\n(1,b,2)\n(2,a,2)\n(2,b,2)\n(2,c,2)\n";
    assert_eq!(lts("--system T --deadlock-free"), without);
    // With no way round it, there is no environment.
    place.file("lost.lts", "C = (go -> b -> C | a -> C). property P = (a -> P) + {b}. ||S = (C || P).");
    let object = place.json(1, "assume lost.lts --deadlock-free --interface a,b");
    assert_eq!(object["witness"], json!(["go"]));
    assert_eq!((&object["result"], &object["ending"]), (&json!("never"), &json!("deadlock")));
    let text = place.run("assume lost.lts --deadlock-free --interface a,b").expect(1).out;
    assert!(text.contains("after this trace"), "{text}");
    place.run("assume lost.lts --deadlock-free --by learn").expect(2).complains(&["E0006", "--by direct"]);
}

#[test]
fn several_files_and_one_component() {
    let place = Place::with(&[
        ("sys.lts", "In = (input -> send -> ack -> In). Log = (ack -> log -> Log). ||SYS = (In || Log)."),
        ("env.lts", "Out = (send -> output -> ack -> Out)."),
        ("p.lts", "Order = (input -> output -> Order)."),
    ]);
    let object = place.json(0, "assume sys.lts env.lts --component sys --property p.lts");
    assert_eq!(texts(&object["component"]), ["sys"]);
    assert_eq!(texts(&object["files"]), ["sys.lts", "env.lts"]);
    assert_eq!(texts(&object["interface"]), ["ack", "output", "send"]);
    // Without the environment all actions are visible; the target's name and the file's mean all components.
    let all = ["ack", "input", "log", "output", "send"];
    for name in ["SYS", "sys", "In,Log"] {
        let object = place.json(0, &format!("assume sys.lts --component {name} --property p.lts"));
        assert_eq!(texts(&object["interface"]), all);
        assert_eq!(texts(&object["component"]), ["In", "Log"]);
    }
    // The only component needs no name.
    let object = place.json(0, "assume env.lts --property p.lts");
    assert_eq!(texts(&object["component"]), ["Out"]);
}

#[test]
fn names_with_commas_and_composites() {
    let place = Place::with_models(&["buffer.lts"]);
    place.file("p.lts", "P = (put -> get -> P).");
    let object = place.json(0, "assume buffer.lts --component room:Semaphore(3,3),Producer --property p.lts");
    assert_eq!(texts(&object["component"]), ["Producer", "room:Semaphore(3,3)"]);
    let place = Place::with_models(&["readers_writers.lts"]);
    let object = place.json(0, "assume readers_writers.lts --component Users --property Safe");
    assert_eq!(object["component"].as_array().map(Vec::len), Some(4));
    // Indices may be written as in FSP.
    let interface = "--interface reader[0].*,reader[1].begin,reader.1.finish,writer.*";
    let object =
        place.json(0, &format!("assume readers_writers.lts --component Users --property Safe {interface}"));
    assert_eq!(object["interface"].as_array().map(Vec::len), Some(8), "{object}");
}

#[test]
fn what_hides_is_not_in_the_interface() {
    let place = Place::with(&[(
        "hidden.lts",
        "C = (a -> work -> b -> C). property P = (a -> b -> P). ||S = (C || P)\\{work}.",
    )]);
    assert_eq!(texts(&place.json(0, "assume hidden.lts")["interface"]), ["a", "b"]);
}

#[test]
fn a_component_can_watch_itself() {
    let place = Place::with(&[("full.lts", "Cell = (put -> Full), Full = (get -> Cell | put -> ERROR).")]);
    let object = place.json(0, "assume full.lts");
    assert_eq!(object["property"], "Cell");
    assert_eq!(object["lts"], "des (0,5,3)\n(0,get,1)\n(0,put,2)\n(1,get,1)\n(1,put,1)\n(2,get,0)\n");
}

#[test]
fn mistakes_are_explained() {
    let place = Place::with_models(&["channel.lts"]);
    place.file("none.lts", "C = (a -> C).");
    place.file("two.lts", "C = (a -> C). property P = (a -> P). property Q = (a -> Q). ||S = (C || P || Q).");
    place.file("choice.lts", "P = (input -> output -> P | input -> P).");
    place.file("low.lts", "C = (a -> C | b -> C). property P = (a -> P) + {b}. ||S = (C || P) >> {b}.");
    for (options, expected) in [
        ("channel.lts --component Inptu", &["E0601", "Input, Output", "did you mean `Input`?"][..]),
        ("channel.lts --component Input,Channel", &["E0602", "`Input`"]),
        ("channel.lts --component Order", &["E0603", "--property Order"]),
        ("channel.lts", &["E0604", "Input, Output", "--component 'Channel'"]),
        ("channel.lts --component ,", &["E0604"]),
        ("none.lts", &["E0605"]),
        ("two.lts", &["E0605", "P, Q"]),
        ("two.lts --property R", &["E0005", "P, Q"]),
        ("channel.lts --component Input --interface sent", &["E0606", "ack, input, output, send"]),
        ("channel.lts --component Input --interface s.*", &["E0606", "s.*"]),
        ("channel.lts --component Input --interface ,", &["E0608", "`output`"]),
        ("channel.lts --component Channel --interface ,", &["E0607"]),
        (
            "channel.lts --component Input --interface send",
            &["E0608", "`output`", "--interface 'output,send'"],
        ),
        ("channel.lts --component Input --property choice.lts", &["E0008"]),
        ("channel.lts --component Input -o out.xyz", &["E0006"]),
        ("channel.lts --component Input --learner kv", &["E0006", "--by learn"]),
        ("channel.lts --component Input --by learn --extra 2", &["E0006", "--oracle"]),
        ("channel.lts --component Input --by learn --learner best", &["rivest-schapire"]),
    ] {
        place.run(&format!("assume {options}")).expect(2).complains(expected);
    }
    assert_eq!(place.json(3, "assume low.lts")["reason"], "unsupported");
}

#[test]
fn limits_end_it() {
    let place = Place::with_models(&["readers_writers.lts"]);
    for options in ["", "--by learn", "--deadlock-free"] {
        let command =
            format!("assume readers_writers.lts --component Users --property Safe --max-states 2 {options}");
        let object = place.json(3, &command);
        assert_eq!(object["reason"], "states", "{options}");
        assert!(object.get("result").is_none());
    }
}

#[test]
fn the_order_of_the_source_does_not_matter() {
    let place = Place::with(&[
        (
            "one.lts",
            "In = (input -> send -> ack -> In). property Order = (input -> output -> Order). ||S = (In || \
                Order).",
        ),
        (
            "two.lts",
            "property Order = (input -> output -> Order). A = (z -> A). In = (input -> send -> ack -> In). \
                ||S = (Order || In).",
        ),
    ]);
    let told = |file: &str, by: &str| {
        let ended =
            place.run(&format!("assume {file} --interface output,ack,send --by {by} -v --json")).expect(0);
        ended.timeless().replace(file, "FILE")
    };
    for by in ["direct", "learn", "learn --learner ttt"] {
        assert_eq!(told("one.lts", by), told("two.lts", by), "{by}");
    }
}

/// Published systems with the interfaces of their environments: states and transitions of the assumption, and
/// the states of component and property together with π, which others have published for the first four.
#[test]
fn both_ways_agree_on_published_systems() {
    let Some(corpus) = suppose_testing::corpus() else { return };
    let oyster = "gate-in.lts gate-out.lts oyster-bal.lts card-bal.lts human.lts --component \
        gate-in,gate-out,oyster-bal,card-bal";
    let rows = [
        ("fortis/therac25", "sys.lts env.lts --component sys --property p.lts", (10, 49), Some(35)),
        ("fortis/abp", "abp.lts perfect.lts --component abp --property p.lts", (20, 191), Some(23)),
        ("fortis/voting", "sys.lts env.lts --component sys --property p.lts", (37, 290), Some(69)),
        ("fortis/pump", "sys.lts env.lts --component sys --property p.lts", (60, 769), Some(163)),
        ("fortis/therac25", "sys.lts env0.lts --component sys --property p.lts", (10, 49), None),
        ("fortis/abp", "abp.lts abp_env_lossy.lts --component abp --property p.lts", (11, 73), None),
        ("fortis/pump", "sys.lts env0.lts --component sys --property p.lts", (43, 552), None),
        ("fortis/oyster", &format!("{oyster} --property no-collision.lts"), (49, 328), None),
        (
            "lstar-aut",
            "ABP_SYS.aut ABP_ENV.aut --component ABP_SYS --property ABP_PROPERTY.aut",
            (21, 148),
            None,
        ),
        (
            "lstar-aut",
            "ABP_SYS.aut ABP_ENV.aut --component ABP_SYS --property ABP_PROPERTY_1.aut",
            (11, 78),
            None,
        ),
        (
            "lstar-aut",
            "1LINE_PUMP_SYS.aut 1LINE_PUMP_WACKY_ENV.aut --component 1LINE_PUMP_SYS --property \
                1LINE_PUMP_PROPERTY.aut",
            (8, 79),
            None,
        ),
        (
            "lstar-aut",
            "2LINES_SYS.aut 2LINES_ENV.aut --component 2LINES_SYS --property 2LINES_PROPERTY.aut",
            (30, 530),
            None,
        ),
    ];
    for (folder, options, (states, transitions), product) in rows {
        // The folder is not the test's to remove.
        let place = ManuallyDrop::new(Place { folder: corpus.join("ag").join(folder) });
        let direct = place.json(0, &format!("assume {options} --quiet"));
        assert_eq!(direct["assumption"]["states"], states, "{options}");
        assert_eq!(direct["assumption"]["transitions"], transitions, "{options}");
        if let Some(product) = product {
            assert_eq!(direct["stats"]["max_states"], product - 1, "{options}");
        }
        for learner in ["rivest-schapire", "kv", "ttt"] {
            let learned = place.json(0, &format!("assume {options} --quiet --by learn --learner {learner}"));
            assert_eq!(learned["lts"], direct["lts"], "{options} {learner}");
        }
    }
}

/// A run ends where a component reaches π by itself, so environments that do not keep to the assumption may
/// be good too.
#[test]
fn exactly_is_not_said_where_a_component_fails_by_itself() {
    let text = "C = (bad -> ERROR | b -> C).\nproperty P = (a -> b -> P).\n||S = (C || P).\n";
    let place = Place::with(&[("own.lts", text), ("sound.lts", &text.replace("bad -> ERROR", "bad -> C"))]);
    let own = place.run("assume own.lts --component C --property P --interface a,b,bad").expect(0).out;
    assert!(own.contains("reach its error state by itself") && !own.contains("exactly"), "{own}");
    let object = place.json(0, "assume own.lts --component C --property P --interface a,b,bad");
    assert_eq!(object["certainty"], "sufficient");
    assert!(object["message"].as_str().is_some_and(|why| own.contains(why)), "{object}");
    let sound = place.run("assume sound.lts --component C --property P --interface a,b,bad").expect(0).out;
    assert!(sound.contains("holds in exactly the environments"), "{sound}");
    let object = place.json(0, "assume sound.lts --component C --property P --interface a,b,bad");
    assert_eq!(object["certainty"], "exact");
    assert!(object.get("message").is_none(), "{object}");
}
