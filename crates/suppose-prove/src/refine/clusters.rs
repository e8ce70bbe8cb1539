//! Which components are looked at together.
//!
//! Two components are neighbours when they share an action. The cluster of size k around a component holds
//! the k - 1 others nearest to it, by distance in that graph, then by the number of actions shared with those
//! already there, then in order of the source. A component that shares actions with two members of a cluster
//! so comes before one that shares them with only one, as in Yao's dissertation (section 4.3.6), where the
//! dependence between two neighbours is what a third one is needed for.
//!
//! The time for one cluster is that of a walk through the graph, plus k times the number of components.

use std::cmp::Reverse;

use suppose_base::ActionId;

use crate::task::Task;

/// The graph of shared actions among the components that can matter for the watched one.
#[derive(Debug)]
pub(super) struct Graph {
    scope: Vec<usize>,
    /// For each component of the scope, by place, its actions.
    actions: Vec<Vec<ActionId>>,
    /// For each action, by number, the places in the scope that have it.
    users: Vec<Vec<usize>>,
}

impl Graph {
    /// The graph of the components that are connected with the watched one.
    pub(super) fn new(task: &Task) -> Self {
        let all = task.searched();
        let whole = Self::of(task, all);
        let watched = whole.scope.partition_point(|&c| c < task.watched());
        let connected = whole.nearest(watched, usize::MAX);
        let mut scope: Vec<usize> = connected.into_iter().map(|(place, _)| whole.scope[place]).collect();
        scope.sort_unstable();
        Self::of(task, scope)
    }

    /// The graph of some components.
    pub(super) fn of(task: &Task, scope: Vec<usize>) -> Self {
        let actions: Vec<Vec<ActionId>> = scope.iter().map(|&c| task.lts(c).alphabet().to_vec()).collect();
        let most = actions.iter().filter_map(|a| a.last()).max().map_or(0, |a| a.index());
        let mut users = vec![Vec::new(); most + 1];
        for (place, own) in actions.iter().enumerate() {
            for action in own {
                users[action.index()].push(place);
            }
        }
        Self { scope, actions, users }
    }

    /// The components that are connected with the watched one, itself among them, in order.
    pub(super) fn scope(&self) -> &[usize] {
        &self.scope
    }

    /// All pairs of components that share an action, in order.
    pub(super) fn pairs(&self) -> Vec<[usize; 2]> {
        let mut pairs: Vec<[usize; 2]> = Vec::new();
        for (place, actions) in self.actions.iter().enumerate() {
            let first = pairs.len();
            let others =
                actions.iter().flat_map(|action| &self.users[action.index()]).filter(|&&other| other > place);
            pairs.extend(others.map(|&other| [self.scope[place], self.scope[other]]));
            pairs[first..].sort_unstable();
        }
        pairs.dedup();
        pairs
    }

    /// The cluster of this size around a component of the scope, sorted.
    pub(super) fn cluster(&self, around: usize, size: usize) -> Vec<usize> {
        let start = self.scope.partition_point(|&c| c < around);
        let near = self.nearest(start, size);
        let mut inside = vec![false; self.scope.len()];
        let mut shared = vec![0usize; self.scope.len()];
        let mut seen = vec![false; self.users.len()];
        let mut cluster = Vec::with_capacity(size);
        let mut next = Some(start);
        while let Some(place) = next {
            inside[place] = true;
            cluster.push(self.scope[place]);
            for action in &self.actions[place] {
                if !std::mem::replace(&mut seen[action.index()], true) {
                    self.users[action.index()].iter().for_each(|&user| shared[user] += 1);
                }
            }
            next = near
                .iter()
                .filter(|(p, _)| !inside[*p] && cluster.len() < size)
                .min_by_key(|&&(p, distance)| (distance, Reverse(shared[p]), p))
                .map(|&(p, _)| p);
        }
        cluster.sort_unstable();
        cluster
    }

    /// Places in order of their distance from one of them, with that distance: all those as near as the last
    /// that is needed to have this many, or all that are connected.
    fn nearest(&self, start: usize, enough: usize) -> Vec<(usize, usize)> {
        let mut known = vec![false; self.scope.len()];
        let mut seen = vec![false; self.users.len()];
        known[start] = true;
        let mut queue = vec![(start, 0)];
        let mut next = 0;
        while let Some(&(place, distance)) = queue.get(next) {
            // Whoever is found from here on is farther away than all that are known, if those are of one
            // distance more than this one already.
            if queue.len() >= enough && queue[queue.len() - 1].1 <= distance {
                break;
            }
            for action in &self.actions[place] {
                if std::mem::replace(&mut seen[action.index()], true) {
                    continue;
                }
                for &user in &self.users[action.index()] {
                    if !std::mem::replace(&mut known[user], true) {
                        queue.push((user, distance + 1));
                    }
                }
            }
            next += 1;
        }
        queue
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{component, lts_of, system_of};
    use suppose_lts::Role;
    use suppose_lts::check::Question;

    fn graph(alphabets: &[&[u32]], watched: usize) -> Graph {
        let part = |a: &&[u32]| component("M", Role::Component, lts_of(1, &[], a));
        let system = system_of(alphabets.iter().map(part).collect());
        Graph::new(&Task::new(&system, Question::Safe(watched)).expect("a question of safety"))
    }

    #[test]
    fn what_is_not_connected_is_left_out() {
        let graph = graph(&[&[1], &[1, 2], &[3], &[2, 4], &[3, 5], &[]], 3);
        assert_eq!(graph.scope(), [0, 1, 3]);
        assert_eq!(graph.cluster(3, 2), [1, 3]);
        assert_eq!(graph.cluster(0, 3), [0, 1, 3]);
    }

    #[test]
    fn near_ones_come_first_then_those_that_share_more() {
        // A ring of five, in which 0 and 4 share two actions.
        let ring = graph(&[&[1, 5, 6], &[1, 2], &[2, 3], &[3, 4], &[4, 5, 6]], 0);
        assert_eq!(ring.cluster(0, 1), [0]);
        assert_eq!(ring.cluster(0, 2), [0, 4]);
        assert_eq!(ring.cluster(0, 3), [0, 1, 4]);
        assert_eq!(ring.cluster(2, 3), [1, 2, 3]);
        assert_eq!(ring.cluster(2, 4), [0, 1, 2, 3]);
        assert_eq!(ring.cluster(2, 5), [0, 1, 2, 3, 4]);
        // 2 and 3 both share one action with 0, but 3 also shares one with 1.
        let triangle = graph(&[&[1, 2, 3, 4], &[1, 2, 9], &[3], &[4, 9]], 0);
        assert_eq!(triangle.cluster(0, 3), [0, 1, 3]);
    }
}
