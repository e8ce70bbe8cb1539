//! Printing a tree and parsing it again gives an equal tree, and printed text is already formatted.

use suppose_base::{FileId, Span};
use suppose_testing::Random;

use crate::lang::ast::{
    Comparison, ComponentDef, EmitDef, EventDecl, EventKind, Formula, Item, MachineDef, MachineItem, Name,
    Place, PropertyDef, RuleDef, TransitionDef, Tree,
};
use crate::lang::{format, parse, print};

const NOWHERE: Place = Place(Span::new(FileId(0), 0, 0));

struct Generator(Random);

impl Generator {
    fn below(&mut self, limit: usize) -> usize {
        self.0.below(limit)
    }

    fn name(&mut self) -> Name {
        const NAMES: [&str; 9] =
            ["A", "b", "E.AllPumps", "_x1", "In", "a.1.b_", "LongerNameOfSomething", "component.in", "MS"];
        Name { text: NAMES[self.below(NAMES.len())].to_owned(), place: NOWHERE }
    }

    fn value(&mut self) -> Name {
        const VALUES: [&str; 4] = ["0", "12ab", "3.x", "Low"];
        Name { text: VALUES[self.below(VALUES.len())].to_owned(), place: NOWHERE }
    }

    fn text(&mut self) -> Option<String> {
        const TEXTS: [&str; 4] = ["", "a // b", "ä → /* ; }", "a property, in words"];
        (self.below(2) == 0).then(|| TEXTS[self.below(TEXTS.len())].to_owned())
    }

    fn list<T>(&mut self, least: usize, most: usize, mut member: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let length = least + self.below(most - least + 1);
        (0..length).map(|_| member(self)).collect()
    }

    fn formula(&mut self, depth: usize) -> Formula {
        let boxed = |g: &mut Self| Box::new(g.formula(depth - 1));
        match self.below(if depth == 0 { 6 } else { 10 }) {
            0 => Formula::Constant(self.below(2) == 0, NOWHERE),
            1 => Formula::Event(self.name()),
            2 => Formula::Compare(self.name(), self.below(2) == 0, self.value()),
            3 => Formula::In(self.name()),
            4 => Formula::Pre(self.name()),
            5 => Formula::Microstep(Comparison::ALL[self.below(6)], self.0.bits() as u32, NOWHERE),
            6 => Formula::Not(boxed(self)),
            7 => Formula::And(self.list(2, 4, |g| g.formula(depth - 1))),
            8 => Formula::Or(self.list(2, 4, |g| g.formula(depth - 1))),
            _ => Formula::Implies(boxed(self), boxed(self)),
        }
    }

    fn item(&mut self) -> Item {
        use EventKind::{Input, Local, Output, Received, Sent};
        match self.below(7) {
            0 | 1 => {
                let kind = [Input, Output, Received, Sent, Local][self.below(5)];
                let event = |g: &mut Self| EventDecl {
                    name: g.name(),
                    values: (g.below(2) == 0).then(|| g.list(0, 4, Self::value)),
                };
                Item::Events(kind, self.list(1, 12, event))
            }
            2 => Item::Always(self.list(1, 4, Self::name)),
            3 => Item::Require(self.formula(3)),
            4 => Item::Assume(RuleDef { text: self.text(), formula: self.formula(3), place: NOWHERE }),
            5 => {
                Item::Property(PropertyDef { name: self.name(), text: self.text(), formula: self.formula(4) })
            }
            _ => Item::Machine(MachineDef { name: self.name(), items: self.list(0, 5, Self::machine_item) }),
        }
    }

    fn machine_item(&mut self) -> MachineItem {
        match self.below(4) {
            0 => MachineItem::Init(self.name()),
            1 => MachineItem::States(self.list(1, 3, Self::name)),
            _ => {
                let emission =
                    |g: &mut Self| EmitDef { event: g.name(), value: (g.below(2) == 0).then(|| g.value()) };
                MachineItem::Transition(TransitionDef {
                    sources: self.list(1, 3, Self::name),
                    target: self.name(),
                    guard: self.formula(3),
                    emits: self.list(0, 3, emission),
                    place: NOWHERE,
                })
            }
        }
    }

    fn tree(&mut self) -> Tree {
        let component = |g: &mut Self| ComponentDef { name: g.name(), items: g.list(0, 8, Self::item) };
        Tree { components: self.list(0, 3, component) }
    }
}

#[test]
fn random_trees() {
    let mut longest = 0;
    for seed in 0..2000 {
        let tree = Generator(Random::new(seed)).tree();
        let text = print(&tree);
        let parsed = parse(&text, FileId(0));
        assert_eq!(parsed.diagnostics, [], "seed {seed}\n{text}");
        assert_eq!(parsed.tree, tree, "seed {seed}\n{text}");
        let formatted = format(&text, FileId(0)).expect("it parses");
        assert_eq!(formatted, text, "seed {seed}");
        longest = longest.max(text.len());
    }
    assert!(longest > 2000, "all trees are small: {longest}");
}
