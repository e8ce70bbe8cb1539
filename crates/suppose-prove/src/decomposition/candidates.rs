//! Decompositions that are worth a thought, the most promising first.
//!
//! They are compared without building anything: each side as large as the logarithm of the product of its
//! components, less half a bit for each action that is synchronised inside, and every action that crosses the
//! cut makes assumptions dearer by half a bit. The score of a decomposition is that of its larger side plus
//! that of its interface. This is crude, since it knows nothing of what components do; [`predict`] builds what
//! looks best here.
//!
//! All decompositions are scored for up to a dozen units. Beyond that it is those along the orders in which
//! units would be added outward from the property, and those that cut one unit off.
//!
//! [`predict`]: super::predict

use suppose_lts::Lts;

use super::Units;
use crate::Task;
use crate::order::{Order, Strategy};

/// So many units have all their decompositions scored.
const ALL: usize = 12;
/// What a letter of the interface costs, in bits of states.
const LETTER: f64 = 0.5;
/// What an action that is synchronised inside of a side saves.
const JOINT: f64 = 0.5;

/// A decomposition into two parts with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// M1, as numbers of units.
    pub left: Vec<usize>,
    /// M2, as numbers of units.
    pub right: Vec<usize>,
    /// How many actions the interface has.
    pub letters: usize,
    /// In bits, and only good for comparing.
    pub score: f64,
}

/// The decompositions that are worth a thought, the lowest score first. With fewer than two units there is
/// none.
pub(super) fn candidates(task: &Task<'_>, units: &Units) -> Vec<Candidate> {
    let mut found = Vec::new();
    let mut tally = Tally::new(task, units);
    if units.len() < 2 {
        return found;
    }
    if units.len() <= ALL {
        // From one subset to the next in the order of Gray's code, one unit changes sides.
        for number in 1..1usize << units.len() {
            tally.flip(number.trailing_zeros() as usize);
            found.extend(tally.candidate());
        }
    } else {
        for order in Strategy::ALL.map(|strategy| outward(task, units, strategy)) {
            for &unit in &order {
                tally.flip(unit);
                found.extend(tally.candidate());
            }
            for &unit in &order {
                tally.flip(unit);
            }
        }
        // Each unit alone, and all but each unit.
        for _ in 0..2 {
            for unit in 0..units.len() {
                tally.flip(unit);
                found.extend(tally.candidate());
                tally.flip(unit);
            }
            (0..units.len()).for_each(|unit| tally.flip(unit));
        }
    }
    // Ties go to the one whose first part is smaller and comes first in the source.
    found.sort_by(|a, b| {
        a.score.total_cmp(&b.score).then_with(|| (a.left.len(), &a.left).cmp(&(b.left.len(), &b.left)))
    });
    found.dedup_by(|a, b| a.left == b.left);
    // An empty interface helps nobody, unless all are empty.
    if found.iter().any(|candidate| candidate.letters > 0) {
        found.retain(|candidate| candidate.letters > 0);
    }
    found
}

/// The units in the order in which they would be added to the property: each where its first component is.
pub(super) fn outward(task: &Task<'_>, units: &Units, strategy: Strategy) -> Vec<usize> {
    let members = units.members.iter().flatten().map(|&member| (member, task.lts(member)));
    let mut order = Order::new(members, strategy);
    let mut reached = Lts::clone(task.lts(task.watched()));
    let mut sequence = Vec::new();
    while let Some(next) = order.next(&reached, false) {
        reached = reached.with_alphabet(task.lts(next).alphabet().iter().copied());
        let unit = units.members.iter().position(|members| members.contains(&next)).expect("one of them");
        if !sequence.contains(&unit) {
            sequence.push(unit);
        }
    }
    sequence
}

fn bits(lts: &Lts) -> f64 {
    number(lts.num_states().max(1)).log2()
}

/// A number for estimates.
fn number(n: usize) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX))
}

/// The units on two sides, and what their score counts. To move a unit takes as long as it has actions, so
/// that all decompositions together are cheap even for hundreds of units. Free components are on no side.
struct Tally<'t> {
    task: &'t Task<'t>,
    units: &'t Units,
    /// For each unit whether it is on the left.
    is_left: Vec<bool>,
    /// For each action, by number, how many components on the left and on the right have it.
    users: Vec<[u32; 2]>,
    /// For each action whether the watched component has it.
    watched: Vec<bool>,
    /// How many actions of both sides have more than one user there, counted once less than they have users.
    inside: [usize; 2],
    letters: usize,
}

impl<'t> Tally<'t> {
    /// All on the right.
    fn new(task: &'t Task<'t>, units: &'t Units) -> Self {
        let all = task.searched();
        let alphabets = all.iter().map(|&i| task.lts(i).alphabet());
        let most = alphabets.filter_map(|a| a.last()).max().map_or(0, |a| a.index());
        let mut tally = Self {
            task,
            units,
            is_left: vec![false; units.len()],
            users: vec![[0; 2]; most + 1],
            watched: vec![false; most + 1],
            inside: [0; 2],
            letters: 0,
        };
        task.lts(task.watched()).alphabet().iter().for_each(|a| tally.watched[a.index()] = true);
        for &member in units.members.iter().flatten() {
            tally.count(member, 1, true);
        }
        tally
    }

    /// Moves a unit to the other side.
    fn flip(&mut self, unit: usize) {
        let from = usize::from(!self.is_left[unit]);
        for &member in &self.units.members[unit] {
            self.count(member, from, false);
            self.count(member, 1 - from, true);
        }
        self.is_left[unit] = from == 1;
    }

    /// Counts the actions of a component on a side, or no more.
    fn count(&mut self, member: usize, side: usize, comes: bool) {
        let task = self.task;
        for action in task.lts(member).alphabet() {
            let (users, watched) = (&mut self.users[action.index()], self.watched[action.index()]);
            let joint = |users: &[u32; 2]| users[1] > 0 && (users[0] > 0 || watched);
            let before = joint(users);
            if comes {
                self.inside[side] += usize::from(users[side] > 0);
                users[side] += 1;
            } else {
                users[side] -= 1;
                self.inside[side] -= usize::from(users[side] > 0);
            }
            self.letters = self.letters + usize::from(joint(users)) - usize::from(before);
        }
    }

    /// The decomposition as it stands with its score; none when a side is empty.
    fn candidate(&self) -> Option<Candidate> {
        let (left, right): (Vec<usize>, Vec<usize>) =
            (0..self.units.len()).partition(|&unit| self.is_left[unit]);
        if left.is_empty() || right.is_empty() {
            return None;
        }
        let watch = bits(self.task.lts(self.task.watched()));
        let larger = (self.size(&left, 0) + watch).max(self.size(&right, 1));
        Some(Candidate { left, right, letters: self.letters, score: larger + LETTER * number(self.letters) })
    }

    /// The size of a side, in bits.
    fn size(&self, part: &[usize], side: usize) -> f64 {
        let members = part.iter().flat_map(|&unit| &self.units.members[unit]);
        let sizes: Vec<f64> = members.map(|&member| bits(self.task.lts(member))).collect();
        let largest = sizes.iter().copied().fold(0.0, f64::max);
        (sizes.iter().sum::<f64>() - JOINT * number(self.inside[side])).max(largest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{component, lts_of, system_of};
    use suppose_lts::Role;
    use suppose_lts::check::Question;

    /// Random components over few actions, so that many are shared.
    fn random(components: usize, seed: u64) -> suppose_lts::System {
        let mut state = seed;
        let mut next = |bound: u64| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            (mixed ^ mixed >> 31) % bound
        };
        let parts = (0..=components).map(|i| {
            let letters: Vec<u32> = (1..12).filter(|_| next(3) == 0).collect();
            let states = 1 + next(5) as usize;
            let role = if i == components { Role::Property } else { Role::Component };
            component("M", role, lts_of(states, &[], &letters))
        });
        system_of(parts.collect())
    }

    /// The score from the definition.
    fn scored(task: &Task<'_>, left: &[usize], right: &[usize]) -> (usize, f64) {
        let letters = crate::sides::interface(task, left, right).len();
        let size = |part: &[usize]| {
            let bits = |&i: &usize| number(task.lts(i).num_states()).log2();
            let occurrences: usize = part.iter().map(|&i| task.lts(i).alphabet().len()).sum();
            let inside = occurrences - task.alphabet(part).len();
            let states: f64 = part.iter().map(bits).sum();
            (states - 0.5 * number(inside)).max(part.iter().map(bits).fold(0.0, f64::max))
        };
        let watch = number(task.lts(task.watched()).num_states()).log2();
        (letters, (size(left) + watch).max(size(right)) + 0.5 * number(letters))
    }

    #[test]
    fn counting_step_by_step_agrees_with_the_definition() {
        for seed in 0..200 {
            let components = 2 + (seed % 14) as usize;
            let system = random(components, seed);
            let task = Task::new(&system, Question::Safe(components)).expect("a question of safety");
            let mut units = Units::single(&task);
            if seed % 2 == 0 {
                // The first three stay together.
                let rest = (3..components).map(|member| vec![member]);
                units = Units::new([(0..3.min(components)).collect()].into_iter().chain(rest), &task);
            }
            let found = candidates(&task, &units);
            assert!(found.is_sorted_by(|a, b| a.score <= b.score), "seed {seed}");
            for candidate in &found {
                let parts = units.parts(&task, &[&candidate.left, &candidate.right]);
                let (letters, score) = scored(&task, &parts[0], &parts[1]);
                assert_eq!(candidate.letters, letters, "seed {seed}: {candidate:?}");
                assert!((candidate.score - score).abs() < 1e-9, "seed {seed}: {candidate:?} {score}");
            }
            let all = (1usize << units.len()) - 2;
            let useless = found.iter().all(|candidate| candidate.letters == 0);
            if units.len() <= ALL && useless {
                assert_eq!(found.len(), all, "seed {seed}");
            }
            if units.len() > ALL {
                assert!(found.len() <= 5 * units.len(), "seed {seed}");
            }
        }
    }
}
