//! Calls of functions and procedures: their bodies take the place of the calls.
//!
//! # Contract
//! A function is one expression, so its call is a term. Arguments that are neither known nor variables of the
//! task are computed once, before it. A procedure's body is elaborated at each call, in the scope where it
//! stands, with its parameters as variables: `in` parameters are set before, the others are copied back when
//! it returns, as Ada does for scalars. Known arguments are constants of the body.
//!
//! Recursion cannot be put in place of itself; it is found on the stack of calls, and the message shows the
//! cycle.

use suppose_base::{Diagnostic, Span};

use super::entity::{Access, Entity};
use super::matching::FormalSpec;
use super::name::{Meaning, Target};
use super::scope::ScopeId;
use super::term::{Term, TermKind};
use super::types::Subtype;
use super::{Elaborator, limits};
use crate::ast::{
    Argument, Block, Declaration, DeclarationKind, Expr, Statement, StatementKind, Subprogram, SubprogramBody,
};
use crate::program::{Mode, VarId};

/// How many levels of nesting a call counts.
const CALL: u32 = 4;

impl<'a> Elaborator<'a> {
    /// Begins a call, unless it is recursive, too deep or one too many. Its arguments are elaborated before.
    fn enter(&mut self, number: usize, span: Span) -> Option<()> {
        if let Some(at) = self.calls.iter().position(|&call| call == number) {
            let name = |&number: &usize| format!("`{}`", self.subprograms[number].declaration.name.text);
            let mut cycle: Vec<String> = self.calls[at..].iter().map(name).collect();
            cycle.push(name(&number));
            let declared = self.subprograms[number].declaration.name.span;
            self.report("E1039", span, |code| {
                Diagnostic::error(code, format!("recursion: {}", cycle.join(" calls ")))
                    .at(span, "this call")
                    .at(declared, "declared here")
                    .help("write it as a loop")
            });
            return None;
        }
        if self.depth + CALL > limits::DEPTH {
            self.error("E1056", span, "calls are nested too deeply");
            // All callers would be too deep as well.
            self.full = true;
            return None;
        }
        self.inlined += 1;
        if self.inlined > limits::CALLS {
            let most = limits::CALLS;
            self.overfull(span, format!("more than {most} calls are put in place of one another"));
            return None;
        }
        self.calls.push(number);
        self.depth += CALL;
        Some(())
    }

    fn leave_call(&mut self) {
        self.calls.pop();
        self.depth -= CALL;
    }

    /// The parameters of a subprogram and the type of its result.
    fn profile(&mut self, number: usize) -> Option<(Vec<FormalSpec<'a>>, Option<Subtype>)> {
        let (declaration, place) = (self.subprograms[number].declaration, self.subprograms[number].place);
        let scope = self.scopes.open(Some(place), None);
        self.within(scope, |this| {
            let formals = this.formals(&declaration.parameters);
            let result = match &declaration.result {
                Some(mark) => Some(this.subtype(mark)?),
                None => None,
            };
            Some((formals?, result))
        })
    }

    /// For each parameter its argument or default, as terms or, for what comes out, variables.
    fn actual(&mut self, number: usize, formal: &FormalSpec<'a>, given: Option<&'a Expr>) -> Option<Term> {
        let place = self.subprograms[number].place;
        let (source, term) = match (given, formal.default) {
            (Some(source), _) => (source, self.expression(source, Some(formal.of.root))?),
            (None, Some(source)) => {
                let scope = self.scopes.open(Some(place), None);
                (source, self.within(scope, |this| this.expression(source, Some(formal.of.root)))?)
            }
            (None, None) => return None,
        };
        Some(self.ranged(term, formal.of, source.span))
    }

    /// The value of a call of a function.
    pub(super) fn function_call(
        &mut self,
        number: usize,
        arguments: &'a [Argument],
        span: Span,
    ) -> Option<Term> {
        self.subprograms[number].used = true;
        if self.full {
            return None;
        }
        // Arguments and defaults may be calls again.
        self.deeper(span, |this| this.function_term(number, arguments, span))?
    }

    fn function_term(&mut self, number: usize, arguments: &'a [Argument], span: Span) -> Option<Term> {
        let (formals, result) = self.profile(number)?;
        let result = result?;
        let keys: Vec<(&str, bool)> =
            formals.iter().map(|formal| (&formal.ident.key[..], formal.default.is_some())).collect();
        let given = self.associate(&keys, arguments, span)?;
        if self.subprograms[number].any {
            let of = self.bounded(result, self.subprograms[number].span)?;
            return Some(Term::any(of.root, of.first, of.last));
        }
        let (body, scope, time) = self.subprograms[number].body?;
        let scope = self.scopes.open(Some((scope, time)), Some(&body.name.key));
        let mut copied: Vec<(VarId, Term)> = Vec::new();
        for (formal, given) in formals.iter().zip(given) {
            if formal.mode != Mode::In {
                self.error("E1048", formal.ident.span, "parameters of functions must be `in`");
                return None;
            }
            let term = self.actual(number, formal, given)?;
            let entity = match term.kind {
                TermKind::Value(value) => Entity::Constant(formal.of, value),
                TermKind::Scalar(variable) if term.shared == 0 => {
                    let of = Subtype { root: formal.of.root, first: term.low, last: term.high };
                    Entity::Scalar(variable, of, Access::InParameter)
                }
                _ if self.work.is_none() => {
                    self.error("E1036", span, "the value of this must be known");
                    return None;
                }
                _ => {
                    let variable = self.copy(term.of, term.low, term.high, span);
                    let of = Subtype { root: formal.of.root, first: term.low, last: term.high };
                    copied.push((variable, term));
                    Entity::Scalar(variable, of, Access::InParameter)
                }
            };
            self.scopes.declare(scope, &formal.ident.key, entity, Some(formal.ident.span));
        }
        self.enter(number, span)?;
        let value = self.within(scope, |this| {
            let source = this.function_body(body)?;
            let term = this.expression(source, Some(result.root))?;
            Some(this.ranged(term, result, source.span))
        });
        self.leave_call();
        let value = value?;
        Some(copied.into_iter().rev().fold(value, |rest, (variable, term)| Term::with(variable, term, rest)))
    }

    /// The expression that a function returns; what it declares is elaborated.
    pub(super) fn function_body(&mut self, body: &'a Subprogram) -> Option<&'a Expr> {
        match &body.body {
            SubprogramBody::Expression(expr) => Some(expr),
            SubprogramBody::Statements(Block { declarations, statements }) => {
                let constant = |declaration: &Declaration| match &declaration.kind {
                    DeclarationKind::Object(object) => object.constant,
                    DeclarationKind::Number(_)
                    | DeclarationKind::Type(_)
                    | DeclarationKind::Subtype(_)
                    | DeclarationKind::Use(_) => true,
                    _ => false,
                };
                let returned = match &statements[..] {
                    [Statement { kind: StatementKind::Return(Some(expr)), .. }] => Some(expr),
                    _ => None,
                };
                let help = "write a function as one `return e;`, or a procedure with an `out` parameter";
                match returned {
                    Some(expr) if declarations.iter().all(constant) => {
                        let work = self.work.take();
                        self.declarations(declarations);
                        self.work = work;
                        Some(expr)
                    }
                    _ => {
                        let message =
                            "a function with other statements than one `return` is outside of the subset";
                        self.advise("E1048", body.name.span, message, help);
                        None
                    }
                }
            }
            SubprogramBody::Declared => None,
        }
    }

    /// A call of a procedure.
    pub(super) fn procedure_call(
        &mut self,
        number: usize,
        arguments: &'a [Argument],
        span: Span,
    ) -> Option<()> {
        self.subprograms[number].used = true;
        let top = self.work().top;
        let result = self.procedure_code(number, arguments, span);
        self.work().top = top;
        result
    }

    fn procedure_code(&mut self, number: usize, arguments: &'a [Argument], span: Span) -> Option<()> {
        let (formals, _) = self.profile(number)?;
        let keys: Vec<(&str, bool)> =
            formals.iter().map(|formal| (&formal.ident.key[..], formal.default.is_some())).collect();
        let given = self.associate(&keys, arguments, span)?;
        let (body, scope, time) = self.subprograms[number].body?;
        let scope = self.scopes.open(Some((scope, time)), Some(&body.name.key));
        let mut back: Vec<(Target, Target, Span)> = Vec::new();
        for (formal, given) in formals.iter().zip(given) {
            if formal.mode == Mode::In {
                let term = self.actual(number, formal, given)?;
                self.in_parameter(body, scope, formal, term, span)?;
            } else {
                let source = given?;
                let target = self.out_argument(source, formal.of)?;
                let target = self.fixed(target, source.span);
                let inner = self.parameter(body, formal, formal.of, Access::Free)?;
                if formal.mode == Mode::InOut {
                    let term = self.read(target.clone());
                    self.warn_range(&term, formal.of, source.span);
                    self.store(inner.clone(), term, source.span);
                } else {
                    self.choose_any(&inner, source.span);
                }
                self.declare_target(scope, formal, &inner);
                back.push((target, inner, source.span));
            }
        }
        self.enter(number, span)?;
        // The text of the body is the same wherever it is called.
        let for_one = std::mem::take(&mut self.work().for_one);
        let end = self.label();
        self.work().returns.push(end);
        if let SubprogramBody::Statements(Block { declarations, statements }) = &body.body {
            self.within(scope, |this| {
                this.declarations(declarations);
                this.statements(statements);
            });
        }
        self.work().returns.pop();
        self.work().for_one = for_one;
        self.bind(end);
        self.leave_call();
        for (target, inner, place) in back {
            let value = self.read(inner);
            self.store(target, value, place);
        }
        Some(())
    }

    /// A variable gets any value, as one that is declared without a value.
    pub(super) fn choose_any(&mut self, target: &Target, span: Span) {
        let (first, last) = target.of.bounds();
        let place = self.place(target.clone(), span);
        self.choose(place, first, last, span);
    }

    fn in_parameter(
        &mut self,
        body: &'a Subprogram,
        scope: ScopeId,
        formal: &FormalSpec<'a>,
        term: Term,
        span: Span,
    ) -> Option<()> {
        if let Some(value) = term.known() {
            let entity = Entity::Constant(formal.of, value);
            self.scopes.declare(scope, &formal.ident.key, entity, Some(formal.ident.span));
            return Some(());
        }
        // Of a wide type only the values that come are needed.
        let of = Subtype { root: formal.of.root, first: term.low, last: term.high };
        let inner = self.parameter(body, formal, of, Access::InParameter)?;
        self.store(inner.clone(), term, span);
        self.declare_target(scope, formal, &inner);
        Some(())
    }

    fn declare_target(&mut self, scope: ScopeId, formal: &FormalSpec<'a>, target: &Target) {
        let entity = Entity::Scalar(target.first, target.of, target.access);
        self.scopes.declare(scope, &formal.ident.key, entity, Some(formal.ident.span));
    }

    /// The variable of a parameter of a procedure.
    fn parameter(
        &mut self,
        body: &'a Subprogram,
        formal: &FormalSpec<'a>,
        of: Subtype,
        access: Access,
    ) -> Option<Target> {
        let of = self.bounded(of, formal.ident.span)?;
        let domain = self.types.domain(of.root, of.first, of.last);
        let name = format!("{}.{}", body.name.key, formal.ident.key);
        let first =
            self.new_variables(&name, &[String::new()], &domain, &[Some(of.first)], formal.ident.span)?;
        Some(Target { first, indices: Vec::new(), of, access })
    }

    /// The variable that is given for an `out` parameter.
    pub(super) fn out_argument(&mut self, source: &'a Expr, of: Subtype) -> Option<Target> {
        let meaning = match Self::bare(source) {
            Some(name) => match self.meaning(name)? {
                (meaning, []) => Some(meaning),
                _ => None,
            },
            None => None,
        };
        let Some(Meaning::Variable(target)) = meaning else {
            self.error("E1041", source.span, "a variable is expected here, because a value comes out");
            return None;
        };
        self.assignable(&target, source.span)?;
        if target.of.root != of.root {
            let (wanted, found) =
                (self.types.name(of.root).to_owned(), self.types.name(target.of.root).to_owned());
            let message = format!("a variable of type {wanted} is expected, this is of type {found}");
            self.error("E1035", source.span, message);
            return None;
        }
        Some(target)
    }
}
