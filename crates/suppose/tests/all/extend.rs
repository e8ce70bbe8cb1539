//! A language, a method and a report format that somebody adds: one value each, and everything else works
//! with it.

use std::io::{self, Write};
use std::sync::Arc;

use suppose::base::{Budget, StateId};
use suppose::inquiry::system::SystemInquiry;
use suppose::inquiry::{Failure, Input, Inquiry, Language, OpenRequest, Reader, Subject};
use suppose::lts::{Component, LtsBuilder, Role, System};
use suppose::prove::Task;
use suppose::prove::method::{Applied, Method, Options};
use suppose::prove::methods::{Methods, ProofMethod};
use suppose::prove::minimise::minimise;
use suppose::prove::outcome::Outcome;
use suppose::report::{Format, Look, Report};
use suppose::{Asked, Assuming, Languages, OpenOptions, Plan, Project, Target, certify};

use crate::library::Folder;

/// A line is a component or, with `never`, a property: a name and the actions that it repeats, or must never
/// see.
struct Lines;

struct Text {
    name: String,
    lines: Vec<String>,
}

impl Language for Lines {
    fn name(&self) -> &'static str {
        "lines"
    }

    fn about(&self) -> &'static str {
        "components, a line each"
    }

    fn suffixes(&self) -> &'static [&'static str] {
        &["lines"]
    }

    fn load(&self, input: &Input, reader: &mut Reader) -> Result<Box<dyn Subject>, Failure> {
        let (_, text) = reader.text(input)?;
        Ok(Box::new(Text { name: input.name.clone(), lines: text.lines().map(str::to_owned).collect() }))
    }
}

impl Subject for Text {
    fn inquiry(self: Box<Self>, _: &Target, _: &mut Reader) -> Result<Box<dyn Inquiry>, Failure> {
        let mut system = System { name: self.name, ..System::default() };
        for line in &self.lines {
            let mut words = line.split_whitespace();
            let (Some(name), words) = (words.next(), words.collect::<Vec<_>>()) else { continue };
            let is_property = words.first() == Some(&"never");
            let actions = &words[usize::from(is_property)..];
            let count = if is_property { 1 } else { actions.len().max(1) };
            let mut lts = LtsBuilder::new(count);
            for (place, action) in actions.iter().enumerate() {
                let action = system.actions.intern(action);
                if is_property {
                    lts.add(StateId::must(0), action, StateId::ERROR);
                } else {
                    lts.add(StateId::must(place), action, StateId::must((place + 1) % count));
                }
            }
            let lts = Arc::new(lts.finish().expect("its states are there"));
            let role = if is_property { Role::Property } else { Role::Component };
            system.components.push(Component { name: name.to_owned(), lts, role });
        }
        Ok(Box::new(SystemInquiry::new(system)))
    }
}

/// A method that does as `minimise` does, under another name.
struct Copy;

const COPY: Method = Method::Other("copy");

impl ProofMethod for Copy {
    fn method(&self) -> Method {
        COPY
    }

    fn about(&self) -> &'static str {
        "as minimise, under another name"
    }

    fn prove(&self, task: &Task<'_>, _: &Options, budget: &Budget) -> (Outcome, Option<Applied>) {
        (minimise(task, budget), None)
    }
}

/// A report format: one word for each answer.
struct Words;

impl Format for Words {
    fn name(&self) -> &'static str {
        "words"
    }

    fn about(&self) -> &'static str {
        "one word for each answer"
    }

    fn write(&self, reports: &[Report], _: &Look, out: &mut dyn Write) -> io::Result<()> {
        let answers = reports.iter().flat_map(|report| &report.answers);
        answers.map(|answer| answer.verdict.name()).try_for_each(|word| write!(out, "{word} "))
    }
}

const TURNS: &str = "Left a b\nRight b c\nSafe never c a\n";

fn opened(folder: &Folder, record: bool) -> Project {
    let languages = Languages::default().with(&Lines);
    let path = folder.file("turns.lines", TURNS);
    Project::open(&[path], &OpenOptions { languages, record, ..OpenOptions::default() })
        .expect("it is a text")
}

#[test]
fn a_language_is_checked_assumed_about_composed_and_certified() {
    let folder = Folder::new("extend");
    let mut project = opened(&folder, true);
    let asked = Asked { deadlock: true, ..Asked::default() };
    let plan = Plan { certificate: true, ..Plan::default() };
    let report = project.ask(&asked, &plan).expect("it has a system");
    assert_eq!(report.answer("Safe").expect("a property").witness(), ["a"]);
    assert!(report.answer("deadlock").expect("asked").verdict.holds());
    let certificate = project.certificate(&[], &report.answers, &plan).expect("no limit").expect("a witness");
    let languages = Languages::default().with(&Lines);
    let found = certify(certificate.text.as_bytes(), &folder.path, &languages, &Budget::unlimited());
    let found = found.expect("it is a certificate");
    assert_eq!((found.reason, found.sources.len()), (None, 1), "its source compiles to the same components");
    // The first step is wrong already, so the whole has one state and π.
    assert_eq!(opened(&folder, false).whole().expect("small").lts.num_states(), 1);
    let request = OpenRequest { component: Some("Right".to_owned()), ..OpenRequest::default() };
    let assumption = opened(&folder, false).assume(&Assuming { request, ..Assuming::default() });
    assert_eq!(assumption.expect("small").question.component_names(), ["Right"]);
}

#[test]
fn a_language_that_is_not_in_the_table_is_not_known() {
    let folder = Folder::new("unknown");
    let path = folder.file("turns.lines", TURNS);
    let error = suppose::open(path).err().expect("the table has no such suffix");
    assert!(error.to_string().contains("cannot tell the language from the suffix `.lines`"), "{error}");
}

#[test]
fn a_method_is_offered_used_and_raced() {
    let folder = Folder::new("method");
    let methods = Methods::default().with(&Copy);
    assert_eq!(methods.named("copy"), Some(COPY));
    assert_eq!(Methods::default().named("copy"), None);
    // Twenty components that toggle by themselves: the plain search is lost, composition is not.
    let toggles: Vec<String> = (0..20).map(|i| format!("C{i} on.{i} off.{i}")).collect();
    let text = format!("{}\nSafe never x\n", toggles.join("\n"));
    let path = folder.file("toggles.lines", &text);
    let open = || {
        let languages = Languages::default().with(&Lines);
        Project::open(&[&path], &OpenOptions { languages, ..OpenOptions::default() }).expect("it is a text")
    };
    let named = Plan { method: Some(COPY), methods, ..Plan::default() };
    let report = open().ask(&Asked::default(), &named).expect("it has a system");
    let answer = report.answer("Safe").expect("a property");
    assert_eq!((answer.method, answer.verdict.name()), (COPY, "violated"), "only the property knows x");
    let unknown = Plan { method: Some(COPY), ..Plan::default() };
    let report = open().ask(&Asked::default(), &unknown).expect("it has a system");
    assert_eq!(report.answers[0].verdict.name(), "inconclusive", "the table has no such method");
    // Two more who wait for each other, so that x never happens.
    let text = format!("{}\nD x y\nE y x\nSafe never x\n", toggles.join("\n"));
    folder.file("toggles.lines", &text);
    let raced = Plan { methods: Methods::none().with(&Copy), ..Plan::default() };
    let report = open().ask(&Asked::default(), &raced).expect("it has a system");
    let answer = report.answer("Safe").expect("a property");
    assert_eq!((answer.method, answer.verdict.name()), (COPY, "holds"));
    let race = &answer.by_parts.as_ref().expect("it was raced").race;
    let won: Vec<(Method, bool)> = race.iter().map(|spent| (spent.method, spent.won)).collect();
    assert_eq!(won, [(Method::Monolithic, false), (COPY, true)]);
}

#[test]
fn a_format_is_one_value() {
    let folder = Folder::new("format");
    let report = opened(&folder, false).check().expect("it has a system");
    let mut out = Vec::new();
    Words.write(&[report], &Look::default(), &mut out).expect("into memory");
    assert_eq!(String::from_utf8_lossy(&out), "violated ");
}
