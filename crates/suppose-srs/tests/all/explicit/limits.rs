//! Limits: a budget ends exploration, also where there is too much to choose from.

use suppose_base::{Budget, Poll, StopReason};
use suppose_srs::explicit::{Exploration, Mode, Options, explore};
use suppose_srs::program::Program;

use crate::explicit::models::{component, example, model};
use crate::explicit::support::anything;

const OPTIONS: Options = Options { mode: Mode::Sound, last: 4 };

fn under(text: &str, budget: &Budget) -> Result<Exploration, StopReason> {
    let model = model(text);
    let program = Program::whole(&model);
    explore(&program, &program.sent, &anything, OPTIONS, budget)
}

#[test]
fn a_budget_ends_the_search() {
    let model = example("boiler");
    let program = Program::new(&model, [component(&model, "CONTROL")]);
    let few = Budget::unlimited().with_max_states(100);
    let stopped = explore(&program, &program.sent, &anything, OPTIONS, &few);
    assert_eq!(stopped.map(|_| ()), Err(StopReason::States(100)));
    let interrupted = Budget::unlimited().tripping_at(Poll::Explore);
    let stopped = explore(&program, &program.sent, &anything, OPTIONS, &interrupted);
    assert_eq!(stopped.map(|_| ()), Err(StopReason::Interrupted));
}

/// Inputs none of which is possible, events that are received in vain, choices that lead to one state: none
/// of them is listed before it is looked at.
#[test]
fn too_much_to_choose_from() {
    let interrupted = Budget::unlimited().tripping_at(Poll::Explore);
    let names = |prefix: &str| (0..60).map(|n| format!("{prefix}{n}")).collect::<Vec<_>>();
    let inputs = names("I").join(", ");
    let impossible =
        format!("component C {{ in {inputs}; require I0 && !I0; fsm P {{ init S; S -> S : I0; }} }}");
    assert_eq!(under(&impossible, &interrupted).map(|_| ()), Err(StopReason::Interrupted));
    let received = names("R").join(", ");
    let open = format!("component C {{ in I; recv {received}; fsm P {{ init S; S -> S : I; }} }}");
    assert_eq!(under(&open, &interrupted).map(|_| ()), Err(StopReason::Interrupted));
    let machine = |name: &String| format!("fsm {name} {{ init S; S -> S : I; S -> S : I; }}");
    let machines: Vec<String> = names("P").iter().map(machine).collect();
    let choices = format!("component C {{ in I; {} }}", machines.join(" "));
    assert_eq!(under(&choices, &interrupted).map(|_| ()), Err(StopReason::Interrupted));
}
