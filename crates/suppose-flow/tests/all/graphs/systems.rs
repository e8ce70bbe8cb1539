//! Small systems of task graphs.

use suppose_ada::{Domain, Follow, TaskId, VarId};
use suppose_base::{ActionId, FileId, Span, StateId};
use suppose_flow::cfg::{Access, Act, Draft, Flow};
use suppose_lts::{Budget, Lts, LtsBuilder};
use suppose_testing::Random;

pub(crate) const VARIABLE: VarId = VarId(0);

/// The actions `a` and `b` of tasks on their own, and those of two meetings.
pub(crate) const A: ActionId = ActionId::from_raw(1);
pub(crate) const B: ActionId = ActionId::from_raw(2);
pub(crate) const MEETINGS: [ActionId; 2] = [ActionId::from_raw(3), ActionId::from_raw(4)];
/// Tests and assignments: test 0, test 1, assign 0, assign 1.
pub(crate) const ACCESSES: u32 = 5;

pub(crate) fn domain() -> Domain {
    Domain::range(0, 1)
}

/// What a node does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Does {
    Nothing,
    Event(ActionId),
    Test(i64),
    Assign(i64),
    Call(u32),
    Accept(u32, Option<u32>),
}

#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub(crate) nodes: Vec<(Does, Vec<u32>, bool)>,
    pub(crate) start: Vec<u32>,
}

#[derive(Clone, Debug)]
pub(crate) struct TaskSystem {
    pub(crate) tasks: Vec<Task>,
    pub(crate) property: Lts,
    pub(crate) initial: Option<i64>,
}

/// A property over `a`, `b` and the first meeting with these targets, 9 meaning π.
fn property(targets: &[[u64; 3]]) -> Lts {
    let mut builder = LtsBuilder::new(targets.len());
    for (state, row) in targets.iter().enumerate() {
        for (&target, action) in row.iter().zip([A, B, MEETINGS[0]]) {
            let target = if target == 9 { StateId::ERROR } else { StateId::must(target as usize) };
            builder.add(StateId::must(state), action, target);
        }
    }
    builder.finish().expect("a property")
}

impl TaskSystem {
    pub(crate) fn random(random: &mut Random) -> Self {
        let count = 2 + random.below(2u32);
        let tasks = (0..count).map(|task| random_task(task, count, random)).collect();
        let states = 1 + random.below(3);
        let mut targets = Vec::new();
        for _ in 0..states {
            targets.push([0; 3].map(|_| if random.below(5) == 0 { 9 } else { random.below(states) }));
        }
        let initial = [None, Some(0), Some(1)][random.below(3)];
        Self { tasks, property: property(&targets), initial }
    }

    pub(crate) fn flow(&self) -> Flow {
        let mut flow = Flow::default();
        for (index, task) in self.tasks.iter().enumerate() {
            let index = index as u32;
            let steps = task.nodes.iter().enumerate().map(|(node, (does, next, end))| {
                let span = Span::new(FileId(index), node as u32, node as u32);
                (act(index, *does), follow(next, *end), Some(span))
            });
            let draft = Draft { steps: steps.collect(), start: follow(&task.start, false) };
            flow.add(&format!("t{index}"), Some(TaskId(index)), &draft, &Budget::unlimited())
                .expect("no limit");
        }
        flow
    }
}

fn follow(nodes: &[u32], end: bool) -> Follow {
    Follow { nodes: nodes.to_vec(), end, terminate: false }
}

fn act(task: u32, does: Does) -> Option<Act> {
    let access = |write: bool, value: i64| Act::Local {
        label: ActionId::from_raw(ACCESSES + u32::from(write) * 2 + u32::from(value == 1)),
        access: Some(Access { variable: VARIABLE, write, value, own: false }),
    };
    Some(match does {
        Does::Nothing => return None,
        Does::Event(label) => Act::Local { label, access: None },
        Does::Test(value) => access(false, value),
        Does::Assign(value) => access(true, value),
        Does::Call(meeting) => Act::Call { meeting, caller: TaskId(task), label: MEETINGS[meeting as usize] },
        Does::Accept(meeting, caller) => Act::Accept { meeting, caller: caller.map(TaskId) },
    })
}

fn random_task(task: u32, count: u32, random: &mut Random) -> Task {
    let size = 1 + random.below(5);
    let mut nodes = Vec::new();
    for _ in 0..size {
        let meeting = random.below(2);
        // The first task accepts the first meeting; the second one is accepted by the last task.
        let owner = if meeting == 0 { 0 } else { count - 1 };
        let does = match random.below(9) {
            0 => Does::Nothing,
            1 => Does::Event(A),
            2 => Does::Event(B),
            3 => Does::Test(i64::from(random.below(2) == 1)),
            4 => Does::Assign(i64::from(random.below(2) == 1)),
            _ if owner == task => {
                let known = random.below(3) == 0;
                Does::Accept(meeting, known.then(|| random.below(count)))
            }
            _ => Does::Call(meeting),
        };
        nodes.push((does, subset(size, random), random.below(4) == 0));
    }
    Task { nodes, start: subset(size, random) }
}

fn subset(size: u32, random: &mut Random) -> Vec<u32> {
    let chance = *random.pick(&[2, 3]);
    let mut chosen: Vec<u32> = (0..size).filter(|_| random.below(chance) == 0).collect();
    if chosen.is_empty() && random.below(4) != 0 {
        chosen.push(random.below(size));
    }
    chosen
}

/// All systems of two tasks with two nodes: each node an event, a test, an assignment or a half of a meeting,
/// with any successors. `a b` is forbidden.
pub(crate) fn all_tiny() -> impl Iterator<Item = TaskSystem> {
    let never_ab = property(&[[1, 0, 0], [1, 9, 1]]);
    let kinds = [
        [Does::Event(A), Does::Test(1), Does::Accept(0, None)],
        [Does::Event(B), Does::Assign(1), Does::Call(0)],
    ];
    let task = move |side: usize, code: usize| {
        let (first, second) = (code % 12, code / 12);
        let node = |code: usize| {
            let next = (0..2).filter(|bit| (code / 3) >> bit & 1 == 1).collect();
            (kinds[side][code % 3], next, false)
        };
        Task { nodes: vec![node(first), node(second)], start: vec![0] }
    };
    (0..144 * 144).map(move |code| TaskSystem {
        tasks: vec![task(0, code % 144), task(1, code / 144)],
        property: never_ab.clone(),
        initial: Some(0),
    })
}
