//! Random small models, as text in the language, so that the parser takes part in every test that uses them.
//!
//! Guards mostly ask for an event to be present, because otherwise nearly every macrostep would go on for
//! ever; some do not.

use suppose_testing::Random;

/// How large models are; each number is the most there can be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// Components; at least one.
    pub(crate) components: usize,
    /// Machines of each component; at least one.
    pub(crate) machines: usize,
    /// States of each machine; at least two.
    pub(crate) states: usize,
    /// Transitions of each machine; at least one.
    pub(crate) transitions: usize,
    /// Inputs of the system; each component has some of them.
    pub(crate) inputs: usize,
    /// Events that each component sends; at least one.
    pub(crate) sent: usize,
    /// Properties of each component.
    pub(crate) properties: usize,
}

impl Shape {
    /// Small enough that a closed system is explored in no time.
    pub(crate) const SMALL: Self =
        Self { components: 3, machines: 2, states: 3, transitions: 4, inputs: 2, sent: 2, properties: 2 };
}

#[derive(Clone)]
struct Event {
    name: String,
    values: Vec<&'static str>,
}

impl Event {
    fn declared(&self) -> String {
        if self.values.is_empty() {
            self.name.clone()
        } else {
            format!("{} : {{{}}}", self.name, self.values.join(", "))
        }
    }
}

/// What one component can talk about.
struct Part {
    inputs: Vec<Event>,
    received: Vec<Event>,
    sent: Vec<Event>,
    local: Vec<Event>,
    outputs: Vec<Event>,
    /// The numbers of states of its machines; machine `m` of component `c` is `Mcm` with states `S0`, `S1`,
    /// ….
    machines: Vec<usize>,
    number: usize,
}

/// A model as text.
pub(crate) fn model(random: &mut Random, shape: &Shape) -> String {
    let components = 1 + random.below(shape.components);
    let event = |random: &mut Random, name: String| {
        let values = if random.chance(25) { vec!["x", "y"] } else { Vec::new() };
        Event { name, values }
    };
    let inputs: Vec<Event> = (0..shape.inputs).map(|i| event(random, format!("I{i}"))).collect();
    let sent: Vec<Vec<Event>> = (0..components)
        .map(|c| {
            let count = 1 + random.below(shape.sent);
            (0..count).map(|i| event(random, format!("E{c}{i}"))).collect()
        })
        .collect();
    let mut text = String::new();
    for number in 0..components {
        let some = |random: &mut Random, events: &[Event], chance: usize| {
            events.iter().filter(|_| random.chance(chance)).cloned().collect::<Vec<_>>()
        };
        let others: Vec<Event> =
            (0..components).filter(|&other| other != number).flat_map(|other| sent[other].clone()).collect();
        let machines = 1 + random.below(shape.machines);
        let part = Part {
            inputs: some(random, &inputs, 70),
            received: some(random, &others, 60),
            sent: sent[number].clone(),
            local: if random.chance(50) { vec![event(random, format!("L{number}"))] } else { Vec::new() },
            outputs: if random.chance(40) { vec![event(random, format!("O{number}"))] } else { Vec::new() },
            machines: (0..machines).map(|_| 2 + random.below(shape.states - 1)).collect(),
            number,
        };
        text += &component(random, shape, &part);
    }
    text
}

fn line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

fn component(random: &mut Random, shape: &Shape, part: &Part) -> String {
    let mut text = format!("component C{} {{\n", part.number);
    let kinds = [
        ("in", &part.inputs),
        ("recv", &part.received),
        ("send", &part.sent),
        ("local", &part.local),
        ("out", &part.outputs),
    ];
    for (word, events) in kinds {
        for event in events {
            line(&mut text, &format!("  {word} {};", event.declared()));
        }
    }
    if !part.inputs.is_empty() {
        let rule = random.below(100);
        if rule < 15 {
            line(&mut text, &format!("  always {};", random.pick(&part.inputs).name));
        } else if rule < 30 {
            let (left, right) = (random.pick(&part.inputs).clone(), random.pick(&part.inputs).clone());
            // It holds when nothing is present, so there is always an input.
            line(&mut text, &format!("  require {} => {};", left.name, presence(random, &right)));
        }
    }
    for machine in 0..part.machines.len() {
        text += &fsm(random, shape, part, machine);
    }
    for property in 0..random.below(shape.properties + 1) {
        line(&mut text, &format!("  prop p{property} : {};", claim(random, part)));
    }
    text + "}\n"
}

fn fsm(random: &mut Random, shape: &Shape, part: &Part, machine: usize) -> String {
    let states = part.machines[machine];
    let names: Vec<String> = (0..states).map(|state| format!("S{state}")).collect();
    let mut text = format!("  fsm M{}{machine} {{ states {}; init S0;\n", part.number, names.join(", "));
    for _ in 0..=random.below(shape.transitions) {
        // The first states leave more often, so that most are reached.
        let source = random.below(states).min(random.below(states));
        let target = random.below(states);
        let emits = emissions(random, part, machine);
        let guard = guard(random, part);
        line(&mut text, &format!("    S{source} -> S{target} : {guard}{emits};"));
    }
    text + "  }\n"
}

fn emissions(random: &mut Random, part: &Part, machine: usize) -> String {
    let all = part.sent.iter().chain(&part.local).chain(&part.outputs);
    let mut emits = Vec::new();
    for event in all {
        if event.values.is_empty() {
            if random.chance(35) {
                emits.push(event.name.clone());
            }
        } else if random.chance(if machine == 0 { 40 } else { 4 }) {
            // Nearly always only one machine gives values, so that they seldom clash.
            emits.push(format!("{}={}", event.name, random.pick(&event.values)));
        }
    }
    if emits.is_empty() { String::new() } else { format!(" / {}", emits.join(", ")) }
}

/// That an event is present, perhaps with a value.
fn presence(random: &mut Random, event: &Event) -> String {
    if event.values.is_empty() || random.chance(40) {
        event.name.clone()
    } else {
        format!("{} == {}", event.name, random.pick(&event.values))
    }
}

fn guard(random: &mut Random, part: &Part) -> String {
    let readable: Vec<&Event> =
        part.inputs.iter().chain(&part.received).chain(&part.sent).chain(&part.local).collect();
    // Inputs and what others send set things going.
    let outer = part.inputs.len() + part.received.len();
    let some = |random: &mut Random| {
        let among = if outer > 0 && random.chance(70) { outer } else { readable.len() };
        let event = readable[random.below(among)];
        presence(random, event)
    };
    let first = if random.chance(96) { some(random) } else { format!("!({})", some(random)) };
    match random.below(6) {
        0 => format!("{first} && !({})", some(random)),
        1 => format!("{first} || {}", some(random)),
        2 => format!("{first} && {}", place(random, part, "in")),
        _ => first,
    }
}

/// That a machine is or was in a state.
fn place(random: &mut Random, part: &Part, word: &str) -> String {
    let machine = random.below(part.machines.len());
    let not = if random.chance(30) { "!" } else { "" };
    format!("{not}{word}(M{}{machine}.S{})", part.number, random.below(part.machines[machine]))
}

/// A property. Most are implications, as most properties are.
fn claim(random: &mut Random, part: &Part) -> String {
    let all: Vec<&Event> = [&part.inputs, &part.received, &part.sent, &part.local, &part.outputs]
        .into_iter()
        .flatten()
        .collect();
    let atom = |random: &mut Random| match random.below(4) {
        0 => place(random, part, "in"),
        1 => place(random, part, "pre"),
        choice => {
            let event = *random.pick(&all);
            let event = presence(random, event);
            if choice == 2 { event } else { format!("!({event})") }
        }
    };
    let left = match random.below(3) {
        0 => format!("({} && {})", atom(random), atom(random)),
        _ => atom(random),
    };
    match random.below(5) {
        0 => format!("!({left} && {})", atom(random)),
        1 => format!("{left} => {} || {}", atom(random), atom(random)),
        _ => format!("{left} => {}", atom(random)),
    }
}
