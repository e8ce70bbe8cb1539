//! Tables as Parquet files: the plain subset of the format, which every reader knows.
//!
//! Written after the specification (<https://github.com/apache/parquet-format>): columns of texts (UTF-8),
//! whole numbers (64 bits) and floating-point numbers, all of them optional, not compressed, in row groups
//! with one page for each column. Metadata are structures of Thrift's compact protocol. The library of the
//! Arrow project does all this and much more, and takes half a minute to compile; a study needs these 200
//! lines of it.
//!
//! A row group has at most [`GROUP`] rows, so that its pages stay far below the 2 GiB that their headers can
//! count. Tested with bytes that were read back by `PyArrow` and by `DuckDB`, and by reading values back
//! here.

use crate::table::{Column, Values};

/// Rows of a row group.
const GROUP: usize = 1 << 16;

const MAGIC: &[u8; 4] = b"PAR1";

/// Numbers of the format for what is used of it.
mod number {
    pub(super) const INT64: u64 = 2;
    pub(super) const DOUBLE: u64 = 5;
    pub(super) const BYTE_ARRAY: u64 = 6;
    pub(super) const OPTIONAL: u64 = 1;
    pub(super) const UTF8: u64 = 0;
    pub(super) const PLAIN: u64 = 0;
    pub(super) const RLE: u64 = 3;
    pub(super) const UNCOMPRESSED: u64 = 0;
    pub(super) const DATA_PAGE: u64 = 0;
}

/// A table as the bytes of a Parquet file.
pub fn parquet(columns: &[Column]) -> Vec<u8> {
    let rows = columns.first().map_or(0, |column| column.values.len());
    let mut file = MAGIC.to_vec();
    let mut groups: Vec<Group> = Vec::new();
    for first in (0..rows).step_by(GROUP) {
        let last = (first + GROUP).min(rows);
        let start = file.len();
        let chunks = columns.iter().map(|column| chunk(&mut file, column, first..last)).collect();
        groups.push(Group { chunks, rows: last - first, bytes: file.len() - start });
    }
    let footer = footer(columns, rows, &groups);
    file.extend(&footer);
    file.extend((footer.len() as u32).to_le_bytes());
    file.extend(MAGIC);
    file
}

/// A row group that was written.
struct Group {
    chunks: Vec<Chunk>,
    rows: usize,
    bytes: usize,
}

/// The page of a column in a row group.
struct Chunk {
    offset: usize,
    bytes: usize,
}

/// Writes some values of a column: a header, a bit for each row that says whether it has a value, and the
/// values.
fn chunk(file: &mut Vec<u8>, column: &Column, rows: std::ops::Range<usize>) -> Chunk {
    let present = column.values.present(rows.clone());
    let levels = runs(&present);
    let mut page = (levels.len() as u32).to_le_bytes().to_vec();
    page.extend(levels);
    column.values.plain(rows, &mut page);
    let mut header = Thrift::default();
    header.int(1, I32, number::DATA_PAGE);
    header.int(2, I32, page.len() as u64);
    header.int(3, I32, page.len() as u64);
    header.structure(5, |data| {
        data.int(1, I32, present.len() as u64);
        data.int(2, I32, number::PLAIN);
        data.int(3, I32, number::RLE);
        data.int(4, I32, number::RLE);
    });
    let offset = file.len();
    file.extend(header.finish());
    file.extend(page);
    Chunk { offset, bytes: file.len() - offset }
}

fn footer(columns: &[Column], rows: usize, groups: &[Group]) -> Vec<u8> {
    let mut footer = Thrift::default();
    footer.int(1, I32, 1);
    footer.list(2, STRUCT, columns.len() + 1);
    footer.element(|root| {
        root.text(4, "study");
        root.int(5, I32, columns.len() as u64);
    });
    for column in columns {
        footer.element(|element| {
            element.int(1, I32, column.values.kind());
            element.int(3, I32, number::OPTIONAL);
            element.text(4, column.name);
            if column.values.kind() == number::BYTE_ARRAY {
                element.int(6, I32, number::UTF8);
            }
        });
    }
    footer.int(3, I64, rows as u64);
    footer.list(4, STRUCT, groups.len());
    for group in groups {
        footer.element(|element| {
            element.list(1, STRUCT, group.chunks.len());
            for (chunk, column) in group.chunks.iter().zip(columns) {
                element.element(|one| column_chunk(one, chunk, column, group.rows));
            }
            element.int(2, I64, group.bytes as u64);
            element.int(3, I64, group.rows as u64);
        });
    }
    footer.text(6, concat!("suppose ", env!("CARGO_PKG_VERSION")));
    footer.finish()
}

fn column_chunk(element: &mut Thrift, chunk: &Chunk, column: &Column, rows: usize) {
    element.int(2, I64, chunk.offset as u64);
    element.structure(3, |about| {
        about.int(1, I32, column.values.kind());
        about.list(2, I32, 2);
        about.zigzag(number::PLAIN);
        about.zigzag(number::RLE);
        about.list(3, BINARY, 1);
        about.bytes(column.name.as_bytes());
        about.int(4, I32, number::UNCOMPRESSED);
        about.int(5, I64, rows as u64);
        about.int(6, I64, chunk.bytes as u64);
        about.int(7, I64, chunk.bytes as u64);
        about.int(9, I64, chunk.offset as u64);
    });
}

impl Values {
    fn kind(&self) -> u64 {
        match self {
            Self::Texts(_) => number::BYTE_ARRAY,
            Self::Numbers(_) => number::INT64,
            Self::Decimals(_) => number::DOUBLE,
        }
    }

    fn present(&self, rows: std::ops::Range<usize>) -> Vec<bool> {
        match self {
            Self::Texts(values) => values[rows].iter().map(Option::is_some).collect(),
            Self::Numbers(values) => values[rows].iter().map(Option::is_some).collect(),
            Self::Decimals(values) => values[rows].iter().map(Option::is_some).collect(),
        }
    }

    /// The values that are there, one after the other.
    fn plain(&self, rows: std::ops::Range<usize>, out: &mut Vec<u8>) {
        match self {
            Self::Texts(values) => {
                for text in values[rows].iter().flatten() {
                    out.extend((text.len() as u32).to_le_bytes());
                    out.extend(text.as_bytes());
                }
            }
            Self::Numbers(values) => {
                values[rows].iter().flatten().for_each(|number| out.extend(number.to_le_bytes()));
            }
            Self::Decimals(values) => {
                values[rows].iter().flatten().for_each(|number| out.extend(number.to_le_bytes()));
            }
        }
    }
}

/// Bits as runs of equal ones: the length, shifted by one, and the bit.
fn runs(bits: &[bool]) -> Vec<u8> {
    let mut out = Vec::new();
    for run in bits.chunk_by(|a, b| a == b) {
        varint(&mut out, (run.len() as u64) << 1);
        out.push(u8::from(run[0]));
    }
    out
}

fn varint(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Types of the compact protocol.
const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// A structure of Thrift's compact protocol. Fields are written in the order of their numbers.
#[derive(Default)]
struct Thrift {
    out: Vec<u8>,
    last: u8,
}

impl Thrift {
    /// The head of a field; all numbers here are less than 15 apart.
    fn field(&mut self, number: u8, kind: u8) {
        self.out.push((number - self.last) << 4 | kind);
        self.last = number;
    }

    /// A number in zigzag order (0, -1, 1, -2, ...); none here is negative.
    fn zigzag(&mut self, value: u64) {
        varint(&mut self.out, value << 1);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        varint(&mut self.out, bytes.len() as u64);
        self.out.extend(bytes);
    }

    fn int(&mut self, number: u8, kind: u8, value: u64) {
        self.field(number, kind);
        self.zigzag(value);
    }

    fn text(&mut self, number: u8, text: &str) {
        self.field(number, BINARY);
        self.bytes(text.as_bytes());
    }

    /// The head of a list; its elements follow.
    fn list(&mut self, number: u8, kind: u8, length: usize) {
        self.field(number, LIST);
        if length < 15 {
            self.out.push((length as u8) << 4 | kind);
        } else {
            self.out.push(0xf0 | kind);
            varint(&mut self.out, length as u64);
        }
    }

    fn structure(&mut self, number: u8, write: impl FnOnce(&mut Self)) {
        self.field(number, STRUCT);
        self.element(write);
    }

    /// A structure in a list.
    fn element(&mut self, write: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.last, 0);
        write(self);
        self.out.push(0);
        self.last = outer;
    }

    fn finish(mut self) -> Vec<u8> {
        self.out.push(0);
        self.out
    }
}

#[cfg(test)]
mod tests;
