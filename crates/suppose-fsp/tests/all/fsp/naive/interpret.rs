//! A direct interpreter of the syntax tree.

use std::collections::BTreeMap;

use suppose_fsp::Symbol;
use suppose_fsp::ast::{
    BinaryOp, CompBody, CompPart, CompWhat, CompositeDef, Definition, Domain, Expr, Index, Instance, Label,
    LabelPart, LabelSet, Op, Relabel, Tree, UnaryOp,
};

use super::compose::{Failure, Graph, matches, merges, product};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Val {
    Int(i32),
    Text(String),
}

impl Val {
    pub(super) fn of(text: &str) -> Self {
        text.parse().map_or_else(|_| Self::Text(text.to_owned()), Self::Int)
    }

    pub(super) fn text(&self) -> String {
        match self {
            Self::Int(number) => number.to_string(),
            Self::Text(text) => text.clone(),
        }
    }
}

/// Variables and parameters; constants are entered here as well.
pub(super) type Env = BTreeMap<Symbol, Val>;
pub(super) type Try<T> = Result<T, Failure>;

pub(super) struct Interpreter<'t> {
    tree: &'t Tree,
    constants: Env,
}

impl<'t> Interpreter<'t> {
    pub(super) fn new(tree: &'t Tree) -> Self {
        let mut interpreter = Self { tree, constants: Env::new() };
        for definition in &tree.definitions {
            if let Definition::Const(d) = definition {
                let value = Self::eval(&d.value, &interpreter.constants).expect("a simple constant");
                interpreter.constants.insert(d.name.symbol, value);
            }
        }
        interpreter
    }

    pub(super) fn text(&self, symbol: Symbol) -> &'t str {
        self.tree.symbols.text(symbol)
    }

    pub(super) fn int(expr: &Expr, env: &Env) -> Try<i32> {
        match Self::eval(expr, env)? {
            Val::Int(number) => Ok(number),
            Val::Text(_) => Err(Failure::Wrong),
        }
    }

    pub(super) fn eval(expr: &Expr, env: &Env) -> Try<Val> {
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
                Op::Unary(UnaryOp::Not) => Val::Int(i32::from(pop()? <= 0)),
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
    pub(super) fn labels(&self, label: &Label, env: &Env) -> Try<Vec<(String, Env)>> {
        self.parts(&label.parts, env)
    }

    pub(super) fn parts(&self, parts: &[LabelPart], env: &Env) -> Try<Vec<(String, Env)>> {
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

    pub(super) fn part(&self, part: &LabelPart, env: &Env) -> Try<Vec<(String, Env)>> {
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

    pub(super) fn index(&self, index: &Index, env: &Env) -> Try<Vec<(String, Env)>> {
        let range = |low: i32, high: i32| {
            if low > high { Err(Failure::Wrong) } else { Ok((low..=high).map(|i| i.to_string()).collect()) }
        };
        let texts: Vec<String> = match &index.domain {
            Domain::Set(set) => self.set(set, env)?,
            Domain::Value(expr) => vec![Self::eval(expr, env)?.text()],
            Domain::Between(low, high) => range(Self::int(low, env)?, Self::int(high, env)?)?,
            Domain::Range(name) => {
                let found = self.tree.definitions.iter().find_map(|definition| match definition {
                    Definition::Range(d) if d.name.symbol == name.symbol => Some(d),
                    _ => None,
                });
                let d = found.ok_or(Failure::Wrong)?;
                range(Self::int(&d.low, &self.constants)?, Self::int(&d.high, &self.constants)?)?
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

    pub(super) fn set(&self, set: &LabelSet, env: &Env) -> Try<Vec<String>> {
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

    pub(super) fn relabels(&self, relabels: &[Relabel], env: &Env) -> Try<Vec<(String, String)>> {
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

    pub(super) fn indices(&self, indices: &[Index], env: &Env) -> Try<Vec<Env>> {
        let parts: Vec<LabelPart> = indices.iter().cloned().map(Box::new).map(LabelPart::Index).collect();
        Ok(self.parts(&parts, env)?.into_iter().map(|(_, env)| env).collect())
    }

    /// The composed target.
    pub(super) fn target(&self, name: &str) -> Try<Graph> {
        let symbol = self.tree.symbols.get(name).ok_or(Failure::Wrong)?;
        product(&self.named(symbol, None)?, None)
    }

    /// A process, or a composite that is kept as a list unless it hides or has priority, with actual
    /// parameters.
    pub(super) fn named(&self, symbol: Symbol, actuals: Option<&[Val]>) -> Try<Vec<Graph>> {
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
        if actuals.is_some_and(|actuals| actuals.len() != params.len()) {
            return Err(Failure::Wrong);
        }
        for (place, param) in params.iter().enumerate() {
            let value = match actuals {
                Some(actuals) => actuals[place].clone(),
                None => Self::eval(&param.default, &self.constants)?,
            };
            env.insert(param.name.symbol, value);
        }
        match definition {
            Definition::Process(process) => Ok(vec![self.process(process, &env)?]),
            Definition::Composite(composite) => self.composite(composite, &env),
            _ => unreachable!("chosen above"),
        }
    }

    pub(super) fn composite(&self, composite: &CompositeDef, env: &Env) -> Try<Vec<Graph>> {
        let parts: Vec<Graph> = self.body(&composite.body, env)?.into_iter().flatten().collect();
        if parts.is_empty() {
            return Err(Failure::Wrong);
        }
        if composite.priority.is_none() && composite.visibility.is_none() {
            return Ok(parts);
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
        Ok(vec![graph])
    }

    /// What a body composes: processes, and lists where a composite is used by name.
    pub(super) fn body(&self, body: &CompBody, env: &Env) -> Try<Vec<Vec<Graph>>> {
        match body {
            CompBody::If { arms, otherwise } => {
                for (condition, then) in arms {
                    if Self::int(condition, env)? != 0 {
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

    pub(super) fn part_of(&self, part: &CompPart, env: &Env) -> Try<Vec<Vec<Graph>>> {
        let mut items = Vec::new();
        match &part.prefix {
            None => items.extend(self.what(&part.what, env)?),
            Some(prefix) => {
                for (text, env) in self.labels(prefix, env)? {
                    for item in self.what(&part.what, &env)? {
                        items.push(item.iter().map(|g| g.rename(|a| vec![format!("{text}.{a}")])).collect());
                    }
                }
            }
        }
        if let Some(share) = &part.share {
            let labels: Vec<String> = self.labels(share, env)?.into_iter().map(|(text, _)| text).collect();
            for graph in items.iter_mut().flatten() {
                *graph =
                    graph.rename(|action| labels.iter().map(|label| format!("{label}.{action}")).collect());
            }
        }
        if let Some(relabels) = &part.relabel {
            let pairs = self.relabels(relabels, env)?;
            for item in &mut items {
                if item.len() > 1 && merges(item, &pairs) {
                    *item = vec![product(item, None)?];
                }
                for graph in item {
                    *graph = graph.relabel(&pairs);
                }
            }
        }
        Ok(items)
    }

    pub(super) fn what(&self, what: &CompWhat, env: &Env) -> Try<Vec<Vec<Graph>>> {
        match what {
            CompWhat::Instance(Instance { name, actuals }) => {
                let actuals = match actuals {
                    None => None,
                    Some(exprs) => {
                        Some(exprs.iter().map(|expr| Self::eval(expr, env)).collect::<Try<Vec<_>>>()?)
                    }
                };
                Ok(vec![self.named(name.symbol, actuals.as_deref())?])
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
