//! From files to a design: names, libraries, includes, warnings.

use std::path::{Path, PathBuf};

use suppose_base::Budget;
use suppose_inquiry::{InputRole, Language, ReadOptions, Reader, Target};

use super::{CELEMENT, HAZARD, MAJORITY, TWICE, input, inquiry, messages, reader, subject};
use crate::languages::Lpn;

/// A folder that goes away with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let path = std::env::temp_dir().join(format!("suppose-nets-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        for (name, text) in files {
            std::fs::write(path.join(name), text).expect("a file");
        }
        Self(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn nets_of_several_files_are_one_design() {
    let design = inquiry(&[MAJORITY, CELEMENT]);
    assert_eq!(design.name(), "majority || celement");
    // A file with one net gives it its name.
    assert_eq!(design.components(), ["majority", "celement"]);
    assert_eq!(inquiry(&[HAZARD]).components(), ["gset", "gleft", "gright", "gz"]);
    let alike = inquiry(&[("c.v", MAJORITY.1), ("c.g", CELEMENT.1)]);
    assert_eq!((alike.name(), alike.components()), ("c || c", vec!["c.v".to_owned(), "c.g".to_owned()]));
}

#[test]
fn other_subjects_are_given_back() {
    struct Other;
    impl suppose_inquiry::Subject for Other {
        fn inquiry(
            self: Box<Self>,
            _: &Target,
            _: &mut Reader,
        ) -> Result<Box<dyn suppose_inquiry::Inquiry>, suppose_inquiry::Failure> {
            unreachable!("nobody asks")
        }
    }
    let mut nets = subject(&[CELEMENT], &mut reader()).expect("a graph");
    assert!(nets.stays_apart());
    assert!(nets.merge(Box::new(Other)).is_err());
}

#[test]
fn targets_are_the_design_or_one_of_its_nets() {
    let asked = |target: Target| {
        let mut reader = reader();
        let subject = subject(&[HAZARD], &mut reader).expect("nets");
        subject.inquiry(&target, &mut reader).map(|inquiry| inquiry.name().to_owned()).map_err(messages)
    };
    assert_eq!(asked(Target::System("hazard".into())), Ok("hazard".to_owned()));
    assert_eq!(asked(Target::Process("gset".into())), Ok("gset".to_owned()));
    let message = "`other` is not defined: the nets make one design, `hazard` [E0005]";
    assert_eq!(asked(Target::System("other".into())), Err(message.to_owned()));
    assert_eq!(asked(Target::Process("gest".into())), Err("there is no net `gest` [E0005]".to_owned()));
}

#[test]
fn a_library_is_read_once_for_several_netlists() {
    let folder = Folder::new("library", &[("cells.genlib", "GATE MINE 1 O=A*B;\nGATE UNUSED 1 O=!A;\n")]);
    let options = ReadOptions { library: Some(folder.path("cells.genlib")), ..ReadOptions::default() };
    let mut reader = Reader::new(Budget::unlimited(), options);
    reader.reads = Some(Vec::new());
    let first = "module one (input z, output y); MINE g (.O(y), .A(z), .B(z)); endmodule\n";
    let second = "module two (input y, output z); MINE g (.O(z), .A(y), .B(y)); endmodule\n";
    let nets = subject(&[("one.v", first), ("two.v", second)], &mut reader).expect("two netlists");
    let design = nets.inquiry(&Target::Default, &mut reader).expect("a design");
    assert_eq!(design.components(), ["one", "two"]);
    let roles: Vec<InputRole> = reader.reads.iter().flatten().map(|read| read.role).collect();
    assert_eq!(roles, [InputRole::System, InputRole::Library, InputRole::System]);
    let missing = ReadOptions { library: Some(PathBuf::from("none.lib")), ..ReadOptions::default() };
    let mut reader = Reader::new(Budget::unlimited(), missing);
    let error = subject(&[("one.v", first)], &mut reader).err().expect("no library");
    assert!(messages(error).contains("[E0001]"));
}

#[test]
fn the_top_module_is_chosen() {
    let text = "module one (input a, output z); buf g (z, a); endmodule\nmodule two (input a, output y); not \
        h (y, a); endmodule\n";
    let options = ReadOptions { top: Some("two".into()), ..ReadOptions::default() };
    let mut reader = Reader::new(Budget::unlimited(), options);
    let nets = subject(&[("tops.v", text)], &mut reader).expect("a netlist");
    let mut design = nets.inquiry(&Target::Default, &mut reader).expect("a design");
    let whole = design.whole(&mut reader).expect("a graph");
    assert_eq!(whole.actions.sorted_names(whole.lts.alphabet().iter().copied()), ["a+", "a-", "y+", "y-"]);
}

#[test]
fn included_files_are_read_once_and_remembered() {
    let class = "<class name=\"C\">\n<var> x = 0; </var>\n<m> 1 </m>\n<tr label=\"t\" preset=\"1\" \
        postset=\"1\"> x = 1; </tr>\n</class>\n";
    let folder = Folder::new("include", &[("class.lpn", class)]);
    let again = folder.0.file_name().expect("a name").to_string_lossy().into_owned();
    let text = format!(
        "<include> class.lpn; \"../{again}/class.lpn\"; </include>\n<main> C c1(); C c2(); </main>\n"
    );
    std::fs::write(folder.path("main.lpn"), text).expect("a file");
    let mut reader = reader();
    reader.reads = Some(Vec::new());
    let (_, mut input) = input(("main.lpn", ""));
    (input.path, input.content) = (folder.path("main.lpn"), None);
    let nets = match Lpn.load(&input, &mut reader) {
        Ok(nets) => nets,
        Err(failure) => panic!("{failure}"),
    };
    let design = nets.inquiry(&Target::Default, &mut reader).expect("a design");
    assert_eq!(design.components(), ["c1", "c2"]);
    let reads = reader.reads.as_deref().expect("they are kept");
    let roles: Vec<InputRole> = reads.iter().map(|read| read.role).collect();
    assert_eq!(roles, [InputRole::System, InputRole::Imported]);
    assert_eq!(Path::new(&reads[1].path), folder.path("class.lpn"));
}

#[test]
fn an_inconsistent_graph_beside_others_is_a_warning() {
    let codes = |files: &[(&str, &str)]| -> Vec<&'static str> {
        let mut reader = reader();
        let nets = subject(files, &mut reader).expect("nets");
        let design = nets.inquiry(&Target::Default, &mut reader).expect("a design");
        assert!(!reader.warnings.is_empty() || files.len() == 1);
        design.into_system(&mut reader).expect("a system");
        reader.warnings.iter().map(|warning| warning.code).collect()
    };
    let twice = ".inputs a b\n.outputs z\n.graph\na+ b+\nb+ z+\nz+ a+\n.marking { <z+,a+> }\n.end\n";
    assert_eq!(codes(&[MAJORITY, ("odd.g", twice)]), ["W0806"]);
    assert_eq!(codes(&[TWICE]), ["W0806"]);
}
