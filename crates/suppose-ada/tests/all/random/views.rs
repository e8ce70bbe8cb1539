//! Other views of the same programs: some variables of tasks are no longer carried but observed, or unknown,
//! and silent choices may be joined.
//!
//! Whatever is observed must not matter once the accesses are hidden: then the traces are those of the
//! interpreter. Unknown variables may only add traces. The LTSs are built here, plainly, from the graphs and
//! the names alone.

use std::collections::{BTreeMap, HashMap};

use suppose_ada::{self as ada, Follow, Names, Program, Step, TaskId, Unfolding, VarId, View};
use suppose_base::{ActionId, ActionTable, Budget, StateId};
use suppose_lts::ops::{hide, reachable};
use suppose_lts::product::compose;
use suppose_lts::{Component, Lts, LtsBuilder, Role, System};

/// A view of a program, by the bits of a number.
pub(crate) fn view(program: &Program, mut bits: u64, with_unknown: bool) -> View {
    let mut view = View { joined: vec![false; program.variables.len()], ..View::of_ltss(program) };
    let mut next = || {
        bits = bits.rotate_right(1);
        bits & 1 == 1
    };
    view.silent = next();
    for index in 0..program.variables.len() {
        if view.carried[index] && next() {
            view.carried[index] = false;
            view.observed[index] = !with_unknown || next();
        }
    }
    view
}

/// The product of the tasks and of all observed variables, with what is done to variables of tasks hidden.
pub(crate) fn product(program: &Program, view: &View, actions: &mut ActionTable) -> Option<Lts> {
    let budget = Budget::unlimited().with_max_states(20_000);
    let unfolding = ada::unfold(program, view, &budget).ok()?;
    let names = Names::new(program);
    let mut parts =
        Parts { program, names: &names, unfolding: &unfolding, actions, accesses: BTreeMap::new() };
    let mut ltss: Vec<Lts> = (0..program.tasks.len()).map(|task| parts.task(task)).collect();
    let variables: Vec<usize> = (0..program.variables.len()).filter(|&v| view.observed[v]).collect();
    ltss.extend(variables.iter().map(|&variable| parts.variable(variable)));
    let own: Vec<ActionId> = parts
        .accesses
        .iter()
        .filter(|(action, _)| !action.is_tau())
        .filter(|(_, access)| program.variables[access.0].owner.is_some())
        .map(|(action, _)| *action)
        .collect();
    let components = ltss.into_iter().map(|lts| Component {
        name: String::new(),
        lts: std::sync::Arc::new(lts),
        role: Role::Component,
    });
    let system =
        System { components: components.collect(), actions: parts.actions.clone(), ..System::default() };
    let composed = compose(&system, &budget).ok()?.lts;
    Some(reachable(&hide(&composed, |action| own.contains(&action))).lts)
}

struct Parts<'a> {
    program: &'a Program,
    names: &'a Names<'a>,
    unfolding: &'a Unfolding,
    actions: &'a mut ActionTable,
    /// Which actions access which variable: assign it or read it, with a value.
    accesses: BTreeMap<ActionId, (usize, bool, i64)>,
}

impl Parts<'_> {
    fn task(&mut self, task: usize) -> Lts {
        let graph = &self.unfolding.tasks[task];
        let mut known: HashMap<&Follow, StateId> = HashMap::new();
        let mut order: Vec<&Follow> = vec![&graph.start];
        let mut builder = LtsBuilder::new(1);
        known.insert(&graph.start, StateId::must(0));
        let terminate = self
            .program
            .tasks
            .iter()
            .flat_map(|task| &task.code)
            .any(|instruction| matches!(instruction.kind, ada::Kind::Select { terminate: true, .. }));
        let terminate = terminate.then(|| self.actions.intern("terminate"));
        builder.extend_alphabet(terminate);
        let over = builder.add_state();
        let mut next = 0;
        while let Some(&follow) = order.get(next) {
            let from = known[follow];
            next += 1;
            for &node in &follow.nodes {
                let node = &graph.nodes[node as usize];
                let to = *known.entry(&node.follow).or_insert_with(|| {
                    order.push(&node.follow);
                    builder.add_state()
                });
                for action in self.actions_of(task, &node.step) {
                    builder.add(from, action, to);
                }
            }
            if let Some(action) = terminate
                && (follow.end || follow.terminate)
            {
                builder.add(from, action, over);
            }
        }
        builder.finish().expect("all states exist")
    }

    fn actions_of(&mut self, task: usize, step: &Step) -> Vec<ActionId> {
        let own = TaskId(task as u32);
        let callers: Vec<TaskId> = match step {
            Step::Silent => return vec![ActionId::TAU],
            Step::Accept(meeting, None) => {
                let calls = |caller: usize| {
                    let nodes = &self.unfolding.tasks[caller].nodes;
                    nodes.iter().any(|node| matches!(&node.step, Step::Call(other) if other == meeting))
                };
                (0..self.program.tasks.len()).filter(|&c| calls(c)).map(|c| TaskId(c as u32)).collect()
            }
            Step::Accept(_, Some(caller)) => vec![*caller],
            _ => vec![own],
        };
        let names = callers.into_iter().filter_map(|caller| self.names.step(own, caller, step));
        let actions: Vec<ActionId> = names.map(|name| self.actions.intern(&name)).collect();
        if let Step::Read(VarId(variable), value) | Step::Write(VarId(variable), value) = step {
            let access = (*variable as usize, matches!(step, Step::Write(..)), *value);
            self.accesses.insert(actions[0], access);
        }
        actions
    }

    /// A state for each value, and the first one for none.
    fn variable(&self, variable: usize) -> Lts {
        let declared = &self.program.variables[variable];
        let values = declared.domain.first..=declared.domain.last;
        let state = |value: i64| {
            StateId::must(1 + values.clone().position(|v| v == value).expect("a value of the domain"))
        };
        let mut builder = LtsBuilder::new(values.clone().count() + 1);
        builder.set_initial(declared.initial.map_or(StateId::must(0), state));
        let actions = self.accesses.iter().filter(|(_, access)| access.0 == variable);
        for (&action, &(_, write, value)) in actions {
            builder.add(StateId::must(0), action, state(value));
            for from in values.clone().filter(|from| write || *from == value) {
                builder.add(state(from), action, state(value));
            }
        }
        builder.finish().expect("all states exist")
    }
}
