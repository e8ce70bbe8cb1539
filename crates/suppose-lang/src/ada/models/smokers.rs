//! The smokers: a supplier, a table and assemblers.
//!
//! Two properties have states for each piece, which annotations cannot repeat: they are written out.

use super::Variant;
use super::template::Template;

/// The smokers with `size` assemblers, at least 2. The faulty supplier may put out all pieces.
pub fn smokers(size: u32, variant: Variant) -> String {
    let size = size.max(2);
    let lines = [("p1", missing_piece(size)), ("p5", pieces_on_table(size))];
    Template { text: include_str!("smokers.template"), size, first: 1, variant, lines: &lines }.fill()
}

/// The property that the assembler with the missing piece makes the item.
fn missing_piece(size: u32) -> Vec<String> {
    let before = |put: u32| if put == 0 { "none".to_owned() } else { format!("upto_{put}") };
    let mut lines = Vec::new();
    for put in 0..size - 1 {
        let (here, next) = (before(put), put + 1);
        // Without a gap all pieces but the last are out in the end.
        let further = if next == size - 1 { format!("need_{size}") } else { before(next) };
        lines.push(format!("--#    {here} -> {further} : Table.Put ({next});"));
        lines.push(format!("--#    {here} -> need_{next} : Table.Put ({});", next + 1));
        lines.push(format!("--#    {here} -> error : begin_make;"));
    }
    for piece in 1..=size {
        lines.push(format!("--#    need_{piece} -> none : begin_make ({piece});"));
        if piece > 1 {
            lines.push(format!("--#    need_{piece} -> error : begin_make (1 .. {});", piece - 1));
        }
        if piece < size {
            lines.push(format!("--#    need_{piece} -> error : begin_make ({} .. Assemblers);", piece + 1));
        }
    }
    lines
}

/// The property that there is never a whole item on the table.
fn pieces_on_table(size: u32) -> Vec<String> {
    let mut lines = Vec::new();
    for pieces in 0..size - 1 {
        lines.push(format!("--#    on_{pieces} -> on_{} : Table.Put;", pieces + 1));
        lines.push(format!("--#    on_{} -> on_{pieces} : Table.Take;", pieces + 1));
    }
    lines.push(format!("--#    on_{} -> error : Table.Put;", size - 1));
    lines
}
