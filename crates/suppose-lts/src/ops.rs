//! Operations that turn one LTS into another.
