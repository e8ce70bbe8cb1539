//! Actions that a property, a progress test, a fluent or a formula speaks of and no component has.
//!
//! Such an action is mostly a misspelt name, or one without the prefix that it has in the system. The answer
//! to the question is then about something else: an action that only a property has may happen at any time,
//! so that a property with a wrong name is usually violated at once, and a progress test fails or holds for
//! no reason that lies in the system.
//!
//! Nothing here changes a verdict, and open systems have such actions on purpose: what a component needs of
//! its environment is about actions that only the property and the component share. So these warnings are not
//! given when a system is built; whoever checks a whole system asks for them ([`Inquiry::doubts`]). The
//! system is looked at as it is checked, with properties from other files and from beside the target. There
//! is one warning for each definition, however many instances it has. A system of properties alone has none.
//!
//! Tested in `tests/all/fsp/unknown.rs` of `suppose-fsp`.
//!
//! [`Inquiry::doubts`]: crate::Inquiry::doubts

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use suppose_base::{ActionId, Diagnostic, Span, closest};
use suppose_lts::product::Requirement;
use suppose_lts::{Origins, Role, System};

use super::ProgressTest;

/// How many names a message lists.
const MOST_NAMES: usize = 4;

/// In larger alphabets no similar name is looked for.
const LARGEST: usize = 1 << 14;

/// What may speak of actions: a system with its properties, and tests, fluents and formulas beside it.
#[derive(Clone, Copy, Debug)]
pub struct Speakers<'s> {
    /// The system.
    pub system: &'s System,
    /// For each of its components, where it is defined.
    pub origins: &'s [Origins],
    /// Progress tests, for the actions of the system.
    pub progress: &'s [ProgressTest],
    /// What else speaks of actions.
    pub mentions: &'s [Mention],
}

/// Something beside the system that speaks of actions by name.
#[derive(Clone, Debug)]
pub struct Mention {
    /// What it is.
    pub kind: MentionKind,
    /// Its name.
    pub name: String,
    /// Where it is defined.
    pub span: Span,
    /// The actions.
    pub actions: Vec<Arc<str>>,
}

/// What may mention actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MentionKind {
    /// A fluent, which changes with them.
    Fluent,
    /// A formula that is asserted.
    Assertion,
}

/// Warnings about actions that a property, a progress test, a fluent or a formula speaks of and no component
/// of the system has, in the order of their places.
pub fn unknown_actions(speakers: &Speakers<'_>) -> Vec<Diagnostic> {
    let system = speakers.system;
    let parts = || system.components.iter().filter(|component| component.role == Role::Component);
    if parts().next().is_none() {
        return Vec::new();
    }
    let known: BTreeSet<ActionId> =
        parts().flat_map(|component| component.lts.alphabet().iter().copied()).collect();
    let names = Names { known: system.actions.sorted_names(known.iter().copied()) };
    let mut warnings = Vec::new();
    for claim in claims(speakers) {
        warnings.extend(claim.warning(&names));
    }
    warnings.sort_by_key(Diagnostic::span);
    warnings
}

/// Something that speaks of actions, with all its instances.
struct Claim<'s> {
    code: &'static str,
    what: &'static str,
    name: &'s str,
    instances: usize,
    span: Option<Span>,
    /// For each instance, its sets of actions; a set may as a whole be unknown.
    sets: Vec<Set<'s>>,
}

/// A set of actions, and what it means that none of them can happen.
struct Set<'s> {
    actions: Vec<&'s str>,
    when_empty: &'static str,
}

const PROPERTY: &str = "whatever the answer is, it says nothing about the system";
const PROGRESS: &str = "none of the actions ever happens, so the test fails";
const CONDITION: &str = "the condition is never met, so the test cannot fail";
const FLUENT: &str = "the fluent keeps its first value";
const ASSERTION: &str = "none of the actions ever happens";
const MEANINGS: [&str; 5] = [PROPERTY, PROGRESS, CONDITION, FLUENT, ASSERTION];

/// Everything that speaks of actions, one for each definition.
fn claims<'s>(speakers: &Speakers<'s>) -> Vec<Claim<'s>> {
    let Speakers { system, origins, progress, mentions } = *speakers;
    let text =
        |actions: &[ActionId]| actions.iter().map(|action| system.actions.name(*action)).collect::<Vec<_>>();
    let mut claims = Grouped::default();
    for (component, origins) in system.components.iter().zip(origins) {
        if component.role == Role::Property {
            let set = Set { actions: text(component.lts.alphabet()), when_empty: PROPERTY };
            claims.add("W0310", "property", &component.name, origins.definition(), vec![set]);
        }
    }
    for test in progress {
        let (condition, actions) = match &test.requirement {
            Requirement::AnyOf(actions) | Requirement::Each(actions) => (None, actions),
            Requirement::IfThen(condition, actions) => (Some(condition), actions),
        };
        let mut sets = vec![Set { actions: text(actions), when_empty: PROGRESS }];
        sets.extend(condition.map(|actions| Set { actions: text(actions), when_empty: CONDITION }));
        claims.add("W0311", "progress test", &test.name, test.span, sets);
    }
    for mention in mentions {
        let (code, what, when_empty) = match mention.kind {
            MentionKind::Fluent => ("W0312", "fluent", FLUENT),
            MentionKind::Assertion => ("W0313", "assertion", ASSERTION),
        };
        let actions = mention.actions.iter().map(|action| &**action).collect();
        claims.add(code, what, &mention.name, Some(mention.span), vec![Set { actions, when_empty }]);
    }
    claims.all
}

/// Claims by the place of their definition.
#[derive(Default)]
struct Grouped<'s> {
    all: Vec<Claim<'s>>,
    by_span: BTreeMap<Span, usize>,
}

impl<'s> Grouped<'s> {
    fn add(
        &mut self,
        code: &'static str,
        what: &'static str,
        name: &'s str,
        span: Option<Span>,
        sets: Vec<Set<'s>>,
    ) {
        if let Some(&place) = span.and_then(|span| self.by_span.get(&span)) {
            self.all[place].instances += 1;
            self.all[place].sets.extend(sets);
            return;
        }
        if let Some(span) = span {
            self.by_span.insert(span, self.all.len());
        }
        self.all.push(Claim { code, what, name, instances: 1, span, sets });
    }
}

impl Claim<'_> {
    fn warning(&self, names: &Names<'_>) -> Option<Diagnostic> {
        let mut all = BTreeSet::default();
        let actions = self.sets.iter().flat_map(|set| set.actions.iter().copied());
        let actions: Vec<&str> = actions.filter(|action| all.insert(*action)).collect();
        let unknown: Vec<&str> = actions.iter().copied().filter(|action| !names.has(action)).collect();
        let Self { code, what, name, instances, .. } = self;
        let which = match unknown.len() {
            0 => return None,
            n if n == actions.len() => "any action",
            1 => "an action",
            _ => "some actions",
        };
        let others =
            if *instances > 1 { format!(" and {} more like it", instances - 1) } else { String::new() };
        let mut warning =
            Diagnostic::warning(code, format!("no component has {which} of the {what} `{name}`{others}"));
        warning = match self.span {
            Some(span) => warning.at(span, listed(&unknown)),
            None => warning.note(listed(&unknown)),
        };
        for meaning in MEANINGS {
            let mut sets = self.sets.iter().filter(|set| set.when_empty == meaning).peekable();
            if sets.peek().is_some() && sets.all(|set| !set.actions.iter().any(|action| names.has(action))) {
                warning = warning.note(meaning);
            }
        }
        if *code == "W0310" {
            warning = warning.note("an action that only a property has may happen at any time");
        }
        let near = unknown.iter().take(MOST_NAMES).find_map(|action| Some((action, names.near(action)?)));
        Some(match near {
            Some((_, near)) if unknown.len() == 1 => warning.help(format!("did you mean {near}?")),
            Some((action, near)) => warning.help(format!("for `{action}`, did you mean {near}?")),
            None => warning,
        })
    }
}

/// A few names, and how many more there are.
fn listed(names: &[&str]) -> String {
    let shown: Vec<String> = names.iter().take(MOST_NAMES).map(|name| format!("`{name}`")).collect();
    match names.len() - shown.len() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// The actions of the components, sorted.
struct Names<'n> {
    known: Vec<&'n str>,
}

impl Names<'_> {
    fn has(&self, action: &str) -> bool {
        self.known.binary_search(&action).is_ok()
    }

    /// What was probably meant: the same name with or without a prefix, or with its dots elsewhere, else a
    /// similar one.
    fn near(&self, action: &str) -> Option<String> {
        if self.known.len() > LARGEST {
            return None;
        }
        let after_dot =
            |long: &str, short: &str| long.strip_suffix(short).is_some_and(|rest| rest.ends_with('.'));
        let longer: Vec<&&str> = self.known.iter().filter(|known| after_dot(known, action)).take(3).collect();
        match longer[..] {
            [] => {}
            [one] => return Some(format!("`{one}`")),
            [one, two] => return Some(format!("`{one}` or `{two}`")),
            [one, two, ..] => return Some(format!("`{one}`, `{two}` or another one that ends so")),
        }
        if let Some(shorter) =
            self.known.iter().filter(|known| after_dot(action, known)).max_by_key(|known| known.len())
        {
            return Some(format!("`{shorter}`"));
        }
        let letters = |name: &str| name.replace('.', "");
        let wanted = letters(action);
        if let Some(dotted) = self.known.iter().find(|known| letters(known) == wanted) {
            return Some(format!("`{dotted}`"));
        }
        let near = self.known.iter().filter_map(|known| Some((misspelt_part(action, known)?, *known)));
        // Of several names with a part that is near, the nearest part decides.
        let near: Vec<((&str, &str), &str)> = near.collect();
        let wrong = near.first()?.0.0;
        let best = closest(
            wrong,
            near.iter().filter(|((part, _), _)| *part == wrong).map(|((_, right), _)| *right),
        )?;
        near.iter().find(|((_, right), _)| *right == best).map(|(_, known)| format!("`{known}`"))
    }
}

/// The only part in which two dotted names differ, in the first and in the second, if it may be misspelt
/// there. A number is outside a range rather than misspelt.
fn misspelt_part<'n>(name: &'n str, known: &'n str) -> Option<(&'n str, &'n str)> {
    if name.split('.').count() != known.split('.').count() {
        return None;
    }
    let mut different = name.split('.').zip(known.split('.')).filter(|(one, other)| one != other);
    let (one, other) = different.next().filter(|(one, _)| one.parse::<i64>().is_err())?;
    (different.next().is_none() && closest(one, [other]).is_some()).then_some((one, other))
}
