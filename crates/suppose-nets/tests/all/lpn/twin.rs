//! The naive twin of lowering: random designs, once as text that is read and once built wire by wire, must
//! behave the same.
//!
//! A random design has classes, instances, variables of the main part, arrays, numbers as arguments, and
//! first values that come through arguments. The twin knows each instance by heart: it replaces names by
//! wires in a tree of its own, without templates, postfix order or folding. Both are joined and run by the
//! interpreter.

use std::collections::BTreeMap;
use std::fmt::Write;

use suppose_base::FileId;
use suppose_nets::lpn::{NoIncludes, read};
use suppose_nets::{BinaryOp, Design, Effect, Expr, Fragment, Net, PlaceId, Target, Transition, WireId};
use suppose_testing::Random;

use crate::lpn::common::interpret::explore;
use crate::lpn::support::check_search;

/// An expression over the variables of a class, by number.
enum Tree {
    Int(i32),
    Single(usize),
    Element(usize, Box<Tree>),
    Not(Box<Tree>),
    Pair(usize, Box<Tree>, Box<Tree>),
}

const PAIRS: [(&str, BinaryOp); 6] = [
    ("&&", BinaryOp::And),
    ("||", BinaryOp::Or),
    ("==", BinaryOp::Equal),
    ("^", BinaryOp::BitXor),
    ("->", BinaryOp::Implies),
    ("-", BinaryOp::Subtract),
];

/// A variable of a class: single, or an array of two.
struct Variable {
    array: bool,
    /// The argument whose first value it takes; otherwise it begins with this number.
    first: Result<i32, usize>,
}

struct Rule {
    preset: Vec<u32>,
    postset: Vec<u32>,
    guard: Tree,
    /// The variable, the index if it is an array, and what is assigned modulo 2.
    effects: Vec<(usize, Option<Tree>, Tree)>,
}

struct Class {
    /// For each argument whether it is an array; arguments are the first variables.
    arguments: Vec<bool>,
    own: Vec<Variable>,
    rules: Vec<Rule>,
}

/// What an argument is.
enum Actual {
    Number(i32),
    Main(usize),
    Own(usize, usize),
}

struct Whole {
    classes: Vec<Class>,
    globals: Vec<(bool, i32)>,
    /// The class and the arguments of each instance.
    instances: Vec<(usize, Vec<Actual>)>,
}

impl Class {
    fn is_array(&self, variable: usize) -> bool {
        let own = |v: usize| self.own[v].array;
        self.arguments.get(variable).copied().unwrap_or_else(|| own(variable - self.arguments.len()))
    }

    fn assigns(&self, variable: usize) -> bool {
        self.rules.iter().any(|rule| rule.effects.iter().any(|effect| effect.0 == variable))
    }

    fn name(&self, variable: usize) -> String {
        match variable.checked_sub(self.arguments.len()) {
            Some(own) => format!("v{own}"),
            None => format!("a{variable}"),
        }
    }

    fn tree(&self, random: &mut Random, depth: usize) -> Tree {
        let count = self.arguments.len() + self.own.len();
        match if depth == 0 { random.below(4) } else { random.below(9) } {
            0 => Tree::Int(number(random, 3)),
            1..=3 => {
                let variable = random.below(count);
                if self.is_array(variable) {
                    let index =
                        if depth == 0 { Tree::Int(number(random, 2)) } else { self.tree(random, depth - 1) };
                    Tree::Element(variable, Box::new(index))
                } else {
                    Tree::Single(variable)
                }
            }
            4 => Tree::Not(Box::new(self.tree(random, depth - 1))),
            _ => {
                let (left, right) = (self.tree(random, depth - 1), self.tree(random, depth - 1));
                Tree::Pair(random.below(PAIRS.len()), Box::new(left), Box::new(right))
            }
        }
    }

    fn text(&self, tree: &Tree) -> String {
        match tree {
            Tree::Int(value) => value.to_string(),
            Tree::Single(variable) => self.name(*variable),
            Tree::Element(variable, index) => format!("{}[{}]", self.name(*variable), self.text(index)),
            Tree::Not(operand) => format!("!({})", self.text(operand)),
            Tree::Pair(op, left, right) => {
                format!("({} {} {})", self.text(left), PAIRS[*op].0, self.text(right))
            }
        }
    }
}

/// A number below `bound`.
fn number(random: &mut Random, bound: usize) -> i32 {
    i32::try_from(random.below(bound)).expect("a small number")
}

fn class(random: &mut Random) -> Class {
    let arguments: Vec<bool> = (0..random.below(4)).map(|_| random.below(3) == 0).collect();
    let single: Vec<usize> = (0..arguments.len()).filter(|&a| !arguments[a]).collect();
    let own = (0..=random.below(3)).map(|_| {
        let array = random.below(3) == 0;
        let from_argument = !single.is_empty() && random.below(3) == 0;
        let first =
            if from_argument { Err(single[random.below(single.len())]) } else { Ok(number(random, 2)) };
        Variable { array, first }
    });
    let mut class = Class { own: own.collect(), arguments, rules: Vec::new() };
    let count = class.arguments.len() + class.own.len();
    // Everything is used, so that nothing is left out.
    let mut guard = Tree::Int(1);
    for variable in 0..count {
        let used = || {
            if class.is_array(variable) {
                Tree::Element(variable, Box::new(Tree::Int(0)))
            } else {
                Tree::Single(variable)
            }
        };
        let same = Tree::Pair(2, Box::new(used()), Box::new(used()));
        guard = Tree::Pair(0, Box::new(guard), Box::new(same));
    }
    for rule in 0..=random.below(3) {
        let places = |random: &mut Random| (1..4).filter(|_| random.below(2) == 0).collect::<Vec<u32>>();
        let (preset, postset) = (places(random), places(random));
        let more = class.tree(random, 2);
        let guard = if rule == 0 {
            Tree::Pair(0, Box::new(std::mem::replace(&mut guard, Tree::Int(1))), Box::new(more))
        } else {
            more
        };
        let mut effects = Vec::new();
        for variable in (0..count).filter(|_| random.below(3) == 0).collect::<Vec<_>>() {
            let index = class.is_array(variable).then(|| class.tree(random, 1));
            effects.push((variable, index, class.tree(random, 2)));
        }
        class.rules.push(Rule { preset, postset, guard, effects });
    }
    class
}

/// A random design, or `None` if some argument has nothing to be bound to.
fn whole(random: &mut Random) -> Option<Whole> {
    let classes: Vec<Class> = (0..=random.below(2)).map(|_| class(random)).collect();
    let globals: Vec<(bool, i32)> =
        (0..random.below(3)).map(|_| (random.below(2) == 0, number(random, 2))).collect();
    let chosen: Vec<usize> = (0..=random.below(3)).map(|_| random.below(classes.len())).collect();
    let mut instances = Vec::new();
    for (i, &c) in chosen.iter().enumerate() {
        let mut actuals = Vec::new();
        for (a, &array) in classes[c].arguments.iter().enumerate() {
            let mut choices: Vec<Actual> = Vec::new();
            choices.extend((0..globals.len()).filter(|&g| globals[g].0 == array).map(Actual::Main));
            for (j, &other) in chosen.iter().enumerate().filter(|&(j, _)| j != i) {
                let own = &classes[other].own;
                choices.extend((0..own.len()).filter(|&v| own[v].array == array).map(|v| Actual::Own(j, v)));
            }
            if !array && !classes[c].assigns(a) {
                choices.push(Actual::Number(number(random, 3)));
            }
            if choices.is_empty() {
                return None;
            }
            actuals.push(choices.swap_remove(random.below(choices.len())));
        }
        instances.push((c, actuals));
    }
    Some(Whole { classes, globals, instances })
}

fn list(numbers: &[u32]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

impl Whole {
    fn text(&self) -> String {
        let mut text = String::from("<main> <var>");
        let add = |text: &mut String, more: std::fmt::Arguments<'_>| text.write_fmt(more).expect("a string");
        for (g, (array, first)) in self.globals.iter().enumerate() {
            add(&mut text, format_args!(" g{g}{} = {first};", if *array { "[2]" } else { "" }));
        }
        text.push_str(" </var>");
        for (i, (class, actuals)) in self.instances.iter().enumerate() {
            let actuals = actuals.iter().map(|actual| match actual {
                Actual::Number(number) => number.to_string(),
                Actual::Main(global) => format!("g{global}"),
                Actual::Own(instance, variable) => format!("i{instance}.v{variable}"),
            });
            add(&mut text, format_args!("\n C{class} i{i}({});", actuals.collect::<Vec<_>>().join(", ")));
        }
        text.push_str(" </main>");
        for (c, class) in self.classes.iter().enumerate() {
            let size = |array: bool| if array { "[2]" } else { "" };
            let arguments =
                class.arguments.iter().enumerate().map(|(a, &array)| format!("a{a}{}", size(array)));
            let arguments = arguments.collect::<Vec<_>>().join(", ");
            add(&mut text, format_args!("\n<class name=\"C{c}\" arg=\"{arguments}\"> <var>"));
            for (v, variable) in class.own.iter().enumerate() {
                let first = variable.first.map_or_else(|a| format!("a{a}"), |first| first.to_string());
                add(&mut text, format_args!(" v{v}{} = {first};", size(variable.array)));
            }
            text.push_str(" </var> <m> 1, 2 </m>");
            for (r, rule) in class.rules.iter().enumerate() {
                let (preset, postset) = (list(&rule.preset), list(&rule.postset));
                add(
                    &mut text,
                    format_args!("\n <tr label=\"t{r}\" preset=\"{preset}\" postset=\"{postset}\">"),
                );
                add(&mut text, format_args!(" guard({});", class.text(&rule.guard)));
                for (variable, index, value) in &rule.effects {
                    let index =
                        index.as_ref().map_or(String::new(), |index| format!("[{}]", class.text(index)));
                    let (name, value) = (class.name(*variable), class.text(value));
                    add(&mut text, format_args!(" {name}{index} = {value} & 1;"));
                }
                text.push_str(" </tr>");
            }
            text.push_str("\n</class>");
        }
        text
    }

    /// What a variable of an instance is: wires, or a number.
    fn meaning(&self, fragment: &mut Fragment, instance: usize, variable: usize) -> Result<Vec<WireId>, i32> {
        let (class, actuals) = &self.instances[instance];
        let class = &self.classes[*class];
        let (name, array) = match actuals.get(variable) {
            Some(Actual::Number(number)) => return Err(*number),
            Some(Actual::Main(global)) => (format!("g{global}"), self.globals[*global].0),
            Some(Actual::Own(other, own)) => {
                let other_class = &self.classes[self.instances[*other].0];
                (format!("i{other}.v{own}"), other_class.own[*own].array)
            }
            None => {
                let own = variable - class.arguments.len();
                (format!("i{instance}.v{own}"), class.own[own].array)
            }
        };
        if array {
            return Ok(vec![fragment.wire(&format!("{name}.0")), fragment.wire(&format!("{name}.1"))]);
        }
        Ok(vec![fragment.wire(&name)])
    }

    fn expr(&self, fragment: &mut Fragment, instance: usize, tree: &Tree) -> Expr {
        match tree {
            Tree::Int(value) => Expr::Const(*value),
            Tree::Single(variable) => match self.meaning(fragment, instance, *variable) {
                Ok(wires) => Expr::Wire(wires[0]),
                Err(number) => Expr::Const(number),
            },
            Tree::Element(variable, index) => {
                let wires = self.meaning(fragment, instance, *variable).expect("an array");
                Expr::Element(wires, Box::new(self.expr(fragment, instance, index)))
            }
            Tree::Not(operand) => self.expr(fragment, instance, operand).negated(),
            Tree::Pair(op, left, right) => {
                let (left, right) =
                    (self.expr(fragment, instance, left), self.expr(fragment, instance, right));
                Expr::Binary(PAIRS[*op].1, Box::new(left), Box::new(right))
            }
        }
    }

    /// The first value of a single variable, `None` in a circle.
    fn first(&self, instance: usize, variable: usize, depth: usize) -> Option<i32> {
        let (class, actuals) = &self.instances[instance];
        match actuals.get(variable) {
            _ if depth > 20 => None,
            Some(Actual::Number(number)) => Some(*number),
            Some(Actual::Main(global)) => Some(self.globals[*global].1),
            Some(Actual::Own(other, own)) => {
                let arguments = self.instances[*other].1.len();
                self.first(*other, arguments + own, depth + 1)
            }
            None => match self.classes[*class].own[variable - actuals.len()].first {
                Ok(first) => Some(first),
                Err(argument) => self.first(instance, argument, depth + 1),
            },
        }
    }

    /// The design, built wire by wire; `None` if first values go in a circle.
    fn fragment(&self) -> Option<Fragment> {
        let mut fragment = Fragment::new("twin");
        for (i, (c, actuals)) in self.instances.iter().enumerate() {
            let class = &self.classes[*c];
            let mut net = Net::new(format!("i{i}"));
            let places: Vec<PlaceId> = (1..4).map(|place: u32| net.add_place(place.to_string())).collect();
            let ids = |all: &[u32]| all.iter().map(|&place| places[place as usize - 1]).collect();
            net.marking = vec![places[0], places[1]];
            for (r, rule) in class.rules.iter().enumerate() {
                let mut transition = Transition::new(format!("t{r}"), ids(&rule.preset), ids(&rule.postset));
                transition.guard = self.expr(&mut fragment, i, &rule.guard);
                for (variable, index, value) in &rule.effects {
                    let wires = self.meaning(&mut fragment, i, *variable).expect("no number is assigned");
                    let target = match index {
                        Some(index) => Target::Element(wires, self.expr(&mut fragment, i, index)),
                        None => Target::Wire(wires[0]),
                    };
                    let value = self.expr(&mut fragment, i, value);
                    let value = Expr::Binary(BinaryOp::BitAnd, Box::new(value), Box::new(Expr::Const(1)));
                    transition.effects.push(Effect { target, value });
                }
                net.transitions.push(transition);
            }
            for own in 0..class.own.len() {
                let first = self.first(i, actuals.len() + own, 0)?;
                for wire in self.meaning(&mut fragment, i, actuals.len() + own).expect("its own wires") {
                    fragment.set_initial(wire, first);
                }
            }
            fragment.nets.push(net);
        }
        for (g, (array, first)) in self.globals.iter().enumerate() {
            for name in
                if *array { vec![format!("g{g}.0"), format!("g{g}.1")] } else { vec![format!("g{g}")] }
            {
                if let Some(wire) = fragment.find_wire(&name) {
                    fragment.set_initial(wire, *first);
                }
            }
        }
        Some(fragment)
    }
}

/// Names and first values of all wires.
fn firsts(design: &Design) -> BTreeMap<&str, i32> {
    design.wires.iter().map(|wire| (wire.name.as_str(), wire.initial)).collect()
}

#[test]
fn random_designs_mean_what_their_twins_mean() {
    let [mut compared, mut circles, mut clashes] = [0; 3];
    for seed in 0..3000 {
        let Some(whole) = whole(&mut Random::new(seed)) else { continue };
        let text = whole.text();
        let found = read(&text, FileId(0), "text", &NoIncludes);
        let Some(twin) = whole.fragment() else {
            let problems = found.expect_err("a circle");
            assert!(problems.iter().any(|problem| problem.code == "E0823"), "seed {seed}\n{text}");
            circles += 1;
            continue;
        };
        let fragment = match found {
            Ok((fragment, _)) => fragment,
            Err(problems) => {
                // Two arguments of an instance may be one variable, which is then assigned twice; or an index
                // is a wrong literal.
                let known = problems.iter().all(|problem| ["E0824", "E0822"].contains(&problem.code));
                assert!(known, "seed {seed}: {problems:#?}\n{text}");
                clashes += 1;
                continue;
            }
        };
        let (design, _) =
            Design::join("design", vec![fragment]).unwrap_or_else(|p| panic!("seed {seed}: {p:?}\n{text}"));
        let (twin, _) =
            Design::join("design", vec![twin]).unwrap_or_else(|p| panic!("seed {seed}: {p:?}\n{text}"));
        assert_eq!(firsts(&design), firsts(&twin), "seed {seed}\n{text}");
        let (found, expected) = (explore(&design, 3000), explore(&twin, 3000));
        assert_eq!(found.is_some(), expected.is_some(), "seed {seed}\n{text}");
        let (Some(found), Some(expected)) = (found, expected) else { continue };
        assert_eq!((found.states, found.firings), (expected.states, expected.firings), "seed {seed}\n{text}");
        assert_eq!(found.failures, expected.failures, "seed {seed}\n{text}");
        check_search(&design, &found, &format!("seed {seed}\n{text}"));
        compared += 1;
    }
    assert!(compared > 1500 && circles > 20 && clashes > 20, "{compared} {circles} {clashes}");
}
