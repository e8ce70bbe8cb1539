//! The shipped models at other sizes.

use suppose_base::{Budget, FileId};
use suppose_fsp as fsp;
use suppose_lts::check::Question;
use suppose_lts::{Role, System};

/// A model whose size can be chosen.
pub(crate) struct Family {
    /// Its name in tables.
    pub name: &'static str,
    text: &'static str,
    target: Option<&'static str>,
    /// The property that is asked about.
    pub property: &'static str,
    /// What has to be defined anew for a size, and how.
    definitions: &'static [Definition],
}

/// The head of a line, and the value for a size.
type Definition = (&'static str, fn(usize) -> String);

const N: Definition = ("const N", |n| n.to_string());

const fn family(name: &'static str, text: &'static str, property: &'static str) -> Family {
    Family { name, text, target: None, property, definitions: &[N] }
}

pub(crate) const GAS_STATION: Family =
    family("gas station, N customers", include_str!("../../models/gas_station.lts"), "ALONE");

pub(crate) const TOKEN_RING: Family =
    family("token ring, N stations", include_str!("../../models/token_ring.lts"), "Alone");

pub(crate) const PIPELINE: Family =
    family("pipeline, N cells", include_str!("../../models/pipeline.lts"), "InOrder");

pub(crate) const COMMIT: Family =
    family("two-phase commit, N participants", include_str!("../../models/commit.lts"), "Unanimity");

/// No part of it is smaller: what a participant does is known only when everybody has voted.
pub(crate) const AGREEMENT: Family = Family { property: "Agreement", ..COMMIT };

pub(crate) const BANK: Family = Family {
    definitions: &[N, ("const T", |_| "10".to_owned())],
    ..family("bank, N accounts, 10 units", include_str!("../../models/bank.lts"), "Enough")
};

pub(crate) const CLIENT_SERVER: Family = Family {
    definitions: &[("range Who", |n| format!("0..{}", n - 1))],
    ..family("one server, N clients", include_str!("../../models/client_server.lts"), "Turns")
};

pub(crate) const PHILOSOPHERS: Family = family(
    "seated philosophers with a butler",
    include_str!("../../models/seated_philosophers.lts"),
    "Chairs",
);

pub(crate) const NEIGHBOURS: Family = Family {
    target: Some("Neighbourly"),
    ..family(
        "seated philosophers, two neighbours",
        include_str!("../../models/seated_philosophers.lts"),
        "Neighbours",
    )
};

pub(crate) const SMOKERS: Family =
    family("smokers, N makers", include_str!("../../models/smokers.lts"), "Right");

pub(crate) const FILTER: Family =
    family("Peterson's filter, N processes", include_str!("../../models/filter.lts"), "Mutex");

impl Family {
    /// The model with this size, and the question about its property.
    pub(crate) fn system(&self, size: usize) -> (System, Question) {
        let text = self
            .definitions
            .iter()
            .fold(self.text.to_owned(), |text, (head, value)| redefined(&text, head, &value(size)));
        let compiled = fsp::load(&text, FileId(0), &fsp::NoImports)
            .expect("a shipped model")
            .compile(self.target, &Budget::unlimited())
            .expect("a shipped model");
        let system = compiled.system;
        let asked = |c: &suppose_lts::Component| c.role == Role::Property && c.name == self.property;
        let watched = system.components.iter().position(asked).expect("the property is there");
        (system, Question::Safe(watched))
    }
}

/// The text with another value in the one line that begins with `head`.
pub(crate) fn redefined(text: &str, head: &str, value: &str) -> String {
    let mut changed = 0;
    let mut lines = Vec::new();
    for line in text.lines() {
        let found = line.strip_prefix(head).is_some_and(|rest| rest.trim_start().starts_with('='));
        changed += usize::from(found);
        lines.push(if found { format!("{head} = {value}") } else { line.to_owned() });
    }
    assert_eq!(changed, 1, "one line defines `{head}`");
    lines.join("\n")
}
