//! Which constraints rule a path out.
//!
//! # Contract
//! Somebody has a path that no execution takes, and can tell whether a set of constraints still leaves it.
//! [`exclude`] finds few constraints that do not leave it, cheap ones if possible; [`needed`] leaves out of a
//! set what is not needed for something. The whole program asks about its own paths
//! ([`choose`](crate::choose)), a proof by parts about the traces that its parts put together.
//!
//! # Algorithm
//! [`Candidates`] are tried one at a time: first the automata of the tasks that act on the path, which need
//! no new graph. Those come first that take part in most actions of the property: what a server does with all
//! its clients is better known to the server. Among equals the ones with short code are first. Then the
//! variables that these tasks may use, those with few values first. If none does it alone, all of them are
//! taken, or all there are, and as many as possible are dropped again: if they are many, half of them at
//! once, then quarters, and so on down to single ones.
//!
//! # Complexity
//! For `n` candidates n + 2 questions, and if k of them are needed together about k · log n more; at most 2n.
//!
//! # Tests
//! Sets that are known to rule a path out (below); random programs as a whole and by parts
//! (`tests/all/programs`, and `tests/all/learn` of `suppose-prove`).

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use suppose_ada::{Program, TaskId};
use suppose_base::StopReason;
use suppose_lts::System;

use crate::constraint::Constraint;

/// Of so many constraints most are usually needed, so they are dropped one by one at once.
const FEW: usize = 8;

/// What may rule a path out, cheapest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidates {
    /// The tasks that act on the path and the variables that they may use.
    pub near: Vec<Constraint>,
    /// Everything: other tasks may assign those variables unseen.
    pub all: Vec<Constraint>,
}

impl Candidates {
    /// Those of some constraints that are not present yet, for a path on which some tasks act. The property
    /// is a component of the system that the program was lowered to, or of its outline.
    pub(crate) fn new(
        program: &Program,
        system: &System,
        property: usize,
        mut all: Vec<Constraint>,
        acts: &dyn Fn(TaskId) -> bool,
        present: &[Constraint],
    ) -> Self {
        let concern = concern(program, system, property);
        let cost = |constraint: &Constraint| match *constraint {
            Constraint::Task(task) => {
                let task = task.0 as usize;
                (0, Reverse(concern[task]), program.tasks[task].code.len() as u64)
            }
            Constraint::Variable(variable) => {
                let domain = &program.variables[variable.0 as usize].domain;
                (1, Reverse(0), domain.last.abs_diff(domain.first))
            }
        };
        let near = |constraint: &Constraint| match *constraint {
            Constraint::Task(task) => acts(task),
            Constraint::Variable(variable) => program.variables[variable.0 as usize].owner.is_none_or(acts),
        };
        all.retain(|c| !present.contains(c));
        all.sort_by_key(|c| (cost(c), *c));
        Self { near: all.iter().copied().filter(near).collect(), all }
    }
}

/// For each task how many actions of a property it takes part in.
fn concern(program: &Program, system: &System, property: usize) -> Vec<usize> {
    let alphabet = system.components[property].lts.alphabet();
    let ltss: FxHashMap<&str, _> =
        system.components.iter().map(|component| (component.name.as_str(), &component.lts)).collect();
    let of_task = |name: &str| {
        let lts = ltss.get(name);
        lts.map_or(0, |lts| alphabet.iter().filter(|&&action| lts.has_action(action)).count())
    };
    program.tasks.iter().map(|task| of_task(&task.name)).collect()
}

/// Constraints that rule a path out together with those there are; none if all together do not. `left` says
/// whether the path is still left when some are added.
///
/// # Errors
/// What `left` says.
pub(crate) fn exclude(
    candidates: Candidates,
    left: &mut dyn FnMut(&[Constraint]) -> Result<bool, StopReason>,
) -> Result<Vec<Constraint>, StopReason> {
    let Candidates { near, all } = candidates;
    for &candidate in &near {
        if !left(&[candidate])? {
            return Ok(vec![candidate]);
        }
    }
    for together in [near, all] {
        if !left(&together)? {
            return needed(together, left);
        }
    }
    Ok(Vec::new())
}

/// Drops constraints while the rest still leaves nothing: if they are many, half of them at once, then
/// quarters, and so on down to single ones. A set of one stays as it is.
///
/// # Errors
/// What `left` says.
pub(crate) fn needed(
    mut kept: Vec<Constraint>,
    left: &mut dyn FnMut(&[Constraint]) -> Result<bool, StopReason>,
) -> Result<Vec<Constraint>, StopReason> {
    if kept.len() < 2 {
        return Ok(kept);
    }
    let mut size = if kept.len() > FEW { kept.len().div_ceil(2) } else { 1 };
    loop {
        // Groups are counted from the front, and the last ones go first: what comes first is cheap and had
        // better stay.
        let mut group = kept.len().div_ceil(size);
        while group > 0 {
            group -= 1;
            let (start, end) = (group * size, kept.len().min((group + 1) * size));
            let without: Vec<Constraint> = kept[..start].iter().chain(&kept[end..]).copied().collect();
            if !left(&without)? {
                kept = without;
            }
        }
        if size == 1 {
            return Ok(kept);
        }
        size = size.div_ceil(2);
    }
}

#[cfg(test)]
mod tests {
    use suppose_ada::VarId;

    use super::*;

    const TASK: fn(u32) -> Constraint = |task| Constraint::Task(TaskId(task));
    const VARIABLE: fn(u32) -> Constraint = |variable| Constraint::Variable(VarId(variable));

    fn found(near: &[Constraint], all: &[Constraint], needs: &[&[Constraint]]) -> (Vec<Constraint>, u32) {
        let mut asked = 0;
        let candidates = Candidates { near: near.to_vec(), all: all.to_vec() };
        let found = exclude(candidates, &mut |set| {
            asked += 1;
            Ok(!needs.iter().any(|need| need.iter().all(|c| set.contains(c))))
        });
        (found.expect("no limit"), asked)
    }

    #[test]
    fn the_cheapest_one_is_taken_if_one_will_do() {
        let near = [TASK(0), TASK(1), VARIABLE(0)];
        let needs: [&[Constraint]; 2] = [&[TASK(1)], &[VARIABLE(0)]];
        assert_eq!(found(&near, &near, &needs), (vec![TASK(1)], 2));
    }

    #[test]
    fn otherwise_those_that_are_needed_together() {
        let near = [TASK(0), TASK(1), VARIABLE(0)];
        let all = [TASK(0), TASK(1), TASK(2), VARIABLE(0), VARIABLE(1), VARIABLE(2)];
        assert_eq!(found(&near, &all, &[&[TASK(0), VARIABLE(0)]]).0, [TASK(0), VARIABLE(0)]);
        assert_eq!(found(&near, &all, &[&[TASK(2), VARIABLE(1)]]).0, [TASK(2), VARIABLE(1)]);
        assert_eq!(found(&near, &all, &[&[VARIABLE(2)]]).0, [VARIABLE(2)]);
        assert_eq!(found(&near, &all, &[]), (Vec::new(), 5));
        let many: Vec<Constraint> = (0..64).map(TASK).collect();
        let (kept, asked) = found(&[], &many, &[&[TASK(5), TASK(40)]]);
        assert_eq!(kept, [TASK(5), TASK(40)]);
        assert!(asked < 30, "{asked} questions");
    }
}
