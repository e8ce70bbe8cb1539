//! Distributed mutual exclusion on a ring, after Martin.
//!
//! One cell has the privilege. A cell serves its user or its left neighbour, one at a time. If it lacks the privilege it first asks its
//! right neighbour, which does the same, until the request reaches the cell that has it; the privilege comes back the same way.

use std::fmt::Write;

/// The ring with `size` cells, each with a user; at least 2.
pub fn dme(size: u32) -> String {
    let size = size.max(2);
    let mut text = String::from(HEAD);
    text.push_str("<main>\n");
    for cell in 1..=size {
        let left = if cell == 1 { size } else { cell - 1 };
        let right = if cell == size { 1 } else { cell + 1 };
        let first = u32::from(cell == 1);
        writeln!(text, "  Cell cell{cell}(cell{left}.ask, cell{right}.reply, {first});")
            .expect("a string takes everything");
    }
    text.push_str("</main>\n\n");
    text.push_str(CELL);
    text
}

const HEAD: &str = "\
// Distributed mutual exclusion. Requests travel to the right, the privilege travels to the left, each by a four-phase handshake:
//   call   the left neighbour asks for the privilege      reply  it gets it
//   ask    this cell asks the right neighbour             sent   which sends it
// Inside, `have` says where the privilege is; `want` and `use` are the handshake with the user of the cell.

";

const CELL: &str = "\
<class name=\"Cell\" arg=\"call, sent, first\">
  <var> ask = 0; reply = 0; have = first; want = 0; use = 0; </var>
  <m> 1, 21 </m>

  // Place 1: the cell is idle and serves the user or the left neighbour.
  // The user, with the privilege here or after fetching it.
  <tr label=\"serve\" preset=\"1\" postset=\"5\"> guard(want && have); use = 1; </tr>
  <tr label=\"fetch\" preset=\"1\" postset=\"2\"> guard(want && !have); ask = 1; </tr>
  <tr label=\"fetched\" preset=\"2\" postset=\"3\"> guard(sent); ask = 0; </tr>
  <tr label=\"keep\" preset=\"3\" postset=\"4\"> guard(!sent); have = 1; </tr>
  <tr label=\"enter\" preset=\"4\" postset=\"5\"> assert(have); use = 1; </tr>
  <tr label=\"leave\" preset=\"5\" postset=\"1\"> guard(!want); use = 0; </tr>

  // The left neighbour, with the privilege here or passed on from the right.
  <tr label=\"lose\" preset=\"1\" postset=\"8\"> guard(call && have); have = 0; </tr>
  <tr label=\"relay\" preset=\"1\" postset=\"6\"> guard(call && !have); ask = 1; </tr>
  <tr label=\"relayed\" preset=\"6\" postset=\"7\"> guard(sent); ask = 0; </tr>
  <tr label=\"pass\" preset=\"7\" postset=\"9\"> guard(!sent); reply = 1; </tr>
  <tr label=\"give\" preset=\"8\" postset=\"9\"> assert(!have); reply = 1; </tr>
  <tr label=\"given\" preset=\"9\" postset=\"1\"> guard(!call); reply = 0; </tr>

  // The user, which works outside while it does not want.
  <tr label=\"want+\" preset=\"21\" postset=\"22\"> guard(!use); want = 1; </tr>
  <tr label=\"want-\" preset=\"22\" postset=\"21\"> guard(use); want = 0; </tr>
</class>
";
