//! The options of `check` that say how to prove, and what they mean together.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use suppose::Plan;
use suppose::learn::Kind;
use suppose::prove::method::Method;
use suppose::prove::methods::Methods;
use suppose::prove::rule::RuleKind;

use crate::session::Session;

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Proofs")]
pub(crate) struct Proving {
    /// How to check. With --rule, --split, --learner, --alphabet or --minimal, `auto` means `learn`.
    #[arg(long, default_value = "auto", value_name = "METHOD", value_parser = methods())]
    pub method: Method,
    /// The rule of a proof by parts [default: asym; chain with more than two parts].
    #[arg(long, value_enum, value_name = "RULE")]
    pub rule: Option<Rule>,
    /// The parts, M1 first: names separated by commas, parts by `|` [default: chosen by predicted cost].
    #[arg(long, value_name = "A,B | C")]
    pub split: Option<String>,
    /// The learner [default: rivest-schapire].
    #[arg(long, value_name = "LEARNER", value_parser = learners())]
    pub learner: Option<Kind>,
    /// The actions that assumptions are about [default: full].
    #[arg(long, value_enum, value_name = "ALPHABET")]
    pub alphabet: Option<Alphabet>,
    /// Look for an assumption with as few states as possible.
    #[arg(long)]
    pub minimal: bool,
    /// Write a certificate of the results, for `suppose certify`.
    #[arg(long, value_name = "OUT")]
    pub certificate: Option<PathBuf>,
}

/// The learners by name.
pub(super) fn learners() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.map(Kind::name)).try_map(|name| name.parse::<Kind>())
}

/// The methods by name: the plain search, the race, and all that work by parts.
fn methods() -> impl TypedValueParser<Value = Method> {
    let auto = PossibleValue::new("auto")
        .help("several methods in turn, the plain search among them; the first answer wins");
    let plain = PossibleValue::new("monolithic").help("the plain search of the whole product");
    let table = Methods::default();
    let by_parts = table.all().map(|row| PossibleValue::new(row.method().name()).help(row.about()));
    let values: Vec<PossibleValue> = [auto, plain].into_iter().chain(by_parts).collect();
    PossibleValuesParser::new(values).try_map(move |name| table.named(&name).ok_or("there is no such method"))
}

/// A rule of proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Rule {
    /// One assumption between two parts.
    Asym,
    /// An assumption between each part and the next.
    Chain,
    /// One assumption for each part, with a condition on what all of them forbid.
    Sym,
    /// A chain that comes back to the first part.
    Circ,
    /// Two parts in turn, each twice.
    Alternating,
    /// Two parts, turned round for each property as fits it.
    Conj,
}

impl From<Rule> for RuleKind {
    fn from(rule: Rule) -> Self {
        match rule {
            Rule::Asym => Self::Asymmetric,
            Rule::Chain => Self::Chain,
            Rule::Sym => Self::Symmetric,
            Rule::Circ => Self::Circular,
            Rule::Alternating => Self::Alternating,
            Rule::Conj => Self::Conjunction,
        }
    }
}

/// What assumptions are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Alphabet {
    /// The whole interface.
    Full,
    /// The property's part of the interface; more as it is needed.
    Refine,
}

impl Proving {
    /// How to answer.
    pub(crate) fn plan(&self, session: &Session) -> Plan {
        Plan {
            method: Some(self.method),
            rule: self.rule.map(RuleKind::from),
            split: self.split.clone(),
            learner: self.learner,
            alphabet: self.alphabet.map(|alphabet| match alphabet {
                Alphabet::Full => suppose::inquiry::Alphabet::Full,
                Alphabet::Refine => suppose::inquiry::Alphabet::Refine,
            }),
            minimal: self.minimal,
            threads: session.threads,
            record: session.look.verbose,
            certificate: self.certificate.is_some(),
            ..Plan::default()
        }
    }
}
