//! Lines with aligned columns.

/// Columns wider than this are cut.
const WIDEST: usize = 48;

/// Rows as lines; empty columns are left out, the first column is aligned to the right.
pub(super) fn table<const N: usize>(rows: &[[String; N]]) -> Vec<String> {
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count().min(WIDEST)).max().unwrap_or(0);
    let widths: Vec<usize> = (0..N).map(width).collect();
    let line = |row: &[String; N]| {
        let mut line = String::from(" ");
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            if *width == 0 {
                continue;
            }
            let cut = shortened(cell);
            let space = " ".repeat(width - cut.chars().count());
            line.push_str("  ");
            if column == 0 {
                line.push_str(&space);
                line.push_str(&cut);
            } else {
                line.push_str(&cut);
                line.push_str(&space);
            }
        }
        line.truncate(line.trim_end().len());
        line
    };
    rows.iter().map(line).collect()
}

fn shortened(cell: &str) -> String {
    if cell.chars().count() <= WIDEST {
        return cell.to_owned();
    }
    let mut cut: String = cell.chars().take(WIDEST - 1).collect();
    cut.push('…');
    cut
}
