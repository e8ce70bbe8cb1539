//! Labels, sets, indices and relabellings.

use super::super::ast::{Domain, Index, Label, LabelPart, LabelSet, Relabel};
use super::Printer;

impl Printer<'_> {
    pub(super) fn relabel_clause(&mut self, relabels: Option<&Vec<Relabel>>) {
        if let Some(relabels) = relabels {
            self.put(" / ");
            self.relabels(relabels);
        }
    }

    pub(super) fn relabels(&mut self, relabels: &[Relabel]) {
        self.put("{");
        self.list(relabels, ", ", |p, relabel| match relabel {
            Relabel::Pair { new, old } => {
                p.label(new);
                p.put("/");
                p.label(old);
            }
            Relabel::Forall { indices, relabels } => {
                p.put("forall ");
                p.list(indices, "", Self::index);
                p.put(" ");
                p.relabels(relabels);
            }
        });
        self.put("}");
    }

    pub(super) fn label(&mut self, label: &Label) {
        for (place, part) in label.parts.iter().enumerate() {
            if place > 0 && !matches!(part, LabelPart::Index(_)) {
                self.put(".");
            }
            match part {
                LabelPart::Name(name) => self.name(*name),
                LabelPart::Set(set) => {
                    self.label_set(&set.set);
                    if let Some(minus) = &set.minus {
                        self.put(" \\ ");
                        self.label_set(minus);
                    }
                }
                LabelPart::Index(index) => self.index(index),
            }
        }
    }

    pub(super) fn label_set(&mut self, set: &LabelSet) {
        match set {
            LabelSet::Literal(labels, _) => self.braced(labels),
            LabelSet::Named(name) => self.name(*name),
        }
    }

    pub(super) fn braced(&mut self, labels: &[Label]) {
        self.put("{");
        self.list(labels, ", ", Self::label);
        self.put("}");
    }

    pub(super) fn index(&mut self, index: &Index) {
        self.put("[");
        if let Some(variable) = index.variable {
            self.name(variable);
            self.put(":");
        }
        match &index.domain {
            Domain::Set(set) => self.label_set(set),
            Domain::Range(name) => self.name(*name),
            Domain::Value(value) => self.expr(value),
            Domain::Between(low, high) => {
                self.expr(low);
                self.put("..");
                self.expr(high);
            }
        }
        self.put("]");
    }
}
