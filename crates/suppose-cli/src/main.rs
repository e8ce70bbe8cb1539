//! The `suppose` command: options, files, the terminal and exit codes. Everything else is in the `suppose`
//! library.

mod args;
mod commands;
mod graphviz;
mod output;
mod session;
mod watch;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

use args::{Check, Cli, Command};
use session::Session;

/// The stack of the thread that does the work. Parsers bound their depth well below this.
const STACK: usize = 256 << 20;

/// The options. Two that name different formats are refused, for one of them would be ignored.
fn options() -> Cli {
    let cli = Cli::parse();
    match &cli.command {
        Command::Check(Check { format: Some(format), .. }) if cli.common.json && format.name() != "json" => {
            let message = format!("the argument '--json' cannot be used with '--format {}'", format.name());
            Cli::command().error(ErrorKind::ArgumentConflict, message).exit()
        }
        _ => cli,
    }
}

fn main() -> ExitCode {
    let cli = options();
    let work = move || {
        let mut session = Session::new(&cli.common, cli.command.name(), cli.command.file());
        let ended = commands::run(&cli.command, &mut session);
        session.finish(ended)
    };
    let worker = std::thread::Builder::new().name("suppose".into()).stack_size(STACK).spawn(work);
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        Ok(Err(_panic)) => {
            session::complain(session::REPORT_THIS);
            ExitCode::from(101)
        }
        Err(error) => {
            session::complain(&format!("no thread could be started: {error}"));
            ExitCode::from(3)
        }
    }
}
