//! The `suppose` command.

mod args;
mod commands;
mod diagnostics;
mod graphviz;
mod input;
mod output;
mod reactive;
mod session;
mod subject;
mod watch;

use std::process::ExitCode;

use clap::Parser;

use args::Cli;
use session::Session;

/// The stack of the thread that does the work. Parsers bound their depth well below this.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let work = move || {
        let mut session = Session::new(&cli.common, cli.command.name(), cli.command.file());
        let ended = commands::run(&cli.command, &mut session);
        session.finish(ended)
    };
    let worker = std::thread::Builder::new().name("suppose".into()).stack_size(STACK).spawn(work);
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        Ok(Err(_panic)) => {
            session::ask_for_a_report();
            ExitCode::from(101)
        }
        Err(error) => {
            session::complain(&format!("no thread could be started: {error}"));
            ExitCode::from(3)
        }
    }
}
