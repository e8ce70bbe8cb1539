//! Primitive processes, interpreted directly.

use std::collections::BTreeMap;

use suppose_fsp::ast::{Body, Branch, Label, ProcRef, ProcessDef};

use super::compose::{Failure, Graph, product};
use super::interpret::{Env, Interpreter, Try};

/// A process under construction.
struct Process<'i, 't> {
    interpreter: &'i Interpreter<'t>,
    /// Every local process with its index as text: what it does and with which variables.
    locals: BTreeMap<String, (&'t Body, Env)>,
    numbers: BTreeMap<String, usize>,
    /// Names that are the start of a sequence.
    aliases: BTreeMap<String, Option<usize>>,
    graph: Graph,
}

impl<'t> Interpreter<'t> {
    pub(super) fn process(&self, process: &'t ProcessDef, env: &Env) -> Try<Graph> {
        let mut under = Process {
            interpreter: self,
            locals: BTreeMap::new(),
            numbers: BTreeMap::new(),
            aliases: BTreeMap::new(),
            graph: Graph::default(),
        };
        for local in &process.locals {
            let name = self.text(local.name.symbol);
            let instances = match &local.index {
                None => vec![(name.to_owned(), env.clone())],
                Some(index) => {
                    let labels = self.labels(index, env)?;
                    labels.into_iter().map(|(text, env)| (format!("{name}.{text}"), env)).collect()
                }
            };
            for (name, env) in instances {
                if under.locals.insert(name, (&local.body, env)).is_some() {
                    return Err(Failure::Wrong);
                }
            }
        }
        for name in under.locals.keys().cloned().collect::<Vec<_>>() {
            let (body, env) = under.locals[&name].clone();
            // A name of another state describes nothing of its own.
            if let Some(Body::Choice(branches)) = decide(body, &env)? {
                let state = under.number(&name);
                under.choice(state, branches, &env)?;
            } else {
                under.state(&name, 0)?;
            }
        }
        let Some(initial) = under.state(self.text(process.name.symbol), 0)? else {
            under.graph = Graph { alphabet: under.graph.alphabet, ..Graph::default() };
            under.graph.states = 1;
            under.graph.edges.insert((0, "tau".to_owned(), None));
            return self.finish(process, under.graph, env);
        };
        under.graph.end = under.numbers.get("END").copied();
        self.finish(process, under.graph.reachable(initial), env)
    }

    /// Applies the clauses at the end of a process.
    fn finish(&self, process: &ProcessDef, mut graph: Graph, env: &Env) -> Try<Graph> {
        if let Some(extension) = &process.extension {
            graph.alphabet.extend(self.set(extension, env)?);
        }
        if let Some(relabels) = &process.relabel {
            graph = graph.relabel(&self.relabels(relabels, env)?);
        }
        if let Some(visibility) = &process.visibility {
            graph = graph.hide(&self.set(&visibility.labels, env)?, visibility.expose);
        }
        if process.modifiers.property { graph.property() } else { Ok(graph) }
    }
}

/// What conditions choose; `None` is a missing `else`.
fn decide<'t>(body: &'t Body, env: &Env) -> Try<Option<&'t Body>> {
    let Body::If { arms, otherwise } = body else { return Ok(Some(body)) };
    for (condition, then) in arms {
        if Interpreter::int(condition, env)? != 0 {
            return decide(then, env);
        }
    }
    otherwise.as_ref().map_or(Ok(None), |otherwise| decide(otherwise, env))
}

impl<'t> Process<'_, 't> {
    fn number(&mut self, name: &str) -> usize {
        let next = self.graph.states;
        let number = *self.numbers.entry(name.to_owned()).or_insert(next);
        if number == next {
            self.graph.states += 1;
        }
        number
    }

    fn fresh(&mut self) -> usize {
        self.graph.states += 1;
        self.graph.states - 1
    }

    /// The state that a name means in the end; `None` is π. `steps` counts names that only mean other names.
    fn state(&mut self, name: &str, steps: usize) -> Try<Option<usize>> {
        if steps > self.locals.len() {
            return Err(Failure::Wrong);
        }
        let Some((body, env)) = self.locals.get(name).cloned() else {
            return Ok(if matches!(name, "STOP" | "END") { Some(self.number(name)) } else { None });
        };
        if let Some(&number) = self.aliases.get(name) {
            return Ok(number);
        }
        match decide(body, &env)? {
            None => Ok(Some(self.number("STOP"))),
            Some(Body::Ref(reference)) => {
                let target = self.reference(reference, &env)?;
                if reference.sequence.is_empty() {
                    return self.state(&target, steps + 1);
                }
                // What comes after may be the name itself, so it gets a number that is replaced in the end.
                let number = self.fresh();
                self.aliases.insert(name.to_owned(), Some(number));
                let target = self.state(&target, 0)?;
                let start = self.after(reference, target, &env)?;
                if start == Some(number) {
                    return Err(Failure::Wrong);
                }
                self.replace(number, start);
                Ok(start)
            }
            Some(_) => Ok(Some(self.number(name))),
        }
    }

    fn reference(&self, reference: &ProcRef, env: &Env) -> Try<String> {
        let mut name = self.interpreter.text(reference.name.symbol).to_owned();
        for index in &reference.indices {
            name = format!("{name}.{}", Interpreter::eval(index, env)?.text());
        }
        Ok(name)
    }

    /// Makes everything that leads to one state lead to another.
    fn replace(&mut self, old: usize, new: Option<usize>) {
        let other = |to: Option<usize>| if to == Some(old) { new } else { to };
        self.aliases.values_mut().for_each(|to| *to = other(*to));
        let edges = std::mem::take(&mut self.graph.edges);
        self.graph.edges = edges.into_iter().map(|(from, action, to)| (from, action, other(to))).collect();
    }

    /// Puts copies of processes before a state.
    fn after(&mut self, reference: &ProcRef, target: Option<usize>, env: &Env) -> Try<Option<usize>> {
        let mut next = target;
        for instance in reference.sequence.iter().rev() {
            let actuals = match &instance.actuals {
                None => None,
                Some(exprs) => {
                    Some(exprs.iter().map(|expr| Interpreter::eval(expr, env)).collect::<Try<Vec<_>>>()?)
                }
            };
            let first = product(&self.interpreter.named(instance.name.symbol, actuals.as_deref())?, None)?;
            let end = first.end.ok_or(Failure::Wrong)?;
            self.graph.alphabet.extend(first.alphabet.iter().cloned());
            if first.states == 1 {
                continue;
            }
            let base = self.graph.states;
            self.graph.states += first.states;
            for (from, action, to) in first.edges {
                let to = to.map_or(Ok(None), |to| if to == end { Err(()) } else { Ok(Some(base + to)) });
                self.graph.edges.insert((base + from, action, to.unwrap_or(next)));
            }
            next = Some(base);
        }
        Ok(next)
    }

    fn choice(&mut self, from: usize, branches: &'t [Branch], env: &Env) -> Try<()> {
        for branch in branches {
            let open = branch.guard.as_ref().map_or(Ok(1), |guard| Interpreter::int(guard, env))?;
            if open != 0 {
                self.sequence(from, &branch.actions, &branch.body, env)?;
            }
        }
        Ok(())
    }

    fn sequence(&mut self, from: usize, actions: &'t [Label], body: &'t Body, env: &Env) -> Try<()> {
        for (action, env) in self.interpreter.labels(&actions[0], env)? {
            let to = if actions.len() > 1 {
                let to = self.fresh();
                self.sequence(to, &actions[1..], body, &env)?;
                Some(to)
            } else {
                match decide(body, &env)? {
                    None => Some(self.number("STOP")),
                    Some(Body::Ref(reference)) => {
                        let target = self.reference(reference, &env)?;
                        let target = self.state(&target, 0)?;
                        self.after(reference, target, &env)?
                    }
                    Some(Body::Choice(branches)) => {
                        let to = self.fresh();
                        self.choice(to, branches, &env)?;
                        Some(to)
                    }
                    Some(Body::If { .. }) => unreachable!("decided"),
                }
            };
            self.graph.alphabet.insert(action.clone());
            self.graph.edges.insert((from, action, to));
        }
        Ok(())
    }
}
