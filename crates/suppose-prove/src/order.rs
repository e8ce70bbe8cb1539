//! In which order components are added to a part.
//!
//! The order decides the size of everything between. Nothing is best for all systems, so there are three
//! strategies, each a rule for the next component among those that share an action with what is there (or,
//! when none does, among all):
//!
//! * [`Strategy::Hubs`]: the one with the most neighbours. Servers, buses and locks come first, and the many
//!   clients around them are then added to something that already constrains them. Isomorphic clients follow
//!   each other.
//! * [`Strategy::Interface`]: the one after which the fewest actions stay visible (as in "smart reduction",
//!   Crouzen and Lang, FASE 2011). Right for chains and rings.
//! * [`Strategy::Near`]: the nearest to the start in the graph of shared actions, in order of the source.
//!
//! Ties go to the one with more actions that become hidden, then to fewer states, then to the order of the
//! source.

use std::cmp::Reverse;
use std::fmt;

use suppose_base::ActionId;
use suppose_lts::Lts;

/// A rule for the next component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Strategy {
    /// The one with the most neighbours first.
    Hubs,
    /// The one that leaves the smallest interface first.
    Interface,
    /// The nearest first.
    Near,
}

impl Strategy {
    /// All strategies, in the order in which they are tried.
    pub(crate) const ALL: [Self; 3] = [Self::Hubs, Self::Interface, Self::Near];
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hubs => "most connected components first",
            Self::Interface => "smallest interface first",
            Self::Near => "nearest components first",
        })
    }
}

/// Chooses components one after the other.
#[derive(Debug)]
pub(crate) struct Order<'t> {
    strategy: Strategy,
    /// What is left, with its LTS and the number of its neighbours.
    left: Vec<(usize, &'t Lts, usize)>,
    /// How many of those left have each action, by its number.
    users: Vec<u32>,
}

impl<'t> Order<'t> {
    /// An order of these components.
    pub(crate) fn new(components: impl IntoIterator<Item = (usize, &'t Lts)>, strategy: Strategy) -> Self {
        let all: Vec<(usize, &Lts)> = components.into_iter().collect();
        let most = all.iter().filter_map(|(_, lts)| lts.alphabet().last()).max().map_or(0, |a| a.index());
        let mut users = vec![0u32; most + 1];
        for (_, lts) in &all {
            lts.alphabet().iter().for_each(|a| users[a.index()] += 1);
        }
        // Who has each action, one list after the other; `ends` moves from where a list begins to its end.
        let mut ends = Vec::with_capacity(users.len());
        let mut sum = 0;
        for &count in &users {
            ends.push(sum);
            sum += count as usize;
        }
        let mut having = vec![0; sum];
        for (place, (_, lts)) in all.iter().enumerate() {
            for action in lts.alphabet() {
                let end = &mut ends[action.index()];
                having[*end] = place;
                *end += 1;
            }
        }
        let mut seen_from = vec![usize::MAX; all.len()];
        let mut neighbours = |place: usize, lts: &Lts| {
            let mut count = 0;
            for action in lts.alphabet() {
                let end = ends[action.index()];
                for &other in &having[end - users[action.index()] as usize..end] {
                    count += usize::from(std::mem::replace(&mut seen_from[other], place) != place);
                }
            }
            count
        };
        let left = all
            .iter()
            .enumerate()
            .map(|(place, &(index, lts))| (index, lts, neighbours(place, lts)))
            .collect();
        Self { strategy, left, users }
    }

    /// Whether some component that is left has the action.
    pub(crate) fn needs(&self, action: ActionId) -> bool {
        self.users.get(action.index()).is_some_and(|&n| n > 0)
    }

    /// Takes the next component; only one that shares an action with `there` if `connected` is asked for.
    pub(crate) fn next(&mut self, there: &Lts, connected: bool) -> Option<usize> {
        let joins = |lts: &Lts| lts.alphabet().iter().any(|&a| there.has_action(a));
        let joined: Vec<bool> = self.left.iter().map(|(_, lts, _)| joins(lts)).collect();
        let any = joined.contains(&true);
        if connected && !any {
            return None;
        }
        let score = |&place: &usize| {
            let (_, lts, neighbours) = self.left[place];
            // Nobody else needs these any more once this component is there.
            let last = |a: &&ActionId| self.users[a.index()] == 1;
            let hidden = lts.alphabet().iter().filter(last).count();
            let brought = lts.alphabet().iter().filter(|&&a| !there.has_action(a)).count();
            let first = match self.strategy {
                Strategy::Hubs => usize::MAX - neighbours,
                Strategy::Interface => usize::MAX / 2 + brought - hidden,
                Strategy::Near => 0,
            };
            (
                first,
                Reverse(if self.strategy == Strategy::Near { 0 } else { hidden }),
                if self.strategy == Strategy::Near { 0 } else { lts.num_states() },
                place,
            )
        };
        let place = (0..self.left.len()).filter(|&place| joined[place] || !any).min_by_key(score)?;
        let (index, lts, _) = self.left.remove(place);
        lts.alphabet().iter().for_each(|a| self.users[a.index()] -= 1);
        Some(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::lts_of;

    /// A server with actions 1, 2 and 3, and three clients with one of them each and an action of their own.
    fn star() -> [Lts; 4] {
        [
            lts_of(1, &[(0, 1, 0), (0, 4, 0)], &[]),
            lts_of(1, &[(0, 1, 0), (0, 2, 0), (0, 3, 0)], &[]),
            lts_of(1, &[(0, 2, 0), (0, 5, 0)], &[]),
            lts_of(1, &[(0, 3, 0), (0, 6, 0)], &[]),
        ]
    }

    fn order(strategy: Strategy, start: &Lts, connected: bool) -> Vec<usize> {
        let all = star();
        let mut order = Order::new(all.iter().enumerate(), strategy);
        let mut there = start.clone();
        let mut taken = Vec::new();
        while let Some(next) = order.next(&there, connected) {
            taken.push(next);
            there = there.with_alphabet(all[next].alphabet().iter().copied());
        }
        taken
    }

    #[test]
    fn hubs_come_as_soon_as_they_are_reached() {
        let start = lts_of(1, &[(0, 5, 0)], &[]);
        // Only client 2 has action 5; then the server; then the others in order.
        assert_eq!(order(Strategy::Hubs, &start, true), [2, 1, 0, 3]);
        let both = lts_of(1, &[(0, 4, 0), (0, 2, 0)], &[]);
        assert_eq!(order(Strategy::Hubs, &both, true), [1, 0, 2, 3]);
        assert_eq!(order(Strategy::Near, &both, true), [0, 1, 2, 3]);
        // By interface, clients that hide as much as they bring come before the server.
        let ends = lts_of(1, &[(0, 1, 0), (0, 5, 0)], &[]);
        assert_eq!(order(Strategy::Interface, &ends, true), [0, 2, 1, 3]);
        assert_eq!(order(Strategy::Hubs, &ends, true), [1, 0, 2, 3]);
    }

    #[test]
    fn what_is_not_connected_is_taken_only_on_request() {
        let start = lts_of(1, &[(0, 9, 0)], &[]);
        assert!(order(Strategy::Near, &start, true).is_empty());
        assert_eq!(order(Strategy::Near, &start, false).len(), 4);
    }

    #[test]
    fn an_action_is_needed_while_somebody_left_has_it() {
        let all = star();
        let mut order = Order::new(all.iter().enumerate(), Strategy::Near);
        let one = ActionId::from_raw(1);
        assert!(order.needs(one) && !order.needs(ActionId::from_raw(77)));
        let start = lts_of(1, &[], &[1]);
        assert_eq!(order.next(&start, true), Some(0));
        assert!(order.needs(one) && !order.needs(ActionId::from_raw(4)));
        assert_eq!(order.next(&start, true), Some(1));
        assert!(!order.needs(one));
    }
}
