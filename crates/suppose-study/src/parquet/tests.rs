//! Bytes of a small table, and values read back by a reader that knows no more than the specification.

use std::collections::BTreeMap;

use super::*;

fn table(rows: usize) -> Vec<Column> {
    let number = |row: usize| (!row.is_multiple_of(3)).then_some(row as u64);
    let text = |row: usize| (row != 1).then(|| format!("é{row}"));
    vec![
        Column { name: "n", values: Values::Numbers((0..rows).map(number).collect()) },
        Column { name: "t", values: Values::Texts((0..rows).map(text).collect()) },
        Column {
            name: "d",
            values: Values::Decimals((0..rows).map(|row| Some(f64::from(row as u32) / 2.0)).collect()),
        },
    ]
}

#[test]
fn runs_of_bits() {
    assert!(runs(&[]).is_empty());
    assert_eq!(runs(&[true, true, false, true]), [4u8, 1, 2, 0, 2, 1]);
    assert_eq!(runs(&[true; 64]), [0x80u8, 1, 1]);
}

/// These bytes were read by `PyArrow` 26 and `DuckDB` 2.0.
#[test]
fn the_bytes_of_a_small_table() {
    let columns = [Column { name: "n", values: Values::Numbers(vec![Some(7), None]) }];
    let expected: Vec<u8> = [
        &b"PAR1"[..],
        // Page header: a data page of 16 bytes, with two rows in PLAIN, levels in RLE.
        b"\x15\x00\x15\x20\x15\x20\x2c\x15\x04\x15\x00\x15\x06\x15\x06\x00\x00",
        // Four bytes of levels: one row with a value, one without; then the value.
        b"\x04\x00\x00\x00\x02\x01\x02\x00\x07\x00\x00\x00\x00\x00\x00\x00",
        // Version 1, and two elements of the schema: the root with one child, and the column.
        b"\x15\x02\x19\x2c\x48\x05study\x15\x02\x00\x15\x04\x25\x02\x18\x01n\x00",
        // Two rows in one row group with one chunk at byte 4, which has 33 bytes.
        b"\x16\x04\x19\x1c\x19\x1c\x26\x08\x1c\x15\x04\x19\x25\x00\x06\x19\x18\x01n",
        b"\x15\x00\x16\x04\x16\x42\x16\x42\x26\x08\x00\x00\x16\x42\x16\x04\x00",
        b"\x28\x0dsuppose 0.1.0\x00",
        b"\x4a\x00\x00\x00PAR1",
    ]
    .concat();
    assert_eq!(parquet(&columns), expected);
}

#[test]
fn values_are_read_back() {
    for rows in [0, 1, 5, GROUP, GROUP + 2] {
        let columns = table(rows);
        assert_eq!(read_back(&parquet(&columns)), columns, "{rows} rows");
    }
}

/// What the compact protocol can say.
#[derive(Debug)]
enum Thing {
    Number(u64),
    Text(String),
    List(Vec<Thing>),
    Fields(BTreeMap<u8, Thing>),
}

impl Thing {
    fn number(&self) -> u64 {
        if let Self::Number(number) = self { *number } else { panic!("{self:?}") }
    }

    fn list(&self) -> &[Thing] {
        if let Self::List(list) = self { list } else { panic!("{self:?}") }
    }

    fn text(&self) -> &str {
        if let Self::Text(text) = self { text } else { panic!("{self:?}") }
    }

    fn at(&self, field: u8) -> &Thing {
        if let Self::Fields(fields) = self { &fields[&field] } else { panic!("{self:?}") }
    }
}

struct Bytes<'b>(&'b [u8]);

impl<'b> Bytes<'b> {
    fn take(&mut self, count: usize) -> &'b [u8] {
        let (taken, rest) = self.0.split_at(count);
        self.0 = rest;
        taken
    }

    fn varint(&mut self) -> u64 {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.take(1)[0];
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return number;
            }
            shift += 7;
        }
    }

    fn thing(&mut self, kind: u8) -> Thing {
        match kind {
            I32 | I64 => {
                let number = self.varint();
                assert_eq!(number & 1, 0, "a negative number");
                Thing::Number(number >> 1)
            }
            BINARY => {
                let length = self.varint() as usize;
                Thing::Text(String::from_utf8(self.take(length).to_vec()).expect("UTF-8"))
            }
            LIST => {
                let head = self.take(1)[0];
                let length = if head >> 4 == 15 { self.varint() } else { u64::from(head >> 4) };
                Thing::List((0..length).map(|_| self.thing(head & 15)).collect())
            }
            STRUCT => {
                let (mut fields, mut last) = (BTreeMap::new(), 0);
                loop {
                    let head = self.take(1)[0];
                    if head == 0 {
                        return Thing::Fields(fields);
                    }
                    last += head >> 4;
                    fields.insert(last, self.thing(head & 15));
                }
            }
            other => panic!("type {other}"),
        }
    }
}

fn read_back(file: &[u8]) -> Vec<Column> {
    let names = ["n", "t", "d"];
    assert_eq!((&file[..4], &file[file.len() - 4..]), (&b"PAR1"[..], &b"PAR1"[..]));
    let end = file.len() - 8;
    let length = u32::from_le_bytes(file[end..end + 4].try_into().expect("four bytes")) as usize;
    let mut footer = Bytes(&file[end - length..end]);
    let about = footer.thing(STRUCT);
    assert!(footer.0.is_empty());
    let schema = about.at(2).list();
    let empty = |name: &str| match name {
        "n" => Values::Numbers(Vec::new()),
        "t" => Values::Texts(Vec::new()),
        _ => Values::Decimals(Vec::new()),
    };
    let mut columns: Vec<Column> = names.iter().map(|name| Column { name, values: empty(name) }).collect();
    for (column, element) in columns.iter().zip(&schema[1..]) {
        assert_eq!((element.at(4).text(), element.at(1).number()), (column.name, column.values.kind()));
    }
    for group in about.at(4).list() {
        for (column, chunk) in columns.iter_mut().zip(group.at(1).list()) {
            let chunk = chunk.at(3);
            let start = chunk.at(9).number() as usize;
            let mut page = Bytes(&file[start..start + chunk.at(7).number() as usize]);
            let header = page.thing(STRUCT);
            assert_eq!(header.at(2).number() as usize, page.0.len());
            assert_eq!(header.at(5).at(1).number(), group.at(3).number());
            values(&mut page, column);
        }
    }
    assert_eq!(columns[0].values.len(), about.at(3).number() as usize);
    columns
}

/// Adds the values of a page.
fn values(page: &mut Bytes<'_>, column: &mut Column) {
    let length = u32::from_le_bytes(page.take(4).try_into().expect("four bytes")) as usize;
    let mut levels = Bytes(page.take(length));
    let mut present = Vec::new();
    while !levels.0.is_empty() {
        let count = levels.varint() as usize >> 1;
        let bit = levels.take(1)[0] == 1;
        present.extend(std::iter::repeat_n(bit, count));
    }
    let eight = |page: &mut Bytes<'_>| -> [u8; 8] { page.take(8).try_into().expect("eight bytes") };
    for is_there in present {
        match &mut column.values {
            Values::Numbers(values) => values.push(is_there.then(|| u64::from_le_bytes(eight(page)))),
            Values::Decimals(values) => values.push(is_there.then(|| f64::from_le_bytes(eight(page)))),
            Values::Texts(values) => values.push(is_there.then(|| {
                let length = u32::from_le_bytes(page.take(4).try_into().expect("four bytes")) as usize;
                String::from_utf8(page.take(length).to_vec()).expect("UTF-8")
            })),
        }
    }
    assert!(page.0.is_empty());
}
