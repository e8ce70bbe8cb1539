//! The log of a study: one line for each run that is over.
//!
//! A line is 16 digits of SHA-256 over the rest, a blank, and the record as JSON. Lines are only ever
//! appended, each with one call, so that whatever ends the process leaves whole lines and at most one torn
//! one at the end. A torn line is cut off when the journal is opened for writing; its run is done again.
//! Data reach the disk at least once a second and when the journal is closed: a crash of the machine, unlike
//! one of the process, can cost the runs of the last second.
//!
//! Reading and opening take time linear in the file. Tested with lines torn at every byte.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use crate::Record;
use crate::study::hex;

/// How long data may be on their way to the disk.
const SYNC: Duration = Duration::from_secs(1);

/// A journal that is open for writing.
#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
    synced: Instant,
    is_dirty: bool,
}

/// What a journal says.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Contents {
    /// The records in order.
    pub records: Vec<Record>,
    /// Bytes up to the end of the last whole line.
    whole: u64,
    /// Lines in the middle that cannot be read: somebody else wrote there, or the disk lies.
    pub damaged: usize,
}

impl Journal {
    /// Opens a journal to append to, and makes it when there is none. What a torn last line left is cut off.
    pub(crate) fn open(path: &Path) -> io::Result<(Self, Contents)> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let contents = parse(&bytes);
        if contents.whole < bytes.len() as u64 {
            file.set_len(contents.whole)?;
            file.seek(SeekFrom::End(0))?;
        }
        Ok((Self { file, synced: Instant::now(), is_dirty: false }, contents))
    }

    /// Appends a record.
    pub(crate) fn append(&mut self, record: &Record) -> io::Result<()> {
        self.file.write_all(line(record).as_bytes())?;
        self.is_dirty = true;
        if self.synced.elapsed() >= SYNC { self.sync() } else { Ok(()) }
    }

    /// Waits until everything is on the disk.
    pub(crate) fn sync(&mut self) -> io::Result<()> {
        if self.is_dirty {
            self.file.sync_data()?;
            self.is_dirty = false;
        }
        self.synced = Instant::now();
        Ok(())
    }
}

/// Reads a journal without touching it.
pub(crate) fn read(path: &Path) -> io::Result<Contents> {
    Ok(parse(&std::fs::read(path)?))
}

fn checksum(text: &[u8]) -> String {
    hex(&Sha256::digest(text)[..8])
}

fn line(record: &Record) -> String {
    let text = serde_json::to_string(record).expect("plain data");
    format!("{} {text}\n", checksum(text.as_bytes()))
}

fn parse(bytes: &[u8]) -> Contents {
    let mut contents = Contents::default();
    let mut rest = bytes;
    while let Some(length) = rest.iter().position(|&byte| byte == b'\n') {
        match record(&rest[..length]) {
            Some(record) => contents.records.push(record),
            None => contents.damaged += 1,
        }
        contents.whole += length as u64 + 1;
        rest = &rest[length + 1..];
    }
    contents
}

fn record(line: &[u8]) -> Option<Record> {
    let (sum, text) = (line.get(..16)?, line.get(17..)?);
    (checksum(text).as_bytes() == sum).then(|| serde_json::from_slice(text).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::some_record;

    #[test]
    fn a_line_is_read_back_and_looks_like_this() {
        let record = some_record("4f", 7);
        let text = line(&record);
        assert!(text.starts_with(&checksum(&text.as_bytes()[17..text.len() - 1])), "{text}");
        assert!(
            text[17..].starts_with(r#"{"run":"4f","system":"gas-station","size":2,"property":"P1""#),
            "{text}"
        );
        let read = parse(text.as_bytes());
        assert_eq!((read.records, read.whole, read.damaged), (vec![record], text.len() as u64, 0));
    }

    #[test]
    fn a_journal_torn_at_any_byte_keeps_its_whole_lines() {
        let folder = crate::testing::Folder::new("journal");
        let path = folder.path().join("runs.jsonl");
        let records: Vec<Record> = (0..3).map(|number| some_record(&format!("r{number}"), number)).collect();
        let lines: Vec<String> = records.iter().map(line).collect();
        let all = lines.concat();
        for torn in 0..=all.len() {
            std::fs::write(&path, &all.as_bytes()[..torn]).expect("written");
            let whole = (0..=3).rev().find(|&n| lines[..n].concat().len() <= torn).expect("none is enough");
            let (mut journal, contents) = Journal::open(&path).expect("opened");
            assert_eq!(contents.records, records[..whole], "torn at {torn}");
            assert_eq!(contents.damaged, 0);
            journal.append(&records[2]).expect("written");
            drop(journal);
            let again = read(&path).expect("read");
            assert_eq!(again.records.len(), whole + 1, "torn at {torn}");
            assert_eq!((again.records.last(), again.damaged), (Some(&records[2]), 0));
        }
    }

    #[test]
    fn a_line_that_was_changed_is_not_believed() {
        let (first, second) = (line(&some_record("a", 1)), line(&some_record("b", 2)));
        let forged = first.replace("\"max_states\":1", "\"max_states\":0");
        assert_ne!(first, forged);
        let read = parse(format!("{forged}\n{second}").as_bytes());
        assert_eq!((read.records.len(), read.damaged), (1, 2));
        assert_eq!(read.records[0].run, "b");
    }
}
