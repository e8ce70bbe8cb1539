//! Tests of the file formats, through the public interface only.

mod bad_aut;
mod corpus;
mod dialects;
mod fsp_text;
mod json;
mod mutants;
mod round_trip;
mod support;
