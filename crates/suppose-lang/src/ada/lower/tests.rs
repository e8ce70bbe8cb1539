//! Hand-made programs with all their states.

use suppose_base::Budget;
use suppose_lts::ops::interface;
use suppose_lts::product::{Goal, Product};
use suppose_lts::reduce;

use super::*;
use crate::ada::test_support::elevator;

fn lowered(program: &Program) -> Lowered {
    lower(program, &Budget::unlimited()).expect("no limits")
}

#[test]
fn the_elevator_has_the_states_of_the_literature() {
    let lowered = lowered(&elevator());
    let sizes: Vec<(&str, usize)> =
        lowered.system.components.iter().map(|c| (c.name.as_str(), c.lts.num_states())).collect();
    assert_eq!(sizes, [("car", 8), ("controller", 8), ("x", 3)]);
    let product = Product::new(&lowered.system).expect("small");
    assert_eq!(product.explore(Goal::default(), 1, &Budget::unlimited()).states, 25);
    // The graph has one end state, whatever the value of the variable in the end.
    let composed = product.compose(&Budget::unlimited()).expect("no limits").lts;
    assert_eq!(composed.num_states(), 24);
    assert_eq!(composed.deadlocks().count(), 0);
    let shown = ["open", "close", "move"].map(|name| lowered.system.actions.get(name).expect("an action"));
    let outside = interface(&composed, |action| shown.contains(&action));
    let least = reduce::weak(&outside, &Budget::unlimited()).expect("no limits").lts;
    assert_eq!(least.num_states(), 5);
    let names = lowered.system.actions.sorted_names(lowered.system.alphabet());
    let expected = [
        "car.x==false",
        "car.x==true",
        "car.x=true",
        "close",
        "controller.x==false",
        "controller.x==true",
        "controller.x=false",
        "move",
        "open",
        "sync",
    ];
    assert_eq!(names, expected);
}
