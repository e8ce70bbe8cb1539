//! Random systems.

use suppose_base::{ActionId, Budget, StopReason, Verdict};
use suppose_lts::check::Question;
use suppose_lts::{Priority, System};
use suppose_prove::method::{Method, prove};
use suppose_prove::rule::RuleKind;
use suppose_testing::Random;

use crate::agreement::brute::violated;
use crate::agreement::generate::random_system;
use crate::agreement::ways::{Certified, agrees, agrees_or_gives_up, constrained_agree, ways};

pub(crate) fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

#[test]
fn random_systems_of_two_to_five_components() {
    let (count, seed) = (setting("SUPPOSE_SYSTEMS", 600), setting("SUPPOSE_SEED", 2003));
    let mut random = Random::new(seed);
    let (mut bad, mut asked, mut constrained) = (0, 0, 0);
    for _ in 0..count {
        let system = random_system(&mut random, false);
        let watched = system.components.len() - 1;
        let members: Vec<usize> = (0..watched).collect();
        let truth = violated(&system, watched);
        bad += u64::from(truth);
        constrained += constrained_agree(&system, watched, truth);
        for way in ways(&members) {
            agrees(&system, watched, truth, &way, Certified::Yes);
            asked += 1;
        }
    }
    println!(
        "seed {seed}: {count} systems, {bad} with a violation, {asked} answers compared, {constrained} with \
            constrained components"
    );
    assert!(constrained > 0, "neighbours rule something out");
    assert!(bad > count / 20 && bad < count - count / 20, "both verdicts occur");
}

/// The first component can fail by itself. Asked about it, all but the symmetric rule answer; asked about the
/// property, all answer unless the failure of the other component hides what they found.
#[test]
fn systems_with_a_component_that_fails() {
    let (count, seed) = (setting("SUPPOSE_SYSTEMS", 600), setting("SUPPOSE_SEED", 2004));
    let mut random = Random::new(seed);
    let (mut bad, mut asked, mut open) = (0, 0, 0);
    for _ in 0..count {
        let system = random_system(&mut random, true);
        let property = system.components.len() - 1;
        for watched in [0, property] {
            let members: Vec<usize> = (0..property).filter(|&i| i != watched).collect();
            let truth = violated(&system, watched);
            bad += u64::from(truth);
            for way in ways(&members) {
                if watched == 0 && way.1.rule == RuleKind::Symmetric {
                    continue;
                }
                if watched == 0 || matches!(way.1.method, Method::Auto | Method::Monolithic) {
                    agrees(&system, watched, truth, &way, Certified::Yes);
                } else if !agrees_or_gives_up(&system, watched, truth, &way) {
                    open += 1;
                }
                asked += 1;
            }
        }
    }
    println!("seed {seed}: {count} systems, {bad} violations, {asked} answers compared, {open} left open");
    assert!(open > 0 && open < asked / 10, "giving up is rare");
}

/// Priorities take behaviour away: what holds without them holds, a violation is one with them too, and else
/// nobody knows.
#[test]
fn systems_with_priorities() {
    let (count, seed) = (setting("SUPPOSE_SYSTEMS", 300), setting("SUPPOSE_SEED", 2005));
    let mut random = Random::new(seed);
    let (mut seen, mut hidden) = ([0; 3], 0);
    for _ in 0..count {
        let mut system = random_system(&mut random, false);
        let watched = system.components.len() - 1;
        let actions = (1..=6).map(ActionId::from_raw).filter(|_| random.below(3) == 0).collect();
        system.priority =
            Some(Priority { actions, listed_are_low: random.below(2) == 0, exempt: Vec::new() });
        let question = Question::Safe(watched);
        let truth = violated(&system, watched);
        hidden += u64::from(truth != violated(&System { priority: None, ..system.clone() }, watched));
        for (name, options) in ways(&(0..watched).collect::<Vec<_>>()) {
            match prove(&system, question, &options, &Budget::unlimited()).verdict {
                Verdict::Inconclusive(StopReason::Unsupported(why)) => {
                    assert!(why.contains("priorities forbid"), "{name}: {why}");
                    assert!(!matches!(options.method, Method::Auto | Method::Monolithic), "{name}");
                    seen[2] += 1;
                }
                found => {
                    assert_eq!(found.name(), if truth { "violated" } else { "holds" }, "{name}\n{system:#?}");
                    seen[usize::from(found.holds())] += 1;
                }
            }
        }
    }
    println!(
        "seed {seed}: {count} systems, {seen:?} answers: violated, holds, open; {hidden} violations that \
            priorities prevent"
    );
    assert!(seen.iter().all(|&n| n > 0) && hidden > 0);
}
