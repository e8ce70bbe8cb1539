//! Files of others, when the variable `SUPPOSE_CORPUS` says where they are.

use std::path::PathBuf;

use crate::io::support::{edges, naive, number, place, read, write};

#[test]
fn published_assumption_models() {
    let Some(corpus) = suppose_testing::corpus() else { return };
    let folder = corpus.join("ag/lstar-aut");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the corpus has this folder")
        .map(|e| e.expect("readable").path())
        .collect();
    paths.sort();
    let mut refused = Vec::new();
    for path in &paths {
        let text = std::fs::read_to_string(path).expect("readable");
        match read(&text) {
            Ok((file, table)) => {
                assert_eq!(file.lts.check_invariants(), Ok(()));
                assert_eq!(file.warnings, []);
                let (initial, states, expected) = naive(&text).expect("a simple file");
                assert_eq!((number(file.lts.initial()), file.lts.num_states() as u64), (initial, states));
                assert_eq!(edges(&file.lts, &table), expected, "{}", path.display());
                let (again, table_again) = read(&write(&file.lts, &table)).expect("our own text");
                assert_eq!(edges(&again.lts, &table_again), expected, "{}", path.display());
            }
            Err(problems) => {
                let name = path.file_name().expect("a file").to_string_lossy().into_owned();
                refused.push((name, place(&text, &problems[0]), problems[0].message.clone()));
            }
        }
    }
    // These two miscount their own lines.
    let expected = [
        ("coffee_pruning_test.aut", "E0406 1:7", "the header announces 10 transitions, but the file has 12"),
        ("coffee_sys.aut", "E0406 1:7", "the header announces 7 transitions, but the file has 6"),
    ];
    assert_eq!(refused, expected.map(|(name, at, message)| (name.into(), at.into(), message.into())));
    assert_eq!(paths.len(), 18);
}
