//! From nets to tests, masks and cubes.
//!
//! A guard over at most [`TABLE`] bits becomes a table, and that a cover; the preset is part of each cube.
//! Indices that a wire's domain does not have are impossible combinations. A larger guard, or one that has no
//! value for some combination, is evaluated when its places are marked. Compiling costs 2^[`TABLE`]
//! evaluations for a transition at most.

use rustc_hash::FxHashMap;

use crate::cover::cover;
use crate::design::Design;
use crate::expr::{Expr, Value};
use crate::machine::layout::{Field, Layout, encoded};
use crate::machine::{Bits, Follower, Followers, Guard, Input, Label, Leads, Machine, Move, Test};
use crate::net::{Effect, PlaceId, Target, Transition, WireId};

/// Most bits of a guard that is compiled to cubes.
const TABLE: usize = 12;

pub(super) fn compile<'d>(design: &'d Design, members: &[usize]) -> Machine<'d> {
    let mut members = members.to_vec();
    members.sort_unstable();
    members.dedup();
    let layout = Layout::new(design, &members, state_wires(design, &members));
    let mut machine = Machine {
        design,
        members,
        layout,
        tests: Vec::new(),
        cubes: Vec::new(),
        moves: Vec::new(),
        leads: Vec::new(),
        always: Vec::new(),
        followers: Followers::default(),
        inputs: Vec::new(),
    };
    machine.add_followers();
    machine.add_moves();
    machine.add_inputs();
    machine.find_leads();
    machine.find_risks();
    machine
}

/// The wires that are part of the state; sorted.
fn state_wires(design: &Design, members: &[usize]) -> Vec<WireId> {
    let mut wires = Vec::new();
    let mut seen = Vec::new();
    for &member in members {
        let net = &design.nets[member];
        seen.extend(net.inputs.iter().chain(&net.follows).copied());
        for transition in &net.transitions {
            wires.extend(transition.read_wires());
            for effect in &transition.effects {
                let list = if net.signals.is_none() { &mut wires } else { &mut seen };
                list.extend(targets(effect));
            }
        }
    }
    let outside = |wire: &WireId| {
        let wire = design.wire(*wire);
        wire.free || wire.users.iter().any(|user| members.binary_search(user).is_err())
    };
    wires.extend(seen.into_iter().filter(outside));
    wires.sort_unstable();
    wires.dedup();
    wires
}

/// What an effect may write to.
fn targets(effect: &Effect) -> &[WireId] {
    match &effect.target {
        Target::Wire(wire) => std::slice::from_ref(wire),
        Target::Element(wires, _) => wires,
    }
}

/// Joins bits of the same word.
fn collect(bits: impl IntoIterator<Item = (u32, u64)>) -> Vec<Bits> {
    let mut words: Vec<Bits> = Vec::new();
    for (word, mask) in bits {
        match words.iter_mut().find(|b| b.word == word) {
            Some(known) => known.mask |= mask,
            None => words.push(Bits { word, mask }),
        }
    }
    words.retain(|b| b.mask != 0);
    words.sort_unstable_by_key(|b| b.word);
    words
}

impl Machine<'_> {
    fn places(&self, member: usize, places: &[PlaceId]) -> Vec<Bits> {
        collect(places.iter().map(|&place| self.layout.place(member, place)))
    }

    /// Places of the postset that are not in the preset.
    fn fresh(&self, member: usize, transition: &Transition) -> Vec<Bits> {
        let fresh: Vec<PlaceId> = transition
            .postset
            .iter()
            .copied()
            .filter(|p| transition.preset.binary_search(p).is_err())
            .collect();
        self.places(member, &fresh)
    }

    fn add_followers(&mut self) {
        let mut followers: FxHashMap<(WireId, Value), Vec<Vec<Follower>>> = FxHashMap::default();
        for (m, &n) in self.members.iter().enumerate() {
            let net = &self.design.nets[n];
            for &wire in &net.follows {
                for &value in &self.design.wire(wire).domain {
                    let matching = net.transitions.iter().filter(|t| {
                        t.effects.iter().any(|e| {
                            e.target == Target::Wire(wire)
                                && match e.value {
                                    Expr::Const(new) => new == value,
                                    _ => true,
                                }
                        })
                    });
                    let alternatives = matching.map(|t| Follower {
                        preset: self.places(m, &t.preset),
                        clear: self.places(m, &t.preset),
                        set: self.places(m, &t.postset),
                        twice: self.fresh(m, t),
                    });
                    let alternatives = alternatives.collect();
                    followers.entry((wire, value)).or_default().push(alternatives);
                }
            }
        }
        self.followers = followers;
    }

    fn add_moves(&mut self) {
        for m in 0..self.members.len() {
            let n = self.members[m];
            let design = self.design;
            let net = &design.nets[n];
            for (t, transition) in net.transitions.iter().enumerate() {
                if net.is_following(transition) {
                    continue;
                }
                let guard = self.guard(m, transition);
                let mut clear: Vec<(u32, u64)> = pairs(&self.places(m, &transition.preset));
                let mut set: Vec<(u32, u64)> = pairs(&self.places(m, &transition.postset));
                let label = self.label(n, t, transition);
                if let Label::Assign { change, .. } | Label::Fixed { edge: Some(change), .. } = label
                    && let Some(field) = self.layout.field(change.0)
                {
                    let bits = encoded(design, change.0, field, change.1).expect("in the domain");
                    clear.push((field.word, field.mask));
                    set.push((field.word, bits));
                }
                let mut followed = false;
                for effect in &transition.effects {
                    followed |= targets(effect).iter().any(|&wire| self.is_followed(wire));
                }
                let sampled = transition.samples.iter().filter_map(|&wire| self.layout.field(wire));
                let sampled = collect(sampled.map(|field| (field.word, field.mask)));
                let made = Move {
                    net: n as u32,
                    transition: t as u32,
                    guard,
                    clear: collect(clear),
                    set: collect(set),
                    twice: self.fresh(m, transition),
                    at_risk: Vec::new(),
                    sampled,
                    label,
                    followed,
                };
                self.moves.push(made);
            }
        }
    }

    fn is_followed(&self, wire: WireId) -> bool {
        let domain = &self.design.wire(wire).domain;
        domain.iter().any(|&value| self.followers.contains_key(&(wire, value)))
    }

    fn label(&self, net: usize, t: usize, transition: &Transition) -> Label {
        let labels = self.design.labels(net, t);
        let edge = self.design.nets[net].signals.is_some();
        match &transition.effects[..] {
            [] => Label::Fixed { action: labels.still, edge: None },
            [Effect { target: Target::Wire(wire), value: Expr::Const(value) }] => {
                let change = (*wire, *value);
                let seen = self.design.is_shared(*wire, net);
                let event = || self.design.events.find(net, &[change]).expect("listed");
                let moved = if seen { self.design.events.get(event()).action } else { labels.moved };
                if edge {
                    return Label::Fixed { action: moved, edge: Some(change) };
                }
                let field = self.field(*wire);
                let bits = encoded(self.design, *wire, field, *value).expect("in the domain");
                let test = Test { word: field.word, mask: field.mask, value: bits };
                Label::Assign { test, moved, still: labels.still, change }
            }
            _ => Label::Computed,
        }
    }

    /// Compiles the guard and the preset of a transition.
    fn guard(&mut self, member: usize, transition: &Transition) -> Guard {
        let preset = self.places(member, &transition.preset);
        let support = transition.guard.wires();
        let fields: Vec<(WireId, Field)> = support.iter().map(|&w| (w, self.field(w))).collect();
        let widths: Vec<usize> = fields.iter().map(|(_, f)| f.mask.count_ones() as usize).collect();
        let total: usize = widths.iter().sum();
        let begin = self.cubes.len() as u32;
        let table = (total <= TABLE).then(|| self.table(&transition.guard, &support, &widths)).flatten();
        let rest = if let Some((must, may)) = table {
            for cube in cover(&must, &may) {
                let mut masks: Vec<(u32, u64)> = Vec::new();
                let mut values: Vec<(u32, u64)> = pairs(&preset);
                let mut at = 0;
                for ((_, field), &width) in fields.iter().zip(&widths) {
                    let part = |bits: u32| (u64::from(bits) >> at & ((1 << width) - 1)) << field.shift;
                    masks.push((field.word, part(cube.mask)));
                    values.push((field.word, part(cube.value)));
                    at += width;
                }
                masks.extend(pairs(&preset));
                self.add_cube(masks, values);
            }
            None
        } else {
            self.add_cube(pairs(&preset), pairs(&preset));
            Some(Box::new(transition.guard.clone()))
        };
        Guard { cubes: (begin, self.cubes.len() as u32), rest }
    }

    fn add_cube(&mut self, masks: Vec<(u32, u64)>, values: Vec<(u32, u64)>) {
        let values = collect(values);
        let begin = self.tests.len() as u32;
        for Bits { word, mask } in collect(masks) {
            let value = values.iter().find(|b| b.word == word).map_or(0, |b| b.mask);
            self.tests.push(Test { word, mask, value });
        }
        self.cubes.push((begin, self.tests.len() as u32));
    }

    /// Where a guard must and where it may be true, over the bits of its wires, the first wire lowest. None
    /// if it has no value somewhere.
    fn table(&self, guard: &Expr, support: &[WireId], widths: &[usize]) -> Option<(Vec<bool>, Vec<bool>)> {
        let total: usize = widths.iter().sum();
        let mut must = vec![false; 1 << total];
        let mut may = must.clone();
        let mut values = vec![0; support.len()];
        for index in 0..1usize << total {
            let mut at = 0;
            let mut possible = true;
            for ((&wire, &width), value) in support.iter().zip(widths).zip(&mut values) {
                let domain = &self.design.wire(wire).domain;
                match domain.get(index >> at & ((1 << width) - 1)) {
                    Some(&v) => *value = v,
                    None => possible = false,
                }
                at += width;
            }
            if possible {
                let read = |wire: WireId| values[support.binary_search(&wire).expect("in the support")];
                must[index] = guard.eval(&read).ok()? != 0;
            }
            may[index] = must[index] || !possible;
        }
        Some((must, may))
    }

    fn add_inputs(&mut self) {
        let mut events = Vec::new();
        for &wire in self.layout.wires() {
            if self.is_visible(wire) {
                events.extend(self.design.events.of_wire[wire.index()].iter().copied());
            }
        }
        events.sort_unstable();
        events.dedup();
        for id in events {
            let event = self.design.events.get(id);
            if event.drivers.iter().any(|driver| self.members.binary_search(driver).is_ok()) {
                continue;
            }
            let mut input = Input {
                action: event.action,
                differ: Vec::new(),
                clear: Vec::new(),
                set: Vec::new(),
                at_risk: Vec::new(),
                changes: event.changes.clone(),
                followed: event.changes.iter().any(|&(wire, _)| self.is_followed(wire)),
            };
            let (mut clear, mut set) = (Vec::new(), Vec::new());
            // An edge of a signal transition graph is an edge whatever value the wire has: the graph may be
            // inconsistent.
            let is_edge = event.drivers.iter().any(|&driver| self.design.nets[driver].signals.is_some());
            for &(wire, value) in &event.changes {
                let Some(field) = self.layout.field(wire) else { continue };
                let bits = encoded(self.design, wire, field, value).expect("in the domain");
                if !is_edge {
                    input.differ.push(Test { word: field.word, mask: field.mask, value: bits });
                }
                clear.push((field.word, field.mask));
                set.push((field.word, bits));
            }
            input.clear = collect(clear);
            input.set = collect(set);
            self.inputs.push(input);
        }
    }

    /// Lists moves by a place they need, the one that the fewest moves need: only where it is marked the move
    /// has to be looked at.
    fn find_leads(&mut self) {
        let mut needed: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        let preset = |machine: &Self, m: usize| -> Vec<(u32, u32)> {
            let made = &machine.moves[m];
            let member = machine.members.binary_search(&(made.net as usize)).expect("a member");
            let transition = &machine.design.nets[made.net as usize].transitions[made.transition as usize];
            single_bits(&machine.places(member, &transition.preset))
        };
        for m in 0..self.moves.len() {
            for bit in preset(self, m) {
                *needed.entry(bit).or_default() += 1;
            }
        }
        let mut by_bit: Vec<Vec<u32>> = vec![Vec::new(); self.layout.words * 64];
        for m in 0..self.moves.len() {
            match preset(self, m).into_iter().min_by_key(|bit| (needed[bit], *bit)) {
                Some((word, bit)) => by_bit[word as usize * 64 + bit as usize].push(m as u32),
                None => self.always.push(m as u32),
            }
        }
        self.leads = by_bit
            .chunks(64)
            .map(|bits| {
                let mut leads = Leads { mask: 0, of_bit: Vec::with_capacity(64), moves: Vec::new() };
                for (bit, moves) in bits.iter().enumerate() {
                    let begin = leads.moves.len() as u32;
                    leads.moves.extend(moves);
                    leads.of_bit.push((begin, leads.moves.len() as u32));
                    leads.mask |= u64::from(!moves.is_empty()) << bit;
                }
                leads
            })
            .collect();
    }

    /// Which moves a step might disable: those that look at a bit it may change, and share no place with it.
    fn find_risks(&mut self) {
        let mut readers: FxHashMap<(u32, u32), Vec<u32>> = FxHashMap::default();
        for (m, made) in self.moves.iter().enumerate() {
            let mut support = Vec::new();
            for &(from, to) in &self.cubes[made.guard.cubes.0 as usize..made.guard.cubes.1 as usize] {
                support.extend(self.tests[from as usize..to as usize].iter().map(|t| (t.word, t.mask)));
            }
            if let Some(rest) = &made.guard.rest {
                support.extend(rest.wires().into_iter().map(|w| {
                    let field = self.field(w);
                    (field.word, field.mask)
                }));
            }
            for bit in single_bits(&collect(support)) {
                readers.entry(bit).or_default().push(m as u32);
            }
        }
        let at_risk = |changed: Vec<(u32, u64)>| {
            let bits = single_bits(&collect(changed));
            let mut found: Vec<u32> =
                bits.iter().filter_map(|bit| readers.get(bit)).flatten().copied().collect();
            found.sort_unstable();
            found.dedup();
            found
        };
        let preset = |m: usize| {
            let made = &self.moves[m];
            &self.design.nets[made.net as usize].transitions[made.transition as usize].preset
        };
        let mut of_moves = Vec::with_capacity(self.moves.len());
        for (m, made) in self.moves.iter().enumerate() {
            // Who loses a token shares a place with what fires and is excused, so only wires matter. Else a
            // place from which very many transitions take would cost the square of their number.
            let transition = &self.design.nets[made.net as usize].transitions[made.transition as usize];
            let wires = transition.effects.iter().flat_map(targets);
            let changed = wires.filter_map(|&w| self.layout.field(w)).map(|f| (f.word, f.mask)).collect();
            let mut risks = at_risk(changed);
            risks.retain(|&r| {
                let other = &self.moves[r as usize];
                let excused =
                    other.net == made.net && preset(r as usize).iter().any(|p| preset(m).contains(p));
                r as usize != m && !excused
            });
            of_moves.push(risks);
        }
        let of_inputs: Vec<Vec<u32>> = self.inputs.iter().map(|input| at_risk(pairs(&input.clear))).collect();
        for (made, risks) in self.moves.iter_mut().zip(of_moves) {
            made.at_risk = risks;
        }
        for (input, risks) in self.inputs.iter_mut().zip(of_inputs) {
            input.at_risk = risks;
        }
    }
}

fn pairs(bits: &[Bits]) -> Vec<(u32, u64)> {
    bits.iter().map(|b| (b.word, b.mask)).collect()
}

fn single_bits(bits: &[Bits]) -> Vec<(u32, u32)> {
    let mut all = Vec::new();
    for b in bits {
        all.extend((0..64).filter(|i| b.mask >> i & 1 == 1).map(|i| (b.word, i)));
    }
    all
}
