//! A tree of arbiters: users at the leaves ask for one resource at the root.
//!
//! A cell grants one of its two sides by mutual exclusion, which is a choice between two transitions for one token, then asks its parent,
//! and passes the parent's answer on to the side it granted. The other side is not granted before the answer has been taken back;
//! so the request to the parent falls between two grants, and no gate is disturbed.

use std::fmt::Write;

/// The arbiter with `size` cells in a binary tree that is filled level by level; at least 1. A cell has a user wherever it has no child.
pub fn arbiter(size: u32) -> String {
    let size = size.max(1);
    let mut text = String::from(HEAD);
    text.push_str("<main>\n");
    let children = |cell: u32| {
        let left = u64::from(cell) * 2;
        [left, left + 1].into_iter().filter(|&child| child <= u64::from(size)).collect::<Vec<u64>>()
    };
    // Which classes are used: for a root or another cell, with so many children.
    let mut used = [[false; 3]; 2];
    for cell in 1..=size {
        let children = children(cell);
        let mut arguments: Vec<String> = children.iter().map(|child| format!("cell{child}.ask")).collect();
        if cell > 1 {
            arguments.push(format!("cell{}.answer{}", cell / 2, cell % 2 + 1));
        }
        used[usize::from(cell > 1)][children.len()] = true;
        let class = class_name(cell == 1, children.len());
        let arguments = arguments.join(", ");
        writeln!(text, "  {class} cell{cell}({arguments});").expect("a string takes everything");
    }
    text.push_str("</main>\n");
    for (inner, kinds) in used.into_iter().enumerate() {
        for children in (0..3).filter(|&children| kinds[children]) {
            class(&mut text, inner == 0, children);
        }
    }
    text
}

const HEAD: &str = "\
// A tree of arbiters. The two sides of a cell are other cells or users; the parent is another cell, or at the root the resource.
//   side1, side2      requests of the two sides      answer1, answer2  what they are told
//   ask               the request to the parent      granted           what it says

";

fn class_name(root: bool, children: usize) -> &'static str {
    match (root, children) {
        (true, 0) => "LonelyRoot",
        (true, 1) => "MixedRoot",
        (true, _) => "Root",
        (false, 0) => "Leaf",
        (false, 1) => "MixedNode",
        (false, _) => "Node",
    }
}

/// A cell with so many children, the rest of its sides being users. At the root it has the resource as well.
fn class(text: &mut String, root: bool, children: usize) {
    let name = class_name(root, children);
    let sides = ["side1", "side2"];
    let mut arguments = sides[..children].to_vec();
    let mut variables = String::from("answer1 = 0; answer2 = 0; ask = 0; grant1 = 0; grant2 = 0;");
    let mut marking = String::from("1, 4, 6, 8");
    for (user, side) in sides.iter().enumerate().skip(children) {
        write!(variables, " {side} = 0;").expect("a string takes everything");
        write!(marking, ", {}", 10 + 2 * user).expect("a string takes everything");
    }
    if root {
        variables.push_str(" granted = 0;");
        marking.push_str(", 14");
    } else {
        arguments.push("granted");
    }
    write!(
        text,
        "\n<class name=\"{name}\" arg=\"{}\">\n\
         \x20 <var> {variables} </var>\n\
         \x20 <m> {marking} </m>\n\
         \x20 // Mutual exclusion: place 1 holds the only token. A side waits until the other one has lost its answer.\n\
         \x20 <tr label=\"grant1+\" preset=\"1\" postset=\"2\"> guard(side1 && !answer2); grant1 = 1; </tr>\n\
         \x20 <tr label=\"grant1-\" preset=\"2\" postset=\"1\"> guard(!side1); grant1 = 0; </tr>\n\
         \x20 <tr label=\"grant2+\" preset=\"1\" postset=\"3\"> guard(side2 && !answer1); grant2 = 1; </tr>\n\
         \x20 <tr label=\"grant2-\" preset=\"3\" postset=\"1\"> guard(!side2); grant2 = 0; </tr>\n\
         \x20 // Ask the parent for whichever side is granted.\n\
         \x20 <tr label=\"ask+\" preset=\"4\" postset=\"5\"> guard(grant1 || grant2); ask = 1; </tr>\n\
         \x20 <tr label=\"ask-\" preset=\"5\" postset=\"4\"> guard(!grant1 && !grant2); ask = 0; </tr>\n\
         \x20 // Pass its answer on.\n\
         \x20 <tr label=\"answer1+\" preset=\"6\" postset=\"7\"> guard(grant1 && granted); assert(!answer2); answer1 = 1; </tr>\n\
         \x20 <tr label=\"answer1-\" preset=\"7\" postset=\"6\"> guard(!grant1 && !granted); answer1 = 0; </tr>\n\
         \x20 <tr label=\"answer2+\" preset=\"8\" postset=\"9\"> guard(grant2 && granted); assert(!answer1); answer2 = 1; </tr>\n\
         \x20 <tr label=\"answer2-\" preset=\"9\" postset=\"8\"> guard(!grant2 && !granted); answer2 = 0; </tr>\n",
        arguments.join(", ")
    )
    .expect("a string takes everything");
    for (user, side) in sides.iter().enumerate().skip(children) {
        let (idle, asking, answer) = (10 + 2 * user, 11 + 2 * user, user + 1);
        write!(
            text,
            "  // A user asks, has the resource when it is answered, and gives it back.\n\
             \x20 <tr label=\"{side}+\" preset=\"{idle}\" postset=\"{asking}\"> guard(!answer{answer}); {side} = 1; </tr>\n\
             \x20 <tr label=\"{side}-\" preset=\"{asking}\" postset=\"{idle}\"> guard(answer{answer}); {side} = 0; </tr>\n"
        )
        .expect("a string takes everything");
    }
    if root {
        text.push_str(
            "  // The resource grants what is asked.\n\
             \x20 <tr label=\"granted+\" preset=\"14\" postset=\"15\"> guard(ask); granted = 1; </tr>\n\
             \x20 <tr label=\"granted-\" preset=\"15\" postset=\"14\"> guard(!ask); granted = 0; </tr>\n",
        );
    }
    text.push_str("</class>\n");
}
