//! Rules about what a component receives, as a command shows and writes them; the same as an automaton, and
//! what a certificate of it claims.
//!
//! A table says what may come at a microstep whatever came before. The automaton also knows what came before:
//! its traces are exactly what the other components do in macrosteps, seen as far as the component sees them.

use std::fmt::Write as _;

use serde_json::{Value, json};
use suppose_base::{Budget, Diagnostic, StopReason, Verdict};
use suppose_inquiry::{Claims, Failure, Plan, Provenance, Unclaimed, Whole};
use suppose_lts::check::Question;
use suppose_prove::certificate::prepared;
use suppose_prove::method::{Options, prove};

use super::language::component;
use super::setup::{COMPONENT, Choice, Exploring};
use super::supposing::{Supposing, explored, senders};
use crate::bridge::Parts;
use crate::explicit::{self, Mode};
use crate::explore::Setting;
use crate::lang::{ComponentId, EventId, Model};
use crate::mine::{self as rules, Entry, Layout, Rules};
use crate::program::Program;
use crate::table::{Column, Table, columns};

/// The most microsteps that are told apart.
const MOST: usize = 64;

/// Which rules to look for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Few, none of which follows from the others.
    #[default]
    Compact,
    /// All intervals and exclusions.
    Tables,
    /// A rule for each smallest condition.
    Full,
    /// Of the full rules those that do not follow from others.
    Basis,
    /// All rules between sets of events that are seen equally often.
    Paper,
}

/// Where rules come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// Each other component alone, under what the others send it.
    #[default]
    Iterated,
    /// All other components together, under what the component sends them.
    Composed,
    /// The whole system.
    Whole,
}

impl Source {
    /// The name, as on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Iterated => "iterated",
            Self::Composed => "composed",
            Self::Whole => "whole",
        }
    }
}

/// What is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// Which rules.
    pub style: Style,
    /// Where they come from.
    pub source: Source,
    /// Whether the automaton is wanted instead.
    pub automaton: bool,
    /// Whether a certificate will be asked for.
    pub certificate: bool,
}

impl Request {
    /// Refuses what cannot be used together, before anything is read. Of the plan the options about reactive
    /// systems count.
    ///
    /// # Errors
    /// Says what is wrong.
    pub fn validate(&self, plan: &Plan) -> Result<(), Failure> {
        let refused = |message: &str| Err(Diagnostic::error("E0006", message).into());
        let given = Exploring::given(plan).is_some() || self.source != Source::Iterated;
        if self.automaton && self.certificate {
            return refused("`--certificate` is about rules: it cannot be used with `--automaton`");
        }
        if self.automaton && given {
            return refused(
                "--automaton is exact and of the other components together: none of --exploration, \
                 --microsteps, --iteration and --from can be used with it",
            );
        }
        if self.certificate && given {
            let message = "a certificate is about what is found by default";
            let help = "leave --from, --exploration, --microsteps and --iteration out";
            return Err(Diagnostic::error("E0006", message).help(help).into());
        }
        if self.source != Source::Iterated {
            if Exploring::new(plan)?.paper {
                return refused(
                    "the paper explores each sender alone: --exploration paper can be used with \
                     --from iterated only",
                );
            }
            if self.style == Style::Paper {
                return refused(
                    "--style paper counts configurations of each sender: it can be used with \
                     --from iterated only",
                );
            }
        }
        Ok(())
    }
}

/// The component that a plan names.
///
/// # Errors
/// When it names none, or one that is not there.
pub fn chosen(plan: &Plan, model: &Model) -> Result<ComponentId, Failure> {
    let Some(name) = plan.special(COMPONENT) else {
        let message = "say with --component whose received events the rules are about";
        return Err(Diagnostic::error("E0006", message).into());
    };
    component(model, name)
}

/// Rules about what comes from some components.
#[derive(Clone, Debug)]
pub struct Group {
    /// Who sends it.
    pub senders: Vec<String>,
    /// Whether the rules say all that is known for each microstep.
    pub exact: bool,
    /// The rules as data.
    pub entries: Vec<Entry>,
    /// The rules for the eye, a line each.
    pub lines: Vec<String>,
    /// The rules as the language writes them.
    pub texts: Vec<String>,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Mined {
    /// The name of the system.
    pub system: String,
    /// The component that receives.
    pub component: String,
    /// The rules by sender.
    pub groups: Vec<Group>,
    /// Where they come from.
    pub source: Source,
    /// Whether components were explored as in the paper, which is unsound.
    pub paper: bool,
}

impl Mined {
    /// All of it for the eye, a line each.
    pub fn lines(&self) -> Vec<String> {
        let name = &self.component;
        let mut lines = Vec::new();
        if self.groups.is_empty() {
            lines.push(format!("{name} receives nothing from other components"));
        }
        for group in &self.groups {
            lines.push(format!("what {name} receives from {}:", group.senders.join(", ")));
            lines.extend(group.lines.iter().map(|line| format!("  {line}")));
            let says = match (group.exact, group.lines.is_empty()) {
                (true, true) => "  anything is possible at any microstep",
                (true, false) => "  these rules say all that is known for each microstep",
                (false, _) => "  these rules say less than what is known for each microstep",
            };
            lines.push(says.to_owned());
        }
        if self.paper {
            let unsound = "explored as in the paper, which is unsound: the rules need not hold in the system";
            lines.push(unsound.to_owned());
        }
        lines
    }

    /// The rules as a file that `--assume` reads, with the name of the file that they were mined from.
    pub fn text(&self, file: &str) -> String {
        let mut text = format!("// What {} receives, mined from {file}.\n", self.component);
        for group in &self.groups {
            let _ = writeln!(text, "\n// From {}:", group.senders.join(", "));
            for rule in &group.texts {
                let _ = writeln!(text, "{rule};");
            }
        }
        text
    }

    /// The same for programs.
    pub fn fields(&self) -> Value {
        let groups = || self.groups.iter();
        json!({
            "system": self.system,
            "component": self.component,
            "senders": groups().flat_map(|group| &group.senders).collect::<Vec<_>>(),
            "from": self.source.name(),
            "exploration": if self.paper { "paper" } else { "sound" },
            "sound": !self.paper,
            "exact": groups().all(|group| group.exact),
            "rules": groups().flat_map(|group| &group.entries).collect::<Vec<_>>(),
            "texts": groups().flat_map(|group| &group.texts).collect::<Vec<_>>(),
        })
    }
}

/// Looks for rules about what a component receives.
///
/// # Errors
/// When an option has no such value, or a limit is reached.
pub fn mined(
    model: &Model,
    id: ComponentId,
    request: &Request,
    plan: &Plan,
    budget: &Budget,
) -> Result<Mined, Failure> {
    let exploring = Exploring::new(plan)?;
    let mut supposing = Supposing::new(model, Choice::Mined, None, exploring);
    let group = |(from, rules): (Vec<ComponentId>, Rules)| Group {
        senders: from.iter().map(|&id| model.component(id).name.clone()).collect(),
        exact: rules.exact,
        entries: rules.entries(model),
        lines: rules.lines(model, Layout::ByCondition),
        texts: rules.assumption().rules.iter().map(|rule| model.rule_text(id, rule)).collect(),
    };
    Ok(Mined {
        system: model.name.clone(),
        component: model.component(id).name.clone(),
        groups: groups(&mut supposing, id, *request, budget)?.into_iter().map(group).collect(),
        source: request.source,
        paper: exploring.paper,
    })
}

/// The rules by senders.
fn groups(
    supposing: &mut Supposing<'_>,
    id: ComponentId,
    request: Request,
    budget: &Budget,
) -> Result<Vec<(Vec<ComponentId>, Rules)>, StopReason> {
    let model = supposing.model;
    let senders = senders(model, id);
    let style = match request.style {
        Style::Compact => rules::Style::Compact,
        Style::Tables => rules::Style::Tables,
        Style::Full => rules::Style::Full,
        Style::Basis => rules::Style::Basis,
        Style::Paper => {
            let one = |(sender, events): &(ComponentId, Vec<EventId>)| {
                Ok((vec![*sender], counted(supposing, *sender, events, budget)?))
            };
            return senders.iter().map(one).collect();
        }
    };
    if request.source == Source::Iterated {
        let tables = supposing.sent_to(id, budget)?;
        let one = |((sender, _), table): (&(ComponentId, Vec<EventId>), &Table)| {
            Ok((vec![*sender], rules::mine(table, style, budget)?))
        };
        return senders.iter().zip(&tables).map(one).collect();
    }
    if senders.is_empty() {
        return Ok(Vec::new());
    }
    let mut events: Vec<EventId> = senders.iter().flat_map(|(_, events)| events.iter().copied()).collect();
    events.sort_unstable();
    events.dedup();
    let table = if request.source == Source::Composed {
        let program = Program::around(model, id);
        let mutual = supposing.mutual(budget)?;
        let tables = [mutual.tables[id.index()].only(&program.received, budget)?];
        Setting { program: &program, tables: &tables, last: mutual.last }.sent(&events, budget)?.table
    } else {
        let program = Program::whole(model);
        let mut last = supposing.microsteps();
        loop {
            let table = Setting { program: &program, tables: &[], last }.sent(&events, budget)?.table;
            let sends = (0..table.columns.len() as u32).any(|column| table.row(last).allows(column, true));
            if !sends || last >= MOST {
                break table;
            }
            last = (last * 2).min(MOST);
        }
    };
    let from = senders.iter().map(|(sender, _)| *sender).collect();
    Ok(vec![(from, rules::mine(&table, style, budget)?)])
}

/// The rules of the paper's own algorithm, from the configurations of a sender.
fn counted(
    supposing: &mut Supposing<'_>,
    sender: ComponentId,
    events: &[EventId],
    budget: &Budget,
) -> Result<Rules, StopReason> {
    let model = supposing.model;
    let found = if supposing.paper {
        explored(model, sender, events, supposing.microsteps(), budget)?
    } else {
        let tables = supposing.sent_to(sender, budget)?;
        let last = supposing.mutual(budget)?.last;
        let allowed =
            |k: usize, received: &_| tables.iter().all(|table| explicit::allows(table, k, received));
        let options = explicit::Options { mode: Mode::Sound, last };
        explicit::explore(&Program::new(model, [sender]), events, &allowed, options, budget)?
    };
    let columns = columns(model, events);
    let seen = |entry: &explicit::Listed| {
        let present = |column: &&Column| entry.events.is(column.event, column.value);
        rules::paper::Configuration {
            microstep: entry.microstep as u32,
            present: columns.iter().filter(present).copied().collect(),
            count: 1,
        }
    };
    let seen: Vec<rules::paper::Configuration> = found.listing.iter().map(seen).collect();
    let sets = rules::paper::eventsets(&columns, &seen, budget)?;
    Ok(Rules { rules: rules::paper::rules(&sets, budget)?, exact: false })
}

/// All that the others can do as far as a component sees it: the smallest deterministic LTS.
///
/// # Errors
/// When it receives nothing from other components, or a limit is reached.
pub fn automaton(model: &Model, id: ComponentId, budget: &Budget) -> Result<Whole, Failure> {
    let part = model.component(id);
    let parts = Parts::of(model, id, budget)?;
    if parts.members().len() == 1 {
        let message = format!("{} receives nothing from other components", part.name);
        return Err(Diagnostic::error("E0006", message).into());
    }
    let heard = parts.hears(id, budget)?;
    let name = format!("Around_{}", part.name);
    Ok(Whole { name, lts: heard.lts, actions: heard.actions, ended: 0, firings: None })
}

/// What a certificate claims of what a component receives: that the others send no more than the tables say
/// that rules are mined from. The components are LTSs in it and each table is a property of them, so neither
/// the tables nor how they were found has to be believed.
///
/// # Errors
/// When a limit is reached.
pub fn claims(model: &Model, id: ComponentId, threads: usize, budget: &Budget) -> Result<Claims, Failure> {
    let certified = Parts::around(model, id, budget)?.strict()?.certified(id, budget)?;
    let system = certified.system;
    let how = Options { threads, ..Options::default() };
    let (mut claimed, mut expected, mut unclaimed) = (Vec::new(), Vec::new(), Vec::new());
    for &place in &certified.properties {
        let property = system.components[place].name.clone();
        let found = prove(&system, Question::Safe(place), &how, budget);
        if matches!(found.verdict, Verdict::Violated(_)) {
            let what = format!("the components do not keep to the table {property}");
            return Err(StopReason::Internal(what).into());
        }
        match prepared(&system, &found, budget) {
            Ok(claim) => {
                claimed.push(claim);
                expected.push((property, true));
            }
            Err(why) => unclaimed.push(Unclaimed { property, why: why.to_string() }),
        }
    }
    Ok(Claims {
        system,
        provenance: Provenance::Answers(claimed),
        properties: vec![model.component(id).name.clone()],
        expected,
        unclaimed,
    })
}
