//! Small designs that were once answered wrongly.

use suppose_base::{Budget, Verdict};
use suppose_nets::reduce::Reduction;
use suppose_nets::verify::{Method, Options, verify, verify_together};
use suppose_nets::{BinaryOp, Design, Expr, Failure, Fragment, Net, Signals, Transition, WireId};

use crate::agreement::ways;

/// Whether something is violated, by the flat search and by all other ways, which have to agree.
fn violated(design: &Design, failure: Failure) -> bool {
    let flat = Options { method: Method::Flat, ..Options::default() };
    let one = |options: &Options| {
        let answers = verify(design, &[failure], options, &Budget::unlimited());
        match &answers[0].verdict {
            Verdict::Holds => false,
            Verdict::Violated(_) => true,
            Verdict::Inconclusive(reason) => panic!("{options:?}: {reason:?}"),
        }
    };
    let expected = one(&flat);
    for options in ways() {
        assert_eq!(one(&options), expected, "{options:?}");
    }
    expected
}

/// A net with this many places, of which the first is marked.
fn net(name: &str, places: usize) -> Net {
    let mut net = Net::new(name);
    for place in 0..places {
        let id = net.add_place(format!("p{place}"));
        if place == 0 {
            net.marking.push(id);
        }
    }
    net
}

/// A transition from one place to another.
fn step(net: &Net, name: &str, from: u32, to: u32) -> Transition {
    assert!((from as usize) < net.places.len() && (to as usize) < net.places.len());
    Transition::new(name, vec![suppose_nets::PlaceId(from)], vec![suppose_nets::PlaceId(to)])
}

fn joined(fragment: Fragment) -> Design {
    Design::join("corner", vec![fragment]).expect("a design").0
}

/// Two nets that have only an input from outside in common: it disables both.
#[test]
fn nets_that_share_only_an_input_from_outside() {
    let mut fragment = Fragment::new("corner");
    let input = fragment.wire("i");
    for name in ["a", "b"] {
        let out = fragment.wire(&format!("{name}.out"));
        let mut net = net(name, 2);
        net.inputs.push(input);
        net.transitions = vec![
            step(&net, "up", 0, 1).when(Expr::Wire(input)).sets(out, Expr::Const(1)),
            step(&net, "down", 1, 0).when(Expr::Wire(input).negated()).sets(out, Expr::Const(0)),
        ];
        fragment.nets.push(net);
    }
    fragment.open = true;
    assert!(violated(&joined(fragment), Failure::Disabling));
}

/// One step of the first net disables a transition in each of the other two.
#[test]
fn two_nets_fail_by_the_same_step() {
    let mut fragment = Fragment::new("corner");
    let wire = fragment.wire("w");
    let mut first = net("first", 2);
    first.transitions = vec![step(&first, "go", 0, 1).sets(wire, Expr::Const(1))];
    fragment.nets.push(first);
    for name in ["a", "b"] {
        let mut net = net(name, 2);
        net.transitions = vec![step(&net, "t", 0, 1).when(Expr::Wire(wire).negated())];
        fragment.nets.push(net);
    }
    assert!(violated(&joined(fragment), Failure::Disabling));
}

fn graph(name: &str, is_output: bool, edges: &[i32]) -> Fragment {
    let mut fragment = Fragment::new(name);
    let wire = fragment.wire("a");
    fragment.set_initial(wire, 0);
    let mut net = net(name, edges.len());
    let (inputs, outputs) = if is_output { (vec![], vec![wire]) } else { (vec![wire], vec![]) };
    net.signals = Some(Signals { inputs, outputs, internal: Vec::new() });
    for (at, &value) in edges.iter().enumerate() {
        let next = (at + 1) % edges.len();
        let transition = step(&net, &format!("t{at}"), at as u32, next as u32);
        net.transitions.push(transition.sets(wire, Expr::Const(value)));
    }
    fragment.nets.push(net);
    fragment
}

/// A graph that raises a wire twice surprises one that expects it to fall in between, and no other.
#[test]
fn an_inconsistent_graph_and_its_neighbour() {
    let expecting = |edges: &[i32]| {
        let fragments = vec![graph("driver", true, &[1, 1, 0]), graph("follower", false, edges)];
        Design::join("corner", fragments).expect("a design").0
    };
    assert!(violated(&expecting(&[1, 0]), Failure::Conformance));
    assert!(!violated(&expecting(&[1, 1, 0]), Failure::Conformance));
}

/// One step changes two wires, and a graph that follows both puts two tokens on one place.
#[test]
fn two_edges_of_one_step_put_two_tokens_on_a_place() {
    let mut circuit = Fragment::new("circuit");
    let (a, b) = (circuit.wire("a"), circuit.wire("b"));
    let mut driver = net("driver", 2);
    driver.transitions = vec![step(&driver, "t", 0, 1).sets(a, Expr::Const(1)).sets(b, Expr::Const(1))];
    circuit.nets.push(driver);
    let mut environment = Fragment::new("environment");
    let wires: Vec<WireId> = ["a", "b"].map(|name| environment.wire(name)).to_vec();
    let mut follower = net("follower", 3);
    follower.marking.push(suppose_nets::PlaceId(1));
    for (from, &wire) in wires.iter().enumerate() {
        let transition = step(&follower, &format!("t{from}"), from as u32, 2);
        follower.transitions.push(transition.sets(wire, Expr::Const(1)));
    }
    follower.signals = Some(Signals { inputs: wires, ..Signals::default() });
    environment.nets.push(follower);
    let design = Design::join("corner", vec![circuit, environment]).expect("a design").0;
    assert!(violated(&design, Failure::Safety));
}

/// An assertion is judged although the one before it has no value.
#[test]
fn an_assertion_after_one_without_a_value() {
    let mut fragment = Fragment::new("corner");
    let wire = fragment.wire("w");
    let mut net = net("n", 2);
    let mut transition = step(&net, "t", 0, 1);
    let quotient = Expr::Binary(BinaryOp::Divide, Box::new(Expr::Const(1)), Box::new(Expr::Wire(wire)));
    transition.asserts = vec![quotient, Expr::Wire(wire)];
    net.transitions.push(transition);
    fragment.nets.push(net);
    let design = joined(fragment);
    assert!(violated(&design, Failure::Assertion));
    assert!(violated(&design, Failure::Expression));
}

/// Two nets see three wires, of which a third net raises one at a time. Alone each of the two has more than
/// seven states; the first and the third together have six, and then the second has to join them.
#[test]
fn a_net_joins_a_group_that_is_built() {
    let mut fragment = Fragment::new("corner");
    let wires = ["a", "b", "c"].map(|name| fragment.wire(name));
    let any = || wires.map(Expr::Wire).into_iter().reduce(Expr::or).expect("three");
    let mut quiet = net("quiet", 1);
    quiet.transitions = vec![step(&quiet, "t", 0, 0).when(any().or(Expr::TRUE))];
    let mut ring = net("ring", 6);
    for (at, &wire) in wires.iter().enumerate() {
        let at = 2 * at as u32;
        let (up, down) = (
            step(&ring, &format!("u{at}"), at, at + 1),
            step(&ring, &format!("d{at}"), at + 1, (at + 2) % 6),
        );
        ring.transitions.extend([up.sets(wire, Expr::Const(1)), down.sets(wire, Expr::Const(0))]);
    }
    let mut late = net("late", 2);
    late.transitions = vec![step(&late, "t", 0, 1).when(any())];
    fragment.nets = vec![quiet, ring, late];
    let design = joined(fragment);
    assert!(violated(&design, Failure::Disabling));
    for method in [Method::Minimise, Method::Refine] {
        let options = Options { method, small: 7, ..Options::default() };
        let answers = verify(&design, &[Failure::Disabling], &options, &Budget::unlimited());
        assert!(matches!(answers[0].verdict, Verdict::Violated(_)), "{method:?}");
    }
}

/// A ring of three cells in groups: as many parts as there should be, and less to compose.
#[test]
fn parts_are_the_groups_that_were_asked_for() {
    let text = suppose_nets::models::dme(3);
    let file = suppose_base::SourceMap::new().add("ring", text.as_str());
    let (fragment, _) =
        suppose_nets::lpn::read(&text, file, "ring", &suppose_nets::lpn::NoIncludes).expect("a net");
    let design = joined(fragment);
    let options = Options { method: Method::Minimise, sharing: false, ..Options::default() };
    for (together, parts) in
        [(vec![], 3), (vec![vec![0, 2]], 2), (vec![vec![1]], 3), (vec![vec![0, 1], vec![9, 1, 2]], 1)]
    {
        let answers =
            verify_together(&design, &together, &[Failure::Disabling], &options, &Budget::unlimited());
        assert!(matches!(answers[0].verdict, Verdict::Holds));
        assert_eq!(answers[0].effort.classes, parts, "{together:?}");
        assert_eq!(answers[0].effort.composed == 0, parts == 1, "{together:?}");
    }
}

/// A net may silently stop: whatever the reduction, that is a deadlock.
#[test]
fn a_silent_step_to_a_deadlock() {
    let mut fragment = Fragment::new("corner");
    let wire = fragment.wire("w");
    let mut driver = net("driver", 3);
    driver.transitions = vec![
        step(&driver, "up", 0, 1).sets(wire, Expr::Const(1)),
        step(&driver, "down", 1, 0).sets(wire, Expr::Const(0)),
        step(&driver, "stop", 0, 2),
    ];
    let mut reader = net("reader", 1);
    reader.inputs.push(wire);
    fragment.nets = vec![driver, reader];
    let design = joined(fragment);
    assert!(violated(&design, Failure::Deadlock));
    for reduction in Reduction::ALL {
        let options = Options { method: Method::Refine, reduction: Some(reduction), ..Options::default() };
        let answers = verify(&design, &[Failure::Deadlock], &options, &Budget::unlimited());
        assert!(matches!(answers[0].verdict, Verdict::Violated(_)), "{reduction:?}");
    }
}

/// A budget of few states: what one method cannot do, the next one may.
#[test]
fn each_method_of_the_race_has_its_turn() {
    let mut fragment = Fragment::new("corner");
    for n in 0..12 {
        let wire = fragment.wire(&format!("w{n}"));
        let mut net = net(&format!("n{n}"), 2);
        net.transitions = vec![
            step(&net, "up", 0, 1).sets(wire, Expr::Const(1)),
            step(&net, "down", 1, 0).sets(wire, Expr::Const(0)),
        ];
        fragment.nets.push(net);
    }
    let budget = Budget::unlimited().with_max_states(100);
    let answers =
        verify(&joined(fragment), &[Failure::Disabling, Failure::Deadlock], &Options::default(), &budget);
    assert!(answers.iter().all(|answer| answer.verdict == Verdict::Holds), "{answers:?}");
}
