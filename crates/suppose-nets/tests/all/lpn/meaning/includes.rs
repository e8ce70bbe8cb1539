//! Files that include others.

use std::cell::RefCell;

use suppose_base::{Diagnostic, FileId};
use suppose_nets::Fragment;
use suppose_nets::lpn::{IncludeLoader, Included, read};

/// Files in memory; the number of a file is its place, and 0 is the file that is read first.
struct Files<'f> {
    files: &'f [(&'f str, &'f str)],
    asked: RefCell<Vec<(String, u32)>>,
}

impl IncludeLoader for Files<'_> {
    fn load(&self, path: &str, from: FileId) -> Result<Included, String> {
        self.asked.borrow_mut().push((path.to_owned(), from.0));
        let place = self.files.iter().position(|(name, _)| *name == path);
        let place = place.ok_or_else(|| "no such file".to_owned())?;
        Ok(Included { text: self.files[place].1.into(), file: FileId(place as u32) })
    }
}

type Asked = Vec<(String, u32)>;

type Read = Result<(Fragment, Vec<Diagnostic>), Vec<Diagnostic>>;

fn load(files: &[(&str, &str)]) -> (Read, Asked) {
    let loader = Files { files, asked: RefCell::default() };
    let result = read(files[0].1, FileId(0), "test", &loader);
    (result, loader.asked.into_inner())
}

const CELL: &str = "<class name=\"Cell\" arg=\"\"> <var> x; </var> <m> 1 </m>
     <tr label=\"t\" preset=\"1\" postset=\"2\"> x = K; </tr> </class>";

#[test]
fn classes_and_constants_come_from_other_files() {
    let (result, asked) = load(&[
        ("main.lpn", "<include> lib/cell.lpn; \"lib/k.lpn\"; </include> <main> Cell c(); </main>"),
        ("lib/cell.lpn", &format!("<include>lib/k.lpn;main.lpn;</include>{CELL}")),
        ("lib/k.lpn", "<const> K = 3; </const>"),
    ]);
    let (fragment, warnings) = result.expect("a meaning");
    assert_eq!((fragment.nets.len(), warnings.len()), (1, 0));
    assert_eq!(fragment.nets[0].transitions[0].span.expect("a place").file, FileId(1));
    // Each file once, although it is asked for again and in a circle.
    let asked: Vec<(&str, u32)> = asked.iter().map(|(path, from)| (path.as_str(), *from)).collect();
    assert_eq!(asked, [("lib/cell.lpn", 0), ("lib/k.lpn", 1), ("main.lpn", 1), ("lib/k.lpn", 0)]);
}

#[test]
fn messages_say_which_file() {
    let (result, _) = load(&[
        ("main.lpn", "<include> a.lpn; gone.lpn; </include> <main> Cell c(); </main>"),
        ("a.lpn", "<class name=\"Cell\" arg=\"\"> <m> ; </m> </class>"),
    ]);
    let problems = result.expect_err("no meaning");
    let found: Vec<(&str, u32)> =
        problems.iter().map(|p| (p.code, p.span().expect("a place").file.0)).collect();
    assert_eq!(found, [("E0814", 1), ("E0826", 0)]);
    assert_eq!(problems[1].labels[0].text, "no such file");
}

/// A loader that never ends.
struct Endless(RefCell<u32>);

impl IncludeLoader for Endless {
    fn load(&self, _path: &str, _from: FileId) -> Result<Included, String> {
        *self.0.borrow_mut() += 1;
        let text = "<include> next.lpn; </include>".into();
        Ok(Included { text, file: FileId(*self.0.borrow()) })
    }
}

#[test]
fn too_many_files() {
    let loader = Endless(RefCell::new(0));
    let problems = read("<include> next.lpn; </include>", FileId(0), "test", &loader).expect_err("no end");
    assert_eq!(problems.iter().map(|p| p.code).collect::<Vec<_>>(), ["E0827"]);
}
