//! The parallel product of the components of a system: search, composition, witnesses.
