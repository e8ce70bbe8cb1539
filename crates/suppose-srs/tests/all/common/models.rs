//! Models of tests, from texts and from the examples.

use suppose_base::FileId;
use suppose_srs::explicit::Valuation;
use suppose_srs::lang::{ComponentId, EventId, Model, load};

/// The model of a text without errors.
#[track_caller]
pub(crate) fn model(text: &str) -> Model {
    load(text, FileId(0), "test").unwrap_or_else(|messages| panic!("{messages:#?}\n{text}"))
}

/// The example model of this name.
pub(crate) fn example(name: &str) -> Model {
    let path = format!("{}/../../models/{name}.srs", env!("CARGO_MANIFEST_DIR"));
    model(&std::fs::read_to_string(path).expect("an example model"))
}

/// The component of this name.
#[track_caller]
pub(crate) fn component(model: &Model, name: &str) -> ComponentId {
    model.component_named(name).expect("a component of this name")
}

/// Events of a component that it knows by these names, sorted.
#[track_caller]
pub(crate) fn events(model: &Model, component: ComponentId, names: &[&str]) -> Vec<EventId> {
    let named = |name: &&str| model.event_named(component, name).expect("an event of this name");
    let mut events: Vec<EventId> = names.iter().map(named).collect();
    events.sort_unstable();
    events
}

/// A valuation of any events of a model, as in `OPEN, LEVEL=Low`, or `-`.
#[track_caller]
pub(crate) fn valuation(model: &Model, text: &str) -> Valuation {
    let one = |part: &str| {
        let (name, value) = part.split_once('=').map_or((part, None), |(name, value)| (name, Some(value)));
        let at = model.events.iter().position(|event| event.name == name).expect("an event of this name");
        let place = |value| model.events[at].values.iter().position(|known| known == value).expect("a value");
        (EventId::at(at), value.map(|value| suppose_srs::lang::ValueIx::at(place(value))))
    };
    let parts = text.split(", ").filter(|part| *part != "-").map(one);
    Valuation::of(parts).expect("one value for each event")
}
