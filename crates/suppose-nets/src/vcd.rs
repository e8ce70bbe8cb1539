//! A run as a value change dump (IEEE 1364 §18), for the waveform viewers that hardware people use.
//!
//! One time unit is one step. The parts of a wire's name before its last dot are scopes, so a viewer shows
//! components as a tree. Boolean wires are of one bit, others are integers of 32. There is no date, so the
//! same run gives the same bytes.

use std::fmt::Write;

use crate::design::{Design, Wire};
use crate::expr::Value;
use crate::net::WireId;
use crate::snapshot::Snapshot;

/// The dump of some snapshots, one for each time from 0 on, of some wires.
pub(crate) fn write_vcd(design: &Design, snapshots: &[Snapshot], wires: &[WireId]) -> String {
    let mut wires = wires.to_vec();
    wires.sort_by_key(|&wire| scope_and_name(&design.wire(wire).name));
    wires.dedup();
    let mut text = String::from("$version suppose $end\n$timescale 1 ns $end\n");
    let mut open: Vec<&str> = Vec::new();
    for (place, &wire) in wires.iter().enumerate() {
        let (scope, name) = scope_and_name(&design.wire(wire).name);
        let common = open.iter().zip(&scope).take_while(|(a, b)| a == b).count();
        for _ in common..open.len() {
            text.push_str("$upscope $end\n");
        }
        open.truncate(common);
        for part in &scope[common..] {
            let _ = writeln!(text, "$scope module {} $end", identifier(part));
            open.push(part);
        }
        let kind = if design.wire(wire).is_boolean() { "wire 1" } else { "integer 32" };
        let _ = writeln!(text, "$var {kind} {} {} $end", code(place), identifier(name));
    }
    for _ in &open {
        text.push_str("$upscope $end\n");
    }
    text.push_str("$enddefinitions $end\n");
    for (time, snapshot) in snapshots.iter().enumerate() {
        let _ = writeln!(text, "#{time}");
        if time == 0 {
            text.push_str("$dumpvars\n");
        }
        for (place, &wire) in wires.iter().enumerate() {
            let now = snapshot.values[wire.index()];
            if time == 0 || snapshots[time - 1].values[wire.index()] != now {
                change(&mut text, design.wire(wire), now, place);
            }
        }
        if time == 0 {
            text.push_str("$end\n");
        }
    }
    let _ = writeln!(text, "#{}", snapshots.len());
    text
}

fn change(text: &mut String, wire: &Wire, value: Value, place: usize) {
    let code = code(place);
    let _ = if wire.is_boolean() {
        writeln!(text, "{value}{code}")
    } else {
        writeln!(text, "b{:b} {code}", value.cast_unsigned())
    };
}

/// The short name of a wire in the dump: printable characters, as digits.
fn code(mut place: usize) -> String {
    const FIRST: u8 = b'!';
    const NUMBER: usize = (b'~' - b'!') as usize + 1;
    let mut code = String::new();
    loop {
        code.push(char::from(FIRST + (place % NUMBER) as u8));
        place /= NUMBER;
        if place == 0 {
            return code;
        }
        place -= 1;
    }
}

/// The scopes of a wire and its name in the innermost one.
fn scope_and_name(name: &str) -> (Vec<&str>, &str) {
    let mut parts: Vec<&str> = name.split('.').collect();
    // The index of an array element belongs to the name: `to.3` is not `3` in a scope `to`.
    let number = |part: &&&str| part.bytes().all(|b| b.is_ascii_digit());
    let last = parts.len() - 1 - parts[1..].iter().rev().take_while(number).count().min(parts.len() - 1);
    let start: usize = parts[..last].iter().map(|part| part.len() + 1).sum();
    parts.truncate(last);
    (parts, &name[start..])
}

/// A name as viewers accept it: no blanks.
fn identifier(name: &str) -> String {
    name.chars().map(|c| if c.is_whitespace() || c.is_control() { '_' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fragment::Fragment;

    #[test]
    fn codes_are_distinct() {
        let all: std::collections::BTreeSet<String> = (0..20_000).map(code).collect();
        assert_eq!(all.len(), 20_000);
        assert_eq!((code(0), code(93), code(94)), ("!".into(), "~".into(), "!!".into()));
    }

    #[test]
    fn scopes_come_from_dots() {
        assert_eq!(scope_and_name("a"), (vec![], "a"));
        assert_eq!(scope_and_name("c1.lo"), (vec!["c1"], "lo"));
        assert_eq!(scope_and_name("c1.to.3"), (vec!["c1"], "to.3"));
        assert_eq!(scope_and_name("to.3.4"), (vec![], "to.3.4"));
    }

    #[test]
    fn a_dump() {
        let mut fragment = Fragment::new("d");
        let (a, b) = (fragment.wire("c1.a"), fragment.wire("b"));
        let mut net = crate::Net::new("n");
        for wire in [a, b] {
            let edge = crate::Transition::new(wire.0.to_string(), vec![], vec![]);
            net.transitions.push(edge.sets(wire, crate::Expr::Const(1)));
        }
        fragment.nets.push(net);
        let (design, _) = Design::join("d", vec![fragment]).expect("a design");
        let first = Snapshot::initial(&design);
        let mut second = first.clone();
        second.values[a.index()] = 1;
        let text = write_vcd(&design, &[first, second], &[a, b]);
        let expected = "$version suppose $end\n$timescale 1 ns $end\n$var wire 1 ! b $end\n$scope module c1 \
            $end\n$var wire 1 \" a $end\n$upscope $end\n$enddefinitions \
            $end\n#0\n$dumpvars\n0!\n0\"\n$end\n#1\n1\"\n#2\n";
        assert_eq!(text, expected);
    }
}
