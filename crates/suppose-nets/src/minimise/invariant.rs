//! What never changes in the whole: weights of states whose sum stays the same, such as the number of tokens
//! on a ring.
//!
//! Each visible action of a component gets a *flow*, and each state a *weight*, so that a step changes the
//! weight by the flow of its action; silent steps change nothing. If for every action the flows of all
//! components that take part in it add up to zero, the weights of all components together are the same in all
//! states of the whole. That is a place invariant (Lautenbach 1975; Murata, *Petri nets: properties, analysis
//! and applications*, 1989, §VII) of the net whose places are the states of components and whose transitions
//! are their joint steps. The environment has no weight, so an action that it takes part in needs no rule of
//! its own.
//!
//! Contract: weights are integers, no weight that a component can reach by itself is negative, and the first
//! ones add up to `most`. So the weights of any *some* of the components add up to at most `most`, which
//! [`bound`](super::bound) uses.
//!
//! Algorithm. Components with the same template have the same flows. A breadth-first search of each template
//! gives the weight of each state as a form in the flows; what two ways to the same state say has to be
//! equal. With the equations of the actions, each kind once, that leaves a null space
//! ([`linear`](super::linear)), which is large: each wire has an invariant, of one side's view of its value
//! and the other's, which bounds nothing. So the best is looked for, as a linear program: all weights between
//! 0 and 1, the first ones of all components together at most 1, and the states of the template that most
//! components have as far as possible above its first one, so that few of them can be had at once. Then the
//! same for the next template whose states got no weight by then.
//!
//! Cost: linear in the components and their actions, and polynomial in the number of templates and their
//! actions. Where these are many ([`UNKNOWNS`]) nothing is looked for. Tested on small rings with invariants
//! worked out by hand, and on random ones through [`minimise`](super) against the flat product.

use rustc_hash::FxHashMap;
use std::collections::{BTreeSet, VecDeque};
use suppose_base::{ActionId, Budget, StateId, StopReason};
use suppose_lts::Lts;

use super::linear::{maximise, null_space};

/// Most flows that are looked for, and most states of all templates together.
const UNKNOWNS: usize = 64;
const STATES: usize = 2048;

/// Most weight of the whole: each unit of it can be a state more for whoever counts.
const MOST: i64 = 64;

/// Components, of which many have the same template.
pub(super) struct Cells<'p> {
    /// LTSs over local actions 1, 2, …, and how many such actions there are.
    pub templates: Vec<(&'p Lts, usize)>,
    /// For each component its template and what the local actions stand for.
    pub cells: Vec<(usize, &'p [ActionId])>,
}

/// Weights whose sum never changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Invariant {
    /// The sum.
    pub most: i64,
    /// For each template the weight of its first state.
    pub start: Vec<i64>,
    /// For each template the flows of its local actions, from 1 on.
    pub flows: Vec<Vec<i64>>,
}

/// For each template the weights of its states, as forms in a basis of all flows; each form once.
type Weights = Vec<Vec<Vec<i128>>>;

/// First weights of the templates, and flows as coordinates in a basis.
type Chosen = (Vec<i128>, Vec<i128>);

impl Cells<'_> {
    /// Invariants that bound something, at most one for each template.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(super) fn invariants(&self, budget: &Budget) -> Result<Vec<Invariant>, StopReason> {
        // Where the flows of each template begin.
        let mut begin = vec![0];
        for (_, actions) in &self.templates {
            begin.push(begin[begin.len() - 1] + actions);
        }
        let unknowns = begin[self.templates.len()];
        let states: usize = self.templates.iter().map(|(lts, _)| lts.num_states()).sum();
        if unknowns > UNKNOWNS || states > STATES || self.templates.iter().any(|(lts, _)| lts.has_error()) {
            return Ok(Vec::new());
        }
        let mut equations = self.kinds_of_actions(&begin);
        let mut ways = Vec::new();
        for (&(lts, actions), &at) in self.templates.iter().zip(&begin) {
            ways.push(ways_of(lts, actions, |cycle| {
                let mut row = vec![0; unknowns];
                row[at..at + actions].copy_from_slice(&cycle);
                equations.insert(row);
            }));
        }
        let Some(basis) = null_space(equations.into_iter().collect(), unknowns, budget)? else {
            return Ok(Vec::new());
        };
        let weights: Option<Weights> =
            ways.iter().zip(&begin).map(|(ways, &at)| in_basis(ways, &basis, at)).collect();
        let Some(weights) = weights else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        let mut count = vec![0_i128; self.templates.len()];
        self.cells.iter().for_each(|&(template, _)| count[template] += 1);
        let mut open: Vec<usize> = (0..count.len()).filter(|&template| count[template] > 1).collect();
        open.sort_by_key(|&template| std::cmp::Reverse(count[template]));
        while let Some(&template) = open.first() {
            let best = best(&weights, &count, template, basis.len(), budget)?;
            open.remove(0);
            if let Some((start, coordinates)) = best {
                let moves = |form: &Vec<i128>| product(form, &coordinates) != Some(0);
                open.retain(|&other| !weights[other].iter().any(moves));
                found.extend(invariant(&start, &coordinates, &basis, &begin, &count));
            }
        }
        Ok(found)
    }

    /// For each action the sum of the flows of all that take part in it; equal ones once.
    fn kinds_of_actions(&self, begin: &[usize]) -> BTreeSet<Vec<i128>> {
        let mut taking: FxHashMap<ActionId, usize> = FxHashMap::default();
        let mut parties: Vec<Vec<usize>> = Vec::new();
        for &(template, actions) in &self.cells {
            for (local, &action) in actions.iter().enumerate() {
                let at = *taking.entry(action).or_insert(parties.len());
                if at == parties.len() {
                    parties.push(Vec::new());
                }
                parties[at].push(begin[template] + local);
            }
        }
        for flows in &mut parties {
            flows.sort_unstable();
        }
        parties.sort_unstable();
        parties.dedup();
        let sum = |flows: Vec<usize>| {
            let mut row = vec![0; begin[begin.len() - 1]];
            for flow in flows {
                row[flow] += 1;
            }
            row
        };
        parties.into_iter().map(sum).collect()
    }
}

/// For each state how often each action is on a way to it; each list once. What two ways to the same state
/// differ by is given to `cycle`.
fn ways_of(lts: &Lts, actions: usize, mut cycle: impl FnMut(Vec<i128>)) -> Vec<Vec<i128>> {
    let mut ways: Vec<Option<Vec<i128>>> = vec![None; lts.num_states()];
    ways[lts.initial().index()] = Some(vec![0; actions]);
    let mut queue: VecDeque<StateId> = VecDeque::from([lts.initial()]);
    while let Some(state) = queue.pop_front() {
        let here = ways[state.index()].clone().expect("states in the queue were reached");
        for t in lts.transitions(state) {
            let mut there = here.clone();
            if !t.action.is_tau() {
                there[t.action.index() - 1] += 1;
            }
            if let Some(known) = &ways[t.target.index()] {
                let difference: Vec<i128> = there.iter().zip(known).map(|(a, b)| a - b).collect();
                if difference.iter().any(|&entry| entry != 0) {
                    cycle(difference);
                }
            } else {
                ways[t.target.index()] = Some(there);
                queue.push_back(t.target);
            }
        }
    }
    let mut ways: Vec<Vec<i128>> = ways.into_iter().flatten().collect();
    ways.sort_unstable();
    ways.dedup();
    ways
}

/// The change of weight on each way, for each flow of a basis; each list once. None if numbers are so large
/// that they could not be added up.
fn in_basis(ways: &[Vec<i128>], basis: &[Vec<i128>], at: usize) -> Option<Vec<Vec<i128>>> {
    let form = |way: &Vec<i128>| basis.iter().map(|flow| product(way, &flow[at..at + way.len()])).collect();
    let mut forms = ways.iter().map(form).collect::<Option<Vec<Vec<i128>>>>()?;
    if forms.iter().flatten().any(|entry| entry.abs() > 1 << 32) {
        return None;
    }
    forms.sort_unstable();
    forms.dedup();
    Some(forms)
}

fn product(left: &[i128], right: &[i128]) -> Option<i128> {
    left.iter().zip(right).try_fold(0_i128, |sum, (a, b)| sum.checked_add(a.checked_mul(*b)?))
}

/// The first weights and the coordinates of the flows for which the states of one template are highest above
/// its first; scaled to integers. None if they cannot be.
fn best(
    weights: &Weights,
    count: &[i128],
    favoured: usize,
    dimension: usize,
    budget: &Budget,
) -> Result<Option<Chosen>, StopReason> {
    // The first weights, then each coordinate as the difference of two that are not negative.
    let templates = weights.len();
    let row = |template: usize, form: &[i128], sign: i128| {
        let mut row = vec![0; templates + 2 * dimension];
        row[template] = sign;
        for (at, &entry) in form.iter().enumerate() {
            row[templates + 2 * at] = sign * entry;
            row[templates + 2 * at + 1] = -sign * entry;
        }
        row
    };
    let mut limits = Vec::new();
    let mut wanted = vec![0; templates + 2 * dimension];
    for (template, form) in
        weights.iter().enumerate().flat_map(|(t, forms)| forms.iter().map(move |f| (t, f)))
    {
        limits.push((row(template, form, -1), 0));
        limits.push((row(template, form, 1), 1));
        if template == favoured {
            let above = row(template, form, 1);
            wanted[templates..].iter_mut().zip(&above[templates..]).for_each(|(sum, entry)| *sum += entry);
        }
    }
    let mut first = count.to_vec();
    first.resize(templates + 2 * dimension, 0);
    limits.push((first, 1));
    let Some(point) = maximise(&wanted, &limits, budget)? else { return Ok(None) };
    let coordinates: Vec<i128> =
        (0..dimension).map(|at| point[templates + 2 * at] - point[templates + 2 * at + 1]).collect();
    Ok(coordinates.iter().any(|&entry| entry != 0).then(|| (point[..templates].to_vec(), coordinates)))
}

/// The invariant with these coordinates, in integers; none if it does not fit or is too large to be of use.
fn invariant(
    start: &[i128],
    coordinates: &[i128],
    basis: &[Vec<i128>],
    begin: &[usize],
    count: &[i128],
) -> Option<Invariant> {
    let small = |number: i128| i64::try_from(number).ok();
    let most = small(product(start, count)?)?;
    let unknowns = begin[begin.len() - 1];
    let flow = |at: usize| {
        let column: Vec<i128> = basis.iter().map(|vector| vector[at]).collect();
        small(product(&column, coordinates)?)
    };
    let flows: Vec<i64> = (0..unknowns).map(flow).collect::<Option<_>>()?;
    Some(Invariant {
        most: Some(most).filter(|&most| most <= MOST)?,
        start: start.iter().map(|&weight| small(weight)).collect::<Option<_>>()?,
        flows: begin.windows(2).map(|ends| flows[ends[0]..ends[1]].to_vec()).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimise::tests::lts;

    /// A ring of cells of which some begin with a token; a cell takes one from the left and gives it to the
    /// right. `more` are further steps of all cells.
    fn ring(full: usize, empty: usize, more: &[(usize, u32, usize)]) -> Vec<Invariant> {
        let steps: Vec<(usize, u32, usize)> = [(0, 1, 1), (1, 2, 0)].iter().chain(more).copied().collect();
        let templates = [lts(2, 1, &steps), lts(2, 0, &steps)];
        let cells = full + empty;
        let links: Vec<[ActionId; 2]> = (0..cells)
            .map(|at| [at, (at + 1) % cells].map(|link| ActionId::from_raw(link as u32 + 1)))
            .collect();
        let all = Cells {
            templates: templates.iter().map(|lts| (lts, 2)).collect(),
            cells: links.iter().enumerate().map(|(at, link)| (usize::from(at >= full), &link[..])).collect(),
        };
        all.invariants(&Budget::unlimited()).expect("no limit")
    }

    fn tokens(most: i64) -> Vec<Invariant> {
        vec![Invariant { most, start: vec![1, 0], flows: vec![vec![1, -1]; 2] }]
    }

    #[test]
    fn tokens_on_a_ring_are_counted() {
        assert_eq!(ring(1, 3, &[]), tokens(1));
        assert_eq!(ring(1, 999, &[]), tokens(1));
        assert_eq!(ring(1, 2, &[]), tokens(1));
        assert_eq!(ring(2, 3, &[]), tokens(2));
        // A cell that waits between.
        assert_eq!(ring(2, 3, &[(0, 0, 0), (1, 0, 1)]), tokens(2));
    }

    #[test]
    fn free_places_are_counted_if_they_are_fewer() {
        let places = Invariant { most: 2, start: vec![0, 1], flows: vec![vec![-1, 1]; 2] };
        assert_eq!(ring(3, 2, &[]), [places]);
    }

    #[test]
    fn what_can_be_lost_is_not_counted() {
        assert_eq!(ring(1, 3, &[(1, 0, 0)]), []);
        assert_eq!(ring(1, 3, &[(1, 1, 1)]), []);
    }

    #[test]
    fn too_many_are_not_counted() {
        assert_eq!(ring(64, 100, &[]), tokens(64));
        assert_eq!(ring(65, 100, &[]), []);
    }

    /// Nobody else takes part in what the cells do: there is nothing to be kept.
    #[test]
    fn the_environment_has_no_weight() {
        let template = lts(2, 0, &[(0, 1, 1), (1, 2, 0)]);
        let links = [[1, 2], [3, 4]].map(|link| link.map(ActionId::from_raw));
        let cells = links.iter().map(|link| (0, &link[..])).collect();
        let all = Cells { templates: vec![(&template, 2)], cells };
        assert_eq!(all.invariants(&Budget::unlimited()).expect("no limit"), []);
    }
}
