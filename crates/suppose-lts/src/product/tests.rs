//! The product against a second implementation that works straight from the definition.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use suppose_base::{ActionId, Budget, Poll, StateId, StopReason, Verdict};
use suppose_testing::Random;

use super::{Errors, Goal, Product, Violation, compose, replay};
use crate::{Component, Lts, LtsBuilder, Priority, Role, System};

fn s(number: usize) -> StateId {
    StateId::must(number)
}

/// A random component over actions 1..=4. `padding` unreachable states make its field wider.
fn random_lts(random: &mut Random, padding: usize) -> Lts {
    let states = 1 + random.below(4);
    let mut builder = LtsBuilder::new(states + padding);
    let end = (states > 1 && random.once_in(3)).then(|| s(states - 1));
    builder.set_end(end);
    for _ in 0..random.below(3 * states + 1) {
        let from = s(random.below(states));
        if Some(from) == end {
            continue;
        }
        let to = if random.once_in(8) { StateId::ERROR } else { s(random.below(states)) };
        builder.add(from, ActionId::from_raw(random.below(5u32)), to);
    }
    if random.once_in(2) {
        builder.extend_alphabet([ActionId::from_raw(1 + random.below(4u32))]);
    }
    if random.once_in(40) {
        builder.set_initial(StateId::ERROR);
    }
    builder.finish().expect("valid")
}

fn system(components: Vec<Lts>) -> System {
    let mut system = System::default();
    for name in ["a", "b", "c", "d"] {
        system.actions.intern(name);
    }
    let part = |lts| Component { name: "P".into(), lts: Arc::new(lts), role: Role::Component };
    system.components = components.into_iter().map(part).collect();
    system
}

fn random_system(random: &mut Random, padding: usize) -> System {
    let mut parts = Vec::new();
    for _ in 0..=random.below(4) {
        parts.push(random_lts(random, padding));
        if padding > 0 {
            parts.push(LtsBuilder::new(padding).finish().expect("valid"));
        }
    }
    let mut system = system(parts);
    let some_actions = |random: &mut Random| {
        let picked: BTreeSet<ActionId> =
            (0..random.below(4)).map(|_| ActionId::from_raw(1 + random.below(4u32))).collect();
        picked.into_iter().collect::<Vec<_>>()
    };
    if random.once_in(3) {
        system.priority = Some(Priority {
            actions: some_actions(random),
            listed_are_low: random.once_in(2),
            exempt: if random.once_in(3) { some_actions(random) } else { Vec::new() },
        });
    }
    system.hidden = some_actions(random);
    if random.once_in(2) {
        for component in &mut system.components {
            component.role = if random.once_in(2) { Role::Property } else { Role::Component };
        }
    }
    system
}

type Tuple = Vec<StateId>;

/// Where a move leads: to a tuple, or to π because of these components.
type Goes = Result<Tuple, Vec<usize>>;

/// The product by definition: a map from each reachable tuple to its moves.
struct Naive {
    moves: BTreeMap<Tuple, BTreeSet<(ActionId, Goes)>>,
    depth: BTreeMap<Tuple, usize>,
}

impl Naive {
    fn new(system: &System) -> Self {
        let initial: Tuple = system.components.iter().map(|c| c.lts.initial()).collect();
        let mut naive = Self { moves: BTreeMap::new(), depth: BTreeMap::new() };
        if initial.iter().any(|s| s.is_error()) {
            return naive;
        }
        naive.depth.insert(initial.clone(), 0);
        let mut queue = VecDeque::from([initial]);
        while let Some(tuple) = queue.pop_front() {
            let moves = Self::moves_of(system, &tuple);
            for target in moves.iter().filter_map(|(_, target)| target.clone().ok()) {
                if !naive.depth.contains_key(&target) {
                    naive.depth.insert(target.clone(), naive.depth[&tuple] + 1);
                    queue.push_back(target);
                }
            }
            naive.moves.insert(tuple, moves);
        }
        naive
    }

    fn moves_of(system: &System, tuple: &Tuple) -> BTreeSet<(ActionId, Goes)> {
        // Each with whether a component takes part in it, and not just properties.
        let mut moves: Vec<(ActionId, Goes, bool)> = Vec::new();
        let is_component = |i: usize| system.components[i].role == Role::Component;
        let mut add = |action: ActionId, target: Tuple, by_component: bool| {
            let broken: Vec<usize> = (0..target.len()).filter(|&i| target[i].is_error()).collect();
            moves.push((action, if broken.is_empty() { Ok(target) } else { Err(broken) }, by_component));
        };
        for (i, component) in system.components.iter().enumerate() {
            for t in component.lts.transitions(tuple[i]).iter().filter(|t| t.action.is_tau()) {
                let mut target = tuple.clone();
                target[i] = t.target;
                add(t.action, target, is_component(i));
            }
        }
        for action in (1..system.actions.len() as u32).map(ActionId::from_raw) {
            let mut partial = vec![tuple.clone()];
            let (mut anybody, mut by_component) = (false, false);
            for (i, component) in system.components.iter().enumerate() {
                if component.lts.alphabet().contains(&action) {
                    anybody = true;
                    by_component |= is_component(i);
                    let row = component.lts.transitions(tuple[i]);
                    let targets: Vec<StateId> =
                        row.iter().filter(|t| t.action == action).map(|t| t.target).collect();
                    partial = partial
                        .iter()
                        .flat_map(|p| {
                            targets.iter().map(|&to| {
                                let mut copy = p.clone();
                                copy[i] = to;
                                copy
                            })
                        })
                        .collect();
                }
            }
            if anybody {
                for target in partial {
                    add(action, target, by_component);
                }
            }
        }
        if let Some(priority) = &system.priority {
            let alone = !(0..system.components.len()).any(is_component);
            let class = |&(action, _, by_component): &(ActionId, Goes, bool)| {
                if by_component || alone { Self::class(priority, action) } else { None }
            };
            if moves.iter().any(|m| class(m) == Some(true)) {
                moves.retain(|m| class(m) != Some(false));
            }
        }
        moves.into_iter().map(|(action, target, _)| (action, target)).collect()
    }

    /// Whether an action is in the upper class; `None` when it is in neither.
    fn class(priority: &Priority, action: ActionId) -> Option<bool> {
        let listed = priority.actions.contains(&action);
        (!priority.exempt.contains(&action)).then_some(listed != priority.listed_are_low)
    }

    fn terminated(system: &System, tuple: &Tuple) -> bool {
        let ending = || system.components.iter().zip(tuple).filter(|(c, _)| c.lts.end().is_some());
        let other = system.components.iter().filter(|c| c.lts.end().is_none());
        ending().count() > 0
            && ending().all(|(c, s)| c.lts.end() == Some(*s))
            && other
                .flat_map(|c| c.lts.alphabet())
                .all(|a| ending().any(|(c, _)| c.lts.alphabet().contains(a)))
    }

    /// Length of a shortest run into π, and of one into a deadlock.
    fn shortest(&self, system: &System) -> (Option<usize>, Option<usize>) {
        let to_error = self.moves.iter().filter(|(_, moves)| moves.iter().any(|(_, target)| target.is_err()));
        let stuck =
            self.moves.iter().filter(|(tuple, moves)| moves.is_empty() && !Self::terminated(system, tuple));
        (to_error.map(|(t, _)| self.depth[t] + 1).min(), stuck.map(|(t, _)| self.depth[t]).min())
    }
}

fn check_against_naive(system: &System, seed: u64) {
    let naive = Naive::new(system);
    let product = Product::new(system).expect("fits");
    let budget = Budget::unlimited();
    let broken = system.components.iter().any(|c| c.lts.initial().is_error());

    // The composed graph, state by state.
    let composed = compose(system, &budget).expect("no limit");
    assert_eq!(composed.lts.check_invariants(), Ok(()), "seed {seed}");
    assert_eq!(composed.lts.initial().is_error(), broken, "seed {seed}");
    let is_end = |tuple: &Tuple| naive.moves[tuple].is_empty() && Naive::terminated(system, tuple);
    let tuples: BTreeMap<Tuple, StateId> =
        composed.lts.states().map(|state| (composed.locals(state), state)).collect();
    let number = |tuple: &Tuple| {
        if is_end(tuple) { composed.lts.end().expect("an end state") } else { tuples[tuple] }
    };
    let live = naive.moves.keys().filter(|t| !is_end(t)).count();
    let ends = usize::from(naive.moves.keys().any(is_end));
    assert_eq!(composed.lts.num_states(), live + ends, "seed {seed}");
    for (tuple, moves) in &naive.moves {
        let expected: BTreeSet<(ActionId, StateId)> = moves
            .iter()
            .map(|(a, target)| {
                let shown = if system.hidden.contains(a) { ActionId::TAU } else { *a };
                (shown, target.as_ref().map_or(StateId::ERROR, number))
            })
            .collect();
        let row = composed.lts.transitions(number(tuple));
        let found: BTreeSet<(ActionId, StateId)> = row.iter().map(|t| (t.action, t.target)).collect();
        assert_eq!(found, expected, "seed {seed}, state {tuple:?}");
    }

    // The searches.
    let all = product.explore(Goal::default(), 1, &budget);
    assert!(all.verdict.holds());
    assert_eq!(all.states, naive.moves.len() as u64, "seed {seed}");
    let (error, deadlock) = if broken { (Some(0), None) } else { naive.shortest(system) };
    for (errors, deadlocks) in [(true, false), (false, true), (true, true)] {
        let goal = Goal { errors: if errors { Errors::Any } else { Errors::Ignored }, deadlocks };
        let found = product.explore(goal, 1, &budget);
        let wanted = [error.filter(|_| errors), deadlock.filter(|_| deadlocks)].into_iter().flatten().min();
        match found.verdict {
            Verdict::Holds => assert_eq!(wanted, None, "seed {seed}"),
            Verdict::Violated(witness) => {
                assert_eq!(Some(witness.steps.len()), wanted, "seed {seed}");
                assert_eq!(replay(system, &witness), Ok(()), "seed {seed}");
                let kind = matches!(witness.violation, Violation::Deadlock);
                assert!(if kind { deadlocks } else { errors }, "seed {seed}");
            }
            Verdict::Inconclusive(reason) => panic!("seed {seed}: {reason}"),
        }
    }
}

/// Length of a shortest run into π for one component.
fn shortest_error_of(naive: &Naive, component: usize) -> Option<usize> {
    let breaks = |tuple: &Tuple| {
        naive.moves[tuple]
            .iter()
            .any(|(_, target)| matches!(target, Err(broken) if broken.contains(&component)))
    };
    naive.moves.keys().filter(|tuple| breaks(tuple)).map(|tuple| naive.depth[tuple] + 1).min()
}

#[test]
fn errors_of_one_component_are_told_from_those_of_others() {
    for seed in 0..3000 {
        let system = random_system(&mut Random::new(seed ^ 0xabcd), 0);
        if system.components.iter().any(|c| c.lts.initial().is_error()) {
            continue;
        }
        let naive = Naive::new(&system);
        let product = Product::new(&system).expect("fits");
        for component in 0..system.components.len() {
            let goal = Goal { errors: Errors::Of(component), deadlocks: false };
            let found = product.explore(goal, 1, &Budget::unlimited());
            let length = found.verdict.witness().map(|w| w.steps.len());
            assert_eq!(length, shortest_error_of(&naive, component), "seed {seed}");
            if let Some(witness) = found.verdict.witness() {
                assert_eq!(witness.violation, Violation::Error { component });
                assert_eq!(replay(&system, witness), Ok(()), "seed {seed}");
            }
        }
    }
}

#[test]
fn random_products_agree_with_the_definition() {
    for seed in 0..4000 {
        check_against_naive(&random_system(&mut Random::new(seed), 0), seed);
    }
}

#[test]
fn wide_states_agree_with_the_definition() {
    for seed in 0..200 {
        // Up to eight fields of at least 11, 20 or 40 bits: one, two, four and eight words.
        let padding = [1 << 10, 1 << 14, 1 << 18][seed as usize % 3];
        check_against_naive(&random_system(&mut Random::new(seed), padding), seed);
    }
}

#[test]
fn actions_with_many_combinations_agree_with_the_definition() {
    // Every component offers `a` in every state in several ways, which makes it a joint move.
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let parts = (0..3).map(|_| {
            let mut builder = LtsBuilder::new(4);
            for from in 0..4 {
                for _ in 0..=random.below(3) {
                    let to = if random.once_in(30) { StateId::ERROR } else { s(random.below(4)) };
                    builder.add(s(from), ActionId::from_raw(1), to);
                }
            }
            builder.finish().expect("valid")
        });
        let system = system(parts.collect());
        let product = Product::new(&system).expect("fits");
        assert!(!product.moves.joints.is_empty());
        check_against_naive(&system, seed);
        // Without π, different choices lead to different states, so each move is listed once.
        let naive = Naive::new(&system);
        if naive.moves.values().flatten().all(|(_, target)| target.is_ok()) {
            let moves: usize = naive.moves.values().map(BTreeSet::len).sum();
            assert_eq!(product.explore(Goal::default(), 1, &Budget::unlimited()).transitions, moves as u64);
        }
    }
}

/// Components that can all do `a` in their first state, to each of these targets, and in a second one, which
/// makes it a joint move.
fn joint_parts(count: usize, targets: &[StateId]) -> Vec<Lts> {
    let mut builder = LtsBuilder::new(3);
    let a = ActionId::from_raw(1);
    for &target in targets {
        builder.add(s(0), a, target);
    }
    builder.add(s(1), a, s(1));
    vec![builder.finish().expect("valid"); count]
}

#[test]
fn many_components_that_break_together_are_no_more_moves_than_components() {
    let system = system(joint_parts(24, &[StateId::ERROR]));
    let product = Product::new(&system).expect("fits");
    assert!(!product.moves.joints.is_empty());
    let all = product.explore(Goal::default(), 1, &Budget::unlimited());
    assert_eq!((all.states, all.transitions), (1, 24));
    // One that breaks for sure leaves nothing to combine for the others.
    let mut parts = joint_parts(24, &[s(1), s(2)]);
    parts.extend(joint_parts(1, &[StateId::ERROR]));
    let system = self::system(parts);
    let all = Product::new(&system).expect("fits").explore(Goal::default(), 1, &Budget::unlimited());
    assert_eq!((all.states, all.transitions), (1, 1));
}

#[test]
fn choices_are_not_combined_when_somebody_does_not_take_part() {
    let mut parts = joint_parts(60, &[s(1), s(2)]);
    let mut late = LtsBuilder::new(3);
    // More transitions than the others have, so that it does not lead.
    for (from, to) in [(1, 0), (1, 1), (2, 0), (2, 1)] {
        late.add(s(from), ActionId::from_raw(1), s(to));
    }
    parts.push(late.finish().expect("valid"));
    let system = system(parts);
    let product = Product::new(&system).expect("fits");
    assert!(!product.moves.joints.is_empty());
    let all = product.explore(Goal::default(), 1, &Budget::unlimited());
    assert_eq!((all.states, all.transitions), (1, 0));
}

fn cycle(actions: &[ActionId]) -> Lts {
    let mut builder = LtsBuilder::new(actions.len());
    for (i, &action) in actions.iter().enumerate() {
        builder.add(s(i), action, s((i + 1) % actions.len()));
    }
    builder.finish().expect("valid")
}

/// Philosophers who take the left fork first: `hungry, left, right, eat, put left, put right`.
fn philosophers(n: usize) -> System {
    let mut system = System::default();
    let mut parts = Vec::new();
    let t = &mut system.actions;
    for i in 0..n {
        let right = (i + 1) % n;
        let names = [
            format!("hungry.{i}"),
            format!("take.{i}.by.{i}"),
            format!("take.{right}.by.{i}"),
            format!("eat.{i}"),
            format!("put.{i}.by.{i}"),
            format!("put.{right}.by.{i}"),
        ];
        parts.push(cycle(&names.map(|name| t.intern(&name))));
        let mut fork = LtsBuilder::new(2);
        for by in [i, (i + n - 1) % n] {
            fork.add(s(0), t.intern(&format!("take.{i}.by.{by}")), s(1));
            fork.add(s(1), t.intern(&format!("put.{i}.by.{by}")), s(0));
        }
        parts.push(fork.finish().expect("valid"));
    }
    let part = |lts| Component { name: "P".into(), lts: Arc::new(lts), role: Role::Component };
    system.components = parts.into_iter().map(part).collect();
    system
}

#[test]
fn philosophers_have_the_sizes_that_other_tools_count() {
    let budget = Budget::unlimited();
    for (n, states, transitions) in [(7, 46_707, 265_160), (8, 216_993, 1_407_880)] {
        let system = philosophers(n);
        let found = Product::new(&system).expect("fits").explore(Goal::default(), 1, &budget);
        assert_eq!((found.states, found.transitions), (states, transitions));
    }
    let composed = compose(&philosophers(7), &budget).expect("no limit");
    assert_eq!((composed.lts.num_states(), composed.lts.num_transitions()), (46_707, 265_160));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let system = philosophers(8);
    let product = Product::new(&system).expect("fits");
    let budget = Budget::unlimited();
    let goal = Goal { errors: Errors::Any, deadlocks: true };
    let one = product.explore(goal, 1, &budget);
    let Verdict::Violated(witness) = &one.verdict else { panic!("they all take the left fork") };
    assert_eq!(witness.steps.len(), 16);
    assert_eq!(replay(&system, witness), Ok(()));
    for threads in [2, 3, 5] {
        let more = product.explore(goal, threads, &budget);
        assert_eq!(
            (&more.verdict, more.states, more.transitions),
            (&one.verdict, one.states, one.transitions)
        );
        let all = product.explore(Goal::default(), threads, &budget);
        assert_eq!((all.states, all.transitions), (216_993, 1_407_880));
    }
    // The same limit stops at the same place with the same answer.
    let limited = |threads| product.explore(goal, threads, &Budget::unlimited().with_max_states(100_000));
    for threads in [1, 2, 3] {
        let stopped = limited(threads);
        assert_eq!(stopped.verdict, Verdict::Inconclusive(StopReason::States(100_000)));
        assert_eq!(stopped.states, 100_000);
    }
}

#[test]
fn wide_states_with_many_successors_do_not_fill_the_memory_before_the_budget_is_asked() {
    // 300 switches: the third level has 44850 states with 300 successors of 64 bytes each, 861 MB in all.
    let mut system = System::default();
    for i in 0..300 {
        let lts = Arc::new(cycle(&[1, 2].map(|n| system.actions.intern(&format!("{i}.{n}")))));
        system.components.push(Component { name: "P".into(), lts, role: Role::Component });
    }
    let budget = Budget::unlimited().with_max_states(60_000);
    for threads in [1, 2] {
        let stopped = Product::new(&system).expect("fits").explore(Goal::default(), threads, &budget);
        assert_eq!(stopped.verdict, Verdict::Inconclusive(StopReason::States(60_000)));
        assert!(stopped.bytes < 256 << 20, "{} bytes", stopped.bytes);
        // Those of the two levels that were finished, however far the third one came.
        assert_eq!(stopped.transitions, 300 + 300 * 300);
    }
}

#[test]
fn a_tripped_budget_never_reads_as_holding() {
    let system = philosophers(6);
    let product = Product::new(&system).expect("fits");
    let tripped = |point| Budget::unlimited().tripping_at(point);
    let stopped = product.explore(Goal::default(), 1, &tripped(Poll::Explore));
    assert_eq!(stopped.verdict, Verdict::Inconclusive(StopReason::Interrupted));
    let goal = Goal { errors: Errors::Any, deadlocks: true };
    let stopped = product.explore(goal, 1, &tripped(Poll::Witness));
    assert_eq!(stopped.verdict, Verdict::Inconclusive(StopReason::Interrupted));
    assert_eq!(product.compose(&tripped(Poll::Compose)).map(|_| ()), Err(StopReason::Interrupted));
    let small = Budget::unlimited().with_max_states(10);
    assert_eq!(product.compose(&small).map(|_| ()), Err(StopReason::States(10)));
    // Six philosophers do at most six things in a state.
    assert!(small.counters().states.load(std::sync::atomic::Ordering::Relaxed) <= 16);
    let small = Budget::unlimited().with_max_bytes(1000);
    assert_eq!(product.compose(&small).map(|_| ()), Err(StopReason::Memory(1000)));
    assert_eq!(
        product.explore(Goal::default(), 1, &small).verdict,
        Verdict::Inconclusive(StopReason::Memory(1000))
    );
}

#[test]
fn what_was_found_before_time_ran_out_counts() {
    let mut broken = LtsBuilder::new(1);
    broken.add(s(0), ActionId::from_raw(1), StateId::ERROR);
    let system = system(vec![broken.finish().expect("valid")]);
    let goal = Goal { errors: Errors::Any, deadlocks: false };
    for budget in [
        Budget::unlimited().tripping_at(Poll::Explore),
        Budget::unlimited().with_timeout(std::time::Duration::ZERO),
    ] {
        let found = Product::new(&system).expect("fits").explore(goal, 1, &budget);
        assert_eq!(found.verdict.witness().map(|w| w.steps.len()), Some(1));
    }
}

#[test]
fn an_action_with_too_many_ways_to_happen_is_not_left_out_silently() {
    let coin = || {
        let mut builder = LtsBuilder::new(2);
        for (from, to) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            builder.add(s(from), ActionId::from_raw(1), s(to));
        }
        builder.finish().expect("valid")
    };
    let tossed = |coins: usize| {
        let system = system((0..coins).map(|_| coin()).collect());
        let product = Product::new(&system).expect("fits");
        let goal = Goal { errors: Errors::Any, deadlocks: true };
        let explored = product.explore(goal, 2, &Budget::unlimited());
        (explored.verdict, explored.states, product.compose(&Budget::unlimited()).map(|c| c.lts.num_states()))
    };
    assert_eq!(tossed(6), (Verdict::Holds, 64, Ok(64)));
    let (verdict, _, composed) = tossed(40);
    assert!(matches!(verdict, Verdict::Inconclusive(StopReason::Unsupported(_))), "{verdict:?}");
    assert!(matches!(composed, Err(StopReason::Unsupported(_))), "{composed:?}");
}

#[test]
fn termination_is_no_deadlock() {
    let mut ending = LtsBuilder::new(2);
    ending.add(s(0), ActionId::from_raw(1), s(1));
    ending.set_end(Some(s(1)));
    let system = system(vec![ending.finish().expect("valid")]);
    let step = super::Step { action: ActionId::from_raw(1), movers: vec![0], states: vec![s(1)] };
    let forged = super::Witness { violation: Violation::Deadlock, steps: vec![step] };
    assert_eq!(replay(&system, &forged).map_err(|error| error.step), Err(1));
}

#[test]
fn a_forged_witness_is_refused() {
    let system = philosophers(3);
    let goal = Goal { errors: Errors::Any, deadlocks: true };
    let found = Product::new(&system).expect("fits").explore(goal, 1, &Budget::unlimited());
    let Verdict::Violated(witness) = found.verdict else { panic!("it deadlocks") };
    assert_eq!(replay(&system, &witness), Ok(()));
    let refused = |change: &dyn Fn(&mut super::Witness), step: usize| {
        let mut forged = witness.clone();
        change(&mut forged);
        let error = replay(&system, &forged).expect_err("a forged witness");
        assert_eq!(error.step, step, "{error}");
    };
    refused(&|w| w.violation = Violation::Error { component: 0 }, 6);
    refused(&|w| w.steps.truncate(5), 5);
    refused(&|w| w.steps[2].action = ActionId::TAU, 3);
    refused(&|w| w.steps[1].movers.clear(), 2);
    refused(&|w| w.steps[3].states[0] = s(5), 4);
    refused(&|w| w.steps[0].states.clear(), 1);
    refused(&|w| w.steps.swap(0, 5), 1);
}

#[test]
fn an_empty_system_is_stuck() {
    let system = System::default();
    let found = Product::new(&system).expect("fits").explore(
        Goal { errors: Errors::Any, deadlocks: true },
        2,
        &Budget::unlimited(),
    );
    assert!(matches!(found.verdict, Verdict::Violated(ref w) if w.steps.is_empty()));
}

#[test]
fn a_chain_of_many_levels_is_searched_in_linear_time() {
    let n = 200_000;
    let mut chain = LtsBuilder::new(n);
    for i in 1..n {
        chain.add(s(i - 1), ActionId::from_raw(1), s(i));
    }
    let system = system(vec![chain.finish().expect("valid")]);
    let found = Product::new(&system).expect("fits").explore(
        Goal { errors: Errors::Any, deadlocks: true },
        2,
        &Budget::unlimited(),
    );
    let Verdict::Violated(witness) = found.verdict else { panic!("the last state is stuck") };
    assert_eq!(witness.steps.len(), n - 1);
    assert_eq!(found.levels, n as u64);
}
