//! Proofs with symmetries, by hand: how few states are searched, and what is refused.

#![expect(clippy::cast_possible_wrap, reason = "the numbers are small")]

use std::time::Instant;

use serde_json::{Value, json};
use suppose_certify::{Limits, Outcome, check};

use crate::certify::build::{UNLIMITED, certificate, checked, component, lts, restricted, sealed};
use crate::certify::twin;

const CLIENTS: usize = 3;
const LOCK: usize = CLIENTS;
const WATCHED: usize = CLIENTS + 1;

const fn want(client: usize) -> i32 {
    client as i32
}

const fn enter(client: usize) -> i32 {
    (CLIENTS + client) as i32
}

const fn leave(client: usize) -> i32 {
    (2 * CLIENTS + client) as i32
}

const NAMES: [&str; 3 * CLIENTS] =
    ["want.0", "want.1", "want.2", "enter.0", "enter.1", "enter.2", "leave.0", "leave.1", "leave.2"];

/// Clients that want to enter, and may fail before they do.
fn client(number: usize, fails: bool) -> Value {
    let cycle = [[0, want(number), 1], [1, enter(number), 2], [2, leave(number), 0]];
    let failure: &[[i32; 3]] = if fails { &[[1, -1, -1]] } else { &[] };
    lts(3, 0, &[want(number), enter(number), leave(number)], &[&cycle[..], failure].concat())
}

/// Who is inside, from 1; 0 is nobody. In a property it is an error that nobody leaves or a second one enters.
fn inside(is_property: bool) -> Value {
    let mut triples = Vec::new();
    for other in 0..CLIENTS {
        triples.push([0, enter(other), other as i32 + 1]);
        triples.push([other as i32 + 1, leave(other), 0]);
        for client in (0..CLIENTS).filter(|_| is_property) {
            triples.push([client as i32 + 1, enter(other), -1]);
            triples.extend((client != other).then_some([client as i32 + 1, leave(other), -1]));
        }
        triples.extend(is_property.then_some([0, leave(other), -1]));
    }
    let alphabet: Vec<i32> = (0..CLIENTS).map(enter).chain((0..CLIENTS).map(leave)).collect();
    lts(CLIENTS as u32 + 1, 0, &alphabet, &triples)
}

/// The number that changes places with another one.
fn other(number: usize, [one, two]: [usize; 2]) -> usize {
    if number == one {
        two
    } else if number == two {
        one
    } else {
        number
    }
}

/// Two clients change places.
fn exchange(pair: [usize; 2]) -> Value {
    let [one, two] = pair;
    let kinds = [want, enter, leave];
    let actions: Vec<[i32; 2]> =
        kinds.iter().flat_map(|of| [[of(one), of(two)], [of(two), of(one)]]).collect();
    let who: Vec<usize> = [0].into_iter().chain((0..CLIENTS).map(|client| other(client, pair) + 1)).collect();
    json!({"actions": actions, "moved": [
        {"from": one, "to": two, "states": [0, 1, 2]},
        {"from": two, "to": one, "states": [0, 1, 2]},
        {"from": LOCK, "to": LOCK, "states": who},
        {"from": WATCHED, "to": WATCHED, "states": who},
    ]})
}

/// The claim that only one client is inside at a time, with these symmetries.
fn clients(fail: bool, symmetries: &[Value]) -> Value {
    let mut components: Vec<Value> = (0..CLIENTS)
        .map(|number| component(&format!("C{number}"), "component", &client(number, fail)))
        .collect();
    components.push(component("Lock", "component", &inside(false)));
    components.push(component("P", "property", &inside(true)));
    let part: Vec<usize> = (0..WATCHED).collect();
    let mut proof = json!({"rule": "chain", "parts": [part], "assumptions": []});
    if !symmetries.is_empty() {
        proof["symmetries"] = json!(symmetries);
    }
    let result = json!({"watched": WATCHED, "verdict": "holds", "proof": proof});
    sealed(&certificate(&NAMES, &components, &[result]))
}

/// Certificates that must be accepted.
pub(crate) fn all() -> Vec<(&'static str, Value)> {
    vec![("symmetry", clients(true, &[exchange([0, 1]), exchange([1, 2])]))]
}

fn states(certificate: &Value) -> usize {
    match checked(certificate) {
        Outcome::Accepted(results) => results[0].states,
        other => panic!("{other:?} for {certificate}"),
    }
}

#[test]
fn one_state_of_all_that_symmetries_make_of_each_other_is_searched() {
    let (first, second) = (exchange([0, 1]), exchange([1, 2]));
    // Nobody is inside and each client wants to enter or not, or one is inside and each of the two others does.
    assert_eq!(states(&clients(false, &[])), 8 + 3 * 4);
    // Nobody is inside and 0 to 3 want to enter, or one is inside and 0 to 2 want to.
    assert_eq!(states(&clients(false, &[first.clone(), second.clone()])), 4 + 3);
    // The third one can be told apart: 0 to 2 of the others want to enter and it may; or one of the others is
    // inside, and the other one and the third may want to; or the third one is.
    assert_eq!(states(&clients(false, std::slice::from_ref(&first))), 3 * 2 + 2 * 2 + 3);
    // One has failed, and one of the two others is inside or not: then each may want to, or the other one.
    assert_eq!(states(&clients(true, &[])), 20 + 3 * (4 + 2 * 2));
    assert_eq!(states(&clients(true, &[first, second])), 7 + 3 + 2);
}

/// A client certificate with something changed, and what the checker says.
fn refusal(change: impl FnOnce(&mut Value)) -> String {
    let mut changed = clients(false, &[exchange([0, 1]), exchange([1, 2])]);
    change(&mut changed);
    match checked(&sealed(&changed)) {
        Outcome::Rejected(why) | Outcome::Malformed(why) => why,
        other => panic!("{other:?} for {changed}"),
    }
}

/// The same for a change of the second symmetry.
fn refusal_of(change: impl FnOnce(&mut Value)) -> String {
    refusal(|all| change(&mut all["results"][0]["proof"]["symmetries"][1]))
}

const NONE: &str = "result on P: symmetry 2 is none of the components";
const UNFIT: &str = "a symmetry does not fit the states";
const NO_LIST: &str = "what a symmetry moves is no ascending list";
const NO_ACTION: &str = "an action of a symmetry is none";

#[test]
fn maps_that_are_no_symmetries_are_refused() {
    // States: one of each that is wrong, two that become one, too few, one that is none.
    for moved in 0..4 {
        assert_eq!(refusal_of(|s| s["moved"][moved]["states"].as_array_mut().unwrap().swap(1, 2)), NONE);
    }
    assert_eq!(refusal_of(|s| s["moved"][2]["states"] = json!([0, 1, 2, 3])), NONE);
    assert_eq!(refusal_of(|s| s["moved"][0]["states"] = json!([0, 1, 1])), NONE);
    assert_eq!(refusal_of(|s| s["moved"][0]["states"] = json!([0, 1, 3])), NONE);
    assert_eq!(refusal_of(|s| s["moved"][0]["states"] = json!([0, 1])), UNFIT);
    assert_eq!(refusal_of(|s| s["moved"][0]["states"] = json!([0, 1, 2, 3])), UNFIT);
    // Actions: one that has two images, two with one image, one that goes where another one stays, one that
    // nobody has, τ.
    assert_eq!(refusal_of(|s| s["actions"].as_array_mut().unwrap().insert(0, json!([1, 1]))), NONE);
    assert_eq!(refusal_of(|s| s["actions"][1] = json!([want(2), want(2)])), NONE);
    assert_eq!(refusal_of(|s| s["actions"].as_array_mut().unwrap().truncate(1)), NONE);
    assert_eq!(refusal_of(|s| s["actions"] = json!([])), NONE);
    assert_eq!(refusal_of(|s| s["actions"][0] = json!([-1, want(1)])), NO_ACTION);
    assert_eq!(refusal_of(|s| s["actions"][5] = json!([leave(2), 99])), NO_ACTION);
    assert_eq!(refusal_of(|s| s["actions"].as_array_mut().unwrap().reverse()), NO_ACTION);
    // Components: two that go to one place, one that goes nowhere, one that comes twice, none.
    assert_eq!(refusal_of(|s| s["moved"][1]["to"] = json!(2)), NONE);
    assert_eq!(refusal_of(|s| drop(s["moved"].as_array_mut().unwrap().remove(0))), NONE);
    assert_eq!(refusal_of(|s| drop(s["moved"].as_array_mut().unwrap().remove(3))), NONE);
    assert_eq!(refusal_of(|s| s["moved"][1]["from"] = json!(1)), NO_LIST);
    assert_eq!(refusal_of(|s| s["moved"].as_array_mut().unwrap().reverse()), NO_LIST);
    assert_eq!(refusal_of(|s| s["moved"][3]["from"] = json!(9)), NO_LIST);
    assert_eq!(refusal_of(|s| s["moved"][0]["to"] = json!(9)), UNFIT);
}

#[test]
fn symmetries_of_other_components_are_refused() {
    let lts_of = |all: &mut Value, number: usize, lts: Value| all["components"][number]["lts"] = lts;
    let cycle = [[0, want(2), 1], [1, enter(2), 2], [2, leave(2), 0]];
    let more = |more: &[[i32; 3]]| lts(3, 0, &[want(2), enter(2), leave(2)], &[&cycle[..], more].concat());
    // One step more or less than its image, into π or not; another beginning.
    assert_eq!(refusal(|all| lts_of(all, 2, more(&[[2, want(2), 1]]))), NONE);
    assert_eq!(refusal(|all| lts_of(all, 2, more(&[[0, -1, -1]]))), NONE);
    assert_eq!(refusal(|all| lts_of(all, 2, lts(3, 0, &[want(2), enter(2), leave(2)], &cycle[..2]))), NONE);
    assert_eq!(refusal(|all| lts_of(all, 2, lts(3, 1, &[want(2), enter(2), leave(2)], &cycle))), NONE);
    assert_eq!(refusal(|all| lts_of(all, 2, lts(3, -1, &[want(2), enter(2), leave(2)], &cycle))), NONE);
    // It forbids an action that its image leaves to the others.
    let forbids = |all: &mut Value| {
        all["actions"].as_array_mut().unwrap().push(json!("more"));
        lts_of(all, 2, lts(3, 0, &[want(2), enter(2), leave(2), 9], &cycle));
    };
    assert_eq!(refusal(forbids), NONE);
    // A watched component that can tell the clients apart: the last one may not enter.
    let strict = |all: &mut Value| {
        let place = all["components"][WATCHED]["lts"]["transitions"].as_array().unwrap();
        let place = place.chunks(3).position(|t| t[0] == 0 && t[1] == enter(2)).unwrap();
        all["components"][WATCHED]["lts"]["transitions"][3 * place + 2] = json!(-1);
    };
    assert_eq!(refusal(strict), NONE);
}

#[test]
fn who_is_no_member_of_the_product_is_not_moved() {
    // The third client is left out of the part: it neither goes elsewhere nor is anybody's place.
    let without = |all: &mut Value| all["results"][0]["proof"]["parts"] = json!([[0, 1, LOCK]]);
    assert_eq!(refusal(without), NONE);
    let stays = |all: &mut Value| {
        without(all);
        let stays = json!({"actions": [], "moved": [{"from": 2, "to": 2, "states": [0, 1, 2]}]});
        all["results"][0]["proof"]["symmetries"][1] = stays;
    };
    assert_eq!(refusal(stays), NONE);
    let to = |all: &mut Value| {
        without(all);
        all["results"][0]["proof"]["symmetries"][1]["moved"].as_array_mut().unwrap().remove(1);
    };
    assert_eq!(refusal(to), NONE);
    // Actions that no member knows may go anywhere.
    let mut free =
        clients(false, &[json!({"actions": [[want(0), want(2)], [want(2), want(0)]], "moved": []})]);
    free["results"][0]["proof"]["parts"] = json!([[LOCK]]);
    assert_eq!(states(&sealed(&free)), 4);
    // But not one that a member knows to one that none does.
    let outside = |all: &mut Value| {
        all["actions"].as_array_mut().unwrap().push(json!("elsewhere"));
        all["results"][0]["proof"]["symmetries"][1] = json!({"actions": [[0, 9], [9, 0]], "moved": []});
    };
    assert_eq!(refusal(outside), NONE);
    // And not to one that a member knows, which stays.
    let inside = |all: &mut Value| {
        all["actions"].as_array_mut().unwrap().push(json!("elsewhere"));
        all["results"][0]["proof"]["symmetries"][1] = json!({"actions": [[9, 0]], "moved": []});
    };
    assert_eq!(refusal(inside), NONE);
}

#[test]
fn no_two_become_one() {
    // Two that take a silent step each and are then watched together. If a copy of either one could take the
    // place of the other, both would always seem to be at the beginning.
    let ready = lts(2, 0, &[0], &[[0, -1, 1], [1, 0, 1]]);
    let components = vec![
        component("One", "component", &ready),
        component("Two", "component", &ready),
        component("P", "property", &lts(1, 0, &[0], &[[0, 0, -1]])),
    ];
    let copied =
        |from: usize| json!({"actions": [], "moved": [{"from": from, "to": 1 - from, "states": [0, 1]}]});
    let with = |symmetries: Value| {
        let proof = json!({"rule": "chain", "parts": [[0, 1]], "assumptions": [], "symmetries": symmetries});
        let result = json!({"watched": 2, "verdict": "holds", "proof": proof});
        sealed(&certificate(&["step"], &components, &[result]))
    };
    let copies = with(json!([copied(0), copied(1)]));
    let refused = Outcome::Rejected("result on P: symmetry 1 is none of the components".into());
    assert_eq!(checked(&copies), refused);
    // An exchange of both is a symmetry, with which the violation is found.
    let both = [&copied(0)["moved"][0], &copied(1)["moved"][0]];
    let exchange = with(json!([{"actions": [], "moved": both}]));
    assert!(twin::violated(&exchange, 2));
    assert_eq!(checked(&exchange), Outcome::Rejected("result on P: premise 1 does not hold".into()));
    // States too, even those that nothing tells apart.
    let mut alike = clients(false, &[]);
    alike["components"][0]["lts"] = lts(4, 0, &[want(0), enter(0), leave(0)], &[[0, want(0), 3]]);
    let states =
        |states: [u32; 4]| json!([{"actions": [], "moved": [{"from": 0, "to": 0, "states": states}]}]);
    alike["results"][0]["proof"]["symmetries"] = states([0, 1, 1, 3]);
    assert_eq!(checked(&sealed(&alike)), refused);
    alike["results"][0]["proof"]["symmetries"] = states([0, 2, 1, 3]);
    assert!(matches!(checked(&sealed(&alike)), Outcome::Accepted(_)));
}

#[test]
fn the_watched_component_stays_where_it_is() {
    // Two clients in step, of which one can fail in its second round and the other in its third. An exchange
    // of equal components would be a symmetry of the product, and the wrong one would be found in π.
    let round = lts(2, 0, &[0], &[[0, 0, 1], [1, 0, 0], [1, -1, -1]]);
    let components = vec![component("One", "component", &round), component("Two", "component", &round)];
    let swap = json!({"actions": [], "moved": [
        {"from": 0, "to": 1, "states": [0, 1]}, {"from": 1, "to": 0, "states": [0, 1]}]});
    let proof = json!({"rule": "chain", "parts": [[0]], "assumptions": [], "symmetries": [swap]});
    let result = json!({"watched": 1, "verdict": "holds", "proof": proof});
    let equals = sealed(&certificate(&["step"], &components, &[result]));
    assert!(twin::violated(&equals, 1));
    let moved = "result on Two: symmetry 1 is none of the components";
    assert_eq!(checked(&equals), Outcome::Rejected(moved.into()));
}

#[test]
fn symmetries_go_with_one_premise_about_all_transitions() {
    let proof = |change: &dyn Fn(&mut Value)| refusal(|all| change(&mut all["results"][0]["proof"]));
    let alone = "symmetries are for one premise about all transitions";
    let free = lts(1, 0, &[want(0)], &[[0, want(0), 0]]);
    let two = |proof: &mut Value| {
        proof["parts"] = json!([[0, 1, 2], [LOCK]]);
        proof["assumptions"] = json!([free]);
    };
    assert_eq!(proof(&two), alone);
    let symmetric = |proof: &mut Value| {
        proof["rule"] = json!("symmetric");
        proof["assumptions"] = json!([free]);
    };
    assert_eq!(proof(&symmetric), alone);
    let surplus = |proof: &mut Value| proof["assumptions"] = json!([free]);
    assert_eq!(proof(&surplus), "the assumptions are not as many as the parts ask for");
    let restricted = restricted(
        &clients(false, &[exchange([0, 1])]),
        &json!([[0]]),
        &json!([null, null, null, null, null]),
    );
    assert_eq!(checked(&restricted), Outcome::Malformed(alone.into()));
    // Without parts the watched component is alone, and has symmetries all the same.
    let mut only = clients(false, &[]);
    only["components"][WATCHED]["lts"] = lts(3, 0, &[want(0)], &[[0, want(0), 1], [0, want(0), 2]]);
    only["components"][WATCHED]["role"] = json!("component");
    let swap = json!({"actions": [], "moved": [{"from": WATCHED, "to": WATCHED, "states": [0, 2, 1]}]});
    only["results"][0]["proof"] =
        json!({"rule": "chain", "parts": [], "assumptions": [], "symmetries": [swap]});
    assert_eq!(states(&sealed(&only)), 2);
}

/// So many bits that are written one after the other, 0 or 1, and then all turned at once. Each symmetry turns
/// the last bits, one, two, three and so on: so whenever there is one that makes a state smaller, the first of
/// these makes the next smaller number of it.
fn countdown(bits: usize) -> Value {
    let names: Vec<String> = (0..=bits).map(|number| format!("a{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let turn = bits as i32;
    let mut components = Vec::new();
    for bit in 0..bits {
        let (write, next) = (bit as i32, bit as i32 + 1);
        let alphabet: &[i32] = if next == turn { &[write, turn] } else { &[write, next, turn] };
        let mut triples = vec![[0, write, 1], [0, write, 2], [1, turn, 2], [2, turn, 1]];
        if next != turn {
            triples.extend([[1, next, 1], [2, next, 2]]);
        }
        components.push(component(&format!("B{bit}"), "component", &lts(3, 0, alphabet, &triples)));
    }
    components.push(component("P", "property", &lts(1, 0, &[turn], &[[0, turn, 0]])));
    let moved = |from: usize| json!({"from": from, "to": from, "states": [0, 2, 1]});
    let flip = |last: usize| json!({"actions": [], "moved": (last..bits).map(moved).collect::<Vec<_>>()});
    let symmetries: Vec<Value> = (0..bits).rev().map(flip).collect();
    let part: Vec<usize> = (0..bits).collect();
    let proof = json!({"rule": "chain", "parts": [part], "assumptions": [], "symmetries": symmetries});
    sealed(&certificate(&names, &components, &[json!({"watched": bits, "verdict": "holds", "proof": proof})]))
}

#[test]
fn symmetries_that_count_down_do_not_hold_the_check_up() {
    // The beginning, and one state for each number of bits that are written: all of them 0.
    assert_eq!(states(&countdown(10)), 11);
    // 2⁶⁰ symmetries could be applied one after the other. After some of them the check goes on with the image
    // that there is, which is no smaller than the first one: there are two more states.
    let many = states(&countdown(60));
    assert!((62..=63).contains(&many), "{many}");
}

#[test]
fn limits_are_looked_at_while_symmetries_are_checked() {
    let bad = json!({"actions": [[0, 1]], "moved": []});
    let text = clients(false, &[bad]).to_string();
    let late = Limits { deadline: Some(Instant::now()), ..UNLIMITED };
    assert_eq!(check(text.as_bytes(), &late), Outcome::Unfinished);
    assert!(matches!(check(text.as_bytes(), &UNLIMITED), Outcome::Rejected(_)));
}
