//! Reactive systems of any size, as `.srs` text.
//!
//! [`boiler`] is the control program of a steam boiler with any number of pumps. The component of the pumps
//! has one machine for all of them and ten for each, and twenty properties for each. With one pump the text
//! is that of `models/boiler.srs`; with more, what belongs to a pump has its number at the end of its name.
//!
//! The texts lie beside this file. In that of the pumps, what stands between the lines `@each` and `@end` is
//! there for each pump, and an `@` in it stands for the number. Linear in the number of pumps. Tested in
//! `tests/all/models.rs`.

use crate::lang::format;
use suppose_base::FileId;
use suppose_inquiry::BuiltIn;

/// All models.
pub const MODELS: &[BuiltIn] = &[BuiltIn {
    name: "boiler",
    description: "the control program of a steam boiler with pumps",
    smallest: 1,
    default: 1,
    largest: 1000,
    text: boiler,
}];

const CONTROL: &str = include_str!("models/boiler/control.srs");
const PUMPS: &str = include_str!("models/boiler/pumps.template");
const WATER_AND_STEAM: &str = include_str!("models/boiler/water_steam.srs");

const SOURCES: &str = "\
//
// Components, interface events and the numbers of machines and properties are those of de la Riva and Tuya, Automatic generation of
// assumptions for modular verification of software specifications; messages and modes are those of the steam-boiler problem (LNCS 1165).
// The paper shows no machines: these are our own, with five ranges of the level as one input and the results of diagnosis as inputs.
";

/// The control program of a steam boiler with so many pumps, at least one.
pub fn boiler(pumps: u32) -> String {
    let pumps = pumps.max(1);
    let of_pumps = 1 + 10 * pumps;
    let (machines, properties) = (15 + of_pumps, 35 + 20 * pumps);
    let (how_many, violated) = match pumps {
        1 => ("one pump".to_owned(), "p01".to_owned()),
        _ => (format!("{pumps} pumps"), format!("p01_1 to p01_{pumps}")),
    };
    let mut text = format!(
        "// The control program of a steam boiler with {how_many}: four components with 5 + {of_pumps} + 5 + 5 = {machines} machines and {properties} properties.\n\
         {SOURCES}// All properties hold in the system. Alone, CONTROL can violate c03, c17, c18 and c19 and ALLPUMPS {violated}: they depend on when events come.\n"
    );
    text.push_str(CONTROL);
    let mut block: Option<Vec<&str>> = None;
    for line in PUMPS.lines() {
        match (line, &mut block) {
            ("@each", _) => block = Some(Vec::new()),
            ("@end", lines) => each(&lines.take().unwrap_or_default(), pumps, &mut text),
            (line, Some(lines)) => lines.push(line),
            (line, None) => {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    text.push_str(WATER_AND_STEAM);
    // Numbers make lines longer.
    format(&text, FileId(0)).unwrap_or(text)
}

/// Writes lines once for each pump.
fn each(lines: &[&str], pumps: u32, text: &mut String) {
    for pump in 1..=pumps {
        let number = if pumps == 1 { String::new() } else { format!("_{pump}") };
        for line in lines {
            text.push_str(&line.replace('@', &number));
            text.push('\n');
        }
    }
}
