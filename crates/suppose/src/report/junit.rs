//! Reports as `JUnit` XML, for continuous-integration servers: a suite for each system, a case for each
//! question.
//!
//! A violation is a failure with the run as its text. What was not decided is an error, since a server must
//! not count it as passed; what was not asked is skipped.

use std::io::{self, Write};

use suppose_base::Verdict;
use suppose_inquiry::{Answer, Failure};

use super::escape::xml;
use super::{Format, Look, Report, milliseconds, story_lines};

/// For continuous-integration servers.
#[derive(Clone, Copy, Debug)]
pub(super) struct JUnit;

impl Format for JUnit {
    fn name(&self) -> &'static str {
        "junit"
    }

    fn about(&self) -> &'static str {
        "JUnit XML, for continuous-integration servers"
    }

    fn write(&self, reports: &[Report], look: &Look, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
        writeln!(out, r#"<testsuites name="suppose">"#)?;
        reports.iter().try_for_each(|report| write_suite(report, look, out))?;
        writeln!(out, "</testsuites>")
    }
}

fn write_suite(report: &Report, look: &Look, out: &mut dyn Write) -> io::Result<()> {
    let name = xml(&report.files.join(" "));
    let count = |fits: fn(&Answer) -> bool| report.answers.iter().filter(|answer| fits(answer)).count();
    let failures = count(|answer| matches!(answer.verdict, Verdict::Violated(_)));
    let failed = usize::from(report.failure.is_some());
    let errors = failed + count(|answer| matches!(answer.verdict, Verdict::Inconclusive(_)));
    let skipped: Vec<_> = report.declared_and_not_checked().collect();
    let tests = report.answers.len() + skipped.len() + failed;
    writeln!(
        out,
        r#"  <testsuite name="{name}" tests="{tests}" failures="{failures}" errors="{errors}" skipped="{}" time="{:.3}">"#,
        skipped.len(),
        report.time_ms / 1e3
    )?;
    let class = xml(if report.system.is_empty() { "suppose" } else { &report.system });
    if let Some(failure) = &report.failure {
        let kind = match failure {
            Failure::Input(_) => "input",
            Failure::Stopped(reason) => reason.name(),
        };
        let message = xml(&report.failure_text().unwrap_or_default());
        writeln!(out, r#"    <testcase classname="{class}" name="{name}" time="0.000">"#)?;
        writeln!(out, r#"      <error type="{kind}" message="{message}"/>"#)?;
        writeln!(out, "    </testcase>")?;
    }
    for answer in &report.answers {
        let (name, time) = (xml(&answer.question.name), milliseconds(answer.time) / 1e3);
        write!(out, r#"    <testcase classname="{class}" name="{name}" time="{time:.3}""#)?;
        match &answer.verdict {
            Verdict::Holds => writeln!(out, "/>")?,
            Verdict::Inconclusive(reason) => {
                let message = xml(&reason.to_string());
                writeln!(
                    out,
                    ">\n      <error type=\"{}\" message=\"{message}\"/>\n    </testcase>",
                    reason.name()
                )?;
            }
            Verdict::Violated(evidence) => {
                let story = evidence.story();
                let text = xml(&story_lines(&story, &report.sources, look).join("\n")).replace("&#10;", "\n");
                let sentence = xml(&story.sentence);
                writeln!(out, ">\n      <failure type=\"violated\" message=\"{sentence}\">{text}</failure>")?;
                writeln!(out, "    </testcase>")?;
            }
        }
    }
    for question in skipped {
        let name = xml(&question.name);
        writeln!(
            out,
            r#"    <testcase classname="{class}" name="{name}" time="0.000"><skipped/></testcase>"#
        )?;
    }
    writeln!(out, "  </testsuite>")
}
