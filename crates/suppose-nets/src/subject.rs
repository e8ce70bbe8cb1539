//! What files of nets hold, and the design that they make together.
//!
//! Nets connect by the names of their wires, so files of nets are one subject, in whatever languages they are
//! written.

use std::any::Any;
use std::sync::Arc;

use suppose_base::{Diagnostic, closest};
use suppose_inquiry::{Failure, Input, Inquiry, Reader, Subject, Target};

use crate::design::Design;
use crate::fragment::Fragment;
use crate::inquiry::{NetInquiry, inconsistency};
use crate::stg::Stg;

/// What a file of nets holds.
#[derive(Clone, Debug)]
pub(crate) enum NetFile {
    /// Nets.
    Plain(Fragment),
    /// A signal transition graph, about which more can be asked.
    Graph(Arc<Stg>),
}

impl NetFile {
    /// The nets.
    fn into_fragment(self) -> Fragment {
        match self {
            Self::Plain(fragment) => fragment,
            Self::Graph(graph) => Arc::unwrap_or_clone(graph).fragment,
        }
    }

    /// Gives another name to a net that is the only one of its file.
    fn rename_only(&mut self, name: &str) {
        let fragment = match self {
            Self::Plain(fragment) => fragment,
            Self::Graph(graph) => &mut Arc::make_mut(graph).fragment,
        };
        if let [only] = &mut fragment.nets[..] {
            name.clone_into(&mut only.name);
        }
    }
}

/// One or several files of nets.
#[derive(Clone, Debug)]
pub struct NetSubject {
    files: Vec<Named>,
}

/// A file and what it is called.
#[derive(Clone, Debug)]
struct Named {
    /// Its name without folder and suffix.
    name: String,
    /// With its suffix, where it has a name at all.
    full: Option<String>,
    content: NetFile,
}

impl NetSubject {
    /// One file.
    pub(crate) fn new(input: &Input, content: NetFile) -> Self {
        let full = input.path.file_name().map(|name| name.to_string_lossy().into_owned());
        Self { files: vec![Named { name: input.name.clone(), full, content }] }
    }

    /// A circuit and its environment are often called alike: then their suffixes tell them apart.
    fn tell_apart(&mut self) {
        let names: Vec<String> = self.files.iter().map(|file| file.name.clone()).collect();
        for file in &mut self.files {
            if names.iter().filter(|&name| *name == file.name).count() > 1
                && let Some(full) = &file.full
            {
                file.content.rename_only(full);
            }
        }
    }

    /// The design of all files, and the signal transition graph that it is, if it is one alone.
    fn join(mut self, reader: &mut Reader) -> Result<(Design, Option<Arc<Stg>>), Failure> {
        self.tell_apart();
        let names: Vec<&str> = self.files.iter().map(|file| file.name.as_str()).collect();
        let name = names.join(" || ");
        let contents: Vec<NetFile> = self.files.into_iter().map(|file| file.content).collect();
        let graph = if let [NetFile::Graph(graph)] = &contents[..] { Some(Arc::clone(graph)) } else { None };
        if graph.is_none() {
            for content in &contents {
                if let NetFile::Graph(graph) = content {
                    reader.warnings.extend(inconsistency::warning_beside_others(graph, &reader.budget));
                }
            }
        }
        let fragments = contents.into_iter().map(NetFile::into_fragment).collect();
        let (design, warnings) = Design::join(&name, fragments).map_err(Failure::Input)?;
        reader.warnings.extend(warnings);
        Ok((design, graph))
    }
}

impl Subject for NetSubject {
    fn merge(&mut self, other: Box<dyn Subject>) -> Result<(), Box<dyn Subject>> {
        let seen: &dyn Any = &*other;
        if !seen.is::<Self>() {
            return Err(other);
        }
        let other: Box<dyn Any> = other;
        let other = other.downcast::<Self>().expect("it was looked at");
        self.files.extend(other.files);
        Ok(())
    }

    fn stays_apart(&self) -> bool {
        true
    }

    fn inquiry(self: Box<Self>, target: &Target, reader: &mut Reader) -> Result<Box<dyn Inquiry>, Failure> {
        let (design, graph) = self.join(reader)?;
        let net = match target {
            Target::System(wanted) if *wanted != design.name => {
                let message =
                    format!("`{wanted}` is not defined: the nets make one design, `{}`", design.name);
                return Err(Diagnostic::error("E0005", message).into());
            }
            Target::Process(wanted) => Some(net(&design, wanted)?),
            Target::Default | Target::System(_) => None,
        };
        Ok(Box::new(NetInquiry::new(design, graph, net)))
    }
}

/// The net of a name.
fn net(design: &Design, wanted: &str) -> Result<usize, Failure> {
    let names = || design.nets.iter().map(|net| net.name.as_str());
    if let Some(net) = names().position(|name| name == wanted) {
        return Ok(net);
    }
    let diagnostic = Diagnostic::error("E0005", format!("there is no net `{wanted}`"));
    Err(match closest(wanted, names()) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")).into(),
        None => diagnostic.into(),
    })
}
