//! Expressions, from postfix order back to infix with the parentheses that are needed.

use super::super::ast::{BinaryOp, Expr, Op, UnaryOp};
use super::Printer;

/// How tightly an operand binds that needs no parentheses anywhere.
const PRIMARY: u8 = 11;
/// A signed operand, or a count, before which LTSA ignores a sign.
const SIGNED: u8 = 10;
/// `+` and `-`.
const ADDITIVE: u8 = 8;

fn operator(op: BinaryOp) -> (&'static str, u8) {
    match op {
        BinaryOp::Or => (" || ", 0),
        BinaryOp::And => (" && ", 1),
        BinaryOp::BitOr => (" | ", 2),
        BinaryOp::BitXor => (" ^ ", 3),
        BinaryOp::BitAnd => (" & ", 4),
        BinaryOp::Equal => (" == ", 5),
        BinaryOp::NotEqual => (" != ", 5),
        BinaryOp::Less => (" < ", 6),
        BinaryOp::LessEqual => (" <= ", 6),
        BinaryOp::Greater => (" > ", 6),
        BinaryOp::GreaterEqual => (" >= ", 6),
        BinaryOp::ShiftLeft => (" << ", 7),
        BinaryOp::ShiftRight => (" >> ", 7),
        BinaryOp::Add => (" + ", ADDITIVE),
        BinaryOp::Subtract => (" - ", ADDITIVE),
        BinaryOp::Multiply => (" * ", 9),
        BinaryOp::Divide => (" / ", 9),
        BinaryOp::Remainder => (" % ", 9),
    }
}

/// An operand's text and how tightly it binds.
struct Piece {
    text: String,
    tightness: u8,
}

impl Piece {
    fn at_least(self, tightness: u8) -> String {
        if self.tightness >= tightness { self.text } else { format!("({})", self.text) }
    }
}

impl Printer<'_> {
    pub(super) fn expr(&mut self, expr: &Expr) {
        self.expr_from(expr, 0);
    }

    /// An expression where only `+` and tighter operators may stand bare.
    pub(super) fn additive(&mut self, expr: &Expr) {
        self.expr_from(expr, ADDITIVE);
    }

    fn expr_from(&mut self, expr: &Expr, tightness: u8) {
        let mut stack: Vec<Piece> = Vec::new();
        for step in &expr.steps {
            let piece = match &step.op {
                Op::Int(value) => Piece { text: value.to_string(), tightness: PRIMARY },
                Op::Variable(symbol) | Op::Constant(symbol) => {
                    Piece { text: self.symbols.text(*symbol).to_owned(), tightness: PRIMARY }
                }
                Op::Label(label) => {
                    Piece { text: format!("'{}", self.label_text(label)), tightness: PRIMARY }
                }
                Op::Count(label) => Piece { text: format!("#{}", self.label_text(label)), tightness: SIGNED },
                Op::Select(label) => {
                    let place = stack.pop().map_or_else(String::new, |piece| piece.text);
                    Piece { text: format!("@({}, {place})", self.label_text(label)), tightness: PRIMARY }
                }
                Op::Unary(op) => {
                    let sign = match op {
                        UnaryOp::Plus => '+',
                        UnaryOp::Minus => '-',
                        UnaryOp::Not => '!',
                    };
                    let operand = stack.pop().map_or_else(String::new, |piece| piece.at_least(PRIMARY));
                    Piece { text: format!("{sign}{operand}"), tightness: SIGNED }
                }
                Op::Binary(op) => {
                    let (text, tightness) = operator(*op);
                    let right = stack.pop().map_or_else(String::new, |piece| piece.at_least(tightness + 1));
                    // The left operand's text grows in place, so a long chain is printed in linear time.
                    let mut joined = stack.pop().map_or_else(String::new, |piece| piece.at_least(tightness));
                    joined.push_str(text);
                    joined.push_str(&right);
                    Piece { text: joined, tightness }
                }
            };
            stack.push(piece);
        }
        if let Some(piece) = stack.pop() {
            let text = piece.at_least(tightness);
            self.put(&text);
        }
    }

    fn label_text(&mut self, label: &super::super::ast::Label) -> String {
        let outer = std::mem::take(&mut self.out);
        self.label(label);
        std::mem::replace(&mut self.out, outer)
    }
}
