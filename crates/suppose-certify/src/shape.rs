//! The form of a certificate. What passes has all numbers in range, so that nothing later is out of bounds,
//! and takes memory in proportion to its text.

use std::collections::HashSet;

use crate::format::{
    Certificate, Claim, Component, ERROR, Lts, Moved, Proof, Restriction, Role, Rule, Symmetry, TAU, Verdict,
};

type Shape = Result<(), String>;

fn ensure(condition: bool, sentence: &str) -> Shape {
    if condition { Ok(()) } else { Err(sentence.into()) }
}

/// Whether the list ascends and stays below the bound.
fn ascends(list: &[usize], bound: usize) -> bool {
    list.is_sorted_by(|a, b| a < b) && list.last().is_none_or(|&last| last < bound)
}

/// Checks the form of a whole certificate.
pub(crate) fn check(certificate: &Certificate) -> Shape {
    ensure(certificate.schema == "suppose/certificate/1", "the schema is unknown")?;
    let (mut actions, mut names, mut watched) = (HashSet::new(), HashSet::new(), HashSet::new());
    for name in &certificate.actions {
        ensure(!name.is_empty() && name != "tau" && actions.insert(name), "a bad or repeated action")?;
    }
    for Component { name, role, lts, .. } in &certificate.components {
        ensure(names.insert(name), "two components have one name")?;
        transitions(lts, actions.len()).map_err(|why| format!("component {name}: {why}"))?;
        let complete = lts.triples().len() as u64 == u64::from(lts.states) * lts.alphabet.len() as u64;
        ensure(*role == Role::Component || complete && deterministic(lts), "a property has gaps or choices")?;
    }
    for Restriction { clusters, kept } in &certificate.restrictions {
        let parts = &certificate.components;
        let ascend = clusters.iter().all(|cluster| ascends(cluster, parts.len()));
        ensure(ascend && kept.len() == parts.len(), "a restriction does not fit the components")?;
        let fits = |(kept, part): (&Option<Vec<usize>>, &Component)| {
            kept.as_ref().is_none_or(|kept| ascends(kept, part.lts.triples().len()))
        };
        ensure(kept.iter().zip(parts).all(fits), "what is kept is no ascending list of transitions")?;
    }
    ensure(!certificate.results.is_empty(), "nothing is claimed")?;
    for result in &certificate.results {
        ensure(watched.insert(result.watched), "two results are on one component")?;
        claim(certificate, result)?;
    }
    Ok(())
}

/// The form of an LTS over so many actions.
fn transitions(lts: &Lts, actions: usize) -> Shape {
    let state = |state: i32| u32::try_from(state).is_ok_and(|state| state < lts.states);
    let (triples, rest) = lts.transitions.as_chunks::<3>();
    ensure(rest.is_empty() && triples.is_sorted_by(|a, b| a < b), "transitions are no ascending triples")?;
    // States on no transition are pointless, and many of them would take more memory than the text.
    ensure(lts.states as usize <= 2 * triples.len() + 2, "most states are on no transition")?;
    ensure(lts.initial == ERROR || state(lts.initial), "the initial state is none")?;
    let alphabet: Vec<usize> = lts.alphabet.iter().map(|&a| usize::try_from(a).unwrap_or(actions)).collect();
    ensure(ascends(&alphabet, actions), "the alphabet is no ascending list of actions")?;
    for &[source, action, target] in triples {
        ensure(state(source) && (target == ERROR || state(target)), "a transition is on no state")?;
        ensure(action == TAU || lts.alphabet.binary_search(&action).is_ok(), "a foreign action")?;
        ensure(lts.end != Some(source.cast_unsigned()), "the end state has transitions")?;
    }
    ensure(lts.end.is_none_or(|end| end < lts.states), "the end state is none")
}

/// No τ, and one target at most for each state and action.
fn deterministic(lts: &Lts) -> bool {
    let triples = lts.triples();
    triples.is_sorted_by(|a, b| a[..2] < b[..2]) && triples.iter().all(|&[_, action, _]| action != TAU)
}

/// The form of a result.
fn claim(certificate: &Certificate, claim: &Claim) -> Shape {
    let count = certificate.components.len();
    ensure(claim.watched < count, "the watched component is none")?;
    // What the claim is about. Other properties observe the same runs and are no part of them.
    let concerns = |c: usize| c == claim.watched || certificate.components[c].role == Role::Component;
    match (&claim.verdict, &claim.proof, &claim.searched, &claim.witness) {
        (Verdict::Holds, Some(given), None, None) => proof(certificate, claim.watched, given, concerns),
        (Verdict::Violated, None, Some(searched), Some(witness)) => {
            ensure(ascends(searched, count), "the components searched are no ascending list")?;
            let absent = |c: usize| concerns(c) && searched.binary_search(&c).is_err();
            ensure(!(0..count).any(absent), "a component is not in the witness")?;
            ensure(witness.iter().all(|step| step.states.len() == searched.len()), "a step lacks states")
        }
        _ => Err("the verdict does not fit what is given for it".into()),
    }
}

/// The form of a proof.
fn proof(all: &Certificate, watched: usize, proof: &Proof, concerns: impl Fn(usize) -> bool) -> Shape {
    let (components, symmetric) = (&all.components, proof.rule == Rule::Symmetric);
    let assumed = if symmetric { proof.parts.len() } else { proof.parts.len().saturating_sub(1) };
    ensure(proof.assumptions.len() == assumed, "the assumptions are not as many as the parts ask for")?;
    ensure(!symmetric || components[watched].role == Role::Property, "the rule is for properties")?;
    for part in &proof.parts {
        ensure(ascends(part, components.len()), "a part is no ascending list of components")?;
        ensure(part.iter().all(|&c| concerns(c) && c != watched), "a part has a property or the watched")?;
    }
    for assumption in &proof.assumptions {
        transitions(assumption, all.actions.len()).map_err(|why| format!("an assumption: {why}"))?;
        let safe = assumption.initial != ERROR && assumption.triples().iter().all(|[_, _, to]| *to != ERROR);
        ensure(safe && deterministic(assumption), "an assumption has π or is not deterministic")?;
    }
    let alone = !symmetric && proof.parts.len() <= 1 && proof.restricted.is_none();
    ensure(proof.symmetries.is_empty() || alone, "symmetries are for one premise about all transitions")?;
    for Symmetry { actions, moved } in &proof.symmetries {
        let known = |&action: &i32| usize::try_from(action).is_ok_and(|action| action < all.actions.len());
        ensure(
            actions.is_sorted() && actions.iter().flatten().all(known),
            "an action of a symmetry is none",
        )?;
        let from: Vec<usize> = moved.iter().map(|moved| moved.from).collect();
        ensure(ascends(&from, components.len()), "what a symmetry moves is no ascending list")?;
        let fits = |moved: &Moved| {
            let goes = components.get(moved.to).map(|to| to.lts.states);
            goes == Some(components[moved.from].lts.states) && goes == u32::try_from(moved.states.len()).ok()
        };
        ensure(moved.iter().all(fits), "a symmetry does not fit the states")?;
    }
    let Some(number) = proof.restricted else { return Ok(()) };
    let by = all.restrictions.get(number).ok_or("the restriction is none")?;
    ensure(by.clusters.iter().flatten().all(|&c| concerns(c)), "a cluster has a property that is not watched")
}
