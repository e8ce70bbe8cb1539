//! A design as one LTS, as a system, and as something that needs an environment.

use suppose_inquiry::{Inquiry, OpenRequest, Target};

use super::{CELEMENT, HAZARD, MAJORITY, TWICE, inquiry, messages, reader, subject};

const AND: (&str, &str) = ("and.v", "module m (input a, b, output z); and g (z, a, b); endmodule\n");

#[test]
fn the_whole_is_one_graph() {
    for files in [&[CELEMENT][..], &[MAJORITY, CELEMENT]] {
        let whole = inquiry(files).whole(&mut reader()).expect("a graph");
        // Four states in each half; 2 + 1 + 1 changes of inputs and one of the output.
        assert_eq!((whole.lts.num_states(), whole.lts.num_transitions(), whole.firings), (8, 10, Some(10)));
    }
    let mut reader = reader();
    let nets = subject(&[HAZARD], &mut reader).expect("nets");
    let mut one = nets.inquiry(&Target::Process("gset".into()), &mut reader).expect("a net");
    let whole = one.whole(&mut reader).expect("a graph");
    // Three wires; the environment may disable the gate.
    assert_eq!((whole.name.as_str(), whole.lts.num_states(), whole.lts.has_error()), ("gset", 8, true));
    assert!(one.validate(&suppose_inquiry::Plan::default()).is_err(), "questions are about the whole");
}

#[test]
fn a_graph_that_is_no_good_is_refused_or_warned_of() {
    let text =
        ".outputs a b\n.graph\na+ p\nb+ p\np a-\na- q\nq b-\nb- r s\nr a+\ns b+\n.marking {r s}\n.end\n";
    let error = inquiry(&[("unsafe.g", text)]).whole(&mut reader()).expect_err("two tokens");
    assert_eq!(messages(error), "place `p` of `unsafe` can get a second token [E0807]");
    let mut reader = reader();
    assert_eq!(inquiry(&[TWICE]).whole(&mut reader).expect("a graph").lts.num_states(), 4);
    assert_eq!(reader.warnings.iter().map(|warning| warning.code).collect::<Vec<_>>(), ["W0806"]);
}

#[test]
fn a_system_has_a_component_for_each_net() {
    let system = inquiry(&[HAZARD, CELEMENT]).into_system(&mut reader()).expect("a system");
    assert_eq!(system.components(), ["gset", "gleft", "gright", "gz", "celement"]);
    assert_eq!(system.name(), "hazard || celement");
    assert!(system.system.components.iter().all(|component| component.lts.has_error()));
}

#[test]
fn what_a_gate_needs_of_the_others() {
    let open = |files: &[(&str, &str)], component: Option<&str>, property: Option<&str>| {
        let request = OpenRequest {
            component: component.map(str::to_owned),
            property: property.map(str::to_owned),
            ..OpenRequest::default()
        };
        inquiry(files).open(&request, &mut reader())
    };
    let gate = open(&[AND], None, Some("disabling")).expect("a question");
    assert_eq!((gate.property_name(), gate.component_names()), ("disabling", vec!["and"]));
    let names = gate.system.actions.sorted_names(gate.interface.iter().copied());
    assert_eq!(names, ["a+", "a-", "b+", "b-", "z+", "z-"]);
    assert_eq!(open(&[AND], None, None).expect("a question").property_name(), "no failure");
    let two = open(&[HAZARD, CELEMENT], Some("gset,gz"), Some("disabling")).expect("a question");
    assert_eq!((two.component_names(), &two.components[..]), (vec!["gset", "gz"], &[0][..]));
    for (component, property, code) in [
        (None, None, "[E0604]"),
        (Some("gsat"), None, "[E0601]"),
        (Some("gz,gz"), None, "[E0602]"),
        (Some(","), None, "[E0604]"),
        (Some("gz"), Some("speed"), "[E0005]"),
    ] {
        let error = messages(open(&[HAZARD, CELEMENT], component, property).expect_err(code));
        assert!(error.ends_with(code), "{error}");
    }
    // A component of the system of LTSs may be watched too.
    let watched = open(&[HAZARD, CELEMENT], Some("celement"), Some("gset")).expect("a question");
    assert_eq!((watched.property_name(), watched.components.len()), ("gset", 2));
}
