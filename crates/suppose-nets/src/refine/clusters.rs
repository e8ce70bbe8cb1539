//! Which components are synchronised together (Yao 2012, section 4.3.6).
//!
//! Two components are *neighbours* when an output of one is an input of the other. Readers of an action that
//! nobody drives are linked one after the other, so that what shares an action is connected. For size 2 all
//! pairs of neighbours are taken. For a larger size *k* and a component *j*, these sets of *k* components
//! with *j* in them:
//! * each set of size *k* − 1 around *j* with one more component that is a neighbour of all in it. This is
//!   the first case of the text, which asks for 2 neighbours at *k* = 3 and for "more" after that;
//! * *j* with *k* − 1 of the components that drive its inputs: the second case of the text, where *j* is the
//!   component common to two sets;
//! * the *k* components nearest to *j*. The text does not have this one. Without it a dependence over two
//!   steps is never looked at, whatever *k* is; with it the largest *k* is the whole connected part, and then
//!   the answer is exact.
//!
//! Components that fail come first: [`super::refine`] asks for sets around them, and for those around the
//! rest when that was not enough.
//!
//! # Complexity
//! A component with many neighbours would give very many sets. At most [`MOST`] sets of the first kind are
//! formed around one component. When there are more of the second kind, only those of drivers that follow
//! each other in the list are taken, one for each driver. Nearest components are looked for among at most
//! [`MOST`] neighbours of each. So the work for one set depends on its size and on [`MOST`], not on the
//! system.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};
use suppose_base::ActionId;

/// The most sets, or neighbours, that are looked at around one component.
const MOST: usize = 64;

/// A set of components, sorted.
pub(super) type Cluster = Box<[u32]>;

/// Who is connected with whom, and the sets formed so far.
#[derive(Debug, Default)]
pub(super) struct Clusters {
    /// For each component its neighbours with the number of actions between them; sorted.
    neighbours: Vec<Vec<(u32, u32)>>,
    /// For each component those that drive its inputs; sorted.
    drivers: Vec<Vec<u32>>,
    all: Vec<Cluster>,
    known: FxHashSet<Cluster>,
    /// For each component the sets it is in.
    of: Vec<Vec<u32>>,
}

/// Visible actions of one component.
pub(super) struct Visible {
    pub(super) inputs: Vec<ActionId>,
    pub(super) outputs: Vec<ActionId>,
}

impl Clusters {
    /// The graph of neighbours; no sets yet.
    pub(super) fn new(components: &[Visible]) -> Self {
        let mut places: FxHashMap<ActionId, usize> = FxHashMap::default();
        // For each action those that drive it and those that read it, in order of first mention.
        let mut users: Vec<(Vec<u32>, Vec<u32>)> = Vec::new();
        for (c, visible) in components.iter().enumerate() {
            let inputs = visible.inputs.iter().map(|a| (a, true));
            for (&action, reads) in inputs.chain(visible.outputs.iter().map(|a| (a, false))) {
                let place = *places.entry(action).or_insert(users.len());
                if place == users.len() {
                    users.push(Default::default());
                }
                let (drivers, readers) = &mut users[place];
                if reads { readers } else { drivers }.push(c as u32);
            }
        }
        let mut clusters = Self {
            neighbours: vec![Vec::new(); components.len()],
            drivers: vec![Vec::new(); components.len()],
            of: vec![Vec::new(); components.len()],
            ..Self::default()
        };
        for (drivers, readers) in &users {
            for &driver in drivers {
                for &reader in readers.iter().filter(|&&r| r != driver) {
                    clusters.link(driver, reader);
                    clusters.drivers[reader as usize].push(driver);
                }
            }
            let chain = if drivers.is_empty() { readers } else { drivers };
            chain.windows(2).filter(|w| w[0] != w[1]).for_each(|w| clusters.link(w[0], w[1]));
        }
        for drivers in &mut clusters.drivers {
            drivers.sort_unstable();
            drivers.dedup();
        }
        for neighbours in &mut clusters.neighbours {
            neighbours.sort_unstable();
            neighbours.dedup_by(|next, first| {
                let same = next.0 == first.0;
                if same {
                    first.1 += next.1;
                }
                same
            });
        }
        clusters
    }

    fn link(&mut self, a: u32, b: u32) {
        self.neighbours[a as usize].push((b, 1));
        self.neighbours[b as usize].push((a, 1));
    }

    /// The set with this number.
    pub(super) fn get(&self, cluster: u32) -> &[u32] {
        &self.all[cluster as usize]
    }

    /// How many sets there are.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// The sets that a component is in.
    pub(super) fn of(&self, component: u32) -> &[u32] {
        &self.of[component as usize]
    }

    /// Forms all pairs of neighbours.
    pub(super) fn form_pairs(&mut self) {
        for c in 0..self.neighbours.len() as u32 {
            for place in 0..self.neighbours[c as usize].len() {
                let (other, _) = self.neighbours[c as usize][place];
                if c < other {
                    self.add(vec![c, other]);
                }
            }
        }
    }

    /// Forms the sets of `size` components around one of them.
    pub(super) fn form(&mut self, around: u32, size: usize) {
        self.form_closed(around, size);
        self.form_driven(around, size);
        let nearest = self.nearest(around, size);
        if nearest.len() == size {
            self.add(nearest);
        }
    }

    fn add(&mut self, mut members: Vec<u32>) {
        members.sort_unstable();
        let members = members.into_boxed_slice();
        if !self.known.contains(&members) {
            let number = self.all.len() as u32;
            members.iter().for_each(|&m| self.of[m as usize].push(number));
            self.known.insert(members.clone());
            self.all.push(members);
        }
    }

    /// The first case: sets that grow by a neighbour of all.
    fn form_closed(&mut self, around: u32, size: usize) {
        let smaller = self.of[around as usize].iter().filter(|&&q| self.get(q).len() + 1 == size);
        let smaller: Vec<Cluster> = smaller.map(|&q| self.get(q).into()).collect();
        let mut formed = 0;
        for members in smaller {
            let fewest = members.iter().min_by_key(|&&m| self.neighbours[m as usize].len());
            let fewest = *fewest.expect("sets are not empty");
            let candidates: Vec<u32> = self.near(fewest, around).map(|(c, _)| c).collect();
            for candidate in candidates {
                let closes = !members.contains(&candidate)
                    && members.iter().all(|&m| self.weight(candidate, m).is_some());
                if closes && formed < MOST {
                    formed += 1;
                    self.add(members.iter().copied().chain([candidate]).collect());
                }
            }
            if formed == MOST {
                return;
            }
        }
    }

    /// The second case: sets of components that drive this one.
    fn form_driven(&mut self, around: u32, size: usize) {
        let drivers = self.drivers[around as usize].clone();
        let chosen = size - 1;
        if chosen > drivers.len() {
            return;
        }
        if choices(drivers.len(), chosen).is_none_or(|n| n > MOST) {
            for start in 0..drivers.len() {
                let window = (0..chosen).map(|i| drivers[(start + i) % drivers.len()]);
                self.add(window.chain([around]).collect());
            }
            return;
        }
        let mut places: Vec<usize> = (0..chosen).collect();
        loop {
            self.add(places.iter().map(|&p| drivers[p]).chain([around]).collect());
            // The next combination in lexicographic order.
            let turning = (0..chosen).rev().find(|&i| places[i] < drivers.len() - chosen + i);
            let Some(turning) = turning else { return };
            let first = places[turning] + 1;
            places[turning..].iter_mut().enumerate().for_each(|(i, place)| *place = first + i);
        }
    }

    /// The components nearest to one: by distance, then by the number of actions shared with those already
    /// chosen, then in order.
    fn nearest(&self, around: u32, size: usize) -> Vec<u32> {
        let mut chosen = vec![around];
        // (distance, shared actions, component)
        let mut candidates: Vec<(u32, Reverse<u32>, u32)> = Vec::new();
        let mut last = (0, around);
        while chosen.len() < size {
            let (distance, newest) = last;
            for (component, weight) in self.near(newest, around) {
                if chosen.contains(&component) {
                    continue;
                }
                match candidates.iter_mut().find(|(_, _, c)| *c == component) {
                    Some((_, shared, _)) => shared.0 += weight,
                    None => candidates.push((distance + 1, Reverse(weight), component)),
                }
            }
            let Some(best) = (0..candidates.len()).min_by_key(|&i| candidates[i]) else { break };
            let (distance, _, component) = candidates.swap_remove(best);
            chosen.push(component);
            last = (distance, component);
        }
        chosen
    }

    /// Neighbours of a component. Where there are too many, some that come after another component in the
    /// list.
    fn near(&self, of: u32, from: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        let list = &self.neighbours[of as usize];
        let start = if list.len() > MOST { list.partition_point(|&(c, _)| c <= from) } else { 0 };
        list[start..].iter().chain(&list[..start]).copied().take(MOST)
    }

    /// How many actions two neighbours share.
    fn weight(&self, a: u32, b: u32) -> Option<u32> {
        let list = &self.neighbours[a as usize];
        list.binary_search_by_key(&b, |&(c, _)| c).ok().map(|place| list[place].1)
    }
}

/// In how many ways `chosen` of `all` can be chosen; nothing when that is a large number.
fn choices(all: usize, chosen: usize) -> Option<usize> {
    let mut ways = 1usize;
    for i in 0..chosen.min(all - chosen) {
        ways = ways.checked_mul(all - i)? / (i + 1);
    }
    Some(ways)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Components as lists of inputs and outputs.
    fn clusters(components: &[(&[u32], &[u32])]) -> Clusters {
        let actions = |list: &[u32]| list.iter().map(|&a| ActionId::from_raw(a)).collect();
        let visible = |&(i, o): &(&[u32], &[u32])| Visible { inputs: actions(i), outputs: actions(o) };
        let mut all = Clusters::new(&components.iter().map(visible).collect::<Vec<_>>());
        all.form_pairs();
        all
    }

    fn sets(clusters: &Clusters, from: usize) -> Vec<Vec<u32>> {
        (from..clusters.len()).map(|q| clusters.get(q as u32).to_vec()).collect()
    }

    #[test]
    fn neighbours_drive_each_other() {
        // 0 drives 1 for 1 and 2; 2 drives 2 for 3; nobody drives 9, which 0 and 3 read.
        let all = clusters(&[(&[9], &[1]), (&[1], &[]), (&[1], &[2]), (&[2, 9], &[])]);
        assert_eq!(sets(&all, 0), [[0, 1], [0, 2], [0, 3], [2, 3]]);
        assert_eq!(all.of(3), [2, 3]);
        // 1 and 2 read the same, which does not make them neighbours.
        assert_eq!(all.weight(1, 2), None);
    }

    #[test]
    fn a_triangle_closes() {
        // Figure 4.11: 1 and 2 both drive 0, and 2 drives 1.
        let mut all = clusters(&[(&[1, 4], &[]), (&[5], &[1]), (&[], &[4, 5])]);
        all.form(0, 3);
        assert_eq!(sets(&all, 3), [[0, 1, 2]]);
        assert_eq!(all.of(1).len(), 3);
        all.form(1, 3);
        assert_eq!(all.len(), 4);
    }

    #[test]
    fn what_drives_a_component_comes_together() {
        // 1, 2, 3 drive 0; they have nothing to do with each other.
        let mut all = clusters(&[(&[1, 2, 3], &[]), (&[], &[1]), (&[], &[2]), (&[], &[3])]);
        all.form(0, 3);
        assert_eq!(sets(&all, 3), [[0, 1, 2], [0, 1, 3], [0, 2, 3]]);
        all.form(0, 4);
        assert_eq!(sets(&all, 6), [[0, 1, 2, 3]]);
        all.form(0, 5);
        assert_eq!(all.len(), 7);
    }

    #[test]
    fn a_chain_is_followed_to_its_end() {
        let mut all = clusters(&[(&[1], &[2]), (&[2], &[3]), (&[3], &[4]), (&[4], &[5])]);
        all.form(0, 3);
        assert_eq!(sets(&all, 3), [[0, 1, 2]]);
        all.form(0, 4);
        assert_eq!(sets(&all, 4), [[0, 1, 2, 3]]);
    }

    #[test]
    fn a_hub_does_not_explode() {
        // 0 reads from 1000 others.
        let inputs: Vec<u32> = (1..=1000).collect();
        let outputs: Vec<[u32; 1]> = inputs.iter().map(|&a| [a]).collect();
        let mut components: Vec<(&[u32], &[u32])> = vec![(&inputs, &[])];
        components.extend(outputs.iter().map(|o| (&[][..], &o[..])));
        let mut all = clusters(&components);
        assert_eq!(all.len(), 1000);
        all.form(0, 4);
        // One window for each driver; the nearest three are among them.
        assert_eq!(all.len(), 2000);
        all.form(700, 3);
        assert_eq!(sets(&all, 2000), [[0, 700, 701]]);
    }

    #[test]
    fn choices_are_counted() {
        assert_eq!(choices(5, 2), Some(10));
        assert_eq!(choices(8, 8), Some(1));
        assert_eq!(choices(9, 6), Some(84));
        assert_eq!(choices(1000, 500), None);
    }
}
