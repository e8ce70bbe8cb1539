//! How questions are to be answered: what a user asked for, before it is known what it means for a target.

use suppose_base::Diagnostic;
use suppose_learn::Kind;
use suppose_prove::method::Method;
use suppose_prove::methods::Methods;
use suppose_prove::rule::RuleKind;

use crate::Failure;

/// What learned assumptions are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alphabet {
    /// The whole interface.
    Full,
    /// The property's part of the interface; more as it is needed.
    Refine,
}

/// How to answer.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Plan {
    /// The method; `None` leaves the choice to the inquiry.
    pub method: Option<Method>,
    /// The methods there are for systems of LTSs.
    pub methods: Methods,
    /// The rule of a proof by parts.
    pub rule: Option<RuleKind>,
    /// The parts, as names: `A,B | C`.
    pub split: Option<String>,
    /// The learner.
    pub learner: Option<Kind>,
    /// What assumptions are about.
    pub alphabet: Option<Alphabet>,
    /// Look for an assumption with as few states as possible.
    pub minimal: bool,
    /// Threads of the plain search.
    pub threads: usize,
    /// Keep what would be shown of how an answer was found.
    pub record: bool,
    /// Whether a certificate will be asked for.
    pub certificate: bool,
    /// Whether questions were asked for by name. If not, bad news about what nobody asked is welcome too.
    pub by_name: bool,
    /// Options that only some kinds of subject know, by name (`--reduction`) with their texts.
    pub special: Vec<(&'static str, String)>,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            method: None,
            methods: Methods::default(),
            rule: None,
            split: None,
            learner: None,
            alphabet: None,
            minimal: false,
            threads: 1,
            record: false,
            certificate: false,
            by_name: false,
            special: Vec::new(),
        }
    }
}

impl Plan {
    /// The method that is meant: options about assumptions ask for one that makes them.
    pub fn method(&self) -> Method {
        let about_assumptions = self.rule.is_some()
            || self.split.is_some()
            || self.learner.is_some()
            || self.alphabet.is_some()
            || self.minimal;
        match self.method {
            None | Some(Method::Auto) if about_assumptions => Method::Learn,
            None => Method::Auto,
            Some(named) => named,
        }
    }

    /// The text of an option that only some kinds of subject know; the last one where it is given several
    /// times.
    pub fn special(&self, name: &str) -> Option<&str> {
        self.specials(name).last()
    }

    /// All texts of such an option, in order.
    pub fn specials<'p>(&'p self, name: &str) -> impl Iterator<Item = &'p str> {
        self.special.iter().filter(move |(known, _)| *known == name).map(|(_, text)| text.as_str())
    }

    /// Refuses options that do not go together, whatever they are about.
    ///
    /// # Errors
    /// Says which two do not.
    pub fn validate(&self) -> Result<(), Failure> {
        let method = self.method();
        let refused = |what: &str, why: &str, help: &str| {
            let message = format!("`{what}` cannot be used with {why}");
            Err(Diagnostic::error("E0006", message).help(help.to_owned()).into())
        };
        let given = [
            ("--split", self.split.is_some()),
            ("--rule", self.rule.is_some()),
            ("--learner", self.learner.is_some()),
            ("--alphabet", self.alphabet.is_some()),
            ("--minimal", self.minimal),
        ];
        let makes_no_assumptions = matches!(
            method,
            Method::Monolithic
                | Method::Minimise
                | Method::Refine
                | Method::Select
                | Method::Symmetry
                | Method::Modular
        );
        if makes_no_assumptions && let Some((what, _)) = given.iter().find(|(_, is_given)| *is_given) {
            let why = format!("`--method {method}`, which makes no assumptions");
            return refused(what, &why, "use --method learn, or leave --method out");
        }
        let other_rule = self.rule.is_some_and(|rule| rule != RuleKind::Asymmetric);
        if matches!(method, Method::Direct | Method::Lazy) {
            let why = if self.minimal && method == Method::Direct {
                "`--method direct`, which takes the weakest assumption".to_owned()
            } else {
                format!("`--method {method}`, which does not learn")
            };
            let learning = given.iter().find(|(what, is_given)| {
                let is_about_learning = matches!(*what, "--learner" | "--alphabet");
                *is_given && (is_about_learning || *what == "--minimal" && method == Method::Direct)
            });
            if let Some((what, _)) = learning {
                return refused(what, &why, "use --method learn, or leave --method out");
            }
            if other_rule {
                let why = format!("`--method {method}`, which has one assumption between two parts");
                return refused("--rule", &why, "use --rule asym, or --method learn");
            }
        }
        if self.minimal {
            if other_rule {
                return refused("--minimal", "this `--rule`", "use --rule asym: it has one assumption");
            }
            if self.learner.is_some() || self.alphabet.is_some() {
                let why = "`--learner` and `--alphabet`: the smallest assumption is not learned";
                return refused("--minimal", why, "leave one of them out");
            }
        }
        if self.rule == Some(RuleKind::Symmetric) && self.alphabet == Some(Alphabet::Refine) {
            let why = "`--rule sym`, whose assumptions need all actions of the property and the interface";
            return refused("--alphabet refine", why, "use another rule");
        }
        Ok(())
    }
}
