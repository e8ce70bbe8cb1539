//! The `suppose` command as scripts see it: the real binary, run on files, judged by what it prints and how
//! it ends.

mod agreement;
mod assume;
mod bad_input;
mod bad_names;
mod bad_nets;
mod certificates;
mod checks;
mod circuits;
mod corpus;
mod decompose;
mod designs;
mod doubts;
mod every;
mod exit_codes;
mod explain;
mod fixture;
mod formats;
mod json;
mod limits;
mod net_corpus;
mod numbers;
mod prove;
mod reactive_lts;
mod reports;
mod schemas;
mod several_files;
#[cfg(unix)]
mod signals;
mod splits;
mod srs;
mod srs_corners;
mod srs_mistakes;
mod streams;
#[cfg(unix)]
mod study;
mod targets;
mod tasking;
mod unasked;
