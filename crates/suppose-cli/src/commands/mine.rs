//! `suppose mine FILE.srs --component C`: rules about what a component receives.

mod automaton;
mod certificate;

use std::fmt::Write as _;
use std::io::{self, Write};

use serde_json::{Value, json};
use suppose::base::{Diagnostic, StopReason};
use suppose::srs::explicit::{self, Mode};
use suppose::srs::explore::Setting;
use suppose::srs::lang::{ComponentId, EventId, Model};
use suppose::srs::mine::{self, Layout, Rules};
use suppose::srs::program::Program;
use suppose::srs::table::{Column, Table, columns};

use crate::args::{Language, Mine, Source, Style};
use crate::input::language;
use crate::input::reactive::{component, load};
use crate::output::{can_be_written, spares, write_whole};
use crate::reactive::{Choice, Supposing, explored, senders};
use crate::session::{Failure, Session, Status};
use certificate::Written;

/// The most microsteps that are told apart.
const MOST: usize = 64;

/// Rules about what comes from some components.
struct Group {
    /// Who sends it.
    from: Vec<ComponentId>,
    rules: Rules,
}

pub(super) fn run(options: &Mine, session: &mut Session) -> Result<Status, Failure> {
    fits(options)?;
    certificate::prepare(options, session)?;
    let model = load(session, &options.file)?;
    let id = component(&model, &options.component)?;
    if options.automaton {
        automaton::run(options, &model, id, session)?;
        return Ok(Status::Holds);
    }
    let mut supposing = Supposing::new(&model, Choice::Mined, &options.exploring);
    let groups = groups(options, &mut supposing, id, session)?;
    if let Some(path) = &options.output {
        let text = written(options, &model, id, &groups);
        write_whole(path, |out| Ok(out.write_all(text.as_bytes())?))?;
    }
    let certified = certificate::write(options, &model, id, session)?;
    if session.json {
        let mut fields = fields(options, &model, id, &groups);
        if options.certificate.is_some() {
            fields["certificate"] = json!(certified.as_ref().map(|written| written.path.to_string_lossy()));
        }
        session.print_json(fields)?;
    } else {
        print(options, &model, id, &groups, session)?;
        if let Some(Written { path, tables }) = certified {
            writeln!(io::stdout(), "certificate of {}: {}", tables.join(", "), path.display())?;
        }
    }
    Ok(Status::Holds)
}

/// Refuses what does not go together, before anything is read.
fn fits(options: &Mine) -> Result<(), Failure> {
    let refused = |message: &str| Err(Diagnostic::error("E0006", message).into());
    if language(&options.file, &options.input)? != Language::Srs {
        let message = format!("{}: rules are mined from reactive systems", options.file.display());
        return Err(Diagnostic::error("E0004", message).help("give one `.srs` file").into());
    }
    if let Some(path) = &options.output {
        can_be_written(path)?;
        spares("--output", path, [options.file.as_path()])?;
    }
    if options.automaton && options.certificate.is_some() {
        return refused("--certificate is about rules: it does not go with --automaton");
    }
    if options.automaton && (options.exploring.given().is_some() || options.from != Source::Iterated) {
        return refused(
            "--automaton is exact and of the other components together: it goes with none of --exploration, --microsteps, --iteration and --from",
        );
    }
    if options.from != Source::Iterated {
        if options.exploring.as_in_the_paper() {
            return refused(
                "the paper explores each sender alone: --exploration paper goes with --from iterated only",
            );
        }
        if options.style == Style::Paper {
            return refused(
                "--style paper counts configurations of each sender: it goes with --from iterated only",
            );
        }
    }
    Ok(())
}

fn groups(
    options: &Mine,
    supposing: &mut Supposing<'_>,
    id: ComponentId,
    session: &Session,
) -> Result<Vec<Group>, StopReason> {
    let (model, budget) = (supposing.model, &session.budget);
    let senders = senders(model, id);
    let style = match options.style {
        Style::Compact => mine::Style::Compact,
        Style::Tables => mine::Style::Tables,
        Style::Full => mine::Style::Full,
        Style::Basis => mine::Style::Basis,
        Style::Paper => {
            let one = |(sender, events): &(ComponentId, Vec<EventId>)| {
                let rules = counted(supposing, *sender, events, session)?;
                Ok(Group { from: vec![*sender], rules })
            };
            return senders.iter().map(one).collect();
        }
    };
    if options.from == Source::Iterated {
        let tables = supposing.sent_to(id, budget)?;
        let one = |((sender, _), table): (&(ComponentId, Vec<EventId>), &Table)| {
            Ok(Group { from: vec![*sender], rules: mine::mine(table, style, budget)? })
        };
        return senders.iter().zip(&tables).map(one).collect();
    }
    if senders.is_empty() {
        return Ok(Vec::new());
    }
    let events: Vec<EventId> = senders.iter().flat_map(|(_, events)| events.iter().copied()).collect();
    let events = sorted(events);
    let table = if options.from == Source::Composed {
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
    Ok(vec![Group { from, rules: mine::mine(&table, style, budget)? }])
}

/// The rules of the paper's own algorithm, from the configurations of a sender.
fn counted(
    supposing: &mut Supposing<'_>,
    sender: ComponentId,
    events: &[EventId],
    session: &Session,
) -> Result<Rules, StopReason> {
    let (model, budget) = (supposing.model, &session.budget);
    let last = supposing.microsteps();
    let found = if supposing.paper {
        explored(model, sender, events, last, budget)?
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
        mine::paper::Configuration {
            microstep: entry.microstep as u32,
            present: columns.iter().filter(present).copied().collect(),
            count: 1,
        }
    };
    let seen: Vec<mine::paper::Configuration> = found.listing.iter().map(seen).collect();
    let sets = mine::paper::eventsets(&columns, &seen, budget)?;
    Ok(Rules { rules: mine::paper::rules(&sets, budget)?, exact: false })
}

fn sorted(mut events: Vec<EventId>) -> Vec<EventId> {
    events.sort_unstable();
    events.dedup();
    events
}

fn names<'m>(model: &'m Model, group: &Group) -> Vec<&'m str> {
    group.from.iter().map(|&id| model.component(id).name.as_str()).collect()
}

/// The rules as `check --assume` reads them.
fn written(options: &Mine, model: &Model, id: ComponentId, groups: &[Group]) -> String {
    let mut text =
        format!("// What {} receives, mined from {}.\n", options.component, options.file.display());
    for group in groups {
        let _ = writeln!(text, "\n// From {}:", names(model, group).join(", "));
        for rule in &group.rules.assumption().rules {
            let _ = writeln!(text, "{};", model.rule_text(id, rule));
        }
    }
    text
}

fn source(options: &Mine) -> &'static str {
    match options.from {
        Source::Iterated => "iterated",
        Source::Composed => "composed",
        Source::Whole => "whole",
    }
}

fn fields(options: &Mine, model: &Model, id: ComponentId, groups: &[Group]) -> Value {
    let rules: Vec<Value> =
        groups.iter().flat_map(|group| group.rules.entries(model)).map(|entry| json!(entry)).collect();
    let paper = options.exploring.as_in_the_paper();
    let from: Vec<&str> = groups.iter().flat_map(|group| names(model, group)).collect();
    let texts: Vec<String> = groups
        .iter()
        .flat_map(|group| group.rules.assumption().rules)
        .map(|rule| model.rule_text(id, &rule))
        .collect();
    let mut fields = json!({
        "system": model.name,
        "component": model.component(id).name,
        "senders": from,
        "from": source(options),
        "exploration": if paper { "paper" } else { "sound" },
        "sound": !paper,
        "exact": groups.iter().all(|group| group.rules.exact),
        "rules": rules,
        "texts": texts,
    });
    if let Some(path) = &options.output {
        fields["output"] = json!(path.to_string_lossy());
    }
    fields
}

fn print(
    options: &Mine,
    model: &Model,
    id: ComponentId,
    groups: &[Group],
    session: &Session,
) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let name = &model.component(id).name;
    if groups.is_empty() {
        writeln!(out, "{name} receives nothing from other components")?;
    }
    for group in groups {
        let from = names(model, group).join(", ");
        writeln!(out, "what {name} receives from {from}:")?;
        for line in group.rules.lines(model, Layout::ByCondition) {
            writeln!(out, "  {line}")?;
        }
        let says = match (group.rules.exact, group.rules.rules.is_empty()) {
            (true, true) => "  anything is possible at any microstep",
            (true, false) => "  these rules say all that is known for each microstep",
            (false, _) => "  these rules say less than what is known for each microstep",
        };
        writeln!(out, "{says}")?;
    }
    if options.exploring.as_in_the_paper() {
        writeln!(out, "explored as in the paper, which is unsound: the rules need not hold in the system")?;
    }
    match &options.output {
        Some(path) if !session.quiet => writeln!(out, "written to {}", path.display()),
        _ => Ok(()),
    }
}
