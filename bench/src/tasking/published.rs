//! What tables C.1 to C.62 of Cobleigh, Automating and Evaluating Assume-Guarantee Reasoning (2007), say of
//! monolithic verification.
//!
//! Most were measured on a Xeon of 2.2 GHz, tables C.41 to C.52 and C.54 to C.62 on a Pentium 4 of 3.2 GHz; a
//! process had 2 GB. The numbers lie beside this file, one table to a line.

/// One table: a system, a property, and a row for each size.
pub(super) struct Published {
    /// The number of the table, such as `C.1`.
    pub table: &'static str,
    /// The verifier: `flow` for data-flow analysis, `lts` for composed LTSs.
    pub verifier: &'static str,
    /// The system, as our model of it is called.
    pub model: &'static str,
    /// The property.
    pub property: &'static str,
    /// The sizes.
    pub rows: Vec<Row>,
}

/// What a table says of one size.
pub(super) struct Row {
    /// The size.
    pub size: u32,
    /// States and seconds; nothing where it ran out of memory.
    pub found: Option<(u64, f64)>,
}

/// All tables in order.
pub(super) fn tables() -> Vec<Published> {
    let lines = include_str!("published.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| table(line).expect("a line of the table is well formed")).collect()
}

fn table(line: &'static str) -> Option<Published> {
    let mut words = line.split(' ');
    let (table, verifier, model, property) = (words.next()?, words.next()?, words.next()?, words.next()?);
    let rows = words.map(row).collect::<Option<Vec<Row>>>()?;
    Some(Published { table, verifier, model, property, rows })
}

fn row(word: &str) -> Option<Row> {
    let (size, found) = word.split_once(':')?;
    let found = match found.split_once(':') {
        Some((states, seconds)) => Some((states.parse().ok()?, seconds.parse().ok()?)),
        None if found == "-" => None,
        None => return None,
    };
    Some(Row { size: size.parse().ok()?, found })
}

#[cfg(test)]
mod tests {
    use super::tables;

    /// Sums over all tables that were worked out by another program from the text.
    #[test]
    fn all_rows_are_there() {
        let tables = tables();
        assert_eq!(tables.len(), 62);
        assert_eq!(tables.iter().filter(|table| table.verifier == "flow").count(), 32);
        let rows = || tables.iter().flat_map(|table| &table.rows);
        assert_eq!(rows().count(), ROWS);
        assert_eq!(rows().filter(|row| row.found.is_none()).count(), OUT_OF_MEMORY);
        assert_eq!(rows().filter_map(|row| row.found).map(|found| found.0).sum::<u64>(), STATES);
        for (number, table) in tables.iter().enumerate() {
            assert_eq!(table.table, format!("C.{}", number + 1));
            assert!(table.rows.is_sorted_by(|one, other| one.size < other.size), "{}", table.table);
        }
    }

    const ROWS: usize = 330;
    const OUT_OF_MEMORY: usize = 9;
    const STATES: u64 = 1_250_469_210;
}
