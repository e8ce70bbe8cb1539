//! Messages: code and place of each. The place is marked with « » in the text.

use suppose_ada::load;
use suppose_base::{FileId, Severity};

/// Declarations and statements as a procedure.
fn procedure(declarations: &str, statements: &str) -> String {
    format!("procedure P is\n{declarations}\nbegin\n{statements}\nend P;\n")
}

/// The body of a task that has entries.
fn task(entries: &str, body: &str) -> String {
    let text = format!("task A is\n{entries}\nend A;\ntask body A is\n{body}\nend A;");
    procedure(&text, "null;")
}

/// Checks that the first message has a code and the marked place; gives its sentence and its advice.
#[track_caller]
fn message(code: &str, marked: &str) -> (String, String) {
    let start = marked.find('«').expect("a place is marked");
    let text = marked.replace('«', "");
    let end = text.find('»').expect("the end of the place is marked");
    let text = text.replace('»', "");
    let messages = match load(FileId(0), &text) {
        Ok((_, warnings)) => warnings,
        Err(messages) => messages,
    };
    let found: Vec<String> = messages
        .iter()
        .map(|message| {
            let span = message.span().expect("every message has a place");
            format!(
                "{} `{}`: {}",
                message.code,
                &text[span.start as usize..span.end as usize],
                message.message
            )
        })
        .collect();
    let first = messages.first().unwrap_or_else(|| panic!("no message for\n{text}"));
    let span = first.span().expect("every message has a place");
    let place = (span.start as usize, span.end as usize);
    assert_eq!((first.code, place), (code, (start, end)), "{found:?}");
    assert_eq!(first.severity == Severity::Error, code.starts_with('E'));
    assert_eq!(
        messages.iter().filter(|message| message.is_error()).count(),
        usize::from(first.is_error()),
        "{found:?}"
    );
    (first.message.clone(), first.help.clone().unwrap_or_default())
}

const SERVER: &str = "task Server is entry Prepay; entry Charge (N : Boolean); end Server;
    task body Server is begin accept Prepay; accept Charge (N : Boolean); end Server;";

#[test]
fn recursion_shows_the_cycle() {
    let text = procedure(
        "procedure A; procedure B is begin «A»; end B;
         procedure C is begin B; end C;
         procedure A is begin C; end A;",
        "A;",
    );
    let (said, help) = message("E1039", &text);
    assert_eq!(said, "recursion: `A` calls `C` calls `B` calls `A`");
    assert_eq!(help, "write it as a loop");
    message("E1039", &procedure("function F (N : Boolean) return Boolean is («F (not N)»);", "null;"));
    message("E1039", &procedure("procedure A is begin if True then «A»; end if; end A;", "A;"));
}

#[test]
fn unbounded_types() {
    let (said, help) = message("E1037", &procedure("«X» : Natural := 0;", "X := 1;"));
    assert_eq!(said, "a variable of type Integer has too many values");
    assert!(help.contains("range of at most 65536 values"), "{help}");
    message("E1037", &procedure("«X» : Float;", "null;"));
    message("E1037", &procedure("«X» : String;", "null;"));
    message("E1037", &procedure("type T is range 0 .. 65_536; «X» : T;", "null;"));
    message("E1037", &procedure("X : «array (1 .. 300, 1 .. 300) of Boolean»;", "null;"));
    message("E1037", &task("entry E («X» : Integer);", "begin accept E (X : Integer);"));
}

#[test]
fn missing_bodies() {
    let (said, help) = message("E1038", &procedure("task type «Pump»;", "null;"));
    assert_eq!(said, "the task `Pump` has no body");
    assert_eq!(help, "write `task body Pump is .. end Pump;`");
    message("E1038", &procedure("procedure «Q» (X : Boolean);", "null;"));
    message("E1038", &procedure("function «F» return Boolean;", "if F then null; end if;"));
}

#[test]
fn unknown_tasks_and_entries() {
    let (said, help) = message("E1040", &procedure(SERVER, "«Sever».Prepay;"));
    assert_eq!(
        (said.as_str(), help.as_str()),
        ("there is no task or package `Sever`", "did you mean `server`?")
    );
    let (said, help) = message("E1040", &procedure(SERVER, "Server.«Prepai»;"));
    assert_eq!(
        (said.as_str(), help.as_str()),
        ("task `Server` has no entry `Prepai`", "did you mean `prepay`?")
    );
    message("E1040", &task("entry E;", "begin accept «F»;"));
    message("E1030", &procedure(SERVER, "«Prepay»;"));
}

#[test]
fn properties_that_name_nothing() {
    let property = |on: &str| {
        let lines = format!("--# property Q is\n--#    init s;\n--#    s -> error : {on};\n--# end Q;\n");
        procedure(
            &format!("{SERVER}\nX : Boolean := True;\n{lines}"),
            "--# event opened\nServer.Prepay;\nServer.Charge (X);",
        )
    };
    let (said, help) = message("W1030", &property("«opend»"));
    assert_eq!(
        (said.as_str(), help.as_str()),
        ("the program has no event `opend`", "did you mean `opened`?")
    );
    message("W1030", &property("«Server.Prepay.end»"));
    message("E1040", &property("Server.«Pay»"));
    message("E1054", &property("«Server.Charge (True, False)»"));
    message("E1035", &property("Server.Charge («1»)"));
    message("E1054", &property("«Server»"));
    message("E1054", &property("«Sever»:opened"));
    message("E1054", &property("«Y» = True"));
    message("E1036", &property("X = «X»"));
    message("E1054", &property("«opened» (1)"));
    message("E1054", &property("exception «storage_error»"));
    message("E1053", &property("opened;\n--#    s -> s : «opened»"));
    message("E1053", &property("Server.Charge (False);\n--#    s -> s : «Server.Charge»"));
    message("E1053", &property("P:opened;\n--#    s -> s : «opened»"));
    message("E1036", &property("opened;\n--#    if «X» { s -> s : opened; }\n--#    s -> error : opened"));
}

#[test]
fn moves_that_cannot_meet_are_no_mistake() {
    let lines = "--# property Q is\n--#    init s;\n--#    s -> error : Server.Charge (True);
--#    s -> t : Server.Charge (False);\n--#    t -> s : A:go (1);\n--#    t -> error : B:go, A:go (2);\n--# end Q;";
    let task = |name: &str, n: u32| {
        format!("task {name};\ntask body {name} is\nbegin\n--# event go ({n})\nnull;\nend {name};\n")
    };
    let text = procedure(&format!("{SERVER}\n{}{}{lines}", task("A", 1), task("B", 2)), "null;");
    let (program, warnings) = load(FileId(0), &text).expect("a right program");
    assert!(warnings.is_empty(), "{warnings:?}");
    assert_eq!(program.properties[0].moves.len(), 5);
}

#[test]
fn types() {
    let x = "X : Boolean := True; N : Integer range 0 .. 9 := 0;";
    message("E1035", &procedure(x, "X := «N»;"));
    message("E1035", &procedure(x, "N := N + «X»;"));
    message("E1035", &procedure(x, "X := N = «X»;"));
    message("E1035", &procedure(x, "X := «N and N»;"));
    message("E1035", &procedure(x, "if «N» then null; end if;"));
    message("E1035", &procedure(x, "N := abs «X»;"));
    message("E1035", &procedure(x, "X := Boolean («N»);"));
    message(
        "E1035",
        &procedure(
            "type A is range 0 .. 9; type B is range 0 .. 9; V : A := 1; W : B := 1;",
            "V := V + «W»;",
        ),
    );
    message(
        "E1033",
        &procedure("type A is (R, G); type B is (R, Y);", "case «R» is when others => null; end case;"),
    );
    message("E1035", &procedure(SERVER, "Server.Charge («3»);"));
    message("E1048", &procedure("", "if «'x'» = 'y' then null; end if;"));
}

#[test]
fn known_values() {
    let x = "subtype S is Integer range 1 .. 5; X : S := 1;";
    message("E1036", &procedure(&format!("{x} subtype T is Integer range «1 .. X»;"), "null;"));
    message("E1036", &procedure(x, "case X is when 1 .. 4 => null; when «X» => null; end case;"));
    message("E1043", &procedure(&format!("{x} C : constant S := «6»;"), "null;"));
    message("E1036", &procedure(&format!("{x} Y : S := «6»;"), "null;"));
    message("E1043", &procedure("type T is mod 4; X : T := 0;", "X := X + «4»;"));
    message("W1032", &procedure(x, "X := «6»;"));
    message("W1032", &procedure("A : array (1 .. 3) of Boolean := (others => True);", "A («4») := False;"));
    message("E1036", &procedure(x, "X := X ** «X»;"));
}

#[test]
fn cases() {
    let x = "type T is (A, B, C); X : T := A;";
    let (said, _) = message("E1042", &procedure(x, "case «X» is when A => null; when C => null; end case;"));
    assert_eq!(said, "no alternative is for the value b");
    let (said, _) =
        message("E1042", &procedure(x, "case X is when A .. B => null; «when B .. C =>» null; end case;"));
    assert_eq!(said, "the value b has two alternatives");
    message(
        "E1042",
        &procedure("N : Integer range 1 .. 2 := 1;", "case «N + 1» is when 1 .. 3 => null; end case;"),
    );
}

#[test]
fn names_and_places() {
    let x = "X : Boolean := True; A : array (1 .. 2) of Boolean := (others => X'First > False);";
    message("E1050", &procedure(x, "null;").replace("X'First", "«X'First»"));
    message("E1030", &procedure("X : Boolean := «Y»; Y : Boolean := True;", "null;"));
    message("E1031", &procedure("X : Boolean; procedure «X» is null;", "null;"));
    message("E1032", &procedure("X : Boolean;", "«X»;"));
    message("E1032", &procedure("X : «P»;", "null;"));
    message("E1032", &procedure(SERVER, "if «Server.Prepay» then null; end if;"));
    message("E1041", &procedure("A : array (1 .. 2) of Boolean;", "A «(1, 2)» := True;"));
    message("E1041", &procedure(SERVER, "«Server.Charge»;"));
    message("E1041", &procedure(SERVER, "«Server.Charge (True, False)»;"));
    message("E1041", &procedure(SERVER, "Server.Charge («M» => True);"));
    message("E1041", &procedure("procedure Q (X : out Boolean) is begin X := True; end Q;", "Q («True»);"));
    message("E1044", &procedure("procedure Q (X : Boolean) is begin «X» := True; end Q;", "null;"));
    message("E1044", &procedure("", "for I in 1 .. 2 loop «I» := 1; end loop;"));
    message("E1046", &procedure("", "«exit;»"));
    message("E1046", &task("entry E;", "begin loop accept E do «exit;» end E; end loop;"));
    message("E1045", &task("entry E;", "procedure Q is begin accept «E»; end Q; begin Q;"));
    message("E1045", &task("entry E;", "begin accept E do accept «E»; end E;"));
    message("E1045", &task("entry E (Boolean);", "begin accept «E»;"));
    message("E1045", &task("entry E (X : out Boolean);", "begin accept «E» (X : Boolean);"));
    message("E1047", &procedure("", "declare task «T»; task body T is begin null; end T; begin null; end;"));
    message("E1049", &procedure("A : array (1 .. 3) of Boolean := «(True, False)»;", "null;"));
    message("E1049", &procedure("A : array (1 .. 2) of Boolean := (1 => True, 1 .. 2 => «False»);", "null;"));
    message("E1050", &procedure(SERVER, "if Server'«Callable» then null; end if;"));
    message(
        "E1057",
        &procedure("task type T (N : Boolean); task body T is begin null; end T; «X : T;»", "null;"),
    );
    message(
        "E1059",
        &procedure("procedure Q (X : Boolean); procedure «Q» (X : in out Boolean) is null;", "Q (True);"),
    );
    message("W1031", &task("entry E;", "begin «A.E»; accept E;"));
    let type_of_two = "task type W is entry E; --# event go\nend W; task body W is begin accept E; end W;";
    message(
        "E1051",
        &procedure(&type_of_two.replace("entry E;", "«entry E;»"), "null;")
            .replace("begin\nnull", "X, Y : W;\nbegin\nnull"),
    );
}

#[test]
fn every_task_of_a_type_says_it_once() {
    let text = procedure(
        "task type W (N : Boolean); task body W is begin «Y» := True; end W; A : W (True); B : W (False);",
        "null;",
    );
    message("E1030", &text);
}

/// The codes of all messages, with the places that they are about.
fn codes(text: &str) -> Vec<(&'static str, &str)> {
    let messages = match load(FileId(0), text) {
        Ok((_, warnings)) => warnings,
        Err(messages) => messages,
    };
    let place = |message: &suppose_base::Diagnostic| {
        let span = message.span().expect("every message has a place");
        (message.code, &text[span.start as usize..span.end as usize])
    };
    messages.iter().map(place).collect()
}

/// A program with a property of some lines.
fn stating(lines: &str) -> String {
    let lines = lines.replace('\n', "\n--# ");
    procedure(&format!("--# property Q is\n--# {lines}\n--# end Q;"), "--# event open\n--# event move\nnull;")
}

#[test]
fn states_that_are_misspelt() {
    // As a target, where the state that is meant is then out of reach.
    let (said, help) =
        message("W1033", &stating("init closed;\nclosed -> opend : open;\n«Opened» -> error : move;"));
    assert_eq!(said, "property `Q` never reaches its state `Opened`");
    assert_eq!(help, "are `Opened` and `opend` the same state?");
    // As a source, and a state of another name altogether.
    let whole = "init closed;\nclosed -> opened : open;\nopened -> error : move;\n";
    let (_, help) = message("W1033", &stating(&format!("{whole}«opend» -> closed : open;")));
    assert_eq!(help, "did you mean `opened`?");
    let (_, help) = message("W1033", &stating(&format!("{whole}«stuck» -> closed : open;")));
    assert_eq!(help, "");
    // As a target of several, so that everything is reached.
    let (said, help) = message("W1033", &stating(&format!("{whole}closed -> «opend» : move;")));
    assert_eq!(said, "property `Q` never leaves its state `opend`");
    assert_eq!(help, "did you mean `opened`?");
    // The initial state.
    assert_eq!(
        codes(&stating("init clsed;\nclosed -> opened : open;\nopened -> error : move;")),
        [("W1033", "closed"), ("W1033", "opened")]
    );
}

#[test]
fn states_that_are_meant() {
    for lines in [
        // An end, one whose name is similar but longer, and numbers.
        "init open;\nopen -> done : open;\nopen -> error : move;",
        "init open;\nopen -> opened : open;\nopen -> error : move;",
        "init state1;\nstate1 -> state2 : open;\nstate1 -> error : move;",
        "init s;\nfor I in 1 .. 3 {\nif I < 3 {\ns (I) -> s (I + 1) : open;\n}\n}\ns -> s (1) : open;\ns (2) \
            -> error : move;",
        // Only some of a family are reached.
        "init s (1);\nfor I in 0 .. 2 {\ns (I) -> s (I + 1) : open;\n}\ns (3) -> error : move;",
        "init closed;\nCLOSED -> Opened : open;\nopened -> error : move;",
    ] {
        assert_eq!(codes(&stating(lines)), [], "{lines}");
    }
    // What never happens is one warning and not two.
    let never = "init closed;\nclosed -> opened : opne;\nopened -> error : move;";
    assert_eq!(codes(&stating(never)), [("W1030", "opne")]);
}

#[test]
fn no_warnings_of_what_a_task_never_comes_to() {
    let nodes = |body: &str| {
        procedure(
            &format!(
                "type Id is range 1 .. 3; Flags : array (Id) of Boolean := (others => False);
                 task type Node (Me : Id) is entry Push; end Node; N1 : Node (1); N3 : Node (3);
                 task body Node is Next : Id := 1; begin {body} end Node;"
            ),
            "null;",
        )
    };
    for body in [
        "if Me < 3 then Next := Me + 1; end if;",
        "if Me < 3 and then Flags (Me + 1) then null; end if;",
        "if Me = 3 or else Flags (Me + 1) then null; end if;",
        "Next := (if Me < 3 then Me + 1 else 1);",
        "Next := (if Me = 3 then 1 elsif Flags (Me + 1) then 2 else Me + 1);",
        "case Me is when 3 => null; when others => Next := Me + 1; end case;",
        "if Me = 1 then N3.Push; else N1.Push; end if;",
        "select N1.Push; else null; end select;",
        "select N1.Push; or delay 1.0; end select;",
    ] {
        assert_eq!(codes(&nodes(body)), [], "{body}");
    }
    for (body, code, place) in [
        ("if Me > 1 then Next := Me + 1; end if;", "W1032", "Me + 1"),
        ("if Me > 1 and then Flags (Me + 1) then null; end if;", "W1032", "Me + 1"),
        ("Next := (if Me > 1 then Me + 1 else 1);", "W1032", "(if Me > 1 then Me + 1 else 1)"),
        ("if Me = 1 then N1.Push; end if;", "W1031", "N1.Push"),
    ] {
        assert_eq!(codes(&nodes(body)), [(code, place)], "{body}");
    }
}

#[test]
fn messages_say_what_there_is() {
    let note = |text: &str| {
        let messages = load(FileId(0), text).expect_err("a mistake");
        messages[0].notes.join("; ")
    };
    assert_eq!(note(&procedure(SERVER, "Server.Xyz;")), "its entries are: Prepay, Charge");
    assert_eq!(note(&procedure(SERVER, "Xyz.Prepay;")), "tasks here are: server");
    assert_eq!(note(&procedure("", "Xyz.Prepay;")), "there are no tasks here");
    let idle = "task T; task body T is begin null; end T;";
    assert_eq!(note(&procedure(idle, "T.Go;")), "it has no entries");
    let property = |event: &str| {
        let text = format!("--# property Q is\n--# init s;\n--# s -> error : {event};\n--# end Q;");
        procedure(&format!("{SERVER} {text}"), "null;")
    };
    let (said, help) = message("E1054", &property("«P»:Server.Prepay"));
    assert_eq!(said, "this is no task that does anything");
    assert!(help.contains("main procedure"), "{help}");
    let (_, help) = message("E1054", &property("«Server» = True"));
    assert!(help.contains("outside of all tasks"), "{help}");
}
