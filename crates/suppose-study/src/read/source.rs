//! The texts of a system at its sizes: a built-in model, or a file in which one constant is the size.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use suppose::base::{Diagnostic, Span};
use suppose::{Failure, Languages, size_of};

use super::fields::{Fields, Text};

/// The name of a system, the suffix of its language, and its texts by size.
pub(super) type Texts = (String, String, BTreeMap<u32, String>);

/// The texts of a system; nothing when it is described wrongly, which is said.
pub(super) fn texts(fields: &mut Fields<'_, '_>, folder: &Path) -> Option<Texts> {
    let (model, file) = (fields.text("model"), fields.text("file"));
    let (name, constant) = (fields.text("name"), fields.text("constant"));
    let sizes = fields.sizes("sizes");
    let found = match (model, file) {
        (Some(model), None) => {
            if let Some(constant) = &constant {
                let message = "`constant` is for files; a built-in model knows its size";
                fields.messages.push(Diagnostic::error("E1104", message).at(constant.span, ""));
            }
            built_in(fields, &model, sizes)
        }
        (None, Some(file)) => from_file(fields, folder, &file, constant.as_ref(), sizes),
        (Some(_), Some(file)) => {
            let message = "a system is a built-in model or a file, not both";
            fields.messages.push(Diagnostic::error("E1104", message).at(file.span, ""));
            None
        }
        (None, None) => {
            let message = "the system has neither a model nor a file";
            let help = "such as model = \"gas-station\" or file = \"crossing.lts\"";
            let diagnostic = Diagnostic::error("E1104", message).at(fields.span, "").help(help);
            fields.messages.push(diagnostic);
            None
        }
    };
    let (default, suffix, texts) = found?;
    Some((name.map_or(default, |name| name.text), suffix, texts))
}

fn built_in(fields: &mut Fields<'_, '_>, model: &Text, sizes: Option<(Vec<u32>, Span)>) -> Option<Texts> {
    let mut refuse = |failure: Failure, span: Span| {
        let Failure::Input(messages) = failure else { return };
        fields.messages.extend(messages.into_iter().map(|message| message.at(span, "")));
    };
    let found = match Languages::default().model(&model.text) {
        Ok(found) => found,
        Err(failure) => {
            refuse(failure, model.span);
            return None;
        }
    };
    let (sizes, span) = sizes.unwrap_or((vec![found.model.default], model.span));
    let mut texts = BTreeMap::new();
    for size in sizes {
        match size_of(&found.model, Some(size)) {
            Ok(size) => texts.insert(size, (found.model.text)(size)),
            Err(failure) => {
                refuse(failure, span);
                return None;
            }
        };
    }
    let suffix = found.language.suffixes().first().copied().unwrap_or_default();
    Some((model.text.clone(), suffix.to_owned(), texts))
}

fn from_file(
    fields: &mut Fields<'_, '_>,
    folder: &Path,
    file: &Text,
    constant: Option<&Text>,
    sizes: Option<(Vec<u32>, Span)>,
) -> Option<Texts> {
    let mut refuse = |code: &'static str, message: String, span: Span, help: &str| {
        let diagnostic = Diagnostic::error(code, message).at(span, "");
        fields.messages.push(if help.is_empty() { diagnostic } else { diagnostic.help(help.to_owned()) });
        None
    };
    let path: PathBuf = folder.join(&file.text);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => return refuse("E0001", format!("{}: {error}", path.display()), file.span, ""),
    };
    let part = |part: Option<&std::ffi::OsStr>| {
        part.map_or_else(String::new, |part| part.to_string_lossy().into_owned())
    };
    let (name, suffix) = (part(path.file_stem()), part(path.extension()));
    let texts = match (constant, sizes) {
        (None, None) => [(0, text)].into(),
        (None, Some((_, span))) => {
            let message = format!("`{name}` has sizes, and nothing says what a size is");
            let help = "name the constant of the file that is the size: constant = \"N\"";
            return refuse("E1104", message, span, help);
        }
        (Some(constant), None) => {
            let help = "such as sizes = \"2..5\"";
            return refuse("E1104", format!("`{name}` has a constant and no sizes"), constant.span, help);
        }
        (Some(constant), Some((sizes, _))) => {
            let Some(value) = value_of(&text, &constant.text) else {
                let message = format!("{} sets no constant `{}` to a number", path.display(), constant.text);
                let help = "the file must say `const N = 2`, or `N : constant := 2` in Ada";
                return refuse("E1105", message, constant.span, help);
            };
            let sized = |size: u32| format!("{}{size}{}", &text[..value.start], &text[value.end..]);
            sizes.into_iter().map(|size| (size, sized(size))).collect()
        }
    };
    Some((name, suffix, texts))
}

/// Where a text gives a constant its value: the digits in `const N = 2` or `N : constant := 2`.
fn value_of(text: &str, constant: &str) -> Option<std::ops::Range<usize>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut from = 0;
    while let Some(found) = text[from..].find(constant).map(|at| at + from).filter(|_| !constant.is_empty()) {
        from = found + constant.len();
        let (before, after) = (&text[..found], &text[from..]);
        if before.ends_with(is_word) || after.starts_with(is_word) {
            continue;
        }
        let ada = after
            .trim_start()
            .strip_prefix(':')
            .and_then(|rest| rest.trim_start().strip_prefix("constant")?.trim_start().strip_prefix(":="));
        let is_fsp = before.trim_end().ends_with("const");
        let fsp = after.trim_start().strip_prefix('=').filter(|_| is_fsp);
        let Some(rest) = ada.or(fsp) else { continue };
        let digits = rest.trim_start();
        let length = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        if length > 0 {
            let start = text.len() - digits.len();
            return Some(start..start + length);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::value_of;

    #[test]
    fn constants_are_found_where_they_get_their_value() {
        for (text, constant, expected) in [
            ("const N = 3\nP = (a[N] -> P).", "N", Some("3")),
            ("const NN = 3 const N=42", "N", Some("42")),
            ("   Customers : constant := 2;", "Customers", Some("2")),
            ("P = (N = 3).", "N", None),
            ("const N = M", "N", None),
            ("", "N", None),
            ("const N = 3", "", None),
        ] {
            assert_eq!(value_of(text, constant).map(|range| &text[range]), expected, "{text}");
        }
    }
}
