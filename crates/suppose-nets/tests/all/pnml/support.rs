//! What the tests share: reading, counting markings.

use suppose_base::{Diagnostic, FileId, SourceMap};
use suppose_nets::marking::Markings;
use suppose_nets::pnml::read;
use suppose_nets::{Net, PlaceId};

/// A net around some elements of one page.
pub(crate) fn page(inside: &str) -> String {
    format!(
        "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\">\n<net id=\"n\" \
            type=\"http://www.pnml.org/version-2009/grammar/ptnet\">\n<page \
            id=\"g\">\n{inside}\n</page></net></pnml>\n"
    )
}

/// The net of a text that is right.
pub(crate) fn net(text: &str) -> Net {
    let (fragment, warnings) =
        read(text, FileId(0), "test").unwrap_or_else(|list| panic!("{list:#?}\n{text}"));
    assert!(warnings.is_empty() && fragment.wires.is_empty() && fragment.nets.len() == 1);
    fragment.nets.into_iter().next().expect("one net")
}

/// All messages as `E0854 5:1`.
pub(crate) fn places(text: &str) -> Vec<String> {
    let mut map = SourceMap::new();
    map.add("test", text);
    let messages = read(text, FileId(0), "test").expect_err("a wrong file");
    let place = |message: &Diagnostic| {
        let at = map.position(message.span().expect("every message of this reader has a place"));
        format!("{} {}:{}", message.code, at.line, at.column)
    };
    messages.iter().map(place).collect()
}

/// Markings and firings, or the trace and the place of a second token.
pub(crate) fn count(net: &Net) -> Result<(usize, usize), (Vec<usize>, PlaceId)> {
    let mut markings = Markings::new(net);
    let (mut next, mut edges, mut enabled) = (0, 0, Vec::new());
    while next < markings.len() {
        markings.enabled(next, &mut enabled);
        for &transition in &enabled {
            if let Err(place) = markings.fire(next, transition) {
                let mut trace = markings.trace(next);
                trace.push(transition);
                return Err((trace, place));
            }
            edges += 1;
        }
        next += 1;
    }
    Ok((markings.len(), edges))
}
