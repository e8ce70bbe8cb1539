//! File formats for a single LTS.
