//! Instances: of modules, of cells of the library, of primitives.

use suppose_base::{Diagnostic, Span, closest};

use super::super::function::{all, any, not, odd, substitute};
use super::super::library::Cell;
use super::super::verilog::{Connections, Direction, Item, Module, Term, TermKind, Word};
use super::scope::{Bit, Scope};
use super::terms::wire;
use super::{Behaviour, Flattener, Frame, Gate};
use crate::expr::Expr;
use crate::net::WireId;

/// Gates of Verilog itself.
const PRIMITIVES: [&str; 8] = ["and", "nand", "or", "nor", "xor", "xnor", "buf", "not"];

/// Switches and gates with a third value, which have no place here.
const SWITCHES: [&str; 18] = [
    "bufif0", "bufif1", "notif0", "notif1", "nmos", "pmos", "cmos", "rnmos", "rpmos", "rcmos", "tran",
    "rtran", "tranif0", "tranif1", "rtranif0", "rtranif1", "pullup", "pulldown",
];

type Found<T> = Result<T, Diagnostic>;

impl<'m> Flattener<'m> {
    /// Makes a gate, or gives the module to expand.
    pub(super) fn instance(
        &mut self,
        frame: &mut Frame<'m>,
        item: &'m Item,
    ) -> Found<Option<(&'m Module, Scope)>> {
        let Item::Instance { cell, name, connections, parameters } = item else { return Ok(None) };
        let modules: &'m [Module] = self.modules;
        if PRIMITIVES.contains(&cell.text.as_str()) {
            self.primitive(frame, cell, name.as_ref(), connections)?;
            return Ok(None);
        }
        if SWITCHES.contains(&cell.text.as_str()) {
            let message = format!("the switch `{}` is not supported in a netlist", cell.text);
            return Err(Diagnostic::error("E0861", message).at(cell.span, ""));
        }
        let Some(name) = name else {
            let message = format!("an instance of `{}` needs a name", cell.text);
            return Err(Diagnostic::error("E0860", message).at(cell.span, ""));
        };
        frame.note_instance(name)?;
        if let Some(&place) = self.by_name.get(cell.text.as_str()) {
            if let Some(span) = parameters {
                let message = "parameters of modules are not supported in a netlist";
                return Err(Diagnostic::error("E0861", message).at(*span, ""));
            }
            let scope = self.bind(frame, place, name, connections)?;
            return Ok(Some((&modules[place], scope)));
        }
        if let Some(found) = self.library.cell(&cell.text) {
            if let Some(span) = parameters {
                let message = format!("the parameters of `{}` are ignored", name.text);
                self.messages.push(Diagnostic::warning("W0862", message).at(*span, ""));
            }
            self.cell(frame, found, name, connections)?;
            return Ok(None);
        }
        if self.missing.insert(&cell.text) {
            return Err(self.missing_cell(cell));
        }
        Ok(None)
    }

    fn missing_cell(&self, cell: &Word) -> Diagnostic {
        let message = format!("there is no module, cell or primitive `{}`", cell.text);
        let message = Diagnostic::error("E0865", message).at(cell.span, "");
        if let Some(why) = self.library.why_unusable(&cell.text) {
            return message.note(why);
        }
        let modules = self.modules.iter().map(|module| module.name.text.as_str());
        let cells = self.library.cells().iter().map(|cell| cell.name.as_str());
        match closest(&cell.text, modules.chain(cells).chain(PRIMITIVES)) {
            Some(near) => message.help(format!("did you mean `{near}`?")),
            None => message.help("give the library that has it by --library"),
        }
    }

    /// `and u1 (out, in, …)`; `buf` and `not` may have several outputs and have one input.
    fn primitive(
        &mut self,
        frame: &mut Frame<'m>,
        cell: &Word,
        name: Option<&'m Word>,
        connections: &Connections,
    ) -> Found<()> {
        if let Some(name) = name {
            frame.note_instance(name)?;
        }
        let unconnected =
            || Diagnostic::error("E0867", format!("`{}` has a pin that nothing is connected to", cell.text));
        let Connections::Ordered(terms) = connections else {
            let message = format!("`{}` is a primitive, so its pins have no names", cell.text);
            return Err(Diagnostic::error("E0866", message).at(cell.span, ""));
        };
        let terms: Vec<&Term> = terms
            .iter()
            .map(|term| term.as_ref().ok_or_else(|| unconnected().at(cell.span, "")))
            .collect::<Found<_>>()?;
        if terms.len() < 2 {
            return Err(unconnected().at(cell.span, "it needs an output and an input"));
        }
        let one_input = matches!(cell.text.as_str(), "buf" | "not");
        let outputs = if one_input { terms.len() - 1 } else { 1 };
        let mut inputs = Vec::new();
        for term in &terms[outputs..] {
            let bits = self.terms(&mut frame.scope, 0).connection(term, 1)?;
            inputs.push(single(&bits, term.span, &cell.text)?.expr());
        }
        let function = match cell.text.as_str() {
            "and" => all(inputs),
            "nand" => not(all(inputs)),
            "or" => any(inputs),
            "nor" => not(any(inputs)),
            "xor" => odd(inputs),
            "xnor" => not(odd(inputs)),
            "buf" => inputs.remove(0),
            _ => not(inputs.remove(0)),
        };
        let mut functions = Vec::new();
        for term in &terms[..outputs] {
            let wires = self.terms(&mut frame.scope, 0).target(term)?;
            let &[wire] = wires.as_slice() else {
                return Err(width(&cell.text, "output", 1, wires.len(), term.span));
            };
            self.wires.drive(wire, term.span, frame.id)?;
            functions.push((wire, function.clone()));
        }
        let name = match name {
            Some(name) => format!("{}{}", frame.scope.path, name.text),
            None => self.wires.name(functions[0].0).to_owned(),
        };
        self.gates.push(Gate { name, behaviour: Behaviour::Functions(functions), span: cell.span });
        Ok(())
    }

    /// An instance of a cell of the library.
    fn cell(
        &mut self,
        frame: &mut Frame<'m>,
        cell: &Cell,
        name: &Word,
        connections: &Connections,
    ) -> Found<()> {
        let terms = self.pins(frame, cell, name, connections)?;
        let mut bits: Vec<Bit> = Vec::with_capacity(terms.len());
        for (pin, term) in terms.into_iter().enumerate() {
            let is_output = pin < cell.outputs.len();
            let bit = match term {
                Some(term) if is_output => {
                    let wires = self.terms(&mut frame.scope, 0).target(term)?;
                    let &[wire] = wires.as_slice() else {
                        return Err(width(&name.text, cell.pin_name(pin), 1, wires.len(), term.span));
                    };
                    self.wires.drive(wire, term.span, frame.id)?;
                    Bit::Wire(wire)
                }
                Some(term) => {
                    let found = self.terms(&mut frame.scope, 0).connection(term, 1)?;
                    single(&found, term.span, &format!("{}` at pin `{}", name.text, cell.pin_name(pin)))?
                }
                None if is_output => {
                    let wire = format!("{}{}.{}", frame.scope.path, name.text, cell.pin_name(pin));
                    let wire = self.wires.add(&wire, name.span);
                    self.wires.drive(wire, name.span, frame.id)?;
                    Bit::Wire(wire)
                }
                None => {
                    let pin = cell.pin_name(pin);
                    let message = format!("nothing is connected to the input `{pin}` of `{}`", name.text);
                    return Err(Diagnostic::error("E0867", message).at(name.span, ""));
                }
            };
            bits.push(bit);
        }
        let expr = |pin: WireId| bits[pin.index()].expr();
        let output = |pin: WireId| wire(bits[pin.index()], name.span);
        let behaviour = if let Some(arbiter) = &cell.arbiter {
            let [first, second] = arbiter.grants;
            let grants = [output(first)?, output(second)?];
            Behaviour::Arbiter { protocol: arbiter.protocol, requests: arbiter.requests.map(expr), grants }
        } else if let Some(wait) = &cell.wait {
            let (signal, control) = (expr(wait.signal), expr(wait.control));
            Behaviour::Wait { level: wait.level, signal, control, sanitised: output(wait.sanitised)? }
        } else {
            let mut functions: Vec<(WireId, Expr)> = Vec::with_capacity(cell.outputs.len());
            for (pin, part) in cell.outputs.iter().enumerate() {
                functions.push((output(WireId(pin as u32))?, substitute(&part.function, &expr)));
            }
            Behaviour::Functions(functions)
        };
        let span = name.span;
        let name = format!("{}{}", frame.scope.path, name.text);
        self.gates.push(Gate { name, behaviour, span });
        Ok(())
    }

    /// What is connected to each pin of a cell.
    fn pins<'c>(
        &mut self,
        frame: &Frame<'m>,
        cell: &Cell,
        name: &Word,
        connections: &'c Connections,
    ) -> Found<Vec<Option<&'c Term>>> {
        let mut pins: Vec<Option<&Term>> = vec![None; cell.pins()];
        match connections {
            Connections::Ordered(terms) => {
                if cell.outputs.len() > 1 && !terms.is_empty() {
                    let message = format!("`{}` has several outputs, so its pins have no order", cell.name);
                    let help = "connect them by name, as in `.g1(a)`";
                    return Err(Diagnostic::error("E0866", message).at(name.span, "").help(help));
                }
                if terms.len() > pins.len() {
                    let message = format!("`{}` has {} pins, not {}", cell.name, pins.len(), terms.len());
                    return Err(Diagnostic::error("E0866", message).at(name.span, ""));
                }
                for (pin, term) in pins.iter_mut().zip(terms) {
                    *pin = term.as_ref();
                }
            }
            Connections::Named(named) => {
                let mut given = vec![false; pins.len()];
                for (pin, term) in named {
                    let Some(place) = cell.find_pin(&pin.text) else {
                        self.unknown_pin(frame, cell, pin, term.as_ref())?;
                        continue;
                    };
                    if std::mem::replace(&mut given[place], true) {
                        let message = format!("pin `{}` is connected twice", pin.text);
                        return Err(Diagnostic::error("E0866", message).at(pin.span, "the second time"));
                    }
                    pins[place] = term.as_ref();
                }
            }
        }
        Ok(pins)
    }

    /// A pin that the library does not have carries no logic if it is left open, tied to a constant, or
    /// connected to a supply or to a port that is both input and output: supplies, scan chains. Otherwise
    /// something is wrong.
    fn unknown_pin(&mut self, frame: &Frame<'m>, cell: &Cell, pin: &Word, term: Option<&Term>) -> Found<()> {
        let harmless = match term.map(|term| &term.kind) {
            None | Some(TermKind::Number { .. }) => true,
            Some(TermKind::Reference(name, _)) => {
                matches!(frame.scope.direction(name), Some(Direction::Inout | Direction::Supply(_)))
            }
            Some(_) => false,
        };
        let message = format!("cell `{}` has no pin `{}`", cell.name, pin.text);
        if harmless {
            let note = "it is left open or connected to a supply, so it is ignored";
            self.messages.push(Diagnostic::warning("W0862", message).at(pin.span, "").note(note));
            return Ok(());
        }
        let message = Diagnostic::error("E0866", message).at(pin.span, "");
        let names: Vec<&str> = (0..cell.pins()).map(|pin| cell.pin_name(pin)).collect();
        Err(match closest(&pin.text, names.iter().copied()) {
            Some(near) => message.help(format!("did you mean `{near}`?")),
            None => message.note(format!("its pins are `{}`", names.join("`, `"))),
        })
    }

    /// The names of an instance of a module, ports being what they are connected to.
    fn bind(
        &mut self,
        frame: &mut Frame<'m>,
        place: usize,
        name: &Word,
        connections: &Connections,
    ) -> Found<Scope> {
        let modules: &'m [Module] = self.modules;
        let module = &modules[place];
        let mut terms: Vec<Option<&Term>> = vec![None; module.signals.len()];
        match connections {
            Connections::Ordered(list) => {
                if list.len() > module.ports.len() {
                    let message = format!(
                        "`{}` has {} ports, not {}",
                        module.name.text,
                        module.ports.len(),
                        list.len()
                    );
                    return Err(Diagnostic::error("E0866", message).at(name.span, ""));
                }
                for (&port, term) in module.ports.iter().zip(list) {
                    terms[port] = term.as_ref();
                }
            }
            Connections::Named(named) => {
                let mut given = vec![false; module.signals.len()];
                for (pin, term) in named {
                    let port = self.ports[place].get(pin.text.as_str());
                    let Some(&port) = port else { return Err(unknown_port(module, pin)) };
                    if std::mem::replace(&mut given[port], true) {
                        let message = format!("port `{}` is connected twice", pin.text);
                        return Err(Diagnostic::error("E0866", message).at(pin.span, "the second time"));
                    }
                    terms[port] = term.as_ref();
                }
            }
        }
        let path = format!("{}{}.", frame.scope.path, name.text);
        let mut scope = Scope::new(path.clone());
        for (signal, term) in module.signals.iter().zip(terms) {
            let wanted = signal.range.map_or(1, super::super::verilog::Range::width);
            let bits = match term {
                Some(term) => {
                    let bits = match signal.direction {
                        Direction::Output => {
                            let wires = self.terms(&mut frame.scope, 0).target(term)?;
                            wires.into_iter().map(Bit::Wire).collect()
                        }
                        _ => self.terms(&mut frame.scope, 0).connection(term, wanted)?,
                    };
                    if bits.len() != wanted {
                        return Err(width(&name.text, &signal.name.text, wanted, bits.len(), term.span));
                    }
                    bits
                }
                None if signal.direction == Direction::Input => {
                    let message = format!(
                        "nothing is connected to the input `{}` of `{}`",
                        signal.name.text, name.text
                    );
                    return Err(Diagnostic::error("E0867", message).at(name.span, ""));
                }
                None => self.new_bits(&path, signal),
            };
            scope.add(&signal.name.text, signal.direction, signal.range, bits);
        }
        Ok(scope)
    }
}

impl<'m> Frame<'m> {
    /// Instances of a module have distinct names.
    fn note_instance(&mut self, name: &'m Word) -> Found<()> {
        if self.instances.insert(&name.text) {
            return Ok(());
        }
        let message = format!("two instances are called `{}`", name.text);
        Err(Diagnostic::error("E0872", message).at(name.span, "the second one"))
    }
}

fn unknown_port(module: &Module, pin: &Word) -> Diagnostic {
    let message = format!("module `{}` has no port `{}`", module.name.text, pin.text);
    let message = Diagnostic::error("E0866", message).at(pin.span, "");
    let ports = module.ports.iter().map(|&port| module.signals[port].name.text.as_str());
    match closest(&pin.text, ports) {
        Some(near) => message.help(format!("did you mean `{near}`?")),
        None => message.at(module.name.span, "declared here"),
    }
}

/// The only bit; more are an error.
fn single(bits: &[Bit], span: Span, what: &str) -> Found<Bit> {
    match bits {
        &[bit] => Ok(bit),
        _ => Err(Diagnostic::error(
            "E0869",
            format!("{} bits are connected to `{what}`, which has 1", bits.len()),
        )
        .at(span, "")),
    }
}

fn width(instance: &str, port: &str, wanted: usize, found: usize, span: Span) -> Diagnostic {
    let message = format!("{found} bits are connected to `{port}` of `{instance}`, which has {wanted}");
    Diagnostic::error("E0869", message).at(span, "")
}
