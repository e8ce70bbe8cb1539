//! What is done to whole LTSs: renaming, hiding, properties, reductions and composition.

use std::sync::Arc;

use suppose_base::{ActionId, Diagnostic, Span};
use suppose_lts::ops::{self, Relabelling};
use suppose_lts::product;
use suppose_lts::reduce;
use suppose_lts::{Component, Finish, Finished, Lts, Mapped, Origins, Priority, Role, System};

use super::super::ast::Modifiers;
use super::super::scope::{Labels, Stop};
use super::locals::too_large;
use super::naming::MachineName;
use super::relation::{Renaming, matching};
use super::{Lowering, MAX_STATES, Machine};

/// What the words before a composite ask for, once its parts are composed, priority applied and actions
/// hidden. Determinising comes before minimising, which it includes.
pub(super) fn finish_of(modifiers: Modifiers) -> Finish {
    if modifiers.property {
        Finish::Property
    } else if modifiers.deterministic {
        Finish::Determinise
    } else if modifiers.minimal {
        Finish::Minimise
    } else {
        Finish::AsIs
    }
}

/// The warning about silent states that `minimal` left out, if there were any.
pub(crate) fn left_out(finished: &Finished, name: &str) -> Option<Diagnostic> {
    let skipped = match finished.skipped {
        0 => return None,
        1 => "1 silent state".to_owned(),
        n => format!("{n} silent states"),
    };
    let warning =
        Diagnostic::warning("W0304", format!("`minimal` left out {skipped} of `{name}`, as LTSA does"))
            .note("traces and deadlocks are the same, but choices may seem to be made earlier")
            .help("leave `minimal` out and use `suppose reduce --by weak` for a weakly bisimilar result");
    Some(warning)
}

/// Whether an LTS is that of a process which is `ERROR` from the beginning: one silent step to π.
fn is_error(lts: &Lts) -> bool {
    lts.num_states() == 1
        && lts.all_transitions().all(|(_, step)| step.action.is_tau() && step.target.is_error())
        && lts.has_error()
}

/// Renames the actions of a machine.
pub(super) fn rename(machine: Machine, renaming: &Renaming, span: Span) -> Result<Machine, Stop> {
    let widest = renaming.iter().map(|(_, new)| new.len()).max().unwrap_or(1);
    if machine.lts.num_transitions().saturating_mul(widest) > MAX_STATES as usize {
        return Err(too_large(span));
    }
    let relabelling: Relabelling =
        renaming.iter().flat_map(|(old, new)| new.iter().map(move |new| (*old, *new))).collect();
    let lts = ops::relabel(&machine.lts, &relabelling);
    // Merging actions can make a property nondeterministic or let it block; it is then an ordinary component.
    let watches =
        || lts.is_deterministic() && lts.num_transitions() == lts.num_states() * lts.alphabet().len();
    let role = if machine.role == Role::Property && watches() { Role::Property } else { Role::Component };
    let origins = machine.origins.renamed(renaming);
    Ok(Machine { name: machine.name, lts: Arc::new(lts), role, origins })
}

impl Lowering<'_> {
    /// Makes actions τ: those that match, or with `expose` those that do not.
    pub(super) fn hide(
        &mut self,
        machine: Machine,
        labels: &Labels,
        expose: bool,
        span: Span,
    ) -> Result<Machine, Stop> {
        let alphabet = machine.lts.alphabet().to_vec();
        let listed = matching(labels, &alphabet, &self.actions);
        let new = |action: &ActionId| {
            if listed.contains(action) == expose { *action } else { ActionId::TAU }
        };
        let renaming: Renaming = alphabet.iter().map(|action| (*action, vec![new(action)])).collect();
        rename(machine, &renaming, span)
    }

    /// Turns a machine into a property.
    pub(super) fn property(&mut self, machine: Machine, span: Span) -> Result<Machine, Stop> {
        if is_error(&machine.lts) {
            // `property P = ERROR`, perhaps by an index out of range: violated before anything happens, by
            // its own step.
            return Ok(machine);
        }
        let size = machine.lts.num_states().saturating_mul(machine.lts.alphabet().len());
        if size > MAX_STATES as usize {
            return Err(too_large(span));
        }
        let lts = ops::error_lts(&machine.lts).map_err(|error| {
            let mut diagnostic =
                Diagnostic::error("E0307", format!("the property `{}` is not deterministic", machine.name))
                    .at(span, error.describe(&self.actions))
                    .help(
                        "remove the choice, or write `property ||P = Q.` with Q an ordinary process: that \
                        is determinised",
                    );
            if let Some(place) = machine.origins.find(error.state, error.action) {
                diagnostic = diagnostic.at(place, "this action");
            }
            Stop::from(diagnostic)
        })?;
        Ok(Machine { lts: Arc::new(lts), role: Role::Property, ..machine })
    }

    pub(super) fn minimise(&mut self, machine: Machine) -> Result<Machine, Stop> {
        let Mapped { lts, map } = reduce::weak_to_end(&machine.lts, self.budget)?;
        let origins = machine.origins.merged(&map, lts.num_states());
        Ok(Machine { lts: Arc::new(lts), origins, ..machine })
    }

    pub(super) fn determinise(&mut self, machine: Machine) -> Result<Machine, Stop> {
        if machine.lts.is_deterministic() {
            return Ok(machine);
        }
        let Mapped { lts, map } = reduce::trace(&machine.lts, self.budget)?;
        let origins = machine.origins.merged(&map, lts.num_states());
        Ok(Machine { lts: Arc::new(lts), origins, ..machine })
    }

    /// Does to a composed machine what the words before it ask for.
    pub(super) fn finish(&mut self, machine: Machine, finish: Finish, span: Span) -> Result<Machine, Stop> {
        if finish == Finish::AsIs {
            return Ok(machine);
        }
        let (finished, map) = finish.apply_mapped(Arc::unwrap_or_clone(machine.lts), self.budget)?;
        self.warnings
            .extend(left_out(&finished, &machine.name.to_string()).map(|warning| warning.at(span, "")));
        let Finished { lts, role, .. } = finished;
        let origins = match map {
            Some(map) => machine.origins.merged(&map, lts.num_states()),
            None => machine.origins,
        };
        Ok(Machine { lts: Arc::new(lts), role, origins, name: machine.name })
    }

    /// Composes machines to one.
    pub(super) fn compose(
        &mut self,
        name: &str,
        machines: Vec<Machine>,
        priority: Option<Priority>,
        hidden: Vec<ActionId>,
    ) -> Result<Machine, Stop> {
        let alone = if let [only] = machines.as_slice() { Some(only.origins.clone()) } else { None };
        let components = machines
            .into_iter()
            .map(|machine| Component { name: machine.name.to_string(), lts: machine.lts, role: machine.role })
            .collect();
        let actions = std::mem::take(&mut self.actions);
        let system = System { name: name.to_owned(), actions, components, priority, hidden };
        let composed = product::compose(&system, self.budget);
        self.actions = system.actions;
        let composed = composed?;
        let origins = alone.map_or_else(Origins::default, |origins| {
            origins.selected(composed.lts.num_states(), |state| composed.locals(state)[0])
        });
        let lts = Arc::new(composed.lts);
        Ok(Machine { name: MachineName::new(name), lts, role: Role::Component, origins })
    }
}
