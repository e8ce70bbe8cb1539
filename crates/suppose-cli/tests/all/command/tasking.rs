//! Tasking programs: as LTSs, and by data-flow analysis.

use std::path::Path;

use serde_json::json;

use crate::command::fixture::{Place, texts};

/// A folder with programs of the project.
fn programs(names: &[&str]) -> Place {
    let place = Place::new();
    for name in names {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/ada").join(name);
        let file = source.file_name().expect("a file").to_string_lossy().into_owned();
        std::fs::copy(&source, place.path(&file)).expect("a program of the project");
    }
    place
}

#[test]
fn the_elevator_as_ltss() {
    let place = programs(&["elevator.adb"]);
    let object = place.json(0, "check elevator.adb --method monolithic");
    assert_eq!(object["system"], "elevator");
    assert_eq!(object["components"], json!(["car", "controller", "x"]));
    let result = &object["results"][0];
    assert_eq!((&result["property"], &result["verdict"]), (&json!("Doors_Closed"), &json!("holds")));
    assert_eq!(result["stats"]["states_explored"], 25);
    assert_eq!(result["verifier"], json!(null));
    for (task, states) in [("car", 8), ("Controller", 8), ("x", 3)] {
        let object = place.json(0, &format!("compile elevator.adb --process {task}"));
        assert_eq!(object["states"], states, "{task}");
    }
    let object = place.json(0, "compile elevator.adb");
    assert_eq!((&object["states"], &object["has_error"]), (&json!(25), &json!(false)));
    let object = place.json(0, "reduce elevator.adb --by trace --process X");
    assert_eq!(object["system"], "x");
    place.run("compare elevator.adb elevator.adb --by strong").expect(0);
    place.run("export elevator.adb --to json -o e.json").expect(0);
    place.run("compare elevator.adb e.json --by strong").expect(0);
}

#[test]
fn splits_need_not_name_variables() {
    let place = programs(&["elevator.adb"]);
    for (split, parts) in [
        ("car|controller", json!([["car", "x"], ["controller"]])),
        ("Controller|Car", json!([["controller", "x"], ["car"]])),
        ("car|x,controller", json!([["car"], ["controller", "x"]])),
    ] {
        let object = place.json(0, &format!("check elevator.adb --split {split}"));
        let result = &object["results"][0];
        assert_eq!((&result["verdict"], &result["parts"]), (&json!("holds"), &parts), "{split}");
    }
    let ended = place.run("check elevator.adb --split car|x").expect(2);
    ended.complains(&["E0703", "`controller`"]);
    let ended = place.run("check elevator.adb --split car|kontroller").expect(2);
    ended.complains(&["E0701", "did you mean `controller`?"]);
}

#[test]
fn the_elevator_by_data_flow() {
    let place = programs(&["elevator.adb"]);
    for (constraints, verdict, states) in [
        ("va:x", "holds", 29),
        ("va:X,ta:all", "holds", 39),
        ("ta:Car,ta:Controller", "inconclusive", 9),
        ("none", "inconclusive", 9),
    ] {
        let code = if verdict == "holds" { 0 } else { 3 };
        let arguments = format!("check elevator.adb --verifier flow --constraint {constraints}");
        let object = place.json(code, &arguments);
        let result = &object["results"][0];
        assert_eq!(result["verdict"], verdict, "{constraints}");
        assert_eq!(result["verifier"], "flow");
        assert_eq!(result["method"], "monolithic");
        assert_eq!(result["stats"]["states_explored"], states, "{constraints}");
        if verdict == "inconclusive" {
            assert_eq!(result["reason"], "imprecise");
            assert_eq!(result["message"], "not proved with these constraints");
            assert_eq!(texts(&result["path"]), ["sync", "open", "move"]);
            assert_eq!(result["feasible"], false);
        }
    }
    let object = place.json(0, "check elevator.adb --verifier flow");
    let result = &object["results"][0];
    assert_eq!(texts(&result["constraints"]), ["va:x"]);
    let stats = &result["stats"];
    assert_eq!([&stats["nodes"], &stats["edges"], &stats["mip_pairs"]], [20, 29, 17]);
    let ended = place.run("check elevator.adb --verifier flow --constraint none").expect(3);
    for text in ["not proved with these constraints", "which no run of the program takes", "elevator.adb:41"]
    {
        assert!(ended.out.contains(text), "{}", ended.out);
    }
}

#[test]
fn the_elevator_by_data_flow_and_parts() {
    let place = programs(&["elevator.adb"]);
    let object =
        place.json(0, "check elevator.adb --verifier flow --split car|controller --certificate c.json");
    let result = &object["results"][0];
    assert_eq!(result["method"], "learn");
    assert_eq!(result["rule"], "asym");
    assert_eq!(result["parts"], json!([["car", "x"], ["controller"]]));
    assert_eq!(texts(&result["constraints"]), ["ta:controller", "va:x"]);
    assert_eq!(result["assumption"]["states"], 4);
    let sigma = ["close", "move", "open", "s2.x==false", "s2.x==true", "sync", "x=false"];
    assert_eq!(texts(&result["interface"]), sigma);
    // The checker, which knows LTSs only, proves it again.
    let ended = place.run("certify c.json").expect(0);
    assert!(ended.out.contains("Doors_Closed"), "{}", ended.out);
    // What suffices for the whole need not suffice for the parts, and that is no violation.
    let object = place.json(3, "check elevator.adb --verifier flow --split car|controller --constraint va:x");
    let result = &object["results"][0];
    assert_eq!((&result["reason"], &result["feasible"]), (&json!("imprecise"), &json!(false)));
    assert!(!result["path"].as_array().expect("a path").is_empty());
    for rule in ["chain", "circ", "sym", "alternating", "conj"] {
        let arguments = format!("check elevator.adb --verifier flow --split car|controller --rule {rule}");
        assert_eq!(place.json(0, &arguments)["results"][0]["rule"], rule);
    }
}

#[test]
fn violations_have_runs() {
    let place = programs(&["faulty/elevator.adb"]);
    let by_ltss = place.json(1, "check elevator.adb");
    assert_eq!(by_ltss["results"][0]["verdict"], "violated");
    for arguments in ["", " --constraint none", " --constraint va:x,ta:all", " --split car|controller"] {
        let object = place.json(1, &format!("check elevator.adb --verifier flow{arguments}"));
        let result = &object["results"][0];
        assert_eq!(result["failed_property"], "Doors_Closed", "{arguments}");
        let witness = texts(&result["witness"]);
        assert_eq!(witness.last(), Some(&"move"), "{witness:?}");
        assert!(witness.contains(&"open") && !witness.contains(&"close"), "{witness:?}");
        assert_eq!(result["path"], json!(null));
    }
    place.run("check elevator.adb --verifier flow --certificate c.json").expect(1);
    place.run("certify c.json").expect(0);
}

#[test]
fn properties_may_be_written_elsewhere() {
    let place = programs(&["elevator.adb", "gas_station.adb"]);
    place.file("closed.lts", "CLOSED = (open -> close -> CLOSED | move -> CLOSED).");
    let holds = place.json(0, "check elevator.adb --property closed.lts");
    assert_eq!(holds["results"][0]["property"], "CLOSED");
    let flow = place.json(0, "check elevator.adb --property closed.lts --verifier flow");
    assert_eq!(flow["results"][0]["verdict"], "holds");
    place.file("never.lts", "NEVER = (open -> lock -> NEVER).");
    for verifier in ["lts", "flow"] {
        let ended = place.run(&format!("check elevator.adb --property never.lts --verifier {verifier}"));
        ended.expect(0).complains(&["W1050", "`lock`"]);
    }
    // A label without caller and values means all of them.
    place.file(
        "paid.lts",
        "PAID = (operator.prepay -> PAYING), PAYING = (operator.charge -> PAID | operator.prepay -> PAYING).",
    );
    place.run("check gas_station.adb --property paid.lts --verifier flow --timeout 20").expect(1);
    place.run("check gas_station.adb --property paid.lts").expect(1);
    // A component in another language takes part in actions of the program.
    place.file("jam.lts", "JAM = (sync -> STOP)+{open, close, move}.");
    let object = place.json(1, "check elevator.adb jam.lts --deadlock");
    assert_eq!(object["components"], json!(["elevator", "jam"]));
}

#[test]
fn built_in_programs() {
    let place = Place::new();
    let object = place.json(0, "check model:gas-station:3 --property P1 --method monolithic");
    assert_eq!(object["results"][0]["stats"]["states_explored"], 675);
    let object = place.json(0, "check model:relay --verifier flow");
    assert_eq!(object["results"][0]["verdict"], "holds");
    let object = place.json(0, "model peterson --size 3");
    assert_eq!((&object["language"], &object["size"]), (&json!("adb"), &json!(3)));
    place.run("model smokers -o smokers.adb").expect(0);
    place.run("check smokers.adb").expect(0);
}

#[test]
fn what_a_task_needs_of_the_others() {
    let place = programs(&["elevator.adb"]);
    let object = place.json(0, "assume elevator.adb --component Car,X --property doors_closed");
    assert_eq!(object["result"], "assumption");
    let actions = &object["assumption"]["alphabet"];
    assert!(texts(actions).contains(&"controller.x==true"), "{actions}");
}

#[test]
fn limits_count_for_data_flow() {
    let place = programs(&["gas_station.adb"]);
    let object = place.json(3, "check gas_station.adb --property P4 --verifier flow --max-states 20");
    assert_eq!(object["results"][0]["reason"], "states");
    let split = "operator,pump_1,pump_2|customer_1,customer_2";
    let object = place.json(
        3,
        &format!("check gas_station.adb --property P4 --verifier flow --max-states 20 --split {split}"),
    );
    assert_eq!(object["results"][0]["reason"], "states");
    let object = place.json(3, "check gas_station.adb --verifier flow --timeout 0");
    assert_eq!(object["reason"], "timeout");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let place = programs(&["elevator.adb"]);
    place.file("s.lts", "P = (a -> P).");
    place.file(
        "none.adb",
        "procedure None is\n   task T;\n   task body T is\n   begin\n      null;\n   end \
        T;\nbegin\n   null;\nend None;\n",
    );
    for (arguments, complaints) in [
        ("s.lts --verifier flow", &["E0006", "--verifier flow is about tasking programs"][..]),
        ("elevator.adb s.lts --verifier flow", &["E0006", "several files"]),
        ("elevator.adb --constraint va:x", &["E0006", "add --verifier flow"]),
        ("elevator.adb --verifier flow --method direct", &["E0006", "--method direct"]),
        ("elevator.adb --verifier flow --method learn", &["E0006", "--split"]),
        ("elevator.adb --verifier flow --deadlock", &["E0006", "--deadlock"]),
        ("elevator.adb --verifier flow --progress", &["E0006", "--progress"]),
        (
            "elevator.adb --verifier flow --constraint va:y",
            &["E0005", "the program has no variable `y`", "its variables are: x"],
        ),
        ("elevator.adb --verifier flow --constraint ta:cab", &["E0005", "did you mean `ta:car`?"]),
        ("elevator.adb --verifier flow --constraint x", &["E0006", "`x` is no constraint"]),
        ("elevator.adb --verifier flow --constraint va:x,auto", &["E0006", "`auto`"]),
        ("elevator.adb --verifier flow --split car,controller|x", &["E0705", "part 2", "no task"]),
        ("elevator.adb --verifier flow --split car|controller|x --rule alternating", &["E0706"]),
        ("elevator.adb --verifier flow --property Nothing", &["E0005", "Doors_Closed"]),
        ("none.adb --verifier flow", &["E0005", "there is no property to check"]),
        ("elevator.adb --system lift", &["E0005", "`elevator`", "car, controller, x"]),
        ("elevator.adb --verifier smt", &["flow", "lts"]),
    ] {
        let ended = place.run(&format!("check {arguments}")).expect(2);
        assert_eq!(ended.out, "", "{arguments}");
        ended.complains(complaints);
    }
    place.run("check elevator.adb --verifier lts").expect(0);
    place.run("check s.lts --verifier lts").expect(0);
}

#[test]
fn witnesses_say_where_and_in_which_state() {
    let place = programs(&["faulty/elevator.adb"]);
    let steps = [
        "elevator.adb:42:7",
        "elevator.adb:29:7",
        "elevator.adb:30:7",
        "elevator.adb:31:10",
        "elevator.adb:44:10",
        "elevator.adb:32:10",
        "elevator.adb:34:7",
    ];
    for verifier in ["lts", "flow"] {
        let object = place.json(1, &format!("check elevator.adb --verifier {verifier}"));
        let result = &object["results"][0];
        assert_eq!(result["places"], json!(steps), "{verifier}");
        assert_eq!(result["witness"].as_array().map(Vec::len), Some(7), "{verifier}");
        let ended = place.run(&format!("check elevator.adb --verifier {verifier}")).expect(1);
        for state in ["  closed  ", "  closed → opened  ", "  opened → π  "] {
            assert!(ended.out.contains(state), "{verifier}: {state}\n{}", ended.out);
        }
    }
    // A path that is no run has places too.
    let place = programs(&["elevator.adb"]);
    let object = place.json(3, "check elevator.adb --verifier flow --constraint none");
    let places = json!(["elevator.adb:41:7", "elevator.adb:43:10", "elevator.adb:48:7"]);
    assert_eq!(object["results"][0]["places"], places);
}

#[test]
fn capitals_do_not_matter() {
    let place = programs(&["elevator.adb"]);
    place
        .run("assume elevator.adb --component CAR --property DOORS_closed --interface Open,MOVE,c*")
        .expect(0);
    place.run("check elevator.adb --split CAR|Controller --property doors_CLOSED").expect(0);
    place
        .run("check elevator.adb --verifier flow --constraint VA:X,ta:Car --property doors_CLOSED")
        .expect(0);
    place.run("compile elevator.adb --process CONTROLLER").expect(0);
    place.run("compile elevator.adb --system ELEVATOR").expect(0);
    // A property can be looked at like a task.
    let object = place.json(0, "compile elevator.adb --process DOORS_closed");
    assert_eq!((&object["system"], &object["states"]), (&json!("Doors_Closed"), &json!(2)));
    assert_eq!(object["has_error"], json!(true));
    let ended = place.run("compile elevator.adb --process Controler").expect(2);
    ended.complains(&["E0005", "did you mean `controller`?"]);
    let ended = place.run("check elevator.adb --property Door_Closed").expect(2);
    ended.complains(&["E0005", "did you mean `Doors_Closed`?"]);
}

#[test]
fn a_name_of_two_actions_has_places() {
    let place = Place::new();
    // The event of A is `a.go`, because B has it too, and so is A's entry.
    place.file(
        "p.adb",
        "procedure P is\n   task A is\n      entry Go;\n   end A;\n   task B;\n   task body A is\n   \
            begin\n      null;  --# event go\n      accept Go;\n   end A;\n   task body B is\n   \
            begin\n      null;  --# event go\n      A.Go;\n   end B;\nbegin\n   null;\nend P;\n",
    );
    for command in ["check p.adb", "check p.adb --verifier flow", "compile p.adb"] {
        place.run(command).expect(2).complains(&["E1051", "`a.go`", "p.adb:9:7", "p.adb:8:14"]);
    }
}

/// A keeper of so many slots that they are split off, a writer who goes on for ever, and a reader who looks once.
const SHELF: &str = "\
procedure Shelf is
   type Slot is range 1 .. 14;
   type Item is range 0 .. 2;
   task Keeper is
      entry Put (Where : Slot; What : Item);
      entry Look (Where : Slot; What : out Item);
   end Keeper;
   task Writer;
   task Reader;
   task body Keeper is
      On : array (Slot) of Item := (others => 0);
   begin
      loop
         select
            accept Put (Where : Slot; What : Item) do
               On (Where) := What;
            end Put;
         or
            accept Look (Where : Slot; What : out Item) do
               What := On (Where);
            end Look;
         end select;
      end loop;
   end Keeper;
   task body Writer is
   begin
      loop
         for Where in Slot loop
            Keeper.Put (Where, 1);
         end loop;
         for Where in Slot loop
            Keeper.Put (Where, 2);
         end loop;
      end loop;
   end Writer;
   task body Reader is
      Seen : Item;
   begin
      Keeper.Look (3, Seen);
   end Reader;
   --# property Never_Back is
   --#    init start;
   --#    start -> start : Keeper.Look (3, 0);
   --#    start -> put : Keeper.Put (3, 1);
   --#    put -> error : Keeper.Look (3, 0);
   --# end Never_Back;
begin
   null;
end Shelf;
";

#[test]
fn a_large_table_is_part_of_the_rendezvous() {
    let place = Place::with(&[("shelf.adb", SHELF)]);
    // Put and Look say which slot they are about, so nobody is bound to a call before it comes.
    let object = place.json(0, "check shelf.adb --deadlock");
    let answers = object["results"].as_array().expect("results");
    let deadlock = answers.iter().find(|answer| answer["kind"] == "deadlock").expect("it was asked");
    assert_eq!(deadlock["verdict"], "holds");
    assert_eq!(object["components"].as_array().map(Vec::len), Some(3 + 14));
}

#[test]
fn a_deadlock_that_may_be_none_is_not_told() {
    // Put does not say which slot comes next.
    let put = "accept Put (Where : Slot; What : Item) do\n               On (Where) := What;";
    let next = "accept Put (Where : Slot; What : Item) do\n               On (Next) := What;\n               \
        Next := Next mod 14 + 1;";
    let text = SHELF.replace(put, next).replace("=> 0);", "=> 0);\n      Next : Slot := 1;");
    let place = Place::with(&[("shelf.adb", &text)]);
    place.run("check shelf.adb").expect(0);
    // The keeper reads a slot for the reader, who does not come again: nobody is stuck in the program.
    let object = place.json(3, "check shelf.adb --deadlock");
    let answers = object["results"].as_array().expect("results");
    let deadlock = answers.iter().find(|answer| answer["kind"] == "deadlock").expect("it was asked");
    assert_eq!(deadlock["verdict"], "inconclusive");
}
