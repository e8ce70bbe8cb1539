//! The states of a property by their names, and warnings where a name seems to be misspelt.
//!
//! A name that is written wrong is the name of a new state: as a source it is never reached, as a target it
//! is never left. The first gets a warning always. The second is what a property may want, so there is one
//! only if another name is nearly the same. States that differ in their indices or in digits of their names
//! are meant to be different. Only a few names are compared with all others, so the time is linear but for a
//! logarithm.

use std::collections::{BTreeMap, BTreeSet};

use suppose_base::{Diagnostic, Span, closest};

use super::Elaborator;

/// So many names of each kind are looked at.
const MOST: usize = 20;

/// The states of a property, in the order in which they are named.
#[derive(Default)]
pub(super) struct States {
    numbers: BTreeMap<String, u32>,
    named: Vec<Named>,
    /// From a state to another; `None` is the error state.
    edges: BTreeSet<(u32, Option<u32>)>,
}

struct Named {
    /// The name without indices, in lower case.
    key: String,
    /// As it is written.
    text: String,
    /// Where that is.
    span: Span,
}

/// All states of one name.
struct Family<'s> {
    first: &'s Named,
    reached: bool,
    left: bool,
}

impl States {
    /// The number of a state, which may be new.
    pub(super) fn number(&mut self, key: &str, values: &[(i64, String)], written: &str, span: Span) -> u32 {
        let mut whole = key.to_owned();
        for (value, _) in values {
            whole = format!("{whole}.{value}");
        }
        let next = self.named.len() as u32;
        let number = *self.numbers.entry(whole).or_insert(next);
        if number == next {
            let indices: Vec<&str> = values.iter().map(|(_, text)| text.as_str()).collect();
            let text = match indices.len() {
                0 => written.to_owned(),
                _ => format!("{written} ({})", indices.join(", ")),
            };
            self.named.push(Named { key: key.to_owned(), text, span });
        }
        number
    }

    /// Records that a transition leads from a state to another, whether or not its events ever happen.
    pub(super) fn connect(&mut self, from: u32, to: Option<u32>) {
        self.edges.insert((from, to));
    }

    /// The names as they are written.
    pub(super) fn names(self) -> Vec<String> {
        self.named.into_iter().map(|named| named.text).collect()
    }

    /// States by name, with what the transitions between them say.
    fn families(&self) -> BTreeMap<&str, Family<'_>> {
        let mut reached = vec![false; self.named.len()];
        let mut open = vec![0_u32];
        while let Some(state) = open.pop() {
            let Some(seen) = reached.get_mut(state as usize) else { continue };
            if !std::mem::replace(seen, true) {
                let next = self.edges.range((state, None)..=(state, Some(u32::MAX)));
                open.extend(next.filter_map(|&(_, to)| to));
            }
        }
        let mut families: BTreeMap<&str, Family<'_>> = BTreeMap::new();
        for (first, number) in self.named.iter().zip(0..) {
            let left = self.edges.range((number, None)..=(number, Some(u32::MAX)));
            let left = left.into_iter().any(|&(_, to)| to != Some(number));
            let family = families.entry(&first.key).or_insert(Family { first, reached: false, left: false });
            family.reached |= reached[number as usize];
            family.left |= left;
        }
        families
    }
}

impl Elaborator<'_> {
    /// Warns of states that are never reached, and of those never left whose name is nearly that of another
    /// one.
    pub(super) fn check_states(&mut self, states: &States, property: &str) {
        let families = states.families();
        let that = |fits: &dyn Fn(&Family<'_>) -> bool| -> Vec<&str> {
            families.iter().filter(|(_, family)| fits(family)).map(|(key, _)| *key).collect()
        };
        let (stuck, reached) = (that(&|f| f.reached && !f.left), that(&|f| f.reached));
        let mut explained = BTreeSet::new();
        for (key, family) in families.iter().filter(|(_, family)| !family.reached).take(MOST) {
            let meant = similar(key, &stuck).or_else(|| similar(key, &reached));
            explained.extend(meant);
            let (name, span) = (&family.first.text, family.first.span);
            self.report("W1033", span, |code| {
                let message = format!("property `{property}` never reaches its state `{name}`");
                let warning = Diagnostic::warning(code, message).at(span, "");
                match meant.map(|meant| &families[meant]) {
                    Some(other) if other.left => {
                        warning.help(format!("did you mean `{}`?", other.first.text))
                    }
                    Some(Family { first, .. }) => {
                        let help = format!("are `{name}` and `{}` the same state?", first.text);
                        warning.at(first.span, "this one is never left").help(help)
                    }
                    None => warning.note("no transitions lead from the initial state to it"),
                }
            });
        }
        let left = that(&|f| f.left);
        for key in stuck.into_iter().filter(|key| !explained.contains(key)).take(MOST) {
            let near = |other: &str| key.chars().count().abs_diff(other.chars().count()) <= 1;
            let Some(meant) = similar(key, &left).filter(|other| key.chars().count() > 3 && near(other))
            else {
                continue;
            };
            let (name, span) = (&families[key].first.text, families[key].first.span);
            self.report("W1033", span, |code| {
                Diagnostic::warning(code, format!("property `{property}` never leaves its state `{name}`"))
                    .at(span, "")
                    .help(format!("did you mean `{}`?", families[meant].first.text))
            });
        }
    }
}

/// The name that is nearly the same and differs in more than digits.
fn similar<'n>(key: &str, names: &[&'n str]) -> Option<&'n str> {
    let letters = |name: &str| -> String { name.chars().filter(|c| !c.is_ascii_digit()).collect() };
    closest(key, names.iter().copied().filter(|name| letters(name) != letters(key)))
}
