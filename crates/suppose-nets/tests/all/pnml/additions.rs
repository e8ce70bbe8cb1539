//! What tools add to the standard: what is read, what is passed over, and what is refused because it changes
//! the meaning.

use crate::pnml::support::{count, net, page, places};

/// A place with a token, a transition and an arc between them, with something added to each.
fn added(place: &str, transition: &str, arc: &str) -> String {
    let element = |name: &str, own: &str, added: &str| {
        // What begins with `<` goes inside, the rest is an attribute.
        if added.starts_with('<') {
            format!("<{name} {own}>{added}</{name}>")
        } else {
            format!("<{name} {own} {added}/>")
        }
    };
    let lines = [
        element("place", "id='p'", place),
        element("transition", "id='t'", transition),
        element("arc", "id='a' source='p' target='t'", arc),
    ];
    page(&lines.join("\n"))
}

/// Whether p begins with a token, and t's places before and after.
fn shape(text: &str) -> (bool, Vec<u32>, Vec<u32>) {
    let net = net(text);
    let numbers = |set: &[suppose_nets::PlaceId]| set.iter().map(|place| place.0).collect();
    (!net.marking.is_empty(), numbers(&net.transitions[0].preset), numbers(&net.transitions[0].postset))
}

#[test]
fn what_changes_nothing_is_read() {
    for place in [
        "name='first' displayName='true' positionX='1' positionY='2' nameOffsetX='0' nameOffsetY='0'",
        "initialMarking='0' invariant='&lt; inf'",
        "initialMarking='' capacity='inf'",
        "<capacity><value>0</value></capacity><initialMarking><value>Default,0</value></initialMarking>",
        "<capacity><text>2</text></capacity>",
        "<capacity/><initialMarking><graphics/><text><!-- none --> 0 </text></initialMarking>",
        "<label><text>x</text></label><description>x</description>",
        "<toolspecific tool='x' version='1'><type value='inhibitor'/><capacity>7</capacity></toolspecific>",
    ] {
        assert_eq!(shape(&added(place, "", "")), (false, vec![0], vec![]), "{place}");
    }
    for transition in [
        "priority='0' urgent='false' angle='0' infiniteServer='false' rate='2.0'",
        "<orientation><value>0</value></orientation><rate><value>1.0</value></rate>\
            <timed><value>true</value></timed><infiniteServer><value>false</value></infiniteServer>\
            <priority><value>1</value></priority>",
        "<condition><text>true</text></condition>",
    ] {
        assert_eq!(shape(&added("", transition, "")), (false, vec![0], vec![]), "{transition}");
    }
    for arc in [
        "weight='1' inscription='1' type='normal'",
        "weight='1' inscription='[0,inf)' type='timed' nameOffsetX='0'",
        "<inscription><value>Default,1</value><graphics/></inscription><tagged><value>false</value></tagged>\
         <arcpath id='000' x='1' y='2' curvePoint='false'/><type value='normal'/>",
        "<inscription>1</inscription>",
        "<inscription><value>Default,1,red,0</value></inscription>",
        "<name><text>2</text></name><arctype><text>normal</text></arctype>",
    ] {
        assert_eq!(shape(&added("", "", arc)), (false, vec![0], vec![]), "{arc}");
    }
    let text = page("<labels>note</labels><place id='p'/>").replace(
        "<page id=\"g\">",
        "<token id='Default' enabled='true' red='0'/><finalmarkings><marking/></finalmarkings><page \
            id=\"g\">",
    );
    assert_eq!(net(&text).places.len(), 1);
}

#[test]
fn a_marking_may_be_an_attribute() {
    for place in [
        "initialMarking='1'",
        "initialMarking=' 1 '",
        "<initialMarking>1</initialMarking>",
        "<initialMarking><text>1</text><value>1</value></initialMarking>",
        "<initialMarking><value>Default,1</value></initialMarking>",
    ] {
        assert_eq!(shape(&added(place, "", "")), (true, vec![0], vec![]), "{place}");
    }
}

#[test]
fn read_arcs_leave_the_token() {
    for arc in ["type='test'", "type='read'", "<type value='test'/>", "<arctype><text>read</text></arctype>"]
    {
        assert_eq!(shape(&added("", "", arc)), (false, vec![0], vec![0]), "{arc}");
    }
    let arcs = |first: &str, second: &str| {
        page(&format!("<place id='p'/><transition id='t'/>\n<arc {first}/>\n<arc {second}/>"))
    };
    let (there, back) = ("source='p' target='t'", "source='t' target='p'");
    let read = "source='p' target='t' type='read'";
    for (first, second) in [(read, there), (there, read), (read, back), (back, read), (read, read)] {
        assert_eq!(places(&arcs(first, second)), ["E0856 6:1"], "{first} {second}");
    }
    let text = page("<place id='p'/><transition id='t'/>\n<arc source='t' target='p' type='read'/>");
    assert_eq!(places(&text), ["E0858 5:1"]);
}

/// t and u each put a token on q; v takes one away. Without a limit on q there are two tokens.
#[test]
fn with_a_capacity_of_one_a_transition_waits() {
    let text = |capacity: &str, first: &str| {
        let marked = "<initialMarking><text>1</text></initialMarking>";
        page(&format!(
            "<place id='p'>{marked}</place><place id='q'>{capacity}{first}</place><place \
                id='r'>{marked}</place><transition id='t'/><transition id='u'/><transition \
                id='v'/><transition id='w'/><arc source='p' target='t'/><arc source='t' target='q'/><arc \
                source='r' target='u'/><arc source='u' target='q'/><arc source='q' target='v'/><arc \
                source='q' target='w'/><arc source='w' target='q'/>"
        ))
    };
    for unlimited in ["", "<capacity><value>0</value></capacity>", "<capacity><value>2</value></capacity>"] {
        assert_eq!(count(&net(&text(unlimited, ""))).map_err(|(_, place)| place.0), Err(1), "{unlimited}");
    }
    // p, q and r as they are marked: 101; t 011, u 110; v 001 or 100; then the other one 010, v 000. In q
    // there is w, too.
    let one = "<capacity><value>1</value></capacity>";
    let limited = net(&text(one, ""));
    assert_eq!(limited.places[3].name, "free q");
    assert_eq!(count(&limited), Ok((7, 10)));
    let limited = net(&text(one, "<initialMarking><text>1</text></initialMarking>"));
    assert_eq!(limited.marking.len(), 3);
    // 111 and then the same: w and v are two more steps.
    assert_eq!(count(&limited), Ok((8, 12)));
}

#[test]
fn what_changes_the_meaning_is_refused() {
    for (place, expected) in [
        ("initialMarking='2'", "E0857 4:15"),
        ("initialMarking='x'", "E0857 4:15"),
        ("<initialMarking>2</initialMarking>", "E0857 4:15"),
        ("<initialMarking><text><!-- two -->2</text></initialMarking>", "E0857 4:15"),
        ("<initialMarking><text>0</text><text>1</text></initialMarking>", "E0857 4:15"),
        ("<initialMarking><value>red,1</value></initialMarking>", "E0857 4:15"),
        ("<initialMarking><value>Default,1,red,1</value></initialMarking>", "E0857 4:15"),
        ("<initialMarking><value>Default,1,</value></initialMarking>", "E0857 4:15"),
        ("<initialMarking tokens='1'/>", "E0880 4:31"),
        ("<initialMarking><tokens>1</tokens></initialMarking>", "E0880 4:31"),
        ("<initialMarking><text><b>1</b></text></initialMarking>", "E0880 4:37"),
        ("tokens='1'", "E0880 4:15"),
        ("<marking>1</marking>", "E0880 4:15"),
        ("<capacity><text>-2</text></capacity>", "E0882 4:15"),
        ("<capacity><text>1</text><value>2</value></capacity>", "E0882 4:15"),
        ("invariant='&lt;= 3'", "E0881 4:15"),
        ("<type><text>dot</text></type>", "E0881 4:15"),
        ("<hlinitialMarking><text>1'dot</text></hlinitialMarking>", "E0881 4:15"),
        ("<arc/>", "E0880 4:15"),
    ] {
        assert_eq!(places(&added(place, "", "")), [expected], "{place}");
    }
    for (transition, expected) in [
        ("<condition><text>x = 1</text></condition>", "E0881 5:20"),
        ("<condition><structure/></condition>", "E0881 5:31"),
        ("<delay><interval closure='closed'/></delay>", "E0881 5:20"),
        ("urgent='true'", "E0881 5:20"),
        ("guard='x'", "E0881 5:20"),
        ("<probability>1</probability>", "E0880 5:20"),
    ] {
        assert_eq!(places(&added("", transition, "")), [expected], "{transition}");
    }
    for (arc, expected) in [
        ("type='inhibitor'", "E0858 6:35"),
        ("type='tapnInhibitor' inscription='1'", "E0858 6:35"),
        ("type='transport'", "E0858 6:35"),
        ("<type value='reset'/>", "E0858 6:35"),
        ("<type><text>inhibitor</text></type>", "E0858 6:35"),
        ("<type>inhibitor</type>", "E0858 6:35"),
        ("<type><value>inhibitor</value></type>", "E0858 6:35"),
        ("<arctype><text>inhibitor</text></arctype>", "E0858 6:35"),
        ("<type value='normal'/><arctype><text>reset</text></arctype>", "E0858 6:57"),
        ("<inhibitor/>", "E0858 6:35"),
        ("reset='true'", "E0858 6:35"),
        ("<tagged><value>true</value></tagged>", "E0858 6:35"),
        ("weight='2'", "E0856 6:35"),
        ("weight='0'", "E0856 6:35"),
        ("inscription='3'", "E0856 6:35"),
        ("inscription='[0,inf)'", "E0856 6:35"),
        ("type='timed' inscription='[1,2]'", "E0856 6:48"),
        ("<inscription>2</inscription>", "E0856 6:35"),
        ("<inscription><text>1</text></inscription><inscription><text>2</text></inscription>", "E0856 6:76"),
        ("<inscription><text><!-- two -->2</text></inscription>", "E0856 6:35"),
        ("<inscription><value>red,1</value></inscription>", "E0856 6:35"),
        ("<weight>2</weight>", "E0856 6:35"),
        ("<hlinscription><text>x</text></hlinscription>", "E0881 6:35"),
        ("multiplicity='2'", "E0880 6:35"),
    ] {
        assert_eq!(places(&added("", "", arc)), [expected], "{arc}");
    }
    for (inside, expected) in [
        ("<inhibitorArc source='p' target='t'/>", "E0880 4:1"),
        ("<declaration/>", "E0881 4:1"),
        ("<place id='p'/><referencePlace id='r' ref='p' weight='2'/>", "E0880 4:47"),
        ("<page id='x' capacity='1'/>", "E0880 4:14"),
    ] {
        assert_eq!(places(&page(inside)), [expected], "{inside}");
    }
    let shared = page("").replace("\n<net", "\n<shared-place name='p' initialMarking='1'/><net");
    assert_eq!(places(&shared), ["E0880 2:1"]);
    assert_eq!(places(&page("").replace("<net ", "<net bound='1' ")), ["E0880 2:6"]);
}

#[test]
fn priorities_count_where_they_differ() {
    let both = |first: &str, second: &str| {
        page(&format!("<transition id='t'>{first}</transition>\n<transition id='u'>{second}</transition>"))
    };
    let priority = |value: u32| format!("<priority><value>{value}</value></priority>");
    let timed = |value: &str| format!("<timed><value>{value}</value></timed>");
    for (first, second) in
        [(priority(2), priority(2)), (timed("true"), timed("true")), (timed("false"), String::new())]
    {
        assert_eq!(net(&both(&first, &second)).transitions.len(), 2);
    }
    for (first, second) in [
        (priority(1), priority(2)),
        (priority(1), String::new()),
        (timed("true"), timed("false")),
        (String::new(), timed("true")),
    ] {
        assert_eq!(places(&both(&first, &second)), ["E0881 5:1"], "{first} {second}");
    }
}

#[test]
fn deep_labels_are_no_trouble() {
    let depth = 100_000;
    let deep = format!("<inscription>{}{}</inscription>", "<text>".repeat(depth), "</text>".repeat(depth));
    assert_eq!(places(&added("", "", &deep)), ["E0880 6:54"]);
}
