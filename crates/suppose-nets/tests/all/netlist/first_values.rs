//! First values: where they come from, and which follow from others.

use suppose_nets::netlist::settle;
use suppose_nets::{Design, Fragment, Net, Value, WireId};
use suppose_testing::Random;

use crate::netlist::support::{circuit, codes};

fn first(fragment: &Fragment) -> Vec<(String, Option<Value>)> {
    fragment.wires.iter().map(|wire| (wire.name.clone(), wire.initial)).collect()
}

#[test]
fn comments_and_blocks_say_values() {
    let text = "module m (input a, input [1:0] b, output z, y);
        not (z, a);
        and (y, b[0], b[1]);
        initial y = 1'b0;
        initial begin : start b[1] = 0; b[0] <= 1'b1; end
        // Signal values at the initial state:
        //   a !z
      endmodule";
    let (fragment, messages) = circuit(text);
    assert_eq!(messages, vec![]);
    let expected = [("a", Some(1)), ("b[0]", Some(1)), ("b[1]", Some(0)), ("z", Some(0)), ("y", Some(0))];
    assert_eq!(first(&fragment), expected.map(|(name, value)| (name.to_owned(), value)));
}

/// The module with the gate knows best; then the innermost one.
#[test]
fn modules_may_disagree() {
    let text = "module top (input a, output z);
        wire w;
        sub s (.i(a), .o(w));
        not (z, w);
        // signal values at the initial state:
        // !a !w z
      endmodule
      module sub (input i, output o);
        buf (o, i);
        // signal values at the initial state:
        // i o
      endmodule";
    let (fragment, messages) = circuit(text);
    let expected = [("a", Some(1)), ("z", Some(1)), ("w", Some(1))];
    assert_eq!(first(&fragment), expected.map(|(name, value)| (name.to_owned(), value)));
    let texts: Vec<&str> = messages.iter().map(|message| message.message.as_str()).collect();
    assert_eq!(texts, ["`a` has two first values; 1 is taken", "`w` has two first values; 1 is taken"]);
    assert!(messages.iter().all(|message| message.code == "W0865"));
    assert_eq!(codes("module m (input a); initial b = 0; endmodule"), ["E0874"]);
}

fn settled(text: &str) -> (String, Vec<String>) {
    let (fragment, _) = circuit(text);
    let mut values: Vec<Option<Value>> = fragment.wires.iter().map(|wire| wire.initial).collect();
    let guesses = settle(&fragment.nets, &mut values);
    let values = values.iter().map(|value| value.expect("all are settled").to_string()).collect();
    (values, guesses.iter().map(|wire: &WireId| fragment.wires[wire.index()].name.clone()).collect())
}

#[test]
fn values_follow_from_inputs() {
    // a b w x z: the inputs are 0, w = 1, x = a & ? = 0, z = w | x.
    let text =
        "module m (input a, b, output z); wire w, x; not (w, a); and (x, a, z); or (z, w, x); endmodule";
    let (fragment, _) = circuit(text);
    assert_eq!(first(&fragment)[2].0, "z");
    assert_eq!(settled(text), ("00110".to_owned(), vec![]));
    // What is said is taken, even where a gate is then about to change.
    let text = "module m (input a, output z); not (z, a); initial begin a = 1; z = 1; end endmodule";
    assert_eq!(settled(text), ("11".to_owned(), vec![]));
}

#[test]
fn rings_and_latches_need_a_guess() {
    // A latch of two NOR gates with both inputs at 0: one gate is taken to be 0, the other follows.
    let latch = "module m (input a, b, output z, n); nor (z, a, n); nor (n, b, z); endmodule";
    assert_eq!(settled(latch), ("0001".to_owned(), vec!["z".to_owned()]));
    // With one of them known, nothing is left to guess.
    let text = latch.replace("endmodule", "initial n = 0; endmodule");
    assert_eq!(settled(&text), ("0010".to_owned(), vec![]));
    // A pipeline of C-elements: all are taken to be 0, and the inverters follow.
    let text = "module m (input a, output c1, c2, c3); wire n2, n3;
        not (n2, c2); not (n3, c3); C2 u1 (c1, a, n2); C2 u2 (c2, c1, n3); BUF u3 (c3, c2); endmodule";
    assert_eq!(settled(text), ("000011".to_owned(), vec!["c1".to_owned(), "c2".to_owned()]));
    // A ring of one inverter rests nowhere.
    assert_eq!(settled("module m (output z); not (z, z); endmodule"), ("0".to_owned(), vec!["z".to_owned()]));
}

#[test]
fn a_design_says_what_it_guessed() {
    let text = "module m (input a, b, output z, n); nor (z, a, n); nor (n, b, z); endmodule";
    let (design, messages) = Design::join("m", vec![circuit(text).0]).expect("a design");
    assert_eq!(messages.len(), 1);
    assert_eq!(messages[0].code, "W0867");
    assert_eq!(
        messages[0].message,
        "nothing says what some wires are worth at first, so they begin with 0: `z`"
    );
    let marked: Vec<&str> =
        design.nets.iter().map(|net| net.places[net.marking[0].index()].name.as_str()).collect();
    assert_eq!(marked, ["z=0", "n=1"]);
}

/// What a gate of the circuits below can be.
fn gate(kind: usize, output: &str, x: &str, y: &str) -> String {
    let value = match kind {
        0 => format!("~{x}"),
        1 => format!("{x} & {y}"),
        2 => format!("~({x} | {y})"),
        3 => format!("{x} ^ {y}"),
        _ => format!("{x} & {y} | {output} & ({x} | {y})"),
    };
    format!("assign {output} = {value};\n")
}

/// Compares with a search through all combinations of values: a circuit without a guess has exactly one state
/// in which all gates rest, the one found; and whatever was not guessed and not given rests in any case.
/// Returns whether there was no guess.
fn compare(inputs: &[&str], outputs: &[&str], gates: &str, known: &[&str], case: &str) -> bool {
    let known: Vec<String> = known.iter().map(|name| format!("initial {name} = 1;\n")).collect();
    let known = known.concat();
    let text = format!(
        "module m (input {}, output {});\n{gates}{known}endmodule",
        inputs.join(", "),
        outputs.join(", ")
    );
    let (fragment, _) = circuit(&text);
    let mut values: Vec<Option<Value>> = fragment.wires.iter().map(|wire| wire.initial).collect();
    let guesses = settle(&fragment.nets, &mut values);
    let result: Vec<Value> = values.into_iter().map(|value| value.expect("settled")).collect();
    for net in &fragment.nets {
        let wire = net.outputs[0];
        let free = fragment.wires[wire.index()].initial.is_none() && !guesses.contains(&wire);
        assert!(!free || rests(net, &result), "{case}: {text}");
    }
    if guesses.is_empty() {
        assert_eq!(stable_states(&fragment), [result], "{case}: {text}");
    }
    guesses.is_empty()
}

#[test]
fn all_circuits_of_two_gates() {
    let names = ["i", "a", "b"];
    let mut unique = 0;
    let mut all = 0;
    let choices: Vec<(usize, &str, &str)> =
        (0..45).map(|number| (number / 9, names[number / 3 % 3], names[number % 3])).collect();
    for &(first, x, y) in &choices {
        for &(second, u, v) in &choices {
            let gates = gate(first, "a", x, y) + &gate(second, "b", u, v);
            for known in [&[][..], &["i"][..]] {
                unique += usize::from(compare(&["i"], &["a", "b"], &gates, known, ""));
                all += 1;
            }
        }
    }
    assert_eq!(all, 45 * 45 * 2);
    assert!(unique > 500, "{unique}");
}

#[test]
fn random_circuits() {
    let names = ["i", "j", "a", "b", "c", "d", "e", "f"];
    let mut unique = 0;
    for seed in 0..2000 {
        let mut random = Random::new(seed);
        let count = 1 + random.below(6);
        let outputs = &names[2..2 + count];
        let mut gates = String::new();
        for output in outputs {
            let [x, y] = [0, 1].map(|_| *random.pick(&names[..2 + count]));
            gates += &gate(random.below(5), output, x, y);
        }
        let known: Vec<&str> = names[..2].iter().copied().filter(|_| random.below(2) == 0).collect();
        unique += usize::from(compare(&names[..2], outputs, &gates, &known, &format!("seed {seed}")));
    }
    assert!(unique > 300, "{unique}");
}

/// Whether no transition of a gate is enabled.
fn rests(net: &Net, state: &[Value]) -> bool {
    net.transitions.iter().all(|transition| {
        let from = Value::from(transition.name.ends_with('-'));
        state[net.outputs[0].index()] != from || transition.guard.eval(&|w| state[w.index()]) == Ok(0)
    })
}

/// All combinations of values, with the first values of inputs, in which no transition is enabled.
fn stable_states(fragment: &Fragment) -> Vec<Vec<Value>> {
    let count = fragment.wires.len();
    let is_output = |wire: usize| fragment.nets.iter().any(|net| net.outputs.contains(&WireId(wire as u32)));
    let fits = |state: &Vec<Value>| {
        (0..count).all(|wire| match fragment.wires[wire].initial {
            Some(value) => state[wire] == value,
            None => is_output(wire) || state[wire] == 0,
        })
    };
    let states =
        (0..1usize << count).map(|row| (0..count).map(|wire| Value::from(row >> wire & 1 == 1)).collect());
    states.filter(fits).filter(|state| fragment.nets.iter().all(|net| rests(net, state))).collect()
}
