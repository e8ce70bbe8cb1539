//! Systems that nobody would write: no components at all, components without actions, states or transitions,
//! alphabets wider than what happens, several copies of one component, start in π or in the middle, ends,
//! several properties with actions of their own; every component is asked about, over parts that may be
//! empty.

use std::sync::Arc;

use suppose_base::{ActionId, Budget, Poll, StateId, Verdict};
use suppose_lts::check::Question;
use suppose_lts::{Component, Lts, LtsBuilder, Role, System};
use suppose_prove::method::{Method, Options, prove};
use suppose_prove::rule::RuleKind;
use suppose_testing::Random;

use crate::agreement::brute::violated;
use crate::agreement::random::setting;
use crate::agreement::ways::{Certified, agrees, agrees_or_gives_up, ways};

/// One transition in so many, or one start, leads to π.
const RARELY: usize = 30;

fn component(random: &mut Random, letters: u32) -> Lts {
    let states = random.below(6);
    let density = random.below(4);
    let alphabet: Vec<u32> = (1..=letters).filter(|_| random.below(3) < density).collect();
    let ends = states > 1 && random.below(4) == 0;
    let fails = random.below(3) == 0;
    let mut b = LtsBuilder::new(states);
    if states > 0 {
        for _ in 0..random.below(3 * states + 2) {
            let action = alphabet.get(random.below(alphabet.len() + 1)).copied().unwrap_or(0);
            let to_error = fails && random.below(4) == 0;
            let target = if to_error { StateId::ERROR } else { StateId::must(random.below(states)) };
            let source = StateId::must(random.below(states - usize::from(ends)));
            b.add(source, ActionId::from_raw(action), target);
        }
    }
    b.set_end(ends.then(|| StateId::must(states - 1)));
    finish(random, b, states, &alphabet)
}

fn property(random: &mut Random, letters: u32) -> Lts {
    let states = random.below(4);
    let alphabet: Vec<u32> = (1..=letters).filter(|_| random.below(2) == 0).collect();
    let mut b = LtsBuilder::new(states);
    for source in 0..states {
        for &action in &alphabet {
            let fails = random.below(3) == 0;
            let target = if fails { StateId::ERROR } else { StateId::must(random.below(states)) };
            b.add(StateId::must(source), ActionId::from_raw(action), target);
        }
    }
    finish(random, b, states, &alphabet)
}

fn finish(random: &mut Random, mut b: LtsBuilder, states: usize, alphabet: &[u32]) -> Lts {
    let broken = states == 0 || random.below(RARELY) == 0;
    b.set_initial(if broken { StateId::ERROR } else { StateId::must(random.below(states)) });
    b.extend_alphabet(alphabet.iter().map(|&a| ActionId::from_raw(a)));
    b.finish().expect("valid")
}

fn odd_system(random: &mut Random) -> System {
    let mut system = System::default();
    for number in 1..=8 {
        system.actions.intern(&format!("a{number}"));
    }
    let letters = 1 + random.below(5u32);
    let mut all: Vec<(Role, Arc<Lts>)> = Vec::new();
    for _ in 0..random.below(5) {
        let copy = all.last().filter(|_| random.below(5) == 0).map(|(_, last)| Arc::clone(last));
        all.push((Role::Component, copy.unwrap_or_else(|| Arc::new(component(random, letters)))));
    }
    for _ in 0..random.below(3) {
        all.insert(random.below(all.len() + 1), (Role::Property, Arc::new(property(random, letters + 2))));
    }
    for (i, (role, lts)) in all.into_iter().enumerate() {
        system.components.push(Component { name: format!("C{i}"), lts, role });
    }
    if random.below(3) == 0 {
        system.hidden = vec![ActionId::from_raw(1)];
    }
    system
}

/// Up to four parts, some of them perhaps empty.
fn parts(random: &mut Random, members: &[usize]) -> Vec<Vec<usize>> {
    let mut parts = vec![Vec::new(); 1 + random.below(4)];
    for &member in members {
        let part = random.below(parts.len());
        parts[part].push(member);
    }
    parts
}

#[test]
fn odd_systems() {
    let (count, seed) = (setting("SUPPOSE_SYSTEMS", 150), setting("SUPPOSE_SEED", 2005));
    let mut random = Random::new(seed);
    let (mut bad, mut questions, mut asked, mut open) = (0, 0, 0, 0);
    for _ in 0..count {
        let system = odd_system(&mut random);
        for watched in 0..system.components.len() {
            let property = system.components[watched].role == Role::Property;
            let is_member = |&i: &usize| i != watched && system.components[i].role == Role::Component;
            let members: Vec<usize> = (0..system.components.len()).filter(is_member).collect();
            let can_fail = members.iter().any(|&i| system.components[i].lts.has_error());
            let truth = violated(&system, watched);
            questions += 1;
            bad += u64::from(truth);
            let mut all = ways(&members);
            for rule in RuleKind::ALL {
                let parts = Some(parts(&mut random, &members));
                for method in [Method::Learn, Method::Direct, Method::Lazy] {
                    let name = format!("{method} {rule} {parts:?}");
                    all.push((name, Options { method, rule, parts: parts.clone(), ..Options::default() }));
                }
                let name = format!("learn {rule}, parts chosen");
                all.push((name, Options { method: Method::Learn, rule, ..Options::default() }));
            }
            for method in [Method::Monolithic, Method::Refine] {
                agrees(
                    &system,
                    watched,
                    truth,
                    &(method.to_string(), Options { method, ..Options::default() }),
                    Certified::Yes,
                );
            }
            for way in all {
                if way.1.rule == RuleKind::Symmetric && way.1.method == Method::Learn && !property {
                    continue;
                }
                asked += 1;
                if !can_fail || matches!(way.1.method, Method::Auto | Method::Monolithic) {
                    agrees(&system, watched, truth, &way, Certified::Yes);
                } else if !agrees_or_gives_up(&system, watched, truth, &way) {
                    open += 1;
                }
            }
        }
    }
    println!(
        "seed {seed}: {count} systems, {questions} questions, {bad} violations, {asked} answers compared, \
            {open} left open"
    );
    assert!(bad > questions / 10 && bad < questions - questions / 10, "both verdicts occur");
    assert!(open < asked / 100, "giving up is rare");
}

/// Limits of states, and an interruption at each point where a budget is looked at.
#[test]
fn a_budget_that_is_spent_never_makes_an_answer_wrong() {
    let (count, seed) = (setting("SUPPOSE_SYSTEMS", 150) / 5, setting("SUPPOSE_SEED", 2006));
    let limits = (1..8).map(|states| Budget::unlimited().with_max_states(states));
    let points = Poll::ALL.iter().map(|&point| Budget::unlimited().tripping_at(point));
    let budgets: Vec<Budget> = limits.chain(points).collect();
    let mut random = Random::new(seed);
    let (mut known, mut unknown) = (0, 0);
    for _ in 0..count {
        let system = odd_system(&mut random);
        for watched in 0..system.components.len() {
            let is_member = |&i: &usize| i != watched && system.components[i].role == Role::Component;
            let members: Vec<usize> = (0..system.components.len()).filter(is_member).collect();
            let truth = violated(&system, watched);
            for (name, options) in ways(&members) {
                for budget in &budgets {
                    match prove(&system, Question::Safe(watched), &options, budget).verdict {
                        Verdict::Inconclusive(_) => unknown += 1,
                        found => {
                            assert_eq!(found.holds(), !truth, "{name} is wrong with {budget:?}\n{system:#?}");
                            known += 1;
                        }
                    }
                }
            }
        }
    }
    println!("seed {seed}: {count} systems, {known} answers within the budget, {unknown} without an answer");
    assert!(known > 0 && unknown > 0, "some budgets are enough and some are not");
}
