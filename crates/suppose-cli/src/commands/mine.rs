//! `suppose mine FILE.srs --component C`: rules about what a component receives.

use suppose::Status;

use crate::args::Mine;
use crate::session::{Failure, Session};

pub(super) fn run(_options: &Mine, _session: &mut Session) -> Result<Status, Failure> {
    todo!()
}
