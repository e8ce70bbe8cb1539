//! Built-in models: the text of one pump is that of the example, and others are what they say.

use suppose_base::FileId;
use suppose_srs::lang::load;
use suppose_srs::models::{MODELS, boiler};

#[test]
fn one_pump_is_the_example() {
    assert_eq!(boiler(1), include_str!("../../../../models/boiler.srs"));
    assert_eq!(boiler(0), boiler(1));
}

#[test]
fn pumps_are_numbered() {
    for pumps in [2, 3, 7] {
        let text = boiler(pumps as u32);
        let model = load(&text, FileId(0), "boiler").expect("a valid model");
        let sizes: Vec<(usize, usize)> =
            model.components.iter().map(|part| (part.machines.len(), part.properties.len())).collect();
        assert_eq!(sizes, [(5, 19), (1 + 10 * pumps, 20 * pumps), (5, 10), (5, 6)]);
        let all: usize = sizes.iter().map(|size| size.0).sum();
        assert!(text.starts_with(&format!(
            "// The control program of a steam boiler with {pumps} pumps: four components with 5 + {} + 5 + \
                5 = {all} machines",
            1 + 10 * pumps
        )));
        let names: Vec<&str> = model.components[1].machines.iter().map(|m| m.name.as_str()).collect();
        assert_eq!((names[0], names[1], names[11]), ("AllPumps", "PumpOrder_1", "PumpOrder_2"));
        assert!(!text.contains('@'));
    }
}

#[test]
fn sizes_out_of_range_are_not_offered() {
    for model in MODELS {
        assert!(model.smallest <= model.default && model.default <= model.largest, "{}", model.name);
    }
}
