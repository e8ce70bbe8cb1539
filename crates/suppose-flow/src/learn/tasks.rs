//! Parts of a tasking program, verified by data-flow analysis: the second kind of verifier.
//!
//! A part is a set of tasks. Its verifier is the trace flow graph of these tasks and an environment that does
//! what the others might do ([`crate::split`]). A premise is state propagation with the assumption as one
//! more constraint; a query is a walk in the lazily determinised graph. Whatever the program does is a path
//! of the graph, so what is proved holds. A path to an error may be one that the program cannot take.

use crate::Constraint;
use crate::split::{self, Found, Side, Split, Walk};
use crate::tfg::Size;
use suppose_base::{ActionId, ActionTable, Budget, StopReason};
use suppose_learn::{Membership, Symbol};
use suppose_lts::check::Effort;
use suppose_lts::{Lts, Role};

use super::Question;
use super::choose::all_but;
use suppose_prove::learn::{by_name, projected};
use suppose_prove::outcome::sum;
use suppose_prove::rule::{Alphabet, Rule};
use suppose_prove::verifier::{Obligation, Parts, Runs, Verifier};

/// The parts of a program, at the places of a rule.
pub(super) struct Tasks<'s, 'p> {
    split: &'s Split<'p>,
    question: Question<'p>,
    /// For each place its part, and the parts that come after it: those whose actions an assumption there may
    /// speak about.
    places: Vec<(usize, Vec<u32>)>,
    /// For each place the components of the system that it stands for: those of its part, and the variables
    /// that are followed there. Where a rule comes back to a part, a variable may be followed at several
    /// places.
    components: Vec<Vec<usize>>,
    alphabet: Alphabet,
    /// The largest graph so far.
    pub(super) size: Size,
}

impl<'s, 'p> Tasks<'s, 'p> {
    pub(super) fn new(split: &'s Split<'p>, question: Question<'p>, rule: &Rule) -> Self {
        let sequence: Vec<usize> = rule.premises.iter().map(|premise| premise.part).collect();
        let after = |place: usize| match rule.alphabet {
            Alphabet::SharedWithLater => sequence[place + 1..].iter().map(|&part| part as u32).collect(),
            Alphabet::PropertyAndShared => {
                (0..split.parts()).filter(|&part| part as usize != sequence[place]).collect()
            }
        };
        let places = sequence.iter().enumerate().map(|(place, &part)| (part, after(place))).collect();
        let components = sequence.iter().map(|&part| question.parts[part].clone()).collect();
        Self { split, question, places, components, alphabet: rule.alphabet, size: Size::default() }
    }

    /// Whether the parts can put a trace to an error together. Only known actions are compared.
    pub(super) fn perform(
        &mut self,
        trace: &[ActionId],
        known: &dyn Fn(ActionId) -> bool,
        budget: &Budget,
    ) -> Result<bool, StopReason> {
        // What a part does to the one before it: it must not be impossible.
        let mut forbidden: Option<Lts> = None;
        let last = self.places.len() - 1;
        for place in 0..=last {
            let obligation = forbidden.as_ref().map_or(Obligation::Watched, Obligation::Assumption);
            let mut sigma = match self.alphabet {
                Alphabet::PropertyAndShared => [&self.shared(place), self.watched().alphabet()].concat(),
                Alphabet::SharedWithLater if place == last => Vec::new(),
                Alphabet::SharedWithLater => self.interface(place, obligation),
            };
            sigma.retain(|&action| known(action));
            let side = self.side(place, obligation, &sigma, budget)?;
            let Some(path) = side.trace(&projected(trace, &sigma), budget)?.path else { return Ok(false) };
            if self.alphabet == Alphabet::SharedWithLater {
                let word = side.word(&path);
                if word.is_empty() {
                    return Ok(true);
                }
                forbidden = Some(all_but(&sigma, &word));
            }
        }
        Ok(true)
    }

    fn side(
        &mut self,
        place: usize,
        obligation: Obligation<'_>,
        sigma: &[ActionId],
        budget: &Budget,
    ) -> Result<Side, StopReason> {
        let (part, after) = &self.places[place];
        let side = self.split.side_before(*part as u32, after, translated(obligation), sigma, budget)?;
        if side.size().nodes > self.size.nodes {
            self.size = side.size();
        }
        for constraint in side.constraints() {
            if let Constraint::Variable(variable) = constraint {
                let name = &self.question.program.variables[variable.0 as usize].name;
                let components = &self.question.system.components;
                let followed = components.iter().position(|c| c.role == Role::Component && c.name == *name);
                let here = &mut self.components[place];
                here.extend(followed.filter(|component| !here.contains(component)));
            }
        }
        Ok(side)
    }
}

/// An obligation as the analysis names it.
fn translated(obligation: Obligation<'_>) -> split::Obligation<'_> {
    match obligation {
        Obligation::Watched => split::Obligation::Property,
        Obligation::Assumption(lts) => split::Obligation::Assumption(lts),
    }
}

impl Parts for Tasks<'_, '_> {
    type Verifier = Errors;

    fn places(&self) -> usize {
        self.places.len()
    }

    fn components(&self, place: usize) -> Vec<usize> {
        self.components[place].clone()
    }

    fn actions(&self) -> &ActionTable {
        self.split.actions()
    }

    fn watched(&self) -> &Lts {
        &self.question.system.components[self.question.property].lts
    }

    fn interface(&self, place: usize, obligation: Obligation<'_>) -> Vec<ActionId> {
        let (part, after) = &self.places[place];
        let sigma = self.split.interface_before(*part as u32, after, translated(obligation));
        by_name(sigma, self.actions())
    }

    fn shared(&self, place: usize) -> Vec<ActionId> {
        // What others see of this part, and what this part sees of them.
        let every: Vec<u32> = (0..self.split.parts()).collect();
        let seen = |place: usize, after: &[u32]| {
            let part = self.places[place].0 as u32;
            self.split.interface_before(part, after, split::Obligation::Property)
        };
        let others = (0..self.places.len()).filter(|&other| other != place);
        let theirs: Vec<ActionId> = others.flat_map(|other| seen(other, &self.places[other].1)).collect();
        let mut shared = seen(place, &every);
        let here = seen(place, &self.places[place].1);
        shared.retain(|action| here.binary_search(action).is_ok() || theirs.contains(action));
        shared
    }

    fn verifier(
        &mut self,
        place: usize,
        obligation: Obligation<'_>,
        sigma: &[ActionId],
        _: &mut Effort,
        budget: &Budget,
    ) -> Result<Errors, StopReason> {
        Ok(Errors { side: self.side(place, obligation, sigma, budget)?, sigma: sigma.to_vec() })
    }

    fn escape(
        &mut self,
        place: usize,
        obligation: Obligation<'_>,
        effort: &mut Effort,
        budget: &Budget,
    ) -> Result<Option<Vec<ActionId>>, StopReason> {
        let found = self.side(place, obligation, &[], budget)?.first_error(None, budget)?;
        Ok(counted(found, effort))
    }
}

/// The actions of a path, if there is one, with what it took to find it.
fn counted(found: Found, effort: &mut Effort) -> Option<Vec<ActionId>> {
    let states = found.states;
    *effort = sum(*effort, Effort { states_explored: states, max_states: states, ..Effort::default() });
    Some(found.path?.into_iter().map(|step| step.action).collect())
}

/// A part with its environment and its obligation.
pub(super) struct Errors {
    side: Side,
    sigma: Vec<ActionId>,
}

impl Verifier for Errors {
    fn runs<'v>(&'v self, budget: &'v Budget) -> Box<dyn Runs + 'v> {
        Box::new(Words { walk: self.side.walk(), sigma: &self.sigma, word: Vec::new(), budget })
    }

    fn check(
        &self,
        assumption: Option<&Lts>,
        effort: &mut Effort,
        budget: &Budget,
    ) -> Result<Option<Vec<ActionId>>, StopReason> {
        let mut path = counted(self.side.first_error(assumption, budget)?, effort);
        if let Some(path) = &mut path {
            path.retain(|action| self.sigma.contains(action));
        }
        Ok(path)
    }

    fn trace(&self, word: &[ActionId], budget: &Budget) -> Result<Vec<ActionId>, StopReason> {
        let found = self.side.trace(word, budget)?;
        counted(found, &mut Effort::default())
            .ok_or_else(|| StopReason::Internal("a word that led to an error no longer does".into()))
    }
}

/// Where words lead in the graph of a part.
struct Words<'v> {
    walk: Walk<'v>,
    sigma: &'v [ActionId],
    /// The word that is asked about, kept for its room.
    word: Vec<ActionId>,
    budget: &'v Budget,
}

impl Membership for Words<'_> {
    fn member(&mut self, word: &[Symbol]) -> Result<bool, StopReason> {
        self.word.clear();
        self.word.extend(word.iter().map(|&symbol| self.sigma[symbol as usize]));
        Ok(self.walk.fatal(&self.word, self.budget)?.is_none())
    }
}

impl Runs for Words<'_> {
    fn fatal(&mut self, word: &[ActionId]) -> Result<Option<usize>, StopReason> {
        self.walk.fatal(word, self.budget)
    }

    fn held(&self) -> u64 {
        self.walk.held()
    }
}
