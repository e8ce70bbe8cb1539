//! Random models as text.

use std::fmt::Write;
use suppose_testing::Random;

/// What a random text may use at a place.
struct Place {
    /// Integer variables and parameters in scope.
    integers: Vec<String>,
    /// Label variables in scope.
    labels: Vec<String>,
}

pub(super) fn model(random: &mut Random) -> String {
    let mut generator = Generator { random, fresh: 0 };
    let mut text = String::from("const K = 2\nrange R = 0..2\nset S = {a, b}\nset T = {b, c[0..1]}\n");
    text.push_str(
        "Q0 = (q -> END | r -> q -> END) + {z}.\nQ1(N=1) = if N == 0 then END else (q[N] -> \
        Q1(N-1);END).\nQ2 = END + {o}.\n",
    );
    text.push_str("||Q3 = (Q0 || a:Q0).\n");
    let processes = 1 + generator.random.below(3);
    for number in 0..processes {
        text.push_str(&generator.process(number));
    }
    if generator.random.below(2) == 0 {
        let body = generator.parts(processes, false);
        let end = generator.ending();
        let _ = writeln!(text, "||C = {body}{end}.");
    }
    let with_composite = text.contains("||C");
    let body = generator.parts(processes, with_composite);
    let end = generator.ending();
    let _ = writeln!(text, "||SYS(N=1) = {body}{end}.");
    text
}

struct Generator<'r> {
    random: &'r mut Random,
    fresh: usize,
}

impl Generator<'_> {
    fn one<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.random.below(from.len())]
    }

    fn chance(&mut self, out_of: usize) -> bool {
        self.random.below(out_of) == 0
    }

    fn variable(&mut self) -> String {
        self.fresh += 1;
        format!("v{}", self.fresh)
    }

    fn expr(&mut self, place: &Place, depth: usize) -> String {
        if depth == 0 || self.chance(3) {
            if !place.integers.is_empty() && !self.chance(3) {
                return place.integers[self.random.below(place.integers.len())].clone();
            }
            return self.one(&["0", "1", "2", "3", "K"]).to_owned();
        }
        if self.chance(6) {
            let sign = self.one(&["-", "!", "+"]);
            return format!("{sign}({})", self.expr(place, depth - 1));
        }
        let op = self.one(&["+", "-", "*", "<", ">", "==", "!=", "&&", "||"]);
        let op = if self.chance(40) { "%" } else { op };
        format!("({} {op} {})", self.expr(place, depth - 1), self.expr(place, depth - 1))
    }

    /// A label; variables it binds are added to the place.
    fn label(&mut self, place: &mut Place) -> String {
        match self.random.below(12) {
            0..=3 => self.one(&["a", "b", "c", "d"]).to_owned(),
            4 => format!("a[{}]", self.expr(place, 1)),
            5 | 6 => {
                let variable = self.variable();
                let low = self.one(&["0", "1", "K - 1"]);
                let label = format!("c[{variable}:{low}..2]");
                place.integers.push(variable);
                label
            }
            7 => self.one(&["{a, b}", "S", "T \\ S", "{a, c}.x", "c[R]", "x.S[0..1]"]).to_owned(),
            8 => {
                let variable = self.variable();
                let label = format!("d[{variable}:S]");
                place.labels.push(variable);
                label
            }
            9 if !place.labels.is_empty() => {
                let variable = &place.labels[self.random.below(place.labels.len())];
                format!("e[{variable}].y")
            }
            _ => self.one(&["a.x", "b[1]", "c[0]"]).to_owned(),
        }
    }

    /// A local process, one time in six with other processes before it.
    fn reference(&mut self, place: &Place) -> String {
        let last = self.local(place);
        match self.random.below(24) {
            0 => format!("Q0;{last}"),
            1 => format!("Q1({});Q0;{last}", self.one(&["0", "1", "K"])),
            2 => format!("Q2;{last}"),
            3 => format!("Q3;{last}"),
            _ => last,
        }
    }

    fn local(&mut self, place: &Place) -> String {
        match self.random.below(9) {
            0 => self.one(&["STOP", "END", "END"]).to_owned(),
            1 => self.one(&["ERROR", "STOP", "M", "NOWHERE"]).to_owned(),
            2..=4 => format!("L[{}]", self.expr(place, 1)),
            5 | 6 => format!("G[({}) % 3][({}) % 2]", self.expr(place, 1), self.expr(place, 1)),
            _ => "M".to_owned(),
        }
    }

    fn body(&mut self, place: &Place, depth: usize) -> String {
        if depth == 0 || self.chance(4) {
            return self.reference(place);
        }
        if self.chance(5) {
            let condition = self.expr(place, 1);
            let then = self.choice(place, depth - 1);
            return if self.chance(2) {
                format!("if {condition} then {then}")
            } else {
                format!("if {condition} then {then} else {}", self.body(place, depth - 1))
            };
        }
        self.choice(place, depth)
    }

    fn choice(&mut self, place: &Place, depth: usize) -> String {
        let mut branches = Vec::new();
        for _ in 0..=self.random.below(3) {
            let guard =
                if self.chance(3) { format!("when ({}) ", self.expr(place, 2)) } else { String::new() };
            let mut inner = Place { integers: place.integers.clone(), labels: place.labels.clone() };
            let mut actions = String::new();
            for _ in 0..=self.random.below(2) {
                actions.push_str(&self.label(&mut inner));
                actions.push_str(" -> ");
            }
            branches.push(format!("{guard}{actions}{}", self.body(&inner, depth.saturating_sub(1))));
        }
        format!("({})", branches.join(" | "))
    }

    fn process(&mut self, number: usize) -> String {
        let plain = Place { integers: vec!["N".to_owned()], labels: Vec::new() };
        let with = |variables: &[&str]| Place {
            integers: variables.iter().map(|v| (*v).to_owned()).chain(["N".to_owned()]).collect(),
            labels: Vec::new(),
        };
        let word = if self.chance(8) { "property " } else { "" };
        let first = self.choice(&plain, 2);
        let local = self.choice(&with(&["i"]), 2);
        let grid = self.choice(&with(&["i", "j"]), 1);
        let middle = if self.chance(6) { self.body(&plain, 2) } else { self.choice(&plain, 2) };
        let upper = self.one(&["1", "j0", "i"]);
        let second = if upper == "i" { "[j:0..i]" } else { "[j:0..1]" };
        let mut end = String::new();
        if self.chance(4) {
            end.push_str(self.one(&[" + {z}", " + {S, q[0..1]}"]));
        }
        if self.chance(3) {
            end.push_str(self.one(&[
                " / {x/a}",
                " / {{x, y}/b}",
                " / {w/{a, b}}",
                " / {f[k:0..1]/c[k]}",
                " / {b/a, a/b}",
            ]));
        }
        if self.chance(4) {
            end.push_str(self.one(&[" \\ {b}", " @ {a, c, x}", " \\ T"]));
        }
        format!(
            "{word}P{number}(N={}) = {first},\nL[i:R] = {local},\nG[i:0..2]{second} = {grid},\nM = \
                {middle}{end}.\n",
            self.random.below(3)
        )
    }

    fn part(&mut self, processes: usize, composite: bool, depth: usize) -> String {
        let process = format!("P{}", self.random.below(processes));
        let process = if composite && self.chance(3) {
            "C".to_owned()
        } else if self.chance(3) {
            format!("{process}({})", self.one(&["0", "1", "K"]))
        } else {
            process
        };
        match self.random.below(10) {
            0 => format!("a:{process}"),
            1 => format!("{{a, b}}::{process}"),
            2 => format!("q::r[1]:{process}"),
            3 => format!("{process}/{{x/a, a/c}}"),
            4 => format!("{process}/{{{{x, y}}/b, x/c[0]}}"),
            5 if depth > 0 => format!("{}/{{c/S}}", self.list(processes, composite, depth - 1)),
            6 => format!("forall [k:0..1] s[k]:{process}/{{forall [m:0..1] {{u[m]/s[k].c[m]}}}}"),
            7 => format!("if K > {} then {process} else a:{process}", self.random.below(4)),
            8 => format!("[k:0..1]:P{}(k)", self.random.below(processes)),
            _ => process,
        }
    }

    fn list(&mut self, processes: usize, composite: bool, depth: usize) -> String {
        let count = 1 + self.random.below(2);
        let parts: Vec<String> = (0..count).map(|_| self.part(processes, composite, depth)).collect();
        format!("({})", parts.join(" || "))
    }

    fn parts(&mut self, processes: usize, composite: bool) -> String {
        if self.chance(3) { self.part(processes, composite, 1) } else { self.list(processes, composite, 1) }
    }

    fn ending(&mut self) -> String {
        let mut end = String::new();
        if self.chance(4) {
            end.push_str(self.one(&[" << {a, x}", " >> {b, c}", " << T"]));
        }
        if self.chance(3) {
            end.push_str(self.one(&[" \\ {a}", " @ {b, c, x}", " \\ {c[0], s}"]));
        }
        end
    }
}
