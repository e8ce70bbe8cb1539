//! Small programs with their states, names, labels and warnings.

use suppose_base::{ActionId, ActionTable, FileId, Poll};
use suppose_lts::check::{Question, check};
use suppose_lts::ops::interface;
use suppose_lts::product::{Goal, Product};
use suppose_lts::reduce;

use super::*;
use crate::load;
use crate::test_support::elevator;

fn lowered(program: &Program) -> Lowered {
    lower(program, &Budget::unlimited()).expect("no limits")
}

#[test]
fn the_elevator_has_the_states_of_the_literature() {
    let lowered = lowered(&elevator());
    let sizes: Vec<(&str, usize)> =
        lowered.system.components.iter().map(|c| (c.name.as_str(), c.lts.num_states())).collect();
    assert_eq!(sizes, [("car", 8), ("controller", 8), ("x", 3)]);
    let product = Product::new(&lowered.system).expect("small");
    assert_eq!(product.explore(Goal::default(), 1, &Budget::unlimited()).states, 25);
    // The graph has one end state, whatever the value of the variable in the end.
    let composed = product.compose(&Budget::unlimited()).expect("no limits").lts;
    assert_eq!(composed.num_states(), 24);
    assert_eq!(composed.deadlocks().count(), 0);
    let shown = ["open", "close", "move"].map(|name| lowered.system.actions.get(name).expect("an action"));
    let outside = interface(&composed, |action| shown.contains(&action));
    let least = reduce::weak(&outside, &Budget::unlimited()).expect("no limits").lts;
    assert_eq!(least.num_states(), 5);
    let names = lowered.system.actions.sorted_names(lowered.system.alphabet());
    let expected = [
        "car.x==false",
        "car.x==true",
        "car.x=true",
        "close",
        "controller.x==false",
        "controller.x==true",
        "controller.x=false",
        "move",
        "open",
        "sync",
    ];
    assert_eq!(names, expected);
}

/// The system of a text.
fn system_of(text: &str) -> Lowered {
    let (program, _) = load(FileId(0), text).unwrap_or_else(|messages| panic!("{messages:?}\n{text}"));
    lowered(&program)
}

fn names(lowered: &Lowered) -> Vec<&str> {
    lowered.system.actions.sorted_names(lowered.system.alphabet())
}

/// The transitions of a component in words; the end state is `E`.
fn rows(lowered: &Lowered, name: &str) -> Vec<String> {
    let component = lowered.system.components.iter().find(|c| c.name == name).expect("a component");
    let lts = &component.lts;
    let state = |s: suppose_base::StateId| {
        if lts.end() == Some(s) { "E".to_owned() } else { format!("{s:?}") }
    };
    let row = |(from, t): (suppose_base::StateId, suppose_lts::Transition)| {
        format!("{} {} {}", state(from), lowered.system.actions.name(t.action), state(t.target))
    };
    lts.all_transitions().map(row).collect()
}

/// A server that is called by two clients and by the main procedure.
const SERVER: &str = "
procedure Main is
   type Level is range 0 .. 3;
   type Colour is (Red, Green);
   task Server is
      entry Put (L : in Level; C : in Colour);
      entry Swap (L : in out Level);
      entry Take (Colour) (L : out Level);
      entry Report;
   end Server;
   task type Client (Id : Level);
   One : Client (1);
   Two : Client (2);
   task body Server is
      Now : Level := 0;
      Old : Level;
   begin
      loop
         select
            accept Put (L : in Level; C : in Colour) do
               Now := L;
            end Put;
         or
            accept Swap (L : in out Level) do
               Old := Now;
               Now := L;
               L := Old;
            end Swap;
         or
            accept Take (Green) (L : out Level) do
               L := Now;
            end Take;
         or
            accept Report do
               null;  --# event told (Now)
            end Report;
         or
            terminate;
         end select;
      end loop;
   end Server;
   task body Client is
      Mine : Level := Id;
   begin
      Server.Put (Id, Red);
      Server.Swap (Mine);
      null;  --# event done (Id)
      null;  --# event finished
   end Client;
   Last : Level;
begin
   Server.Report;
   Server.Take (Green) (Last);
end Main;
";

#[test]
fn names_say_what_matters() {
    let lowered = system_of(SERVER);
    let expected = [
        "done.1",
        "done.2",
        "main.last=0",
        "main.last=1",
        "main.last=2",
        "one.finished",
        "one.server.put.1.red",
        "one.server.swap.1.0",
        "one.server.swap.1.1",
        "one.server.swap.1.2",
        "server.report",
        "server.report.end",
        "server.take.green.0",
        "server.take.green.1",
        "server.take.green.2",
        "terminate",
        "told.0",
        "told.1",
        "told.2",
        "two.finished",
        "two.server.put.2.red",
        "two.server.swap.2.0",
        "two.server.swap.2.1",
        "two.server.swap.2.2",
    ];
    assert_eq!(names(&lowered), expected);
    let components: Vec<&str> = lowered.system.components.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(components, ["server", "one", "two", "main", "last"]);
    // Everybody takes part in the end, so there is no deadlock.
    let answer = check(&lowered.system, &[Question::DeadlockFree], 1, &Budget::unlimited()).remove(0);
    assert!(answer.verdict.holds());
    let rows = rows(&lowered, "main");
    assert_eq!(rows[..2], ["s0 server.report s1", "s1 server.report.end s2"]);
    assert_eq!(rows.last().map(String::as_str), Some("s6 terminate E"));
}

#[test]
fn labels_may_leave_out_the_task_and_the_last_values() {
    let lowered = system_of(SERVER);
    let meant = |label: &str| lowered.system.actions.sorted_names(lowered.labels.actions_named(label));
    assert_eq!(meant("one.server.put.1.red"), ["one.server.put.1.red"]);
    assert_eq!(meant("server.put"), ["one.server.put.1.red", "two.server.put.2.red"]);
    assert_eq!(meant("server.put.2"), ["two.server.put.2.red"]);
    assert_eq!(meant("two.server.put.1"), [""; 0]);
    assert_eq!(meant("one.server.swap.1").len(), 3);
    assert_eq!(meant("server.report"), ["server.report"]);
    assert_eq!(meant("server.report.end"), ["server.report.end"]);
    assert_eq!(meant("server.take"), ["server.take.green.0", "server.take.green.1", "server.take.green.2"]);
    assert_eq!(meant("server.take.red"), [""; 0]);
    assert_eq!(meant("finished"), ["one.finished", "two.finished"]);
    assert_eq!(meant("told.1"), ["told.1"]);
    assert_eq!(meant("last=1"), ["main.last=1"]);
    assert_eq!(meant("server"), [""; 0]);
    assert_eq!(meant("server.pu"), [""; 0]);
}

#[test]
fn a_property_of_another_language_is_bound_to_actions() {
    let mut lowered = system_of(SERVER);
    let mut table = ActionTable::new();
    let labels = ["server.put", "server.report", "nothing.like.this"].map(|label| table.intern(label));
    let mut builder = suppose_lts::LtsBuilder::new(1);
    let only = suppose_base::StateId::must(0);
    for action in labels {
        builder.add(only, action, only);
    }
    let property = builder.finish().expect("one state");
    let bound = lowered.labels.bind(&property, &table, &mut lowered.system.actions).expect("no conflict");
    assert_eq!(bound.unknown, ["nothing.like.this"]);
    let alphabet = lowered.system.actions.sorted_names(bound.lts.alphabet().iter().copied());
    let expected = ["nothing.like.this", "one.server.put.1.red", "server.report", "two.server.put.2.red"];
    assert_eq!(alphabet, expected);
    assert_eq!(bound.lts.num_transitions(), 4);
    // Two labels for one action.
    let mut builder = suppose_lts::LtsBuilder::new(1);
    for label in ["server.put", "one.server.put"] {
        builder.add(only, table.intern(label), only);
    }
    let property = builder.finish().expect("one state");
    let error = lowered.labels.bind(&property, &table, &mut lowered.system.actions).expect_err("a conflict");
    assert_eq!(error.code, "E1070");
    let message = "`server.put` and `one.server.put` both mean the action `one.server.put.1.red`";
    assert_eq!(error.message, message);
}

#[test]
fn all_tasks_end_together() {
    let text = "procedure P is\n task S is entry E; end S;\n task C;\n task body S is begin loop select \
        accept E; or terminate; end select; end loop; end S;\n task body C is begin S.E; end C;\nbegin null; \
        end P;";
    let lowered = system_of(text);
    assert_eq!(rows(&lowered, "s"), ["s0 s.e s0", "s0 terminate E"]);
    assert_eq!(rows(&lowered, "c"), ["s0 s.e s1", "s1 terminate E"]);
    // Without such an alternative the server never ends, and then the end of the client is not the end of the
    // program.
    let lowered = system_of(&text.replace("or terminate", "or accept E"));
    assert_eq!(rows(&lowered, "s"), ["s0 s.e s0"]);
    assert_eq!(rows(&lowered, "c"), ["s0 s.e s1"]);
}

#[test]
fn variables_without_a_value_get_one_by_the_first_read() {
    let text = "procedure P is\n X : Boolean;\n Y : Boolean := True;\n task T;\n task body T is begin\n if X \
        and then Y then X := False; end if;\n if X then null; --# event on\n end if;\n end T;\nbegin null; \
        end P;";
    let lowered = system_of(text);
    let expected = [
        "s0 t.x==false s1",
        "s0 t.x==true s2",
        "s0 t.x=false s1",
        "s1 t.x==false s1",
        "s1 t.x=false s1",
        "s2 t.x==true s2",
        "s2 t.x=false s1",
    ];
    let mut found = rows(&lowered, "x");
    found.sort();
    assert_eq!(found, expected);
    // It is never assigned, so it is never false.
    assert_eq!(rows(&lowered, "y"), ["s0 t.y==true s0"]);
}

#[test]
fn exceptions_are_actions_and_end_the_task() {
    let text = "procedure P is\n type Small is range 0 .. 1;\n task S is entry Up (By : Small); end S;\n \
        task body S is Now : Small := 0; begin loop accept Up (By : Small) do Now := Now + By; end Up; end \
        loop; end S;\nbegin S.Up (1); S.Up (1); end P;\n--# property Fine is\n--# init q;\n--# q -> error : \
        exception constraint_error;\n--# end Fine;\n";
    let lowered = system_of(text);
    let expected = ["s0 s.up.1 s1", "s1 s.up.1.constraint_error s2", "s2 s.constraint_error E"];
    assert_eq!(rows(&lowered, "s"), expected);
    // The caller does not know which of its calls fails; one that fails is the last.
    let expected = [
        "s0 s.up.1 s1",
        "s0 s.up.1.constraint_error s2",
        "s1 s.up.1 E",
        "s1 s.up.1.constraint_error s2",
        "s2 p.constraint_error E",
    ];
    assert_eq!(rows(&lowered, "p"), expected);
    let answer = &check(&lowered.system, &[Question::Safe(2)], 1, &Budget::unlimited())[0];
    let witness = answer.verdict.witness().expect("it fails");
    let trace: Vec<&str> =
        witness.trace(&lowered.system).iter().map(|&a: &ActionId| lowered.system.actions.name(a)).collect();
    assert_eq!(trace, ["s.up.1", "s.up.1.constraint_error", "s.constraint_error"]);
    assert_eq!(lowered.labels.actions_named("s.up.1").len(), 2);
}

#[test]
fn properties_stay_where_they_are_on_what_they_do_not_mention() {
    let text = format!(
        "{SERVER}--# property Order is\n--#    init idle;\n--#    idle -> swapped : Two:Server.Swap;\n--#    \
            swapped -> idle : Server.Take (Green) (2 .. 3);\n--#    swapped -> error : done (2), \
            finished;\n--# end Order;\n"
    );
    let lowered = system_of(&text);
    let found = rows(&lowered, "Order");
    assert_eq!(found.len(), 2 * (3 + 1 + 1 + 2));
    let moving: Vec<&String> =
        found.iter().filter(|row| row.split(' ').next() != row.split(' ').nth(2)).collect();
    let expected = [
        "s0 two.server.swap.2.0 s1",
        "s0 two.server.swap.2.1 s1",
        "s0 two.server.swap.2.2 s1",
        "s1 done.2 π",
        "s1 one.finished π",
        "s1 two.finished π",
        "s1 server.take.green.2 s0",
    ];
    assert_eq!(moving.len(), expected.len());
    assert!(expected.iter().all(|row| moving.iter().any(|other| other == row)), "{moving:?}");
    assert!(lowered.warnings.is_empty());
}

/// Two customers of a server that is split, and the server's body.
fn split_server(body: &str) -> Lowered {
    let text = format!(
        "procedure P is\n type Small is range 0 .. 3;\n task S is entry Up; entry Set (V : Small); entry Get (V : \
         out Small); end S;\n task A; task B;\n task body S is\n {body}\n end S;\n task body A is W : Small; \
         begin loop S.Up; S.Get (W); end loop; end A;\n task body B is begin loop S.Set (1); S.Set (2); end \
         loop; end B;\nbegin null; end P;"
    );
    let (program, _) = load(FileId(0), &text).unwrap_or_else(|messages| panic!("{messages:?}\n{text}"));
    lower_within(&program, 0, &Budget::unlimited()).expect("no limits")
}

#[test]
fn what_a_rendezvous_does_with_a_variable_is_part_of_it() {
    // Whatever the counter is, it is one more afterwards, and what comes out is what it is.
    let lowered = split_server(
        "Now : Small := 0; begin loop select accept Up do Now := (Now + 1) mod 4; end Up; or accept Set (V : \
         Small) do Now := V; end Set; or accept Get (V : out Small) do V := Now; end Get; end select; end loop;",
    );
    let expected = ["s0 s.up", "s0 s.get.0", "s0 s.get.1", "s0 s.get.2", "s0 s.get.3"];
    let of_server = rows(&lowered, "s");
    assert!(expected.iter().all(|row| of_server.contains(&format!("{row} s0"))), "{of_server:?}");
    assert_eq!(of_server.len(), 5 + 2);
    let of_now = rows(&lowered, "s.now");
    for state in 0..4 {
        let next = (state + 1) % 4;
        let value = format!("s{state} s.get.{state} s{state}");
        assert!(of_now.contains(&format!("s{state} s.up s{next}")) && of_now.contains(&value), "{of_now:?}");
    }
    // From every value it is set to either of two.
    assert_eq!(of_now.len(), 4 + 4 + 2 * 4);
    let hidden = lowered.system.actions.sorted_names(lowered.system.hidden.iter().copied());
    assert!(hidden.iter().all(|name| name.starts_with("a.w")) && !lowered.waits_too_much, "{hidden:?}");
}

#[test]
fn what_the_name_of_a_rendezvous_does_not_tell_is_read_before_it() {
    // Which of two variables is set depends on a third: `set` does not say which.
    let lowered = split_server(
        "Left, Right : Small := 0; Turn : Boolean := False; begin loop select accept Up do Turn := not Turn; \
         end Up; or accept Set (V : Small) do if Turn then Left := V; else Right := V; end if; end Set; or \
         accept Get (V : out Small) do V := Left; end Get; end select; end loop;",
    );
    assert!(lowered.waits_too_much);
    let hidden = lowered.system.actions.sorted_names(lowered.system.hidden.iter().copied());
    assert!(hidden.iter().any(|name| name.starts_with("s.turn==")), "{hidden:?}");
}

#[test]
fn every_code_has_an_example_that_causes_it() {
    let rows = crate::CODES.iter().flat_map(|table| table.rows);
    let mine = rows.filter(|row| ("W1050".."W1070").contains(&row.code));
    let mut count = 0;
    for row in mine {
        let lowered = system_of(row.example);
        let codes: Vec<&str> = lowered.warnings.iter().map(|warning| warning.code).collect();
        assert_eq!(codes, [row.code], "{}", row.example);
        assert!(lowered.warnings[0].span().is_some_and(|span| span.start < span.end));
        count += 1;
    }
    assert_eq!(count, 4);
}

#[test]
fn actions_know_where_they_are_written() {
    let lowered = system_of(SERVER);
    let place = |component: usize, state: usize, action: &str| {
        let action = lowered.system.actions.get(action).expect("an action");
        let span = lowered.origins[component].find(suppose_base::StateId::must(state), action)?;
        Some(&SERVER[span.start as usize..span.end as usize])
    };
    assert_eq!(place(1, 0, "one.server.put.1.red"), Some("Server.Put (Id, Red);"));
    let report = place(3, 0, "server.report").expect("a place");
    assert!(report.starts_with("Server.Report"), "{report}");
    assert_eq!(place(3, 1, "server.report"), None);
}

#[test]
fn limits_are_kept() {
    let program = elevator();
    let budget = Budget::unlimited().tripping_at(Poll::Lower);
    assert_eq!(lower(&program, &budget).err(), Some(LowerError::Stopped(StopReason::Interrupted)));
    let budget = Budget::unlimited().with_max_states(10);
    assert_eq!(lower(&program, &budget).err(), Some(LowerError::Stopped(StopReason::States(10))));
    let budget = Budget::unlimited().with_max_bytes(10);
    assert_eq!(lower(&program, &budget).err(), Some(LowerError::Stopped(StopReason::Memory(10))));
}
