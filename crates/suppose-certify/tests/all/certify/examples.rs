//! Certificates written by hand. The channel is the example of Cobleigh, Giannakopoulou and Păsăreanu,
//! "Learning Assumptions for Compositional Verification", TACAS 2003; its numbers and hashes were computed
//! without this crate.

use serde_json::{Value, json};
use suppose_certify::{Checked, Lts, Outcome, Rule, Verdict, check, component_hash, parse};

use crate::certify::build::{UNLIMITED, accepted, certificate, checked, component, lts, restricted, sealed};
use crate::certify::{symmetry, twin};

const CHANNEL: &str = include_str!("channel.json");
const ACTIONS: &[&str] = &["ack", "input", "output", "send"];
const ACK: i32 = 0;
const INPUT: i32 = 1;
const OUTPUT: i32 = 2;
const SEND: i32 = 3;

fn input() -> Value {
    lts(3, 0, &[ACK, INPUT, SEND], &[[0, INPUT, 1], [1, SEND, 2], [2, ACK, 0]])
}

fn output() -> Value {
    lts(3, 0, &[ACK, OUTPUT, SEND], &[[0, SEND, 1], [1, OUTPUT, 2], [2, ACK, 0]])
}

fn order() -> Value {
    lts(2, 0, &[INPUT, OUTPUT], &[[0, INPUT, 1], [0, OUTPUT, -1], [1, INPUT, -1], [1, OUTPUT, 0]])
}

/// A₂ of the paper, from its Table 2: the rows of λ and `send` are the states.
fn learned() -> Value {
    lts(2, 0, &[ACK, OUTPUT, SEND], &[[0, ACK, 0], [0, SEND, 1], [1, OUTPUT, 0], [1, SEND, 0]])
}

/// The weakest assumption of Input: after what Input cannot do, state 3, all is allowed.
fn weakest_of_input() -> Value {
    let always = [[3, ACK, 3], [3, OUTPUT, 3], [3, SEND, 3]];
    let early = [[0, ACK, 3], [0, SEND, 1], [1, OUTPUT, 2], [1, SEND, 3], [2, ACK, 0], [2, SEND, 3]];
    lts(4, 0, &[ACK, OUTPUT, SEND], &[&early[..], &always].concat())
}

/// The weakest assumption of Output over all actions. The states are those of Output and Order together (00,
/// 01, 10, 11, 20, 21), and 6 for what Output cannot do.
fn weakest_of_output() -> Value {
    let possible = [[0, INPUT, 1], [0, SEND, 2], [1, SEND, 3], [2, INPUT, 3], [3, OUTPUT, 4], [4, ACK, 0]];
    let late = [[4, INPUT, 5], [5, ACK, 1]];
    let foreign =
        [[0, ACK, 6], [0, OUTPUT, 6], [1, ACK, 6], [1, OUTPUT, 6], [2, ACK, 6], [2, SEND, 6], [3, ACK, 6]];
    let more = [[3, SEND, 6], [4, OUTPUT, 6], [4, SEND, 6], [5, OUTPUT, 6], [5, SEND, 6]];
    let always = [[6, ACK, 6], [6, INPUT, 6], [6, OUTPUT, 6], [6, SEND, 6]];
    lts(7, 0, &[0, 1, 2, 3], &[&possible[..], &late, &foreign, &more, &always].concat())
}

fn channel_with(output: &Value, proof: &Value) -> Value {
    let components = vec![
        component("Input", "component", &input()),
        component("Output", "component", output),
        component("Order", "property", &order()),
    ];
    sealed(&certificate(ACTIONS, &components, &[json!({"watched": 2, "verdict": "holds", "proof": proof})]))
}

fn channel(proof: &Value) -> Value {
    channel_with(&output(), proof)
}

/// An Output that goes wrong when it is sent two messages, which Input never does.
fn hasty() -> Value {
    let cycle = [[0, SEND, 1], [1, OUTPUT, 2], [2, ACK, 0]];
    lts(4, 0, &[ACK, OUTPUT, SEND], &[&cycle[..], &[[1, SEND, 3], [3, OUTPUT, 3]]].concat())
}

fn circular() -> Value {
    let turns = lts(2, 0, &[ACK, SEND], &[[0, SEND, 1], [1, ACK, 0]]);
    let assumptions = [learned(), turns];
    channel_with(&hasty(), &json!({"rule": "chain", "parts": [[0], [1], [0]], "assumptions": assumptions}))
}

fn symmetric() -> Value {
    let assumptions = [weakest_of_input(), weakest_of_output()];
    channel(&json!({"rule": "symmetric", "parts": [[0], [1]], "assumptions": assumptions}))
}

/// The proof that asks no other component.
fn alone() -> Value {
    json!({"rule": "chain", "parts": [], "assumptions": []})
}

/// A buffer of one place that breaks when it is filled twice, and a client that does not do that. Actions:
/// get, put.
fn buffer(cluster: &[usize], client: &[[i32; 3]]) -> Value {
    let buffer = lts(2, 0, &[0, 1], &[[0, 1, 1], [1, 0, 0], [1, 1, -1]]);
    let client = lts(2, 0, &[0, 1], client);
    let components =
        vec![component("Buffer", "component", &buffer), component("Client", "component", &client)];
    let claim = json!({"watched": 0, "verdict": "holds", "proof": alone()});
    let certificate = certificate(&["get", "put"], &components, &[claim]);
    restricted(&certificate, &json!([cluster]), &json!([[0, 1], null]))
}

/// Input without Output, beside a component that does τ.
fn witness() -> Value {
    let idle = lts(2, 0, &[], &[[0, -1, 1], [1, -1, 1]]);
    let components = vec![
        component("Input", "component", &input()),
        component("Idle", "component", &idle),
        component("Order", "property", &order()),
    ];
    let steps = [(INPUT, [1, 0, 1]), (-1, [1, 1, 1]), (-1, [1, 1, 1]), (SEND, [2, 1, 1]), (ACK, [0, 1, 1])];
    let last = (INPUT, [1, 1, -1]);
    let steps: Vec<Value> = steps
        .iter()
        .chain([&last])
        .map(|(action, states)| json!({"action": action, "states": states}))
        .collect();
    let result = json!({"watched": 2, "verdict": "violated", "searched": [0, 1, 2], "witness": steps});
    sealed(&certificate(ACTIONS, &components, &[result]))
}

/// All certificates of this file that must be accepted.
pub(crate) fn all() -> Vec<(&'static str, Value)> {
    let mut all = vec![
        ("channel", serde_json::from_str(CHANNEL).unwrap()),
        (
            "weakest",
            channel(&json!({"rule": "chain", "parts": [[0], [1]], "assumptions": [weakest_of_input()]})),
        ),
        ("whole", channel(&json!({"rule": "chain", "parts": [[0, 1]], "assumptions": []}))),
        ("circular", circular()),
        ("symmetric", symmetric()),
        ("restriction", buffer(&[0, 1], &[[0, 1, 1], [1, 0, 0]])),
        ("witness", witness()),
    ];
    all.extend(symmetry::all());
    all
}

#[test]
fn every_example_is_accepted_and_true() {
    for (name, example) in all() {
        assert!(accepted(&example), "{name}");
        assert!(twin::true_claims(&example), "{name}");
    }
}

#[test]
fn the_channel_is_accepted_as_it_was_written() {
    // By hand: 4 states of Input, A₂ and Order, and 3 of Output and A₂.
    let result =
        Checked { watched: "Order".into(), verdict: Verdict::Holds, rule: Some(Rule::Chain), states: 7 };
    assert_eq!(check(CHANNEL.as_bytes(), &UNLIMITED), Outcome::Accepted(vec![result]));
    let read = parse(CHANNEL.as_bytes()).unwrap();
    assert_eq!(read.sources[0].path, "models/channel.lts");
    assert_eq!((read.target.system, read.target.properties.len()), (None, 0));
    let names: Vec<&str> = read.components.iter().map(|component| component.name.as_str()).collect();
    assert_eq!(names, ["Input", "Output", "Order"]);
}

#[test]
fn the_hash_does_not_depend_on_numbers() {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let transitions = vec![0, -1, 1, 0, 0, 1, 0, 1, -1, 0, 1, 1, 1, 2, 2];
    let mut lts = Lts { states: 3, initial: 0, end: Some(2), alphabet: vec![0, 1, 2], transitions };
    let expected = "8069a388e1d8f1d914dbd958e2a3030783441c88b0ef8138afaa05c542f2dfbd";
    assert_eq!(component_hash(&lts, &names(&["z", "a\"b", "é"])), expected);
    lts.alphabet = vec![1, 2, 3];
    lts.transitions = vec![0, -1, 1, 0, 1, -1, 0, 1, 1, 0, 3, 1, 1, 2, 2];
    assert_eq!(component_hash(&lts, &names(&["unused", "a\"b", "é", "z"])), expected);
}

fn reason(certificate: &Value) -> String {
    match checked(certificate) {
        Outcome::Rejected(why) | Outcome::Malformed(why) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_not_shown_is_rejected_with_its_place() {
    let chain = |parts: Value, assumptions: Value| json!({"rule": "chain", "parts": parts, "assumptions": assumptions});
    // A₁ of the paper allows all but an output: too weak for Input.
    let first = lts(1, 0, &[ACK, OUTPUT, SEND], &[[0, ACK, 0], [0, SEND, 0]]);
    let weak = channel(&chain(json!([[0], [1]]), json!([first])));
    assert_eq!(reason(&weak), "result on Order: premise 1 does not hold");
    // Without Input's promise, the hasty Output does not keep A₂.
    let broken = channel_with(&hasty(), &chain(json!([[0], [1]]), json!([learned()])));
    assert_eq!(reason(&broken), "result on Order: premise 2 does not hold");
    // Assumptions that both refuse `ack` at the start let `ack, output` escape.
    let strong = [output(), input()];
    let escapes = channel(&json!({"rule": "symmetric", "parts": [[0], [1]], "assumptions": strong}));
    assert_eq!(reason(&escapes), "result on Order: premise 3 does not hold");
    let alone = buffer(&[0], &[[0, 1, 1], [1, 0, 0]]);
    assert_eq!(reason(&alone), "Buffer does more than is kept of it");
    let greedy = buffer(&[0, 1], &[[0, 1, 1], [1, 1, 0]]);
    assert_eq!(reason(&greedy), "Buffer does more than is kept of it");
    let mut stops = witness();
    stops["results"][0]["witness"].as_array_mut().unwrap().pop();
    assert_eq!(reason(&sealed(&stops)), "result on Order: the witness does not end in π");
    stops["results"][0]["witness"][1]["states"] = json!([2, 1, 1]);
    assert_eq!(reason(&sealed(&stops)), "result on Order: step 1 of the witness is not possible");
    let mut two = channel(&chain(json!([[0, 1]]), json!([])));
    two["results"] = json!([two["results"][0], two["results"][0]]);
    assert_eq!(reason(&sealed(&two)), "two results are on one component");
    let part = channel(&chain(json!([[0, 1, 2]]), json!([])));
    assert_eq!(reason(&part), "a part has a property or the watched");
}

#[test]
fn two_components_cannot_rule_out_an_action_for_each_other() {
    // Both can do the action, and each says that the other never does.
    let one = lts(1, 0, &[0], &[[0, 0, -1]]);
    let other = lts(1, 0, &[0], &[[0, 0, 0]]);
    let components = vec![component("One", "component", &one), component("Other", "component", &other)];
    let claim = json!({"watched": 0, "verdict": "holds", "proof": alone()});
    let both = certificate(&["a"], &components, &[claim]);
    let circular = restricted(&both, &json!([[0, 1], [0, 1]]), &json!([[], []]));
    assert_eq!(reason(&circular), "One does more than is kept of it");
}

#[test]
fn a_component_that_is_broken_from_the_start_is_violated_at_once() {
    let broken = vec![
        component("Broken", "component", &lts(0, -1, &[0], &[])),
        component("Order", "property", &order()),
    ];
    let claim = json!({"watched": 0, "verdict": "violated", "searched": [0], "witness": []});
    // Nothing happens after that, so Order holds.
    let proof = json!({"rule": "chain", "parts": [[0]], "assumptions": []});
    let holds = json!({"watched": 1, "verdict": "holds", "proof": proof});
    let both = sealed(&certificate(ACTIONS, &broken, &[claim, holds]));
    assert!(accepted(&both));
    assert!(twin::true_claims(&both));
}

#[test]
fn nothing_happens_after_a_component_broke() {
    let breaks = component("Breaks", "component", &lts(1, 0, &[0], &[[0, 0, -1]]));
    let never = component("Never", "property", &lts(1, 0, &[1], &[[0, 1, -1]]));
    let steps = json!([{"action": 0, "states": [-1, 0]}, {"action": 1, "states": [-1, -1]}]);
    let claim = json!({"watched": 1, "verdict": "violated", "searched": [0, 1], "witness": steps});
    let late = sealed(&certificate(&["a", "b"], &[breaks, never], &[claim]));
    assert_eq!(reason(&late), "result on Never: step 1 of the witness is not possible");
}

#[test]
fn a_property_that_is_not_watched_rules_nothing_out() {
    // W breaks after `a`, `b`. Q is content without `a`, but that does not keep it from happening.
    let breaks = component("W", "component", &lts(2, 0, &[0, 1], &[[0, 0, 1], [1, 1, -1]]));
    let never = component("Q", "property", &lts(1, 0, &[0], &[[0, 0, -1]]));
    let claim = json!({"watched": 0, "verdict": "holds", "proof": alone()});
    let wrong = certificate(&["a", "b"], &[breaks, never], &[claim]);
    let wrong = restricted(&wrong, &json!([[0, 1]]), &json!([[0], null]));
    assert!(twin::violated(&wrong, 0));
    assert_eq!(reason(&wrong), "a cluster has a property that is not watched");
}

/// Three in a row: `a` is offered by One only after `b`, which Two does only after `c`, which Three never
/// does.
#[test]
fn clusters_refute_one_after_the_other() {
    let one = lts(2, 0, &[0, 1], &[[0, 1, 1], [1, 0, -1]]);
    let two = lts(2, 0, &[1, 2], &[[0, 2, 1], [1, 1, 0]]);
    let three = lts(1, 0, &[2], &[]);
    let components = vec![
        component("One", "component", &one),
        component("Two", "component", &two),
        component("Three", "component", &three),
    ];
    let claim = json!({"watched": 0, "verdict": "holds", "proof": alone()});
    let row = certificate(&["a", "b", "c"], &components, &[claim]);
    let nothing = json!([[], [], null]);
    assert!(accepted(&restricted(&row, &json!([[1, 2], [0, 1]]), &nothing)));
    // What One and Two do together is not refuted before Two is known to do nothing, but their product has no
    // `b` either way.
    assert!(accepted(&restricted(&row, &json!([[0, 1], [1, 2]]), &nothing)));
    assert_eq!(reason(&restricted(&row, &json!([[1, 2]]), &nothing)), "One does more than is kept of it");
    assert_eq!(reason(&restricted(&row, &json!([[0, 1]]), &nothing)), "Two does more than is kept of it");
    // Both can do `d` at once. Two's is refuted by Three, and after that One's by Two; the other way round it
    // is not.
    let one = component("One", "component", &lts(1, 0, &[0], &[[0, 0, -1]]));
    let two = component("Two", "component", &lts(1, 0, &[0], &[[0, 0, 0]]));
    let three = component("Three", "component", &lts(1, 0, &[0], &[]));
    let claim = json!({"watched": 0, "verdict": "holds", "proof": alone()});
    let same = certificate(&["d"], &[one, two, three], &[claim]);
    let nothing = json!([[], [], null]);
    assert!(accepted(&restricted(&same, &json!([[1, 2], [0, 1]]), &nothing)));
    assert_eq!(
        reason(&restricted(&same, &json!([[0, 1], [1, 2]]), &nothing)),
        "One does more than is kept of it"
    );
}
