//! What texts mean: models worked out by hand, and the example models.

use suppose_base::Span;
use suppose_srs::lang::{
    Atom, Comparison, ComponentId, EventId, Expr, MachineId, Model, Role, StateIx, ValueIx,
};

use crate::lang::support::{example, examples, messages, model, shown};

fn names(model: &Model, ids: &[EventId]) -> Vec<String> {
    ids.iter().map(|&id| model.event(id).name.clone()).collect()
}

fn event(number: u32) -> Expr {
    Expr::Atom(Atom::Event(EventId(number)))
}

/// Transitions as `OFF -INIT/Start> ON`.
fn transitions(model: &Model, component: u32, machine: usize) -> Vec<String> {
    let id = ComponentId(component);
    let machine = &model.component(id).machines[machine];
    let state = |at: StateIx| &machine.states[at.index()];
    let emit = |&(id, value): &(EventId, Option<ValueIx>)| {
        let event = model.event(id);
        value.map_or_else(|| event.name.clone(), |at| format!("{}={}", event.name, event.values[at.index()]))
    };
    machine
        .transitions
        .iter()
        .map(|t| {
            let emits: Vec<String> = t.emits.iter().map(emit).collect();
            let guard = model.expr_text(id, &t.guard);
            format!("{} -{guard}/{}> {}", state(t.source), emits.join(","), state(t.target))
        })
        .collect()
}

#[test]
fn an_open_component() {
    let model = model(&example("fig6"));
    assert_eq!(model.warnings, []);
    assert_eq!(model.name, "test");
    let all: Vec<&str> = model.events.iter().map(|event| event.name.as_str()).collect();
    assert_eq!(all, ["INIT", "FINISH", "Failure", "OPEN", "CLOSE", "Start", "Stop"]);
    let fig6 = model.component(model.component_named("FIG6").expect("the component"));
    assert_eq!(names(&model, &fig6.inputs), ["INIT", "FINISH"]);
    assert_eq!(names(&model, &fig6.received), ["Failure"]);
    assert_eq!(names(&model, &fig6.sent), ["OPEN", "CLOSE"]);
    assert_eq!(names(&model, &fig6.local), ["Start", "Stop"]);
    assert!(fig6.outputs.is_empty() && fig6.always.is_empty() && fig6.requirements.is_empty());
    assert_eq!(fig6.machines[1].states, ["CLOSED", "OPENED"]);
    assert_eq!(transitions(&model, 0, 0), ["OFF -INIT/Start> ON", "ON -FINISH/Stop> OFF"]);
    assert_eq!(
        transitions(&model, 0, 1),
        ["CLOSED -Start/OPEN> OPENED", "OPENED -Stop/CLOSE> CLOSED", "OPENED -Failure/CLOSE> CLOSED"]
    );
    let failure = model.event(EventId(2));
    assert_eq!(
        (failure.role, failure.owner, failure.readers.as_slice()),
        (Role::Interface, None, &[ComponentId(0)][..])
    );
}

#[test]
fn events_of_two_components() {
    let text = "\
component A {
    local G;
    recv V : {x, y};
    in E, L : {Lo, Hi};
    send S;
    fsm P { init a; a, b -> b : E || V==y / G, S; b -> a : G && L!=Hi; }
}
component B {
    in L : {Hi, Lo};
    recv S;
    local G;
    send V : {y, x};
    out O;
    always L;
    require L == Lo => true;
    fsm Q { init a; states c; a -> a : S / V=x, O, G; a -> c : G && in(Q.a); }
    prop p \"words, and more\" : O => pre(Q.a) && (L == Lo || V != y);
    prop q : !S || in(Q.a);
}
";
    let model = model(text);
    assert_eq!(shown(text, &model.warnings), Vec::<String>::new());
    // Shared events first, in the order of the text, then those of each component.
    let all: Vec<&str> = model.events.iter().map(|event| event.name.as_str()).collect();
    assert_eq!(all, ["V", "E", "L", "S", "O", "G", "G"]);
    let [v, e, l, s, o, g, h] = [0, 1, 2, 3, 4, 5, 6].map(EventId);
    let (a, b) = (ComponentId(0), ComponentId(1));
    let who = |id: EventId| {
        let event = model.event(id);
        (event.role, event.owner, event.readers.clone())
    };
    assert_eq!(who(v), (Role::Interface, Some(b), vec![a]));
    assert_eq!(who(e), (Role::Input, None, vec![a]));
    assert_eq!(who(l), (Role::Input, None, vec![a, b]));
    assert_eq!(who(s), (Role::Interface, Some(a), vec![b]));
    assert_eq!(who(o), (Role::Output, Some(b), vec![]));
    assert_eq!(who(g), (Role::Local, Some(a), vec![]));
    assert_eq!(who(h), (Role::Local, Some(b), vec![]));
    // The first declaration gives the order of values, and the owner the place.
    assert_eq!(model.event(v).values, ["x", "y"]);
    assert_eq!(model.event(l).values, ["Lo", "Hi"]);
    let declared = text.find("V : {y").expect("there") as u32;
    assert_eq!(model.event(v).span, Span { start: declared, end: declared + 1, ..model.event(v).span });
    assert_eq!(model.event_named(a, "G"), Some(g));
    assert_eq!(model.event_named(b, "G"), Some(h));
    assert_eq!(model.event_named(b, "E"), None);

    let machine = &model.component(a).machines[0];
    let [first, second, third] = machine.transitions.as_slice() else { panic!("{machine:?}") };
    assert_eq!((first.source, first.target), (StateIx(0), StateIx(1)));
    assert_eq!((second.source, second.target), (StateIx(1), StateIx(1)));
    assert_eq!(*first.guard, Expr::Or(vec![event(1), Expr::Atom(Atom::Is(v, ValueIx(1)))]));
    assert_eq!((&first.guard, &first.emits, first.span), (&second.guard, &second.emits, second.span));
    assert_eq!(*first.emits, [(s, None), (g, None)]);
    let high = Expr::Not(Box::new(Expr::Atom(Atom::Is(l, ValueIx(1)))));
    assert_eq!(*third.guard, Expr::And(vec![event(5), high]));

    let component = model.component(b);
    assert_eq!(component.always, [l]);
    assert_eq!(component.machines[0].states, ["a", "c"]);
    assert_eq!(*component.machines[0].transitions[0].emits, [(v, Some(ValueIx(0))), (o, None), (h, None)]);
    let low = Expr::Atom(Atom::Is(l, ValueIx(0)));
    assert_eq!(
        component.requirements,
        [Expr::Implies(Box::new(low.clone()), Box::new(Expr::Constant(true)))]
    );
    let [p, q] = component.properties.as_slice() else { panic!("{component:?}") };
    assert_eq!((p.text.as_deref(), q.text.as_deref()), (Some("words, and more"), None));
    let y = Expr::Not(Box::new(Expr::Atom(Atom::Is(v, ValueIx(1)))));
    let right = Expr::And(vec![Expr::Atom(Atom::Pre(MachineId(0), StateIx(0))), Expr::Or(vec![low, y])]);
    assert_eq!(p.formula, Expr::Implies(Box::new(event(4)), Box::new(right)));
    assert_eq!(model.expr_text(b, &p.formula), "O => pre(Q.a) && (L == Lo || !(V == y))");
}

#[test]
fn operators_bind_as_the_page_says() {
    let formula = |text: &str| {
        let text = format!("component C {{ in a, b, c, d; fsm P {{ init S; S -> S : {text}; }} }}");
        (*model(&text).components[0].machines[0].transitions[0].guard).clone()
    };
    let [a, b, c, d] = [0, 1, 2, 3].map(event);
    let implies = |left: &Expr, right: &Expr| Expr::Implies(Box::new(left.clone()), Box::new(right.clone()));
    let not = |inner: &Expr| Expr::Not(Box::new(inner.clone()));
    assert_eq!(formula("a => b => c"), implies(&a, &implies(&b, &c)));
    assert_eq!(formula("(a => b) => c"), implies(&implies(&a, &b), &c));
    assert_eq!(
        formula("a || b && c => !d"),
        implies(&Expr::Or(vec![a.clone(), Expr::And(vec![b.clone(), c.clone()])]), &not(&d))
    );
    assert_eq!(formula("!a && b"), Expr::And(vec![not(&a), b.clone()]));
    assert_eq!(formula("!(a && b)"), not(&Expr::And(vec![a.clone(), b.clone()])));
    assert_eq!(formula("a && b && c"), Expr::And(vec![a.clone(), b.clone(), c.clone()]));
    assert_eq!(formula("a && (b && c)"), Expr::And(vec![a, Expr::And(vec![b, c])]));
}

#[test]
fn truth_of_formulas() {
    let text = "component C { in a, b; fsm P { init S; S -> S : (a => b) && !(a && b) || false; } }";
    let model = model(text);
    let guard = &model.components[0].machines[0].transitions[0].guard;
    for (a, b, expected) in
        [(false, false, true), (false, true, true), (true, false, false), (true, true, false)]
    {
        let found = guard.holds(&mut |atom| match atom {
            Atom::Event(EventId(0)) => a,
            Atom::Event(EventId(1)) => b,
            _ => panic!("{atom:?}"),
        });
        assert_eq!(found, expected, "a {a}, b {b}");
    }
    assert_eq!(guard.events(), [EventId(0), EventId(1)]);
    let table = [
        (Comparison::Equal, [false, true, false]),
        (Comparison::NotEqual, [true, false, true]),
        (Comparison::Less, [true, false, false]),
        (Comparison::AtMost, [true, true, false]),
        (Comparison::Greater, [false, false, true]),
        (Comparison::AtLeast, [false, true, true]),
    ];
    for (comparison, expected) in table {
        assert_eq!([2, 3, 4].map(|left| comparison.holds(left, 3)), expected, "{comparison:?}");
    }
}

#[test]
fn what_can_be_left_away_and_added() {
    let plain = "component C { in E, L : {1, b.c}; fsm P { init S; S -> S : E; S -> S : L == 1; } prop p : \
        in(P.S); }";
    let loose = "\u{feff};component C {;\r\n\tin E,\r\n L : {1, b.c,},;; /* é → */ fsm P {; init S;; S, -> S \
        : E; S -> S : L == 1 };\r\n prop p : in(P.S) // ünïcode\r\n};\r\n";
    let (plain, loose) = (model(plain), model(loose));
    assert_eq!(transitions(&plain, 0, 0), transitions(&loose, 0, 0));
    assert_eq!(transitions(&plain, 0, 0), ["S -E/> S", "S -L == 1/> S"]);
    assert_eq!(loose.events[1].values, ["1", "b.c"]);
    assert_eq!(loose.components[0].properties.len(), 1);
}

#[test]
fn messages_about_the_example_models() {
    for (name, text) in examples() {
        let found: Vec<String> =
            messages(&text).iter().map(|d| format!("{} {}", d.code, d.message)).collect();
        // The boiler has a message that its steam unit ignores, and reports all levels though no machine asks
        // for one of them.
        let expected: &[&str] = match name.as_str() {
            "boiler" => &["W0902 `LvMiddle` is never heard", "W0902 `STEAM_FAILURE_ACK` is never heard"],
            _ => &[],
        };
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn the_boiler_has_the_sizes_of_the_paper() {
    let model = model(&example("boiler"));
    // Machines and properties: de la Riva and Tuya, table 3. Transitions were counted in the text.
    let rows: Vec<_> = model
        .components
        .iter()
        .map(|c| {
            let transitions: usize = c.machines.iter().map(|m| m.transitions.len()).sum();
            (c.name.as_str(), c.machines.len(), c.properties.len(), transitions, c.received.len())
        })
        .collect();
    assert_eq!(
        rows,
        [
            ("CONTROL", 5, 19, 37, 4),
            ("ALLPUMPS", 11, 20, 24, 4),
            ("WATER", 5, 10, 55, 2),
            ("STEAM", 5, 6, 19, 2)
        ]
    );
    let water = model.component(ComponentId(2));
    assert_eq!(names(&model, &water.received), ["E.Water", "D.Water"]);
    // The repair of the level unit is seen by two components: one event.
    let repaired = model.event_named(ComponentId(0), "LEVEL_REPAIRED").expect("an input");
    assert_eq!(model.event(repaired).readers, [ComponentId(0), ComponentId(2)]);
}

#[test]
fn the_example_of_the_book() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/srs.md"))
        .expect("the page");
    let (_, rest) = page.split_once("```srs\n").expect("an example");
    let (text, _) = rest.split_once("```").expect("the end of the example");
    assert_eq!(shown(text, &messages(text)), Vec::<String>::new());
    let model = model(text);
    assert_eq!(model.components.len(), 2);
    assert_eq!(suppose_srs::lang::format(text, suppose_base::FileId(0)).as_deref(), Ok(text));
}
