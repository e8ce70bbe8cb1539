//! What one `[[runs]]` of a study asks for.

use suppose::base::Diagnostic;
use suppose::inquiry::Language as _;
use suppose::prove::methods::Methods;

use super::fields::{Fields, Text};
use super::{limits_of, names};
use crate::Verifier;
use crate::study::{Block, Decompositions, Limits, System};

/// The methods of proof that a decomposition can be given to.
const BY_PARTS: &[&str] = &["learn", "direct", "lazy"];

/// The methods that data-flow analysis has.
const OF_FLOW: &[&str] = &["auto", "monolithic", "learn"];

/// What one `[[runs]]` asks for.
pub(super) fn block(mut fields: Fields<'_, '_>, systems: &[System], limits: Limits) -> Block {
    let before = fields.messages.len();
    let all: Vec<String> = systems.iter().map(|system| system.name.clone()).collect();
    let chosen: Vec<usize> = match fields.texts("systems") {
        None => (0..systems.len()).collect(),
        Some(wanted) => {
            let names = names(&wanted, &all, "the study has no system", "systems are", fields.messages);
            names.iter().filter_map(|name| all.iter().position(|known| known == name)).collect()
        }
    };
    let place = |name: &String| all.iter().position(|known| known == name);
    let verifiers = verifiers(&mut fields, systems, &chosen);
    let (methods, method_spans) = methods(&mut fields);
    let decompositions = decompositions(&mut fields);
    let sizes = fields.sizes("sizes").map(|(sizes, _)| sizes);
    let mut known: Vec<String> = Vec::new();
    for property in chosen.iter().flat_map(|&system: &usize| &systems[system].properties) {
        if !known.contains(property) {
            known.push(property.clone());
        }
    }
    let properties = fields.texts("properties").map(|wanted| {
        names(&wanted, &known, "none of the systems has a property", "properties are", fields.messages)
    });
    let subjects: Vec<String> = systems
        .iter()
        .flat_map(|system| {
            system.properties.iter().map(move |property| format!("{}/{property}", system.name))
        })
        .collect();
    let without = fields.texts("without").map_or_else(Vec::new, |wanted| {
        names(&wanted, &subjects, "there is no", "write system/property", fields.messages)
    });
    let without = without.iter().filter_map(|subject| {
        let (system, property) = subject.rsplit_once('/')?;
        Some((place(&system.to_owned())?, property.to_owned()))
    });
    let from = fields.number("from").map_or(2, |from| u32::try_from(from).unwrap_or(u32::MAX));
    let block = Block {
        systems: chosen,
        sizes,
        properties,
        without: without.collect(),
        from,
        give_up: fields.flag("give_up").unwrap_or(false),
        limits: limits_of(&mut fields, limits),
        verifiers,
        methods,
        decompositions,
    };
    if fields.messages.len() == before {
        check_methods(&block, &method_spans, &mut fields);
        check_sizes(&block, systems, &mut fields);
    }
    fields.finish();
    block
}

fn verifiers(fields: &mut Fields<'_, '_>, systems: &[System], chosen: &[usize]) -> Vec<Verifier> {
    let known = ["lts".to_owned(), "flow".to_owned()];
    let Some(wanted) = fields.texts("verifier") else { return vec![Verifier::Lts] };
    let found = names(&wanted, &known, "there is no verifier", "verifiers are", fields.messages);
    let is_program = |system: &System| suppose::ada::Ada.suffixes().contains(&system.suffix.as_str());
    if found.contains(&known[1])
        && let Some(&other) = chosen.iter().find(|&&system| !is_program(&systems[system]))
    {
        let name = &systems[other].name;
        let message = format!("the verifier `flow` is for tasking programs, and `{name}` is none");
        let help = "say which systems are meant: systems = [\"...\"]";
        let span = fields.span_of("verifier");
        fields.messages.push(Diagnostic::error("E1106", message).at(span, "").help(help));
    }
    found.iter().map(|name| if *name == known[0] { Verifier::Lts } else { Verifier::Flow }).collect()
}

fn methods(fields: &mut Fields<'_, '_>) -> (Vec<String>, Vec<Text>) {
    let table = Methods::default();
    let others = table.all().map(|row| row.method().name().to_owned());
    let known: Vec<String> = ["auto".to_owned(), "monolithic".to_owned()].into_iter().chain(others).collect();
    let Some(wanted) = fields.texts("method") else {
        let (message, help) = ("these [[runs]] have no method", "such as method = \"monolithic\"");
        let diagnostic = Diagnostic::error("E1104", message).at(fields.span, "").help(help);
        fields.messages.push(diagnostic);
        return (Vec::new(), Vec::new());
    };
    (names(&wanted, &known, "there is no method", "methods are", fields.messages), wanted)
}

fn decompositions(fields: &mut Fields<'_, '_>) -> Vec<Decompositions> {
    const WORDS: [&str; 5] = ["none", "all", "best", "generalised", "predicted"];
    if let Some((lists, span)) = fields.lists("decompositions") {
        if lists.len() < 2 || lists.iter().any(Vec::is_empty) {
            let message = "a decomposition has at least two parts, with a component in each";
            let help = "such as decompositions = [[\"A\", \"B\"], [\"C\"]]";
            fields.messages.push(Diagnostic::error("E1107", message).at(span, "").help(help));
        }
        let part = |part: Vec<Text>| part.into_iter().map(|name| name.text).collect();
        return vec![Decompositions::Given(lists.into_iter().map(part).collect())];
    }
    let Some(wanted) = fields.texts("decompositions") else { return vec![Decompositions::None] };
    let known = WORDS.map(str::to_owned);
    let found =
        names(&wanted, &known, "`decompositions` has no value", "it is a list of parts, or", fields.messages);
    let meant = |word: &String| match word.as_str() {
        "none" => Decompositions::None,
        // To know the best one, all have to be run.
        "all" | "best" => Decompositions::All,
        "generalised" => Decompositions::Generalised,
        _ => Decompositions::Predicted,
    };
    let mut meant: Vec<Decompositions> = found.iter().map(meant).collect();
    meant.dedup();
    meant
}

/// Refuses methods that the verifier does not have, and decompositions for methods that use none.
fn check_methods(block: &Block, spans: &[Text], fields: &mut Fields<'_, '_>) {
    let span_of = |method: &str| spans.iter().find(|text| text.text == method).map(|text| text.span);
    for method in &block.methods {
        let span = span_of(method).unwrap_or(fields.span);
        let mut refuse = |message: String, help: &str| {
            fields.messages.push(Diagnostic::error("E1106", message).at(span, "").help(help.to_owned()));
        };
        if block.verifiers.contains(&Verifier::Flow) && !OF_FLOW.contains(&method.as_str()) {
            let message = format!("the verifier `flow` has no method `{method}`");
            refuse(message, "it has auto, monolithic and learn");
            continue;
        }
        let asks_for_parts = block.decompositions.iter().any(|parts| *parts != Decompositions::None);
        let by_parts: &[&str] = if block.verifiers.contains(&Verifier::Flow) { &["learn"] } else { BY_PARTS };
        if asks_for_parts && !by_parts.contains(&method.as_str()) {
            let message = format!("the method `{method}` takes no decomposition");
            refuse(message, &format!("methods that do: {}", by_parts.join(", ")));
        }
        let needs_parts = method == "learn" && block.verifiers.contains(&Verifier::Flow);
        if needs_parts && block.decompositions.contains(&Decompositions::None) {
            let message = "with the verifier `flow` the method `learn` needs a decomposition".to_owned();
            refuse(message, "such as decompositions = \"all\"");
        }
    }
}

/// Refuses blocks that ask for nothing.
fn check_sizes(block: &Block, systems: &[System], fields: &mut Fields<'_, '_>) {
    let sizes = |system: &usize| block.sizes_of(&systems[*system]).len();
    if block.systems.iter().map(sizes).sum::<usize>() == 0 {
        let message = "none of the systems has one of these sizes";
        let span = fields.span_of("sizes");
        fields.messages.push(Diagnostic::error("E1104", message).at(span, ""));
    }
    let has_from = |system: &&usize| systems[**system].texts.contains_key(&block.from);
    if block.decompositions.contains(&Decompositions::Generalised)
        && let Some(&system) = block.systems.iter().find(|system| !has_from(system))
    {
        let name = &systems[system].name;
        let message =
            format!("decompositions are generalised from size {}, which `{name}` has not", block.from);
        let help = "add it to the sizes of the system, or say another with from = ...";
        let span = fields.span_of("from");
        fields.messages.push(Diagnostic::error("E1104", message).at(span, "").help(help));
    }
}
