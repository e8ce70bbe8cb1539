//! The elevator of Cobleigh's dissertation (Figure 3.1), its graphs drawn by hand.

use suppose_ada::{Domain, Follow, TaskId, VarId};
use suppose_base::{ActionId, ActionTable, Budget, StateId};
use suppose_flow::automata::Automaton;
use suppose_flow::cfg::{Access, Act, Draft, Flow};
use suppose_flow::mhp::Coexistence;
use suppose_flow::propagate::{Propagation, propagate};
use suppose_flow::tfg::{Size, Tfg};
use suppose_lts::{Lts, LtsBuilder};

const CAR: u32 = 0;
const CONTROLLER: u32 = 1;
const X: VarId = VarId(0);
const ENTRIES: [&str; 4] = ["sync", "open", "close", "move"];

fn follow(nodes: &[u32], end: bool) -> Follow {
    Follow { nodes: nodes.to_vec(), end, terminate: false }
}

/// One of the two tasks. Steps: 0 assignment; 1 sync; 2, 3 tests; 4 open; 5, 6 tests; 7 close; 8 move.
fn draft(table: &mut ActionTable, task: u32, tracked: bool) -> Draft {
    let mut meet = |name: &str| {
        let meeting = ENTRIES.iter().position(|&e| e == name).expect("an entry") as u32;
        let label = table.intern(name);
        Some(match task {
            CAR => Act::Accept { meeting, caller: None },
            _ => Act::Call { meeting, caller: TaskId(CONTROLLER), label },
        })
    };
    let [sync, open, close, go] = ENTRIES.map(&mut meet);
    let mut access = |write: bool, value: i64| {
        let name = format!("x={}{}", if write { "" } else { "=" }, value == 1);
        let label = table.intern(&name);
        tracked
            .then_some(Act::Local { label, access: Some(Access { variable: X, write, value, own: false }) })
    };
    let assign = access(true, i64::from(task == CAR));
    let [no, yes] = [0, 1].map(|value| access(false, value));
    let steps = vec![
        (assign, follow(&[1], false), None),
        (sync, follow(&[2, 3], false), None),
        (yes, follow(&[4], false), None),
        (no, follow(&[5, 6], false), None),
        (open, follow(&[5, 6], false), None),
        (yes, follow(&[7], false), None),
        (no, follow(&[8], false), None),
        (close, follow(&[8], false), None),
        (go, follow(&[], true), None),
    ];
    Draft { steps, start: follow(&[0], false) }
}

fn flow(table: &mut ActionTable, tracked: bool) -> Flow {
    let mut flow = Flow::default();
    for (task, name) in [(CAR, "car"), (CONTROLLER, "controller")] {
        let draft = draft(table, task, tracked);
        flow.add(name, Some(TaskId(task)), &draft, &Budget::unlimited()).expect("no limit");
    }
    flow
}

/// Closed doors, open doors; moving with open doors is π.
fn property(table: &mut ActionTable) -> Lts {
    let [_, open, close, go] = ENTRIES.map(|name| table.intern(name));
    let (shut, opened) = (StateId::must(0), StateId::must(1));
    let mut builder = LtsBuilder::new(2);
    for (from, action, to) in [
        (shut, open, opened),
        (shut, close, shut),
        (shut, go, shut),
        (opened, open, opened),
        (opened, close, shut),
        (opened, go, StateId::ERROR),
    ] {
        builder.add(from, action, to);
    }
    builder.finish().expect("a property")
}

struct Setting {
    table: ActionTable,
    tfg: Tfg,
    property: Lts,
}

impl Setting {
    fn new(tracked: bool) -> Self {
        let mut table = ActionTable::new();
        let flow = flow(&mut table, tracked);
        let property = property(&mut table);
        Self { tfg: Tfg::new(flow, &Budget::unlimited()).expect("no limit"), table, property }
    }

    fn check(&self, variable: bool, tasks: &[u32]) -> Propagation {
        let budget = Budget::unlimited();
        let mut automata = vec![Automaton::property(&self.tfg, &self.property, &budget).expect("no limit")];
        if variable {
            automata.push(Automaton::variable(&self.tfg, X, &Domain::boolean(), None));
        }
        automata.extend(tasks.iter().map(|&task| Automaton::task(&self.tfg, task)));
        propagate(&self.tfg, automata, &budget).expect("no limit")
    }

    fn labels(&self, path: &[u32]) -> Vec<&str> {
        path.iter().filter_map(|&node| self.tfg.label(node)).map(|a: ActionId| self.table.name(a)).collect()
    }
}

#[test]
fn without_the_variable_the_doors_seem_to_stay_open() {
    let setting = Setting::new(false);
    assert_eq!(setting.tfg.size(), Size { nodes: 10, edges: 14, mip_pairs: 0 });
    let found = setting.check(false, &[]);
    assert_eq!(setting.labels(&found.path.expect("a path")), ["sync", "open", "move"]);
}

#[test]
fn with_the_variable_they_are_closed() {
    let setting = Setting::new(true);
    assert_eq!(setting.tfg.size(), Size { nodes: 20, edges: 29, mip_pairs: 17 });
    let found = setting.check(true, &[]);
    assert_eq!((found.states, found.path), (29, None));
    let found = setting.check(true, &[CAR, CONTROLLER]);
    assert_eq!((found.states, found.path), (39, None));
    assert!(setting.check(false, &[CAR, CONTROLLER]).path.is_some());
}

#[test]
fn the_controller_is_not_over_before_the_car_moves() {
    let mut table = ActionTable::new();
    let flow = flow(&mut table, false);
    let coexistence = Coexistence::new(&flow, &Budget::unlimited()).expect("no limit");
    let place = |task: u32, wanted: &dyn Fn(&suppose_flow::cfg::FlowPlace) -> bool| {
        flow.places.iter().position(|p| p.task == task && wanted(p)).expect("a place") as u32
    };
    let moves = |node: &u32| matches!(flow.nodes[*node as usize].act, Act::Accept { meeting: 3, .. });
    let before_move = place(CAR, &|p| p.nodes.iter().all(moves) && !p.nodes.is_empty());
    let over = place(CONTROLLER, &|p| p.end);
    assert!(!coexistence.places(before_move, over));
    assert!(coexistence.places(place(CAR, &|p| p.end), over));
}
