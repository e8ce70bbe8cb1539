//! The tables of the chapter: decompositions that were tried (5.1, 5.2), categories (5.3), and sizes whose
//! best decomposition is known (5.4), each with what was published beside it.

use super::markup::{Node, el};
use super::table::{Cell, table};
use crate::analysis::{Category, Counts, SystemCount, VerifierAnalysis, published, real, verifier_name};
use crate::numbers::{count, share};

fn number(value: usize) -> Cell {
    Cell::number(count(value as u64), real(value as u64))
}

fn large(value: u64) -> Cell {
    Cell::number(count(value), real(value))
}

/// Decompositions by system and size; nothing without any.
pub(super) fn decompositions(found: &VerifierAnalysis<'_>) -> Option<Node> {
    let rows = &found.counts.rows;
    if rows.is_empty() {
        return None;
    }
    let known = published::of(found.verifier);
    let columns = [
        ("System", false),
        ("Size", true),
        ("Properties", true),
        ("Decompositions", true),
        ("Run, up to symmetry", true),
        ("With an answer", true),
        ("Published", true),
    ];
    // The published tables are about size 2.
    let published = |row: &SystemCount| {
        let mut rows = known.decompositions.iter().filter(|_| row.size == 2);
        rows.find(|(system, ..)| *system == row.system).map(|&(_, properties, each)| properties as u64 * each)
    };
    let cells = |row: &SystemCount| {
        vec![
            row.system.as_str().into(),
            row.size.to_string().into(),
            number(row.properties),
            large(row.stands_for),
            number(row.runs),
            number(row.decided),
            published(row).map_or_else(Cell::none, large),
        ]
    };
    let total = |(properties, stands_for, runs, decided), published: Cell| {
        vec![
            "Total".into(),
            "".into(),
            number(properties),
            large(stands_for),
            number(runs),
            number(decided),
            published,
        ]
    };
    let name = verifier_name(found.verifier);
    let smallest: Vec<&SystemCount> = found.counts.smallest().collect();
    let caption =
        format!("Two-way decompositions at the smallest sizes, with {name} (after Tables 5.1 and 5.2)");
    let body: Vec<_> = smallest.iter().map(|row| cells(row)).collect();
    let all_published: u64 = smallest.iter().filter_map(|row| published(row)).sum();
    let all_published = if all_published > 0 { large(all_published) } else { Cell::none() };
    let totals = [total(Counts::total(smallest.iter().copied()), all_published)];
    let first = el("div").child(table(&caption, &columns, &body, &totals));
    if smallest.len() == rows.len() {
        return Some(first);
    }
    let body: Vec<_> = rows.iter().map(cells).collect();
    let all = table(
        "Two-way decompositions at all sizes",
        &columns,
        &body,
        &[total(Counts::total(rows), Cell::none())],
    );
    let (_, stands_for, runs, _) = Counts::total(rows);
    let summary = format!("All sizes: {} decompositions, {} run", count(stands_for), count(runs as u64));
    Some(first.child(el("details").child(el("summary").text(summary)).child(all)))
}

/// The five categories, with the subjects in each; nothing without subjects.
pub(super) fn categories(found: &VerifierAnalysis<'_>) -> Option<Node> {
    let scaling = &found.scaling;
    let total = scaling.total();
    if total == 0 {
        return None;
    }
    let known = published::of(found.verifier);
    let columns =
        [("Category", false), ("Subjects", true), ("Share", true), ("Published", true), ("Share", true)];
    let rows: Vec<_> = Category::ALL
        .iter()
        .zip(known.categories)
        .enumerate()
        .map(|(index, (&category, published))| {
            vec![
                format!("({}) {}", index + 1, category.describe()).into(),
                number(scaling.count(category)),
                share(scaling.count(category), total).into(),
                number(published),
                share(published, known.subjects).into(),
            ]
        })
        .collect();
    let totals = vec![vec![
        "Total".into(),
        number(total),
        share(total, total).into(),
        number(known.subjects),
        share(1, 1).into(),
    ]];
    let caption = format!(
        "Generalised decompositions and larger systems, with {} (after Table 5.3)",
        verifier_name(found.verifier)
    );
    let size = |size: Option<u32>| {
        size.map_or_else(Cell::none, |size| Cell::number(size.to_string(), f64::from(size)))
    };
    let members: Vec<_> = scaling
        .subjects
        .iter()
        .map(|placed| {
            let category =
                placed.category.and_then(|found| Category::ALL.iter().position(|&other| other == found));
            vec![
                placed.name.to_string().into(),
                placed.name.number().map_or_else(Cell::none, |number| number.to_string().into()),
                category.map_or_else(Cell::none, |index| (index + 1).to_string().into()),
                size(placed.monolithic),
                size(placed.generalised),
            ]
        })
        .collect();
    let columns_of_members = [
        ("Subject", false),
        ("No.", true),
        ("Category", true),
        ("Plain search up to", true),
        ("Generalised up to", true),
    ];
    let members = table("How far each subject was verified", &columns_of_members, &members, &[]);
    let details = el("details").child(el("summary").text("The subjects in each category")).child(members);
    Some(el("div").child(table(&caption, &columns, &rows, &totals)).child(details))
}

/// Sizes at which the best decomposition is known; nothing without any.
pub(super) fn best_known(found: &VerifierAnalysis<'_>) -> Option<Node> {
    if found.best_known.is_empty() {
        return None;
    }
    let known = published::of(found.verifier);
    let columns = [
        ("Size", true),
        ("Attempted", true),
        ("Best known", true),
        ("Published: attempted", true),
        ("best known", true),
    ];
    let rows: Vec<_> = found
        .best_known
        .iter()
        .map(|row| {
            let published = known.best_known.iter().find(|(size, ..)| *size == row.size);
            vec![
                row.size.to_string().into(),
                number(row.attempted),
                number(row.known),
                published.map_or_else(Cell::none, |&(_, attempted, _)| number(attempted)),
                published.map_or_else(Cell::none, |&(.., known)| number(known)),
            ]
        })
        .collect();
    let caption = format!(
        "Subjects whose best decomposition is known, with {} (after Table 5.4)",
        verifier_name(found.verifier)
    );
    Some(table(&caption, &columns, &rows, &[]))
}
