//! Random systems that are symmetric by their making.

use std::collections::{BTreeMap, BTreeSet};

use crate::Random;

/// A step of an [`Lts`]: from a state, by an action or τ, to a state or π.
pub type Step = (usize, Option<usize>, Option<usize>);

/// A labelled transition system as plain lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lts {
    /// How many states it has.
    pub states: usize,
    /// The one where it begins.
    pub initial: usize,
    /// Its actions, ascending.
    pub alphabet: Vec<usize>,
    /// Its steps, each once.
    pub steps: Vec<Step>,
}

/// Some equal components, which have two actions of their own each and one in common; a server that treats
/// them alike, or knows who comes next to whom on a ring; and an observer that does so too, and can do every
/// action in every state. The states of each are in a random order.
#[derive(Clone, Debug)]
pub struct Alike {
    equals: usize,
    /// How the equals can change their places: in all ways, or round the ring.
    pub orders: Vec<Vec<usize>>,
    /// The components: the equals in order, perhaps with a second one for each, and the server.
    pub components: Vec<Lts>,
    /// The observer.
    pub observer: Lts,
    /// For each of them the new numbers of its states.
    numbers: Vec<Vec<usize>>,
}

/// A symmetry of an [`Alike`].
#[derive(Clone, Debug)]
pub struct Exchange {
    /// Where each action goes.
    pub actions: Vec<usize>,
    /// Where each component goes, and each of its states; the observer comes last.
    pub components: Vec<(usize, Vec<usize>)>,
}

/// The server and the observer have some states without a number, which come first, and some with the number
/// of an equal.
const PLAIN: usize = 2;

/// How many actions each equal has.
const OWN: usize = 2;

/// All orders of the numbers below one.
pub fn orders(of: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..of {
        let longer = |order: &Vec<usize>| {
            let order = order.clone();
            (0..of).filter(|n| !order.contains(n)).map(|n| [&order[..], &[n]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

impl Alike {
    /// A random system of so many equals; with transitions to π in components if that is wanted.
    pub fn random(random: &mut Random, equals: usize, fails: bool) -> Self {
        let common = OWN * equals;
        let turn = |by: usize| (0..equals).map(|number| (number + by) % equals).collect();
        let orders = if random.chance(30) { (0..equals).map(turn).collect() } else { orders(equals) };
        let mut made =
            Self { equals, orders, components: Vec::new(), observer: empty(), numbers: Vec::new() };
        for _ in 0..=usize::from(random.chance(20)) {
            let first = equal(random, equals, fails);
            for number in 0..equals {
                let order: Vec<usize> = turn(number);
                let steps =
                    first.steps.iter().map(|&(s, a, t)| (s, a.map(|a| image(a, &order)), t)).collect();
                let own = (0..OWN).map(|kind| kind * equals + number);
                let alphabet = own.chain([common]).collect();
                made.add(random, Lts { alphabet, steps, ..first });
            }
        }
        let states = PLAIN + equals;
        let alphabet: Vec<usize> = (0..=common).collect();
        let steps = server(random, equals, fails, &made.orders);
        made.add(random, Lts { states, initial: 0, alphabet: alphabet.clone(), steps });
        let steps = observer(random, equals, &made.orders);
        made.add(random, Lts { states, initial: 0, alphabet, steps });
        made.observer = made.components.pop().unwrap_or_else(empty);
        made
    }

    /// How many actions there are, without τ.
    pub const fn actions(&self) -> usize {
        OWN * self.equals + 1
    }

    /// The symmetry by which the equals change their places in this way, one of the orders.
    pub fn exchange(&self, order: &[usize]) -> Exchange {
        let actions = (0..self.actions()).map(|a| image(a, order)).collect();
        let server = self.components.len() - 1;
        let place = |component: usize| {
            let (round, number) = (component / self.equals, component % self.equals);
            let (to, kept) = if component < server {
                (round * self.equals + order[number], true)
            } else {
                (component, false)
            };
            let mut states = vec![0; self.numbers[component].len()];
            for (state, &new) in self.numbers[component].iter().enumerate() {
                states[new] = self.numbers[to][if kept { state } else { of_state(state, order) }];
            }
            (to, states)
        };
        Exchange { actions, components: (0..=server + 1).map(place).collect() }
    }

    /// Adds a component with its states in another order.
    fn add(&mut self, random: &mut Random, lts: Lts) {
        let mut numbers: Vec<usize> = (0..lts.states).collect();
        for place in (1..numbers.len()).rev() {
            numbers.swap(place, random.below(place + 1));
        }
        let steps = lts.steps.iter().map(|&(s, a, t)| (numbers[s], a, t.map(|t| numbers[t]))).collect();
        self.components.push(Lts { initial: numbers[lts.initial], steps, ..lts });
        self.numbers.push(numbers);
    }
}

const fn empty() -> Lts {
    Lts { states: 1, initial: 0, alphabet: Vec::new(), steps: Vec::new() }
}

/// An action after the equals changed their places.
fn image(action: usize, order: &[usize]) -> usize {
    let equals = order.len();
    if action == OWN * equals { action } else { action / equals * equals + order[action % equals] }
}

/// A state of the server or the observer after that.
fn of_state(state: usize, order: &[usize]) -> usize {
    if state < PLAIN { state } else { PLAIN + order[state - PLAIN] }
}

fn of_step(&(from, action, to): &Step, order: &[usize]) -> Step {
    (of_state(from, order), action.map(|a| image(a, order)), to.map(|t| of_state(t, order)))
}

/// The first of the equals.
fn equal(random: &mut Random, equals: usize, fails: bool) -> Lts {
    let states = 1 + random.below(3);
    let mut steps = BTreeSet::new();
    while steps.len() < 2 || random.chance(70) {
        let action = *random.pick(&[Some(0), Some(0), Some(equals), Some(equals), Some(OWN * equals), None]);
        let target = if fails && random.chance(8) { None } else { Some(random.below(states)) };
        steps.insert((random.below(states), action, target));
    }
    Lts { states, initial: 0, alphabet: Vec::new(), steps: steps.into_iter().collect() }
}

fn server(random: &mut Random, equals: usize, fails: bool, orders: &[Vec<usize>]) -> Vec<Step> {
    let mut steps = BTreeSet::new();
    let states = PLAIN + equals;
    while steps.len() < 2 * states || random.chance(80) {
        let action = if random.chance(5) { None } else { Some(random.below(OWN * equals + 1)) };
        let target = if fails && random.chance(5) { None } else { Some(random.below(states)) };
        let step = (random.below(states), action, target);
        steps.extend(orders.iter().map(|order| of_step(&step, order)));
    }
    steps.into_iter().collect()
}

/// For the first state and action of each class a target that is its own image whenever these two are theirs.
fn observer(random: &mut Random, equals: usize, orders: &[Vec<usize>]) -> Vec<Step> {
    let mut targets: BTreeMap<(usize, Option<usize>), Option<usize>> = BTreeMap::new();
    for from in 0..PLAIN + equals {
        for action in (0..=OWN * equals).map(Some) {
            while !targets.contains_key(&(from, action)) {
                let target = if random.chance(25) { None } else { Some(random.below(PLAIN + equals)) };
                let images: Vec<Step> =
                    orders.iter().map(|order| of_step(&(from, action, target), order)).collect();
                if images.iter().all(|step| (step.0, step.1) != (from, action) || step.2 == target) {
                    targets.extend(images.into_iter().map(|(from, action, to)| ((from, action), to)));
                }
            }
        }
    }
    targets.into_iter().map(|((from, action), to)| (from, action, to)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanges_are_symmetries() {
        for seed in 0..300 {
            let random = &mut Random::new(seed);
            let made = Alike::random(random, 2 + seed as usize % 3, seed % 2 == 0);
            let all: Vec<&Lts> = made.components.iter().chain([&made.observer]).collect();
            for order in &made.orders {
                let Exchange { actions, components } = made.exchange(order);
                for (lts, (to, states)) in all.iter().zip(components) {
                    let steps = lts.steps.iter();
                    let steps =
                        steps.map(|&(s, a, t)| (states[s], a.map(|a| actions[a]), t.map(|t| states[t])));
                    let there = all[to].steps.iter().copied().collect::<BTreeSet<Step>>();
                    assert_eq!(steps.collect::<BTreeSet<Step>>(), there, "seed {seed}");
                    assert_eq!(states[lts.initial], all[to].initial, "seed {seed}");
                    let alphabet: BTreeSet<usize> = lts.alphabet.iter().map(|&a| actions[a]).collect();
                    assert!(alphabet.into_iter().eq(all[to].alphabet.iter().copied()), "seed {seed}");
                }
            }
        }
    }
}
