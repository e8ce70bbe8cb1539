//! Any text as a synchronous reactive system. What parses survives printing and formatting, and what has a meaning has assumptions that can be
//! written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use suppose_base::FileId;
use suppose_srs::lang::{ComponentId, format, load, parse, parse_assumption, print};

fuzz_target!(|text: &str| {
    let file = FileId(0);
    let parsed = parse(text, file);
    if parsed.has_errors() {
        return;
    }
    assert_eq!(parse(&print(&parsed.tree), file).tree, parsed.tree);
    let once = format(text, file).expect("it parses");
    assert_eq!(parse(&once, file).tree, parsed.tree);
    assert_eq!(format(&once, file).as_ref(), Ok(&once));
    let Ok(model) = load(text, file, "fuzz") else { return };
    for (number, component) in model.components.iter().enumerate() {
        let id = ComponentId::at(number);
        let rules = &component.assumption.rules;
        let written: String = rules.iter().map(|rule| model.rule_text(id, rule) + ";\n").collect();
        let again = parse_assumption(&written, file, &model, id).expect("a written assumption");
        assert!(again.rules.iter().map(|rule| &rule.expr).eq(rules.iter().map(|rule| &rule.expr)));
    }
});
