//! The page: well formed, complete, the same for the same records, and not to be broken by what is in them.

use roxmltree::{Document, ParsingOptions};
use suppose_study::page::render;
use suppose_study::{Outcome, Record, Role, Verifier};

use crate::made_up::study;
use crate::records::{appendix_c, key, parts, whole};

/// Parses a page as XML and hands it to a check.
fn with_page<T>(records: &[Record], check: impl Fn(&Document<'_>) -> T) -> T {
    let page = render("A study", records);
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    check(&Document::parse_with_options(&page, options).expect("the page is well-formed"))
}

fn texts(page: &Document<'_>, tag: &str) -> Vec<String> {
    let text = |node: roxmltree::Node<'_, '_>| {
        node.descendants().filter(roxmltree::Node::is_text).filter_map(|node| node.text()).collect()
    };
    page.descendants().filter(|node| node.has_tag_name(tag)).map(text).collect()
}

#[test]
fn a_whole_study_is_shown() {
    let records = study();
    // For looking at it in a browser.
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("study.html");
    std::fs::write(path, render("A study that is made up", &records)).expect("the page can be written");
    with_page(&records, |page| {
        let headings = [
            "In short",
            "What was tried",
            "Memory at small sizes",
            "Memory at larger sizes",
            "Larger systems",
            "Generalised and best decompositions",
            "Time",
            "The cost of learning",
            "Predictions",
            "The choice of auto",
            "Subject by subject",
            "The runs",
        ];
        assert_eq!(texts(page, "h2"), headings);
        // Two verifiers: bars, lines of memory and of time (three each), bars with dots, learning,
        // predictions, auto, and small pictures of memory and of time.
        assert_eq!(texts(page, "figure").len(), 2 + 3 + 2 + 3 + 2 + 2 + 2 + 4);
        assert_eq!(texts(page, "figcaption").len(), texts(page, "figure").len());
    });
}

#[test]
fn every_link_of_the_page_has_a_place_and_every_place_one_name() {
    with_page(&study(), |page| {
        let mut ids: Vec<&str> = page.descendants().filter_map(|node| node.attribute("id")).collect();
        for link in page.descendants().filter_map(|node| node.attribute("href")) {
            assert!(link.strip_prefix('#').is_some_and(|id| ids.contains(&id)), "{link}");
        }
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count);
    });
}

#[test]
fn nothing_is_fetched() {
    let page = render("A study", &study());
    for word in ["src=", "url(", "@import", "fetch(", "XMLHttpRequest", "<link", "<img"] {
        assert!(!page.contains(word), "{word}");
    }
    let addresses: Vec<_> = page.match_indices("://").map(|(at, _)| &page[at..at + 13]).collect();
    assert!(addresses.iter().all(|&address| address == "://www.w3.org"), "only names of XML");
}

#[test]
fn pictures_say_what_they_are_and_marks_have_titles() {
    with_page(&appendix_c(), |page| {
        let pictures = || page.descendants().filter(|node| node.has_tag_name("svg"));
        for picture in pictures().filter(|node| node.attribute("aria-hidden").is_none()) {
            assert_eq!(picture.attribute("role"), Some("img"));
            assert!(picture.attribute("aria-label").is_some_and(|label| !label.is_empty()));
        }
        let bars: Vec<_> = page
            .descendants()
            .filter(|node| node.has_tag_name("rect"))
            .map(|bar| {
                bar.children().find(|child| child.has_tag_name("title")).and_then(|title| title.text())
            })
            .collect();
        // Figures 5.1, 5.2, 5.7 and 5.8; nine generalised decompositions have no height in 5.7, and one in
        // 5.8.
        assert_eq!(bars.len(), 30 + 32 + 30 - 1 + 32 - 9);
        assert_eq!(bars[0], Some("chiron-multiple P1 (no. 3), size 2: 0.22 of the plain search"));
    });
}

#[test]
fn tables_have_captions_and_headers() {
    with_page(&study(), |page| {
        let mut tables = 0;
        for table in page.descendants().filter(|node| node.has_tag_name("table")) {
            tables += 1;
            assert!(table.children().any(|child| child.has_tag_name("caption")));
            let columns = table.descendants().filter(|node| node.attribute("scope") == Some("col")).count();
            for row in table.descendants().filter(|node| node.has_tag_name("tr")) {
                assert_eq!(row.children().filter(roxmltree::Node::is_element).count(), columns);
            }
        }
        assert!(tables > 20);
    });
}

#[test]
fn the_same_records_in_any_order_give_the_same_page() {
    let mut records = study();
    let page = render("A study", &records);
    records.reverse();
    assert!(page == render("A study", &records));
}

#[test]
fn names_are_escaped() {
    let evil = "</script><script>alert('\"&')</script>\u{0}";
    let long = "x".repeat(300);
    let mut records = Vec::new();
    for system in [evil, &long] {
        records.push(whole(Verifier::Lts, system, evil, 2, 10));
        let mut auto = Record { method: "auto".to_owned(), ..records[records.len() - 1].clone() };
        auto.run = key(&auto);
        records.push(auto);
        records.push(parts(whole(Verifier::Lts, system, evil, 2, 5), Role::All, &[evil], &[&long]));
        records.push(parts(whole(Verifier::Lts, system, evil, 2, 5), Role::Predicted, &[evil], &[&long]));
    }
    let mut wrong = whole(Verifier::Lts, evil, evil, 2, 10);
    (wrong.run, wrong.outcome) = (evil.to_owned(), Outcome::Violated);
    records.push(wrong);
    let page = render(evil, &records);
    assert!(!page.contains("alert('") && page.contains("alert(&#39;&quot;&amp;&#39;)"));
    assert_eq!(page.matches("<script>").count(), 1);
    with_page(&records, |page| {
        assert!(texts(page, "p").iter().any(|text| text.starts_with("Contradiction:")));
    });
}

#[test]
fn any_part_of_a_study_can_be_missing() {
    assert!(render("Nothing", &[]).contains("There are no finished runs to report on yet."));
    with_page(&[], |page| assert_eq!(texts(page, "h2").len(), 0));
    let records = study();
    for record in [&records[0], &records[5], records.last().expect("there are records")] {
        with_page(std::slice::from_ref(record), |page| assert!(!texts(page, "h2").is_empty()));
    }
    for role in [Role::Whole, Role::All, Role::Generalised, Role::Predicted] {
        let without: Vec<Record> = records.iter().filter(|record| record.role != role).cloned().collect();
        with_page(&without, |page| assert!(texts(page, "h2").len() > 3));
    }
}

#[test]
fn numbers_that_are_none_leave_no_trace_in_pictures() {
    let mut records = study();
    for (index, record) in records.iter_mut().enumerate() {
        match index % 6 {
            0 => record.max_states = 0,
            1 => record.time_ms = f64::NAN,
            2 => (record.time_ms, record.premises_ms) = (0.0, Some(f64::NAN)),
            3 => (record.time_ms, record.max_states) = (f64::INFINITY, u64::MAX),
            4 => (record.assumption_states, record.stands_for) = (0, u32::MAX),
            _ => record.outcome = Outcome::Failed,
        }
    }
    let page = render("A study", &records);
    let page = page.split("<script>").next().expect("the page comes before its script");
    for word in ["NaN", "inf ", "inf,", "inf\""] {
        assert!(!page.contains(word), "{word}");
    }
    with_page(&records, |page| assert_eq!(texts(page, "h2").len(), 12));
}

#[test]
fn systems_without_a_number_have_their_names_under_bars() {
    let mut records = Vec::new();
    for system in ["fifo", "a-system-with-a-long-name"] {
        records.push(whole(Verifier::Lts, system, "Order", 4, 100));
        records.push(parts(whole(Verifier::Lts, system, "Order", 4, 40), Role::All, &["a"], &["b"]));
    }
    with_page(&records, |page| {
        let labels = texts(page, "text");
        assert!(labels.iter().any(|label| label.starts_with("fifo Order")), "{labels:?}");
        assert!(labels.iter().any(|label| label.starts_with("a-system-… Order")), "{labels:?}");
    });
}
