//! The product of the components of nets against the graph of the whole design, which is built in another
//! way.

use crate::common;

use suppose_base::{ActionTable, Budget, FileId};
use suppose_lts::compare::compare;
use suppose_lts::ops::{Relabelling, relabel};
use suppose_lts::product::compose;
use suppose_lts::reduce::Relation;
use suppose_lts::{Lts, ops};
use suppose_nets::build::state_graph;
use suppose_nets::lpn::{self, NoIncludes};
use suppose_nets::netlist::{self, Library};
use suppose_nets::{Design, Failure, Failures, guarded, models, stg, system};

use common::ENVIRONMENT;

fn gates(text: &str, with_environment: bool) -> Design {
    let text = format!("module m (input a, b, output z); {text} endmodule");
    let (circuit, _) = netlist::read(&text, FileId(0), "m", Library::built_in(), None).expect("a netlist");
    let mut fragments = vec![circuit];
    if with_environment {
        let (mut graph, _) = stg::read(ENVIRONMENT, FileId(1), "environment").expect("a graph");
        graph.infer_initial(&Budget::unlimited()).expect("no limit");
        fragments.push(graph.fragment);
    }
    Design::join("m", fragments).expect("a design").0
}

fn model(text: &str) -> Design {
    let (fragment, _) = lpn::read(text, FileId(0), "m", &NoIncludes).expect("a model");
    Design::join("m", vec![fragment]).expect("a design").0
}

/// With the ids of one table, so that two LTSs can be compared.
fn named(lts: &Lts, from: &ActionTable, to: &mut ActionTable) -> Lts {
    let pairs: Relabelling = lts.alphabet().iter().map(|&a| (a, to.intern(from.name(a)))).collect();
    relabel(&ops::reachable(lts).lts, &pairs)
}

#[test]
fn the_product_of_the_components_is_the_whole() {
    let hazard = "wire p, q, r; and (p, a, b); and (q, a, z); and (r, b, z); or (z, p, q, r);";
    let designs = [
        gates("C2 c (z, a, b);", true),
        gates("and (z, a, b);", true),
        gates(hazard, true),
        gates(hazard, false),
        model(&models::dme(2)),
        model(&models::fifo(2)),
        model(&models::arbiter(3)),
    ];
    let kinds = [Failures::NONE, Failures::STEPS, Failures::of(&[Failure::Disabling])];
    for (number, design) in designs.iter().enumerate() {
        for failures in kinds {
            let budget = Budget::unlimited();
            let system = system(design, failures, &budget).expect("no limit");
            assert_eq!(system.components.len(), design.nets.len());
            let all: Vec<usize> = (0..design.nets.len()).collect();
            let whole = state_graph(design, &all, failures, false, &budget).expect("no limit").graph.lts;
            let product = compose(&system, &budget).expect("no limit").lts;
            let mut table = ActionTable::new();
            let whole = named(&whole, &design.actions, &mut table);
            let product = named(&product, &system.actions, &mut table);
            let same = compare(&whole, &product, Relation::Strong, &budget).expect("no limit");
            assert!(same.equal, "design {number}, {failures:?}: {:?}", same.difference);
        }
    }
}

#[test]
fn guarded_parts_fail_exactly_when_the_design_does() {
    let hazard = "wire p, q, r; and (p, a, b); and (q, a, z); and (r, b, z); or (z, p, q, r);";
    let mut designs: Vec<Design> = [true, false].map(|closed| gates(hazard, closed)).into();
    designs.extend([gates("C2 c (z, a, b);", true), gates("and (z, a, b);", true)]);
    designs.extend([models::dme(2), models::fifo(3), models::arbiter(3)].map(|text| model(&text)));
    let mut counts = [0; 2];
    for (number, design) in designs.iter().enumerate() {
        let budget = Budget::unlimited();
        let kinds = [Failure::Safety, Failure::Disabling].map(|kind| Failures::of(&[kind]));
        for failures in kinds.into_iter().chain([Failures::STEPS]) {
            let fails = !suppose_nets::search::search(design, failures, &budget).runs.is_empty();
            let system = guarded(design, failures, &budget).expect("no limit");
            let product = compose(&system, &budget).expect("no limit").lts;
            let found = product.has_error() || product.initial().is_error();
            assert_eq!(found, fails, "design {number}, {failures:?}");
            counts[usize::from(fails)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 4), "{counts:?}");
}

#[test]
fn a_limit_ends_the_work() {
    let design = model(&models::dme(3));
    assert!(system(&design, Failures::NONE, &Budget::unlimited().with_max_states(1)).is_err());
}
