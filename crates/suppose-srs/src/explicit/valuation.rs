//! Which events are present, with which values.

use crate::lang::{Atom, EventId, Model, ValueIx};

/// The events that are present, each with its value if it is a valued one. Sorted by event, so equal sets are
/// equal lists.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Valuation(Vec<(EventId, Option<ValueIx>)>);

impl Valuation {
    /// No event is present.
    pub(crate) const NONE: Self = Self(Vec::new());

    /// No event is present.
    pub const fn none() -> Self {
        Self::NONE
    }

    /// These events, or the first of them that comes with two values.
    ///
    /// # Errors
    /// The event, and two values of it.
    pub fn of(
        events: impl IntoIterator<Item = (EventId, Option<ValueIx>)>,
    ) -> Result<Self, (EventId, [Option<ValueIx>; 2])> {
        let mut all: Vec<_> = events.into_iter().collect();
        all.sort_unstable();
        all.dedup();
        match all.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            Some(pair) => Err((pair[0].0, [pair[0].1, pair[1].1])),
            None => Ok(Self(all)),
        }
    }

    /// Whether no event is present.
    pub fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    /// The events that are present, with their values.
    pub fn iter(&self) -> impl Iterator<Item = (EventId, Option<ValueIx>)> {
        self.0.iter().copied()
    }

    /// Whether an event is present, with any value.
    pub fn has(&self, event: EventId) -> bool {
        self.0.binary_search_by_key(&event, |&(present, _)| present).is_ok()
    }

    /// Whether an event is present with this value.
    pub fn is(&self, event: EventId, value: Option<ValueIx>) -> bool {
        self.0.binary_search(&(event, value)).is_ok()
    }

    /// The truth of an atom about events; nothing for other atoms.
    pub fn atom(&self, atom: Atom) -> Option<bool> {
        match atom {
            Atom::Event(event) => Some(self.has(event)),
            Atom::Is(event, value) => Some(self.is(event, Some(value))),
            Atom::In(..) | Atom::Pre(..) | Atom::Microstep(..) => None,
        }
    }

    /// These events and others. The two have no event in common.
    #[must_use]
    pub fn and(&self, others: &Self) -> Self {
        let mut all = self.0.clone();
        all.extend_from_slice(&others.0);
        all.sort_unstable();
        debug_assert!(all.windows(2).all(|pair| pair[0].0 != pair[1].0), "an event has one source");
        Self(all)
    }

    /// Those among some events, which are sorted.
    #[must_use]
    pub fn only(&self, events: &[EventId]) -> Self {
        Self(self.iter().filter(|(event, _)| events.binary_search(event).is_ok()).collect())
    }

    /// As in `OPEN, LEVEL=Low`; `-` when no event is present.
    pub fn text(&self, model: &Model) -> String {
        let part = |(event, value): (EventId, Option<ValueIx>)| {
            let event = model.event(event);
            match value {
                Some(value) => format!("{}={}", event.name, event.values[value.index()]),
                None => event.name.clone(),
            }
        };
        if self.is_none() { "-".to_owned() } else { self.iter().map(part).collect::<Vec<_>>().join(", ") }
    }
}

/// All valuations of some events, one after the other: at first no event is present, and the first event
/// changes fastest. Those in `always` are present in all of them.
pub fn valuations<'a>(
    model: &'a Model,
    events: &'a [EventId],
    always: Vec<EventId>,
) -> impl Iterator<Item = Valuation> + use<'a> {
    // A choice is 0 for an absent event, and otherwise one more than the place of its value, a pulse counting
    // as one value.
    let least = move |event: &EventId| usize::from(always.contains(event));
    let most = move |event: &EventId| model.event(*event).values.len().max(1);
    let mut next: Option<Vec<usize>> = Some(events.iter().map(&least).collect());
    std::iter::from_fn(move || {
        let choices = next.take()?;
        let mut following = choices.clone();
        for (choice, event) in following.iter_mut().zip(events) {
            if *choice < most(event) {
                *choice += 1;
                next = Some(following);
                break;
            }
            *choice = least(event);
        }
        let present = events.iter().zip(choices).filter(|&(_, choice)| choice > 0);
        let valued = present.map(|(&event, choice)| {
            (event, (!model.event(event).is_pulse()).then(|| ValueIx::at(choice - 1)))
        });
        Some(Valuation(sorted(valued.collect())))
    })
}

fn sorted(mut events: Vec<(EventId, Option<ValueIx>)>) -> Vec<(EventId, Option<ValueIx>)> {
    events.sort_unstable();
    events
}
