//! Codes of the FSP front end: `E01xx` text, `E02xx` names, `E03xx` meaning; warnings `W02xx`, `W03xx`.

use super::Code;

pub(super) const CODES: &[Code] = &[];
