//! Flow analysis of task graphs against definitions that share no code with it: on all tiny systems and on
//! random ones.
//!
//! `SUPPOSE_SYSTEMS` says how many random systems there are.

mod exact;
mod naive;
mod systems;

use suppose_base::Budget;
use suppose_flow::automata::Automaton;
use suppose_flow::mhp::Coexistence;
use suppose_flow::propagate::propagate;
use suppose_flow::tfg::Tfg;

use exact::Exact;
use suppose_testing::Random;
use systems::{TaskSystem, VARIABLE, all_tiny, domain};

/// How often the analysis was not exact, over the systems of one test.
#[derive(Debug, Default)]
struct Precision {
    systems: u64,
    violated: u64,
    /// Systems that satisfy the property and for which no set of constraints but all was asked.
    proved_without: u64,
    proved_with_tasks: u64,
    proved_with_variable: u64,
    exact_pairs: u64,
    pairs: u64,
}

/// All that is claimed about one system.
fn examine(system: &TaskSystem, seen: &mut Precision) {
    let budget = Budget::unlimited();
    let flow = system.flow();
    let coexistence = Coexistence::new(&flow, &budget).expect("no limit");
    naive::compare_coexistence(&flow, &coexistence);
    let control = Exact::new(system, false);
    let (exact_pairs, pairs) = control.compare_places(&flow, &coexistence);
    seen.exact_pairs += exact_pairs;
    seen.pairs += pairs;
    let tfg = Tfg::new(flow, &budget).expect("no limit");
    control.compare_paths(&tfg);
    let exact = Exact::new(system, true);
    let holds = !exact.violates(&system.property);
    seen.systems += 1;
    seen.violated += u64::from(!holds);
    let tasks = system.tasks.len() as u32;
    let all_tasks: Vec<u32> = (0..tasks).collect();
    let sets: [(bool, &[u32]); 5] =
        [(false, &[]), (false, &all_tasks), (true, &[]), (true, &all_tasks), (true, &all_tasks[..1])];
    let mut proved = [false; 5];
    for (place, (variable, tasks)) in sets.into_iter().enumerate() {
        let mut automata = vec![Automaton::property(&tfg, &system.property, &budget).expect("no limit")];
        if variable {
            automata.push(Automaton::variable(&tfg, VARIABLE, &domain(), system.initial));
        }
        automata.extend(tasks.iter().map(|&task| Automaton::task(&tfg, task)));
        let found = propagate(&tfg, automata, &budget).expect("no limit");
        naive::compare_propagation(system, &tfg, variable, tasks, &found);
        proved[place] = found.path.is_none();
        assert!(holds || !proved[place], "proved a property that is violated");
    }
    assert_eq!(proved[3], holds, "with all constraints the analysis is exact");
    if holds {
        seen.proved_without += u64::from(proved[0]);
        seen.proved_with_tasks += u64::from(proved[1]);
        seen.proved_with_variable += u64::from(proved[2]);
    }
}

#[test]
fn all_tiny_systems() {
    let mut seen = Precision::default();
    for system in all_tiny() {
        examine(&system, &mut seen);
    }
    assert_eq!(seen.systems, 20_736);
    assert!(seen.violated > 1000 && seen.systems - seen.violated > 1000, "{seen:?}");
}

#[test]
fn random_systems() {
    let wanted: u64 = std::env::var("SUPPOSE_SYSTEMS").ok().and_then(|n| n.parse().ok()).unwrap_or(3000);
    let mut seen = Precision::default();
    for seed in 0..wanted {
        let system = TaskSystem::random(&mut Random::new(seed));
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| examine(&system, &mut seen)));
        if let Err(panic) = outcome {
            let text = panic.downcast_ref::<String>().cloned().unwrap_or_default();
            panic!("seed {seed}: {text}\n{system:?}");
        }
    }
    assert!(seen.violated > wanted / 20 && seen.proved_without > wanted / 20, "{seen:?}");
    assert!(seen.pairs >= seen.exact_pairs);
}
