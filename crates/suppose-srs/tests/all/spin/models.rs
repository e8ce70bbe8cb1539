//! The small models of the project, alone and together, and corners of the encoding.

use suppose_srs::program::Program;
use suppose_srs::promela::{Assumed, Unsupported, export};

use crate::spin::interpret::{Environment, is_true};
use crate::spin::spin::Verdict;
use crate::spin::{agree, file, judge, model, properties, ready, rules, table, universal, violated};

#[test]
fn fig2_and_fig6_have_the_configurations_of_the_definitions() {
    if !ready() {
        return;
    }
    // Worked out by hand for fig2. A macrostep starts in one of the two stable states; INIT leads from
    // OFF/CLOSED to ON/CLOSED with Start, then to ON/OPENED with OPEN, which nobody reads; FINISH the other
    // way round. With the ends that makes 2 starts and 4 configurations.
    let fig2 = file("fig2");
    let found = agree(&Program::whole(&fig2), Assumed::Universal, &universal(), None).unwrap();
    assert_eq!(found.configurations, 6);
    let fig6 = file("fig6");
    agree(&Program::whole(&fig6), Assumed::Universal, &universal(), None).unwrap();
}

#[test]
fn door_violates_d4_alone_and_nothing_with_its_assumptions_or_its_drive() {
    if !ready() {
        return;
    }
    let door = file("door");
    let id = door.component_named("DOOR").unwrap();
    let alone = Program::new(&door, [id]);
    let all = properties(&alone);
    assert_eq!(violated(&alone, Assumed::Universal, &all), ["d4"]);
    assert_eq!(violated(&alone, Assumed::Rules(&door.component(id).assumption), &all), [""; 0]);
    let whole = Program::whole(&door);
    assert_eq!(violated(&whole, Assumed::Universal, &properties(&whole)), [""; 0]);
}

#[test]
fn a_late_event_is_received_while_the_component_is_idle() {
    if !ready() {
        return;
    }
    let text = "component E { in A; recv Go; send Ev; fsm P { init S; S -> T : A; T -> S : Go / Ev; }
                prop never : !Ev; }";
    let text = format!(
        "{text} component X {{ in A; send Go; recv Ev; fsm Q {{ init S; S -> S : A / Go; S -> S : Ev; }} }}"
    );
    let model = model(&text);
    let id = model.component_named("E").unwrap();
    let program = Program::new(&model, [id]);
    let never = properties(&program)[0];
    for (rule, verdict) in [
        ("Go => mS == 4;", Verdict::Violated),
        ("Go => mS == 1;", Verdict::Violated),
        ("!Go;", Verdict::Holds),
        ("Go => mS == 0;", Verdict::Holds),
        ("mS != 3;", Verdict::Violated),
        ("false;", Verdict::Holds),
    ] {
        let assumption = rules(&model, id, rule);
        assert_eq!(judge(&program, Assumed::Rules(&assumption), Some(never)).verdict, verdict, "{rule}");
    }
}

#[test]
fn two_values_of_one_event_are_told_apart_from_a_violation() {
    if !ready() {
        return;
    }
    let clash = |guard: &str| {
        model(&format!(
            "component C {{ in A, B; out O : {{x, y}}; fsm P {{ init S; S -> S : A / O=x; }}
             fsm Q {{ init S; S -> S : {guard} / O=y; }} prop p : !(O == x && O == y); prop q : O == x => !O == y || A; }}"
        ))
    };
    let both = clash("B");
    let program = Program::whole(&both);
    assert_eq!(judge(&program, Assumed::Universal, None).verdict, Verdict::TwoValues);
    let one = clash("B && !A");
    let program = Program::whole(&one);
    assert_eq!(judge(&program, Assumed::Universal, None).verdict, Verdict::Holds);
    assert_eq!(violated(&program, Assumed::Universal, &properties(&program)), [""; 0]);
}

#[test]
fn names_that_look_alike_stay_apart() {
    if !ready() {
        return;
    }
    // Words of Promela and C, names that become equal without dots, and a very long one.
    let long = "x".repeat(3000);
    let text = format!(
        "component do {{ in A.b, A_b, A_b_2, int, {long}1, {long}2; local od, g_od; out a.b, a_b;
           fsm if {{ init end; end, fi -> fi : A.b / od; fi -> end : A_b && !{long}1 / a.b; }}
           fsm if_fi {{ init k; k -> moved : od && !{long}2 / g_od; moved -> k : int || A_b_2; k -> k : g_od / a_b; }}
           prop p \"*/ assert(false); /*\" : !a_b; prop q : a.b => A_b && !A.b || pre(if.fi); prop r : !a.b; \
               }}"
    );
    let model = model(&text);
    let program = Program::whole(&model);
    for property in properties(&program) {
        agree(&program, Assumed::Universal, &universal(), Some(property)).unwrap();
    }
    assert_eq!(violated(&program, Assumed::Universal, &properties(&program)), ["r"]);
}

/// Nine pulses and a valued event are too many to write their valuations one by one.
const MANY: &str = "component C { in A;
    recv r1, r2, r3, r4, r5, r6, r7, r8, r9, V : {a, b, c};
    fsm P { init S; S -> T : r1 && r9; T -> S : A; S -> U : V == b && !r3; U -> S : V == c && r2; }
    fsm Q { init S; S -> T : r4 && r5 && r6; T -> S : r7 && !r8; }
    prop p : in(P.U) => in(Q.S) || V == b; }";

#[test]
fn large_tables_are_walked() {
    if !ready() {
        return;
    }
    let model = model(MANY);
    let program = Program::whole(&model);
    let events = program.received.clone();
    let allows = |k: u32, at: &crate::spin::Events| match k {
        0 => at.is_empty(),
        1 => at.len().is_multiple_of(2),
        2 => at.len() >= 3 && at.contains_key(&events[9]),
        _ => !at.contains_key(&events[0]) || at.get(&events[9]) == Some(&1),
    };
    let tables = [table(&program, &events, 3, &allows)];
    let property = properties(&program)[0];
    let environment = Environment { allows: &allows, last: 3 };
    for property in [None, Some(property)] {
        agree(&program, Assumed::Tables(&tables), &environment, property).unwrap();
        agree(&program, Assumed::Universal, &universal(), property).unwrap();
    }
    // Two tables that share events, so that what one allows the other may not.
    let (left, right) = (&events[..9], &events[5..]);
    let halves = [
        table(&program, left, 2, &|k, at| at.len() as u32 >= k),
        table(&program, right, 3, &|k, at| at.len() as u32 <= k),
    ];
    let within = |at: &crate::spin::Events, part: &[suppose_srs::lang::EventId]| {
        part.iter().filter(|event| at.contains_key(event)).count() as u32
    };
    let both =
        |k: u32, at: &crate::spin::Events| within(at, left) >= k.min(2) && within(at, right) <= k.min(3);
    let environment = Environment { allows: &both, last: 3 };
    for property in [None, Some(property)] {
        agree(&program, Assumed::Tables(&halves), &environment, property).unwrap();
    }
}

#[test]
fn many_rules_on_many_events_are_judged_after_the_choice() {
    if !ready() {
        return;
    }
    let model = model(MANY);
    let program = Program::whole(&model);
    let id = program.components[0];
    let property = properties(&program)[0];
    let text = "mS <= 1 => !r1 && !r9 && V != b; r1 || r2 => !r3; r3 => !r4; r4 => !r5 || V == c; r6 || r7 \
        || r8 => V; r9 => r7; mS >= 3 => !V;";
    let assumption = rules(&model, id, text);
    let allows = |k: u32, at: &crate::spin::Events| {
        assumption.rules.iter().all(|rule| {
            rule.expr.holds(&mut |atom| match atom {
                suppose_srs::lang::Atom::Microstep(comparison, number) => comparison.holds(k, number),
                _ => is_true(atom, at),
            })
        })
    };
    let environment = Environment { allows: &allows, last: 4 };
    for property in [None, Some(property)] {
        agree(&program, Assumed::Rules(&assumption), &environment, property).unwrap();
    }
}

#[test]
fn thirty_events_that_exclude_each_other_take_thirty_branches() {
    if !ready() {
        return;
    }
    let names: Vec<String> = (0..30).map(|n| format!("r{n}")).collect();
    let model = model(&format!(
        "component C {{ in A; recv {}; fsm P {{ init S; S -> T : r3 && !r4; T -> S : r29 || A; S -> U : r3 && r4; }}
         prop p : !in(P.T); prop q : !in(P.U); }}",
        names.join(", ")
    ));
    let program = Program::whole(&model);
    let exclude = |(n, one): (usize, &String)| {
        names[..n].iter().map(|other| format!("{one} => !{other};")).collect::<Vec<_>>().concat()
    };
    let text: Vec<String> = names.iter().enumerate().map(exclude).collect();
    let assumption = rules(&model, program.components[0], &text.concat());
    assert_eq!(violated(&program, Assumed::Rules(&assumption), &properties(&program)), ["p"]);
}

#[test]
fn a_long_formula_is_no_problem() {
    if !ready() {
        return;
    }
    let parts: Vec<String> = (0..3000).map(|n| format!("(A => in(P.S{}))", n % 3)).collect();
    let text = format!(
        "component C {{ in A; fsm P {{ init S0; states S1, S2; S0 -> S1 : A && ({0}); }} prop p : {0}; }}",
        parts.join(" || ")
    );
    let model = model(&text);
    let program = Program::whole(&model);
    assert_eq!(violated(&program, Assumed::Universal, &properties(&program)), [""; 0]);
}

#[test]
fn what_cannot_be_exported_is_said() {
    let door = file("door");
    let [id, drive] = ["DOOR", "DRIVE"].map(|name| door.component_named(name).unwrap());
    let (alone, whole) = (Program::new(&door, [id]), Program::whole(&door));
    let foreign = (drive, &door.component(drive).properties[0]);
    assert_eq!(
        export(&alone, Assumed::Universal, Some(foreign)),
        Err(Unsupported::Property("t1".to_string()))
    );
    let rules_of = Assumed::Rules(&door.component(id).assumption);
    assert_eq!(export(&whole, rules_of, None), Err(Unsupported::NotReceived("Release".to_string())));
    let far = rules(&door, id, "mS >= 4000000000 => !Release;");
    let so_many = Unsupported::Microsteps(4_000_000_001);
    assert_eq!(export(&alone, Assumed::Rules(&far), None), Err(so_many));
}
