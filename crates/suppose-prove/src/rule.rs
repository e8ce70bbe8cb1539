//! Proof rules as data.
//!
//! A rule says which premises have to be shown, over which part, with which assumption on the left and what
//! on the right; which side condition there is; and what a counterexample to a premise means. Engines read
//! this: the chain engine (`learn/chain`) takes any rule without a side condition, the symmetric engine the
//! other one. The same table is what a certificate is checked against.
//!
//! | rule | premises | source |
//! |---|---|---|
//! | `asym` | ⟨A1⟩ M1 ⟨P⟩, ⟨true⟩ M2 ⟨A1⟩ | Cobleigh, Giannakopoulou, Păsăreanu, TACAS 2003 |
//! | `chain` | ⟨A1⟩ M1 ⟨P⟩, ⟨A2⟩ M2 ⟨A1⟩, …, ⟨true⟩ Mn ⟨An-1⟩ | the same by recursion on premise 2 |
//! | `alternating` | the chain over M1, M2, M1, M2 | Cobleigh's dissertation, figure 2.5a |
//! | `circ` | the chain over M1, …, Mn, M1 | Barringer, Giannakopoulou, Păsăreanu, SAVCBS 2003 |
//! | `sym` | ⟨Ai⟩ Mi ⟨P⟩ for all i; no trace outside all Ai violates P | the same |
//! | `conj` | `asym` for each property, with the parts turned round as fits it | Cobleigh's dissertation, figure 2.5c |
//!
//! # Why the chain is sound
//! Let σ be a trace of the whole system that takes P to π. Going back from the last premise, the projection
//! of σ on αAi is in L(Ai): premise i+1 holds of the part that performs σ's letters, under an assumption that
//! contains σ's projection by induction, and premises are checked on the product, in which letters of Ai that
//! the part does not have are free. At the first premise σ then shows that P fails: a contradiction. Nothing
//! was said about alphabets, about a part occurring once, or about all components being in some part. So an
//! interface may be smaller than Σ, a part may be used twice, and components may be left out.

use std::fmt;
use std::str::FromStr;

use crate::outcome::Meaning;

/// The names of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleKind {
    /// Two parts, one assumption.
    Asymmetric,
    /// Any number of parts, by recursion on premise 2.
    Chain,
    /// Two parts in turn, each twice.
    Alternating,
    /// A chain that comes back to the first part.
    Circular,
    /// One assumption for each part, with a side condition on their complements.
    Symmetric,
    /// Two parts; each of several properties has them in the order that fits it.
    Conjunction,
}

impl RuleKind {
    /// All rules.
    pub const ALL: [Self; 6] = [
        Self::Asymmetric,
        Self::Chain,
        Self::Alternating,
        Self::Circular,
        Self::Symmetric,
        Self::Conjunction,
    ];

    /// The name, as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Asymmetric => "asym",
            Self::Chain => "chain",
            Self::Alternating => "alternating",
            Self::Circular => "circ",
            Self::Symmetric => "sym",
            Self::Conjunction => "conj",
        }
    }

    /// The rule for this many parts.
    pub fn rule(self, parts: usize) -> Rule {
        let forward = 0..parts;
        let sequence: Vec<usize> = match self {
            Self::Asymmetric | Self::Chain | Self::Conjunction => forward.collect(),
            Self::Alternating => forward.clone().chain(forward).collect(),
            Self::Circular if parts > 0 => forward.chain([0]).collect(),
            Self::Circular => Vec::new(),
            Self::Symmetric => {
                let premise = |part| Premise { left: Left::Assumption(part), part, right: Right::Property };
                return Rule {
                    premises: forward.map(premise).collect(),
                    side: Some(Side::Complements),
                    alphabet: Alphabet::PropertyAndShared,
                };
            }
        };
        let last = sequence.len().saturating_sub(1);
        let premise = |(i, part): (usize, usize)| Premise {
            left: if i == last { Left::True } else { Left::Assumption(i) },
            part,
            right: if i == 0 { Right::Property } else { Right::Assumption(i - 1) },
        };
        Rule {
            premises: sequence.into_iter().enumerate().map(premise).collect(),
            side: None,
            alphabet: Alphabet::SharedWithLater,
        }
    }
}

impl fmt::Display for RuleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no rule has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRule(String);

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = RuleKind::ALL.map(RuleKind::name);
        write!(f, "there is no rule `{}`; the rules are {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownRule {}

impl FromStr for RuleKind {
    type Err = UnknownRule;

    fn from_str(name: &str) -> Result<Self, UnknownRule> {
        Self::ALL.into_iter().find(|rule| rule.name() == name).ok_or_else(|| UnknownRule(name.to_owned()))
    }
}

/// A rule for a number of parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What has to be shown, in order.
    pub premises: Vec<Premise>,
    /// What has to be shown besides.
    pub side: Option<Side>,
    /// Which actions an assumption must speak about for the rule to be complete. It is sound for any.
    pub alphabet: Alphabet,
}

/// The actions of an assumption.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Alphabet {
    /// What its part, or the right side of its premise, shares with the parts after it: Σ.
    SharedWithLater,
    /// The actions of the property, and what its part shares with any other.
    PropertyAndShared,
}

/// ⟨left⟩ part ⟨right⟩.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Premise {
    /// What the part may suppose. A counterexample that it lets through shows that it is too weak.
    pub left: Left,
    /// The part, from 0.
    pub part: usize,
    /// What the part must guarantee. A counterexample that an assumption on this side forbids is either a
    /// violation or shows that the assumption is too strong.
    pub right: Right,
}

impl Premise {
    /// What a counterexample can mean.
    pub fn meanings(&self) -> &'static [Meaning] {
        match (self.left, self.right) {
            (Left::Assumption(_), _) => &[Meaning::TooWeak],
            (Left::True, Right::Property) => &[Meaning::Violation],
            (Left::True, Right::Assumption(_)) => {
                &[Meaning::TooStrong, Meaning::TooCoarse, Meaning::Violation]
            }
        }
    }
}

impl Side {
    /// What a counterexample can mean.
    pub fn meanings(self) -> &'static [Meaning] {
        match self {
            Self::Complements => &[Meaning::TooStrong, Meaning::Violation],
        }
    }
}

/// The left side of a premise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Left {
    /// Nothing is supposed.
    True,
    /// An assumption, from 0.
    Assumption(usize),
}

/// The right side of a premise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Right {
    /// The property.
    Property,
    /// An assumption, from 0.
    Assumption(usize),
}

/// A condition beside the premises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// L(co-A1 ‖ … ‖ co-An) ⊆ L(P): what no assumption allows does not violate the property. A counterexample
    /// is a violation, or one of the assumptions is too strong.
    Complements,
}

impl fmt::Display for Premise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.left {
            Left::True => f.write_str("⟨true⟩")?,
            Left::Assumption(i) => write!(f, "⟨A{}⟩", i + 1)?,
        }
        write!(f, " M{} ", self.part + 1)?;
        match self.right {
            Right::Property => f.write_str("⟨P⟩"),
            Right::Assumption(i) => write!(f, "⟨A{}⟩", i + 1),
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, premise) in self.premises.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            write!(f, "{comma}{premise}")?;
        }
        if self.side.is_some() {
            f.write_str(", and what no assumption allows does not violate P")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for rule in RuleKind::ALL {
            assert_eq!(rule.name().parse(), Ok(rule));
        }
        let unknown = "guess".parse::<RuleKind>().expect_err("no rule");
        assert_eq!(
            unknown.to_string(),
            "there is no rule `guess`; the rules are asym, chain, alternating, circ, sym, conj"
        );
    }

    #[test]
    fn counterexamples_have_meanings() {
        let rule = RuleKind::Chain.rule(3);
        let meanings: Vec<&[Meaning]> = rule.premises.iter().map(Premise::meanings).collect();
        let last: &[Meaning] = &[Meaning::TooStrong, Meaning::TooCoarse, Meaning::Violation];
        assert_eq!(meanings, [&[Meaning::TooWeak], &[Meaning::TooWeak], last]);
        assert_eq!(rule.alphabet, Alphabet::SharedWithLater);
        assert_eq!(RuleKind::Chain.rule(1).premises[0].meanings(), [Meaning::Violation]);
        let symmetric = RuleKind::Symmetric.rule(2);
        assert_eq!(symmetric.alphabet, Alphabet::PropertyAndShared);
        assert_eq!(symmetric.side.map(Side::meanings), Some(&[Meaning::TooStrong, Meaning::Violation][..]));
    }

    #[test]
    fn rules_read_as_in_the_books() {
        let shown = |kind: RuleKind, parts| kind.rule(parts).to_string();
        assert_eq!(shown(RuleKind::Asymmetric, 2), "⟨A1⟩ M1 ⟨P⟩, ⟨true⟩ M2 ⟨A1⟩");
        assert_eq!(shown(RuleKind::Chain, 3), "⟨A1⟩ M1 ⟨P⟩, ⟨A2⟩ M2 ⟨A1⟩, ⟨true⟩ M3 ⟨A2⟩");
        assert_eq!(shown(RuleKind::Chain, 1), "⟨true⟩ M1 ⟨P⟩");
        assert_eq!(
            shown(RuleKind::Alternating, 2),
            "⟨A1⟩ M1 ⟨P⟩, ⟨A2⟩ M2 ⟨A1⟩, ⟨A3⟩ M1 ⟨A2⟩, ⟨true⟩ M2 ⟨A3⟩"
        );
        assert_eq!(shown(RuleKind::Circular, 2), "⟨A1⟩ M1 ⟨P⟩, ⟨A2⟩ M2 ⟨A1⟩, ⟨true⟩ M1 ⟨A2⟩");
        assert_eq!(
            shown(RuleKind::Symmetric, 2),
            "⟨A1⟩ M1 ⟨P⟩, ⟨A2⟩ M2 ⟨P⟩, and what no assumption allows does not violate P"
        );
    }
}
