//! Reading and writing `.aut`.

use suppose_base::{ActionTable, Budget, FileId};
use suppose_lts::io::{TauSpelling, read_aut, write_aut};

use crate::clock::best_of;
use crate::philosophers::{Labels, graph};

pub(crate) fn run() {
    println!("## Reading and writing `.aut`\n");
    println!("| file | MB | read MB/s | write MB/s |");
    println!("|---|---|---|---|");
    let budget = Budget::unlimited();
    for n in [8, 9] {
        let (lts, actions) = graph(n, Labels::Indexed);
        let mut file = Vec::new();
        let written = best_of(3, || {
            file.clear();
            write_aut(&lts, &actions, &mut file, &budget).expect("memory");
        });
        let read = best_of(3, || {
            let mut table = ActionTable::new();
            read_aut(&file, FileId(0), TauSpelling::Tau, &mut table, &budget)
                .expect("valid")
                .lts
                .num_transitions()
        });
        assert_eq!(read.value, lts.num_transitions());
        let size = file.len() as f64 / 1e6;
        println!("| phil{n} idx | {size:.0} | {:.0} | {:.0} |", size / read.cpu, size / written.cpu);
    }
    println!();
}
