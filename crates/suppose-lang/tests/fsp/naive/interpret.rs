//! A direct interpreter of the syntax tree.

use std::collections::BTreeMap;

use suppose_lang::fsp::Symbol;
use suppose_lang::fsp::ast::{
    BinaryOp, Body, Branch, CompBody, CompPart, CompWhat, CompositeDef, Definition, Domain, Expr, Index,
    Instance, Label, LabelPart, LabelSet, Op, ProcessDef, Relabel, Tree, UnaryOp,
};

use super::compose::{Failure, Graph, matches, product};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Val {
    Int(i32),
    Text(String),
}

impl Val {
    fn of(text: &str) -> Self {
        text.parse().map_or_else(|_| Self::Text(text.to_owned()), Self::Int)
    }

    fn text(&self) -> String {
        match self {
            Self::Int(number) => number.to_string(),
            Self::Text(text) => text.clone(),
        }
    }
}

/// Variables and parameters; constants are entered here as well.
type Env = BTreeMap<Symbol, Val>;
type Try<T> = Result<T, Failure>;

pub(super) struct Interpreter<'t> {
    tree: &'t Tree,
    constants: Env,
}

/// A process under construction.
struct Process<'i, 't> {
    interpreter: &'i Interpreter<'t>,
    /// Every local process with its index as text: what it does and with which variables.
    locals: BTreeMap<String, (&'t Body, Env)>,
    numbers: BTreeMap<String, usize>,
    graph: Graph,
}

impl<'t> Interpreter<'t> {
    pub(super) fn new(tree: &'t Tree) -> Self {
        let mut interpreter = Self { tree, constants: Env::new() };
        for definition in &tree.definitions {
            if let Definition::Const(d) = definition {
                let value = interpreter.eval(&d.value, &interpreter.constants).expect("a simple constant");
                interpreter.constants.insert(d.name.symbol, value);
            }
        }
        interpreter
    }

    fn text(&self, symbol: Symbol) -> &'t str {
        self.tree.symbols.text(symbol)
    }

    fn int(&self, expr: &Expr, env: &Env) -> Try<i32> {
        match self.eval(expr, env)? {
            Val::Int(number) => Ok(number),
            Val::Text(_) => Err(Failure::Wrong),
        }
    }

    fn eval(&self, expr: &Expr, env: &Env) -> Try<Val> {
        let mut stack: Vec<Val> = Vec::new();
        for step in &expr.steps {
            let mut pop = || match stack.pop() {
                Some(Val::Int(number)) => Ok(number),
                _ => Err(Failure::Wrong),
            };
            let value = match &step.op {
                Op::Int(number) => Val::Int(*number),
                Op::Variable(symbol) | Op::Constant(symbol) => {
                    env.get(symbol).cloned().ok_or(Failure::Wrong)?
                }
                Op::Unary(UnaryOp::Plus) => Val::Int(pop()?),
                Op::Unary(UnaryOp::Minus) => Val::Int(pop()?.wrapping_neg()),
                Op::Unary(UnaryOp::Not) => Val::Int(if pop()? > 0 { 0 } else { 1 }),
                Op::Binary(op @ (BinaryOp::Equal | BinaryOp::NotEqual)) => {
                    let (right, left) = (stack.pop(), stack.pop());
                    Val::Int(i32::from((left == right) == (*op == BinaryOp::Equal)))
                }
                Op::Binary(op) => {
                    let (right, left) = (pop()?, pop()?);
                    Val::Int(arithmetic(*op, left, right)?)
                }
                Op::Label(_) | Op::Count(_) | Op::Select(_) => unreachable!("not generated"),
            };
            stack.push(value);
        }
        stack.pop().ok_or(Failure::Wrong)
    }

    /// The labels with the variables they bind.
    fn labels(&self, label: &Label, env: &Env) -> Try<Vec<(String, Env)>> {
        self.parts(&label.parts, env)
    }

    fn parts(&self, parts: &[LabelPart], env: &Env) -> Try<Vec<(String, Env)>> {
        let Some((first, rest)) = parts.split_first() else { return Ok(vec![(String::new(), env.clone())]) };
        let mut all = Vec::new();
        for (text, env) in self.part(first, env)? {
            for (more, env) in self.parts(rest, &env)? {
                let text = if more.is_empty() { text.clone() } else { format!("{text}.{more}") };
                all.push((text, env));
            }
        }
        Ok(all)
    }

    fn part(&self, part: &LabelPart, env: &Env) -> Try<Vec<(String, Env)>> {
        let plain = |texts: Vec<String>| texts.into_iter().map(|text| (text, env.clone())).collect();
        match part {
            LabelPart::Name(name) => Ok(plain(vec![self.text(name.symbol).to_owned()])),
            LabelPart::Set(set) => {
                let mut labels = self.set(&set.set, env)?;
                if let Some(minus) = &set.minus {
                    let minus = self.set(minus, env)?;
                    labels.retain(|label| !minus.contains(label));
                }
                Ok(plain(labels))
            }
            LabelPart::Index(index) => self.index(index, env),
        }
    }

    fn index(&self, index: &Index, env: &Env) -> Try<Vec<(String, Env)>> {
        let range = |low: i32, high: i32| {
            if low > high { Err(Failure::Wrong) } else { Ok((low..=high).map(|i| i.to_string()).collect()) }
        };
        let texts: Vec<String> = match &index.domain {
            Domain::Set(set) => self.set(set, env)?,
            Domain::Value(expr) => vec![self.eval(expr, env)?.text()],
            Domain::Between(low, high) => range(self.int(low, env)?, self.int(high, env)?)?,
            Domain::Range(name) => {
                let found = self.tree.definitions.iter().find_map(|definition| match definition {
                    Definition::Range(d) if d.name.symbol == name.symbol => Some(d),
                    _ => None,
                });
                let d = found.ok_or(Failure::Wrong)?;
                range(self.int(&d.low, &self.constants)?, self.int(&d.high, &self.constants)?)?
            }
        };
        let bind = |text: String| {
            let mut env = env.clone();
            if let Some(variable) = index.variable {
                env.insert(variable.symbol, Val::of(&text));
            }
            (text, env)
        };
        Ok(texts.into_iter().map(bind).collect())
    }

    fn set(&self, set: &LabelSet, env: &Env) -> Try<Vec<String>> {
        let elements = match set {
            LabelSet::Literal(elements, _) => elements,
            LabelSet::Named(name) => {
                let found = self.tree.definitions.iter().find_map(|definition| match definition {
                    Definition::Set(d) if d.name.symbol == name.symbol => Some(&d.elements),
                    _ => None,
                });
                found.ok_or(Failure::Wrong)?
            }
        };
        let mut all: Vec<String> = Vec::new();
        for element in elements {
            for (text, _) in self.labels(element, env)? {
                if !all.contains(&text) {
                    all.push(text);
                }
            }
        }
        Ok(all)
    }

    fn relabels(&self, relabels: &[Relabel], env: &Env) -> Try<Vec<(String, String)>> {
        let mut pairs = Vec::new();
        for relabel in relabels {
            match relabel {
                Relabel::Pair { new, old } => {
                    for (new, env) in self.labels(new, env)? {
                        pairs.extend(self.labels(old, &env)?.into_iter().map(|(old, _)| (new.clone(), old)));
                    }
                }
                Relabel::Forall { indices, relabels } => {
                    for env in self.indices(indices, env)? {
                        pairs.extend(self.relabels(relabels, &env)?);
                    }
                }
            }
        }
        Ok(pairs)
    }

    fn indices(&self, indices: &[Index], env: &Env) -> Try<Vec<Env>> {
        let parts: Vec<LabelPart> = indices.iter().cloned().map(LabelPart::Index).collect();
        Ok(self.parts(&parts, env)?.into_iter().map(|(_, env)| env).collect())
    }

    fn process(&self, process: &'t ProcessDef, env: &Env) -> Try<Graph> {
        let mut under = Process {
            interpreter: self,
            locals: BTreeMap::new(),
            numbers: BTreeMap::new(),
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
            if let Some(Body::Choice(branches)) = self.decide(body, &env)? {
                let state = under.number(&name);
                under.choice(state, branches, &env)?;
            } else {
                under.state(&name, 0)?;
            }
        }
        let Some(initial) = under.state(self.text(process.name.symbol), 0)? else {
            let edges = [(0, "tau".to_owned(), None)].into();
            return Ok(Graph { states: 1, edges, alphabet: under.graph.alphabet });
        };
        let mut graph = under.graph.reachable(initial);
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

    fn decide(&self, body: &'t Body, env: &Env) -> Try<Option<&'t Body>> {
        let Body::If { arms, otherwise } = body else { return Ok(Some(body)) };
        for (condition, then) in arms {
            if self.int(condition, env)? != 0 {
                return self.decide(then, env);
            }
        }
        otherwise.as_ref().map_or(Ok(None), |otherwise| self.decide(otherwise, env))
    }

    /// The composed target.
    pub(super) fn target(&self, name: &str) -> Try<Graph> {
        let symbol = self.tree.symbols.get(name).ok_or(Failure::Wrong)?;
        self.named(symbol, None)
    }

    /// A process or composite with actual parameters.
    fn named(&self, symbol: Symbol, actuals: Option<Vec<Val>>) -> Try<Graph> {
        let mut found = None;
        for definition in &self.tree.definitions {
            match definition {
                Definition::Process(d) if d.name.symbol == symbol => found = Some((definition, &d.params)),
                Definition::Composite(d) if d.name.symbol == symbol => found = Some((definition, &d.params)),
                _ => {}
            }
        }
        let (definition, params) = found.ok_or(Failure::Wrong)?;
        let mut env = self.constants.clone();
        if actuals.as_ref().is_some_and(|actuals| actuals.len() != params.len()) {
            return Err(Failure::Wrong);
        }
        for (place, param) in params.iter().enumerate() {
            let value = match &actuals {
                Some(actuals) => actuals[place].clone(),
                None => self.eval(&param.default, &self.constants)?,
            };
            env.insert(param.name.symbol, value);
        }
        match definition {
            Definition::Process(process) => self.process(process, &env),
            Definition::Composite(composite) => self.composite(composite, &env),
            _ => unreachable!("chosen above"),
        }
    }

    fn composite(&self, composite: &CompositeDef, env: &Env) -> Try<Graph> {
        let parts = self.body(&composite.body, env)?;
        if parts.is_empty() {
            return Err(Failure::Wrong);
        }
        let mut graph = match &composite.priority {
            None => product(&parts, None)?,
            Some(priority) => {
                let labels = self.set(&priority.labels, env)?;
                product(
                    &parts,
                    Some(&|action: &str| (action != "tau" && matches(&labels, action)) == priority.low),
                )?
            }
        };
        if let Some(visibility) = &composite.visibility {
            graph = graph.hide(&self.set(&visibility.labels, env)?, visibility.expose);
        }
        Ok(graph)
    }

    fn body(&self, body: &CompBody, env: &Env) -> Try<Vec<Graph>> {
        match body {
            CompBody::If { arms, otherwise } => {
                for (condition, then) in arms {
                    if self.int(condition, env)? != 0 {
                        return self.body(then, env);
                    }
                }
                otherwise.as_ref().map_or(Ok(Vec::new()), |otherwise| self.body(otherwise, env))
            }
            CompBody::Forall { indices, body } => {
                let mut all = Vec::new();
                for env in self.indices(indices, env)? {
                    all.extend(self.body(body, &env)?);
                }
                Ok(all)
            }
            CompBody::Part(part) => self.part_of(part, env),
        }
    }

    fn part_of(&self, part: &CompPart, env: &Env) -> Try<Vec<Graph>> {
        let mut graphs = Vec::new();
        match &part.prefix {
            None => graphs.extend(self.what(&part.what, env)?),
            Some(prefix) => {
                for (text, env) in self.labels(prefix, env)? {
                    let prefixed = self.what(&part.what, &env)?;
                    graphs
                        .extend(prefixed.iter().map(|g| g.rename(|action| vec![format!("{text}.{action}")])));
                }
            }
        }
        if let Some(share) = &part.share {
            let labels: Vec<String> = self.labels(share, env)?.into_iter().map(|(text, _)| text).collect();
            for graph in &mut graphs {
                *graph =
                    graph.rename(|action| labels.iter().map(|label| format!("{label}.{action}")).collect());
            }
        }
        if let Some(relabels) = &part.relabel {
            let pairs = self.relabels(relabels, env)?;
            graphs = graphs.iter().map(|graph| graph.relabel(&pairs)).collect();
        }
        Ok(graphs)
    }

    fn what(&self, what: &CompWhat, env: &Env) -> Try<Vec<Graph>> {
        match what {
            CompWhat::Instance(Instance { name, actuals }) => {
                let actuals = match actuals {
                    None => None,
                    Some(exprs) => {
                        Some(exprs.iter().map(|expr| self.eval(expr, env)).collect::<Try<Vec<_>>>()?)
                    }
                };
                Ok(vec![self.named(name.symbol, actuals)?])
            }
            CompWhat::List(bodies) => {
                let mut all = Vec::new();
                for body in bodies {
                    all.extend(self.body(body, env)?);
                }
                Ok(all)
            }
        }
    }
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
            return Ok(if name == "STOP" { Some(self.number("STOP")) } else { None });
        };
        match self.interpreter.decide(body, &env)? {
            None => Ok(Some(self.number("STOP"))),
            Some(Body::Ref(reference)) => {
                let target = self.reference(reference, &env)?;
                self.state(&target, steps + 1)
            }
            Some(_) => Ok(Some(self.number(name))),
        }
    }

    fn reference(&self, reference: &suppose_lang::fsp::ast::ProcRef, env: &Env) -> Try<String> {
        let mut name = self.interpreter.text(reference.name.symbol).to_owned();
        for index in &reference.indices {
            name = format!("{name}.{}", self.interpreter.eval(index, env)?.text());
        }
        Ok(name)
    }

    fn choice(&mut self, from: usize, branches: &'t [Branch], env: &Env) -> Try<()> {
        for branch in branches {
            let open = branch.guard.as_ref().map_or(Ok(1), |guard| self.interpreter.int(guard, env))?;
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
                match self.interpreter.decide(body, &env)? {
                    None => Some(self.number("STOP")),
                    Some(Body::Ref(reference)) => {
                        let target = self.reference(reference, &env)?;
                        self.state(&target, 0)?
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

fn arithmetic(op: BinaryOp, left: i32, right: i32) -> Try<i32> {
    Ok(match op {
        BinaryOp::Or => i32::from(left != 0 || right != 0),
        BinaryOp::And => i32::from(left != 0 && right != 0),
        BinaryOp::Less => i32::from(left < right),
        BinaryOp::Greater => i32::from(left > right),
        BinaryOp::Add => left.wrapping_add(right),
        BinaryOp::Subtract => left.wrapping_sub(right),
        BinaryOp::Multiply => left.wrapping_mul(right),
        BinaryOp::Remainder => left.checked_rem(right).ok_or(Failure::Wrong)?,
        _ => unreachable!("not generated"),
    })
}
