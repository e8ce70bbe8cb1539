//! Published designs that are known to have no failure of a step: refinement shows it for all of them, with
//! sets of at most three components.

use suppose_base::FileId;
use suppose_nets::Design;
use suppose_nets::classes::Classes;
use suppose_nets::lpn::{self, NoIncludes};
use suppose_nets::refine::{Method, Options};

use crate::refine::{built, run};

/// Designs, how many components they have, what constraints show after autofailure if the dissertation says
/// it, and the largest sets needed.
///
/// Yao's table 5.2 (2012): constraints are enough for FIFOs and DME rings of any size, and leave failures in
/// large arbiters; table 5.3: pairs are enough for all three. The memory unit is not in it; Platu's own
/// search, which is of another kind, finds no failure either.
const DESIGNS: [(&str, usize, Option<bool>, usize); 9] = [
    ("fifo/fifoN3.lpn", 3, Some(true), 2),
    ("fifo/fifoN10.lpn", 10, Some(true), 2),
    ("fifo/fifoN50.lpn", 50, Some(true), 2),
    ("arb/arbN3.lpn", 3, None, 2),
    ("arb/arbN9.lpn", 9, Some(false), 2),
    ("arb/arbN13.lpn", 13, Some(false), 2),
    ("dme/dmeN3.lpn", 3, Some(true), 2),
    ("dme/dmeN15.lpn", 15, Some(true), 2),
    ("mmu/mmu_v1.lpn", 12, None, 3),
];

#[test]
fn published_designs_do_not_fail() {
    let Some(corpus) = suppose_testing::corpus() else { return };
    for (name, components, by_constraints, size) in DESIGNS {
        let path = corpus.join("async/platu").join(name);
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let (fragment, _) = lpn::read(&text, FileId(0), name, &NoIncludes).expect("it can be read");
        let (design, _) = Design::join(name, vec![fragment]).expect("the nets fit together");
        let given = built(&design, &Classes::of(&design), true);
        assert_eq!(given.len(), components, "{name}");
        assert!(given.iter().any(|g| g.graph.lts.has_error()), "{name}: there is something to show");
        let constraints = run(&given, &Options::new(Method::Constraint));
        if let Some(enough) = by_constraints {
            assert_eq!(constraints.failing.is_empty(), enough, "{name}");
        }
        let both = run(&given, &Options::new(Method::Both(size)));
        assert_eq!(both.failing, [0; 0], "{name}");
        if size == 2 {
            assert_eq!(run(&given, &Options::new(Method::Sync(2))).failing, [0; 0], "{name}");
        }
    }
}
