//! Every code of the lexer and the parser is produced by its own example.

use crate::syntax::support::messages;

#[test]
fn every_example_produces_its_code() {
    let mut checked = 0;
    for row in suppose_ada::CODES.iter().flat_map(|table| table.rows) {
        let number = row.code[1..].parse::<u32>().expect("a number");
        if !(1001..1030).contains(&number) {
            continue;
        }
        let found = messages(row.example);
        // One mistake, one message: the examples show nothing else.
        let codes: Vec<&str> = found.iter().map(|d| d.code).collect();
        assert_eq!(codes, [row.code], "{}", row.example);
        assert_eq!(found[0].is_error(), row.code.starts_with('E'), "{}", row.code);
        checked += 1;
    }
    assert_eq!(checked, 21);
}
