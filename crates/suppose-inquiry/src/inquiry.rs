//! What a command can ask of a target, whatever it is made of.

use schemars::JsonSchema;
use serde::Serialize;
use suppose_base::{ActionTable, Budget, Diagnostic, StopReason, closest};
use suppose_lts::check::Effort;
use suppose_lts::{Finish, Lts, Origins, System};
use suppose_prove::method::Method;

use crate::system::SystemInquiry;
use crate::{
    Answer, Claims, Decomposable, Failure, OpenQuestion, OpenRequest, Plan, Question, Reader, Unit, listed,
    split_text,
};

/// At most so many names are listed in a message.
const LISTED: usize = 30;

/// The questions about a target, and how they are answered.
pub trait Inquiry {
    /// What the target is, in a message: `reactive systems`.
    fn kind_of_subject(&self) -> &'static str;

    /// The name of the target.
    fn name(&self) -> &str;

    /// The names of its components, in order.
    fn components(&self) -> Vec<String>;

    /// Does what has to be done before questions are listed and asked.
    ///
    /// # Errors
    /// When a limit is reached.
    fn prepare(&mut self, _budget: &Budget) -> Result<(), Failure> {
        Ok(())
    }

    /// Takes in a plan before questions are listed and asked: reads the files that its options name and finds
    /// out what can be asked under it. A plan that makes no sense is refused, as [`Inquiry::validate`] does.
    ///
    /// # Errors
    /// Says what is wrong with it; or a file cannot be read.
    fn prepare_plan(&mut self, plan: &Plan, _reader: &mut Reader) -> Result<(), Failure> {
        self.validate(plan)
    }

    /// What makes answers about the target worth little, whatever they are: names that nobody has, properties
    /// of nothing. Asked for again when properties were brought in, so it repeats itself.
    fn doubts(&self) -> Vec<Diagnostic> {
        Vec::new()
    }

    /// Everything that can be asked, in the order of reports.
    fn questions(&self) -> &[Question];

    /// What the input declares and nobody can ask under this plan, because it chooses a part of the subject.
    fn left_out(&self) -> Vec<Question> {
        Vec::new()
    }

    /// Whether questions are answered in the order of [`Inquiry::questions`], in whatever order they were
    /// named.
    fn has_fixed_order(&self) -> bool {
        false
    }

    /// The questions that a name means, by their places.
    fn named(&self, name: &str) -> Vec<usize> {
        let questions = self.questions();
        (0..questions.len()).filter(|&place| questions[place].name == name).collect()
    }

    /// The message about a name that no question has.
    fn unknown(&self, name: &str) -> Diagnostic {
        let known: Vec<&str> = self.questions().iter().map(|question| question.name.as_str()).collect();
        let message = format!("`{name}` is neither a property of the input nor a file");
        let diagnostic = Diagnostic::error("E0005", message);
        match closest(name, known.iter().copied()) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None => diagnostic.note(listed("properties are", &known, LISTED)),
        }
    }

    /// Names of options that only some kinds of subject know ([`Plan::special`]) and this one does.
    fn special_options(&self) -> &'static [&'static str] {
        &[]
    }

    /// Refuses a plan that makes no sense for this target, before anything is searched.
    ///
    /// # Errors
    /// Says what is wrong with it.
    fn validate(&self, plan: &Plan) -> Result<(), Failure>;

    /// Answers questions, by their places: exactly one answer for each, in the same order. Bad news that
    /// nobody asked about may stand between them; it is marked ([`Extras::unasked`](crate::Extras::unasked)).
    ///
    /// # Errors
    /// When the plan turns out to make no sense. A limit is no error: it is an answer.
    fn answer(&mut self, asked: &[usize], plan: &Plan, budget: &Budget) -> Result<Findings, Failure>;

    /// Checks the premises of a proof by parts again, with the assumptions that were found: what the proof
    /// costs without looking for them. The answer may come from another inquiry about the same text. Nothing
    /// for answers that are no such proof.
    ///
    /// # Errors
    /// When a limit is reached, or a premise does not hold, which is a bug.
    fn premises(&mut self, _answer: &Answer, _budget: &Budget) -> Result<Option<Effort>, Failure> {
        Ok(None)
    }

    /// What a certificate can claim of answers that this inquiry gave.
    ///
    /// # Errors
    /// When none can be made for what was asked, or a limit is reached.
    fn claims(&mut self, answers: &[Answer], plan: &Plan, budget: &Budget) -> Result<Claims, Failure>;

    /// The system that certificates about these properties speak of, as [`Inquiry::claims`] makes it.
    ///
    /// # Errors
    /// When there is no such property, or a limit is reached.
    fn certified(&mut self, properties: &[String], budget: &Budget) -> Result<System, Failure>;

    /// Whether a property that is written elsewhere can be added; otherwise it has to become a system of LTSs
    /// first ([`Inquiry::into_system`]).
    fn takes_properties(&self) -> bool {
        false
    }

    /// Adds a property that is written elsewhere. Gives the name that its question has now, and warnings.
    ///
    /// # Errors
    /// When it cannot be a property of this target, or a limit is reached.
    fn add_property(
        &mut self,
        property: &AddedProperty,
        _budget: &Budget,
    ) -> Result<(String, Vec<Diagnostic>), Failure> {
        let what =
            format!("the property {} from another file, for {}", property.name, self.kind_of_subject());
        Err(StopReason::Unsupported(what).into())
    }

    /// The target as one LTS.
    ///
    /// # Errors
    /// When it has none, or a limit is reached.
    fn whole(&mut self, reader: &mut Reader) -> Result<Whole, Failure>;

    /// What is asked when an assumption is wanted.
    ///
    /// # Errors
    /// When the request names what is not there, or a limit is reached.
    fn open(&mut self, request: &OpenRequest, reader: &mut Reader) -> Result<OpenQuestion, Failure>;

    /// What stays together when the target is taken apart; `None` where it has to become a system of LTSs
    /// first ([`Inquiry::into_system`]).
    fn units(&self) -> Option<Vec<Unit>> {
        None
    }

    /// A question about the target in the form in which decompositions are compared.
    ///
    /// # Errors
    /// When it cannot be answered by parts, or a limit is reached.
    fn decomposable(&mut self, _question: usize, _budget: &Budget) -> Result<Decomposable, Failure> {
        Err(StopReason::Unsupported(format!("decompositions of {}", self.kind_of_subject())).into())
    }

    /// Answers a question by a learned proof with these parts, as names of components.
    ///
    /// # Errors
    /// When they are no parts of the target. A limit is no error: it is an answer.
    fn answer_by_parts(
        &mut self,
        question: usize,
        parts: &[Vec<String>],
        plan: &Plan,
        budget: &Budget,
    ) -> Result<Answer, Failure> {
        let plan = Plan { method: Some(Method::Learn), split: Some(split_text(parts)), ..plan.clone() };
        let mut answers = self.answer(&[question], &plan, budget)?.answers;
        if answers.is_empty() {
            return Err(StopReason::Internal("a question has no answer".to_owned()).into());
        }
        Ok(answers.remove(0))
    }

    /// The target as a system of LTSs, one for each component: for questions that only such a system can be
    /// asked.
    ///
    /// # Errors
    /// When a limit is reached.
    fn into_system(self: Box<Self>, reader: &mut Reader) -> Result<SystemInquiry, Failure>;
}

/// The answers to some questions, and what there is to say about all of them.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// One for each question, in order, and bad news that nobody asked about.
    pub answers: Vec<Answer>,
    /// What goes with them.
    pub context: Context,
}

/// What there is to say about a target beside answers.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// Lines before the table of answers.
    pub opening: Vec<String>,
    /// Lines after it.
    pub closing: Vec<String>,
    /// The same for programs.
    pub fields: ContextFields,
}

/// Fields of a report that only some kinds of subject have.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct ContextFields {
    /// Signal transition graphs: what the graph is worth as a specification.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stg: Option<serde_json::Value>,
    /// Reactive systems: how macrosteps were followed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exploration: Option<&'static str>,
    /// Reactive systems: whether that is sound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sound: Option<bool>,
    /// Reactive systems: how much was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<Vec<serde_json::Value>>,
    /// Reactive systems: what components supposed, in rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supposed: Option<Vec<serde_json::Value>>,
    /// Reactive systems: rounds of iteration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<usize>,
    /// Reactive systems: microsteps that are told apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub microsteps: Option<usize>,
}

/// A target as one LTS.
#[derive(Clone, Debug)]
pub struct Whole {
    /// The name of the target.
    pub name: String,
    /// Its behaviour.
    pub lts: Lts,
    /// The names of its actions.
    pub actions: ActionTable,
    /// How many states of successful termination its end state stands for, where that is known.
    pub ended: usize,
    /// How many firings the graph of a design has.
    pub firings: Option<u64>,
}

/// A property that is written elsewhere: the product of a system, finished; an ordinary process is read as a
/// property.
#[derive(Clone, Debug)]
pub struct AddedProperty {
    /// Its name.
    pub name: String,
    /// The system.
    pub system: System,
    /// For each component of it, where its actions are written.
    pub origins: Vec<Origins>,
    /// What is done to its product.
    pub finish: Finish,
}
