//! The report of a study as one HTML file: no network, no other files, readable without scripts, in light and
//! dark and on paper.
//!
//! The page follows chapter 5 of Cobleigh's dissertation question by question. All numbers come from
//! [`Analysis`]; here they are only shown. Pictures are SVG inside the page, made by a file each; a section
//! that has nothing to show is left out, with its entry in the contents. A table goes with every picture,
//! for those who cannot see it and those who want the numbers.
//!
//! The file is well-formed XML as well as HTML, which is how tests read it, and the same records give the
//! same bytes. Its policy of content forbids every connection.

mod appendix;
mod bars;
mod counts;
mod curves;
mod findings;
mod markup;
mod multiples;
mod plot;
mod predicted;
mod runs;
mod scale;
mod scatter;
mod table;
mod versus;

use crate::Record;
use crate::analysis::{Analysis, Measure, VerifierAnalysis, verifier_name};
use markup::{Node, el};

const STYLE: &str = include_str!("page/style.css");
const SCRIPT: &str = include_str!("page/script.js");

/// A part of the page: its name in links, its heading, what it says first, and what it shows.
struct Section {
    id: &'static str,
    heading: &'static str,
    intro: Vec<String>,
    body: Vec<Node>,
}

/// The report of a study as a page.
pub fn render(title: &str, records: &[Record]) -> String {
    let analysis = Analysis::of(records);
    let sections: Vec<Section> =
        sections(&analysis).into_iter().filter(|part| !part.body.is_empty()).collect();
    let contents =
        el("nav").attr("aria-label", "Contents").child(
            el("ol").children(sections.iter().map(|part| {
                el("li").child(el("a").attr("href", format!("#{}", part.id)).text(part.heading))
            })),
        );
    let policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";
    let head = el("head")
        .child(el("meta").attr("charset", "utf-8"))
        .child(el("meta").attr("http-equiv", "Content-Security-Policy").attr("content", policy))
        .child(el("meta").attr("name", "viewport").attr("content", "width=device-width, initial-scale=1"))
        .child(
            el("meta")
                .attr("name", "generator")
                .attr("content", concat!("suppose ", env!("CARGO_PKG_VERSION"))),
        )
        .child(el("title").text(title))
        .child(el("style").raw(STYLE));
    let header = el("header").child(el("h1").text(title)).children(findings::overview(&analysis));
    let empty = sections.is_empty().then(|| el("p").text("There are no finished runs to report on yet."));
    let body = el("body")
        .child(el("a").class("skip").attr("href", "#report").text("Skip to the report"))
        .child(header)
        .children((!sections.is_empty()).then_some(contents))
        .child(el("main").attr("id", "report").children(empty).children(sections.into_iter().map(section)))
        .child(footer())
        .child(el("script").raw(SCRIPT));
    let mut page = "<!DOCTYPE html>\n".to_owned();
    el("html")
        .attr("xmlns", "http://www.w3.org/1999/xhtml")
        .attr("lang", "en")
        .child(head)
        .child(body)
        .write(&mut page);
    page.push('\n');
    page
}

fn section(part: Section) -> Node {
    let heading = format!("{}-heading", part.id);
    el("section")
        .attr("id", part.id)
        .attr("aria-labelledby", &heading)
        .child(el("h2").attr("id", &heading).text(part.heading))
        .children(part.intro.into_iter().map(|text| el("p").text(text)))
        .children(part.body)
}

/// The sections in the order of the page; those with nothing to show have no body.
fn sections(analysis: &Analysis<'_>) -> Vec<Section> {
    let colours = &analysis.overview.systems;
    let each = |show: &dyn Fn(&VerifierAnalysis<'_>) -> Vec<Node>| -> Vec<Node> {
        analysis.verifiers.iter().flat_map(show).collect()
    };
    let one = |show: &dyn Fn(&VerifierAnalysis<'_>) -> Option<Node>| -> Vec<Node> {
        analysis.verifiers.iter().filter_map(show).collect()
    };
    let plain = |id, heading, intro: &[&str], body| Section {
        id,
        heading,
        intro: intro.iter().map(|&text| text.to_owned()).collect(),
        body,
    };
    vec![
        plain("answers", "In short", &[findings::ANSWERS], findings::answers(analysis)),
        plain("tried", "What was tried", &[findings::TRIED], one(&counts::decompositions)),
        plain("small", "Memory at small sizes", &[findings::SMALL], one(&bars::bars)),
        plain(
            "larger",
            "Memory at larger sizes",
            &[findings::LARGER],
            each(&|found| {
                curves::curves(&found.memory, Measure::Memory, verifier_name(found.verifier), colours)
            }),
        ),
        plain("farther", "Larger systems", &[findings::FARTHER], one(&counts::categories)),
        plain(
            "best",
            "Generalised and best decompositions",
            &[findings::BEST],
            each(&|found| counts::best_known(found).into_iter().chain(versus::versus(found)).collect()),
        ),
        plain(
            "time",
            "Time",
            &[findings::TIME],
            each(&|found| curves::curves(&found.time, Measure::Time, verifier_name(found.verifier), colours)),
        ),
        plain(
            "learning",
            "The cost of learning",
            &[findings::LEARNING],
            one(&|found| scatter::learning(found, colours)),
        ),
        Section {
            id: "prediction",
            heading: "Predictions",
            intro: findings::predictions(analysis),
            body: one(&|found| predicted::predicted(found, colours)),
        },
        Section {
            id: "auto",
            heading: "The choice of auto",
            intro: findings::race(analysis),
            body: one(&|found| scatter::race(found, colours)),
        },
        plain("subjects", "Subject by subject", &[findings::SUBJECTS], each(&subject_by_subject)),
        plain("runs", "The runs", &[findings::RUNS], runs::runs(analysis).into_iter().collect()),
    ]
}

fn subject_by_subject(found: &VerifierAnalysis<'_>) -> Vec<Node> {
    let name = verifier_name(found.verifier);
    let states = multiples::multiples(&found.subjects, Measure::Memory, &format!("Memory, with {name}."));
    let times = multiples::multiples(&found.subjects, Measure::Time, &format!("Time, with {name}."));
    let times = times.map(|figure| {
        el("details").child(el("summary").text(format!("The same for time, with {name}"))).child(figure)
    });
    states.into_iter().chain(times).chain(appendix::numbers(found)).collect()
}

fn footer() -> Node {
    el("footer").child(
        el("p")
            .text("The questions, measures and published numbers are those of J. M. Cobleigh, ")
            .child(el("i").text("Automating and Evaluating Assume-Guarantee Reasoning"))
            .text(
                ", dissertation, University of Massachusetts Amherst, 2007. Its systems are modelled anew, \
                 so the two differ in their states as well as in their tools.",
            ),
    )
}
