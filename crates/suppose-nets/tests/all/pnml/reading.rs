//! What nets mean and which messages wrong ones give, worked out by hand.

use suppose_nets::PlaceId;
use suppose_nets::marking::Markings;

use crate::pnml::support::{count, net, page, places};

/// Place and transition ids, marking, and each transition's places before and after.
fn shape(text: &str) -> String {
    let net = net(text);
    let name = |p: &PlaceId| net.places[p.index()].name.as_str();
    let list = |set: &[PlaceId]| set.iter().map(name).collect::<Vec<_>>().join(",");
    let transitions =
        net.transitions.iter().map(|t| format!("{}>{}>{}", list(&t.preset), t.name, list(&t.postset)));
    format!("{} | {}", list(&net.marking), transitions.collect::<Vec<_>>().join(" "))
}

#[test]
fn every_example_produces_its_code() {
    let mut checked = 0;
    let own = |code: &str| code.starts_with("E085") || code.starts_with("E088");
    for row in suppose_nets::CODES.iter().flat_map(|table| table.rows).filter(|row| own(row.code)) {
        if row.code != "E0859" {
            let codes = places(row.example);
            assert!(codes.iter().all(|code| code.starts_with(row.code)), "{}: {codes:?}", row.code);
            checked += 1;
        }
    }
    assert_eq!(checked, 12);
}

#[test]
fn labels_graphics_and_tools_are_skipped() {
    let text = page(
        "<name><text>not a place</text></name>\n\
         <place id='p'><name><text>first</text></name><graphics><position x='1' y='2'/></graphics>\
         <initialMarking><graphics/><text> 1 </text></initialMarking></place>\n\
         <place id='q'><initialMarking><text>0</text></initialMarking></place>\n\
         <transition id='t'><name><text>go</text></name></transition>\n\
         <toolspecific tool='x' version='1'><place id='p'/><arc/></toolspecific>\n\
         <arc id='a' source='p' target='t'><inscription><text>1</text></inscription></arc>\n\
         <arc id='b' source='t' target='q'><type value='normal'/></arc>",
    );
    assert_eq!(shape(&text), "p | p>t>q");
    assert_eq!(count(&net(&text)), Ok((2, 1)));
}

#[test]
fn pages_are_opened_and_references_followed() {
    let text = page(
        "<place id='p'><initialMarking><text>1</text></initialMarking></place>\n<page \
            id='inner'><referencePlace id='r' ref='s'/><transition id='t'/><arc id='a' source='r' \
            target='t'/></page>\n<page id='other'><referencePlace id='s' ref='p'/><referenceTransition \
            id='u' ref='t'/><place id='q'/><arc id='b' source='u' target='q'/><page id='deep'><arc id='c' \
            source='u' target='s'/></page></page>",
    );
    assert_eq!(shape(&text), "p | p>t>p,q");
}

#[test]
fn elements_of_other_namespaces_are_skipped() {
    let text = "<x:pnml xmlns:x='http://www.pnml.org/version-2009/grammar/pnml' xmlns:y='elsewhere'><x:net \
        id='n' type='ptnet'><x:page id='g'><x:place id='p'/><y:place id='p'/><place \
        id='p'/></x:page></x:net></x:pnml>";
    assert_eq!(shape(text), " | ");
    assert_eq!(net(text).places.len(), 1);
}

#[test]
fn old_files_are_read() {
    let text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<pnml><net id='n' \
        type='http://www.informatik.hu-berlin.de/top/pntd/ptNetb'><place \
        id='p'><initialMarking><value>1</value></initialMarking></place><transition id='t'/><arc id='a' \
        source='p' target='t'><inscription><value>1</value></inscription></arc></net></pnml>";
    assert_eq!(shape(text), "p | p>t>");
    assert_eq!(shape(&format!("\u{feff}{text}")), "p | p>t>");
}

#[test]
fn a_net_that_is_not_safe_is_found_by_the_search() {
    // t moves the token of p to q, u makes one for q out of r; both together are too many.
    let text = page(
        "<place id='p'><initialMarking><text>1</text></initialMarking></place><place id='q'/><place \
            id='r'><initialMarking><text>1</text></initialMarking></place><transition id='t'/><transition \
            id='u'/><arc id='1' source='p' target='t'/><arc id='2' source='t' target='q'/><arc id='3' \
            source='r' target='u'/><arc id='4' source='u' target='q'/>",
    );
    assert_eq!(count(&net(&text)), Err((vec![0, 1], PlaceId(1))));
}

#[test]
fn messages_have_places() {
    let place = "<place id='p'/>";
    for (inside, expected) in [
        ("<place/>", "E0853 4:1"),
        ("<place id=' '/>", "E0853 4:1"),
        ("<place id='p'/>\n<transition id='p'/>", "E0853 5:1"),
        ("<arc id='a' source='p'/>", "E0853 4:1"),
        ("<referencePlace id='r'/>", "E0853 4:1"),
        ("<referencePlace id='r' ref='x'/>", "E0854 4:1"),
        ("<referencePlace id='r' ref='r'/>", "E0854 4:1"),
        ("<referencePlace id='r' ref='s'/>\n<referencePlace id='s' ref='r'/>", "E0854 4:1"),
        ("<transition id='t'/>\n<referencePlace id='r' ref='t'/>", "E0854 5:1"),
        ("<transition id='t'/><transition id='u'/>\n<arc source='t' target='u'/>", "E0855 5:1"),
        ("<place id='p'>\n<initialMarking><text>one</text></initialMarking></place>", "E0857 5:1"),
        ("<place id='p'>\n<initialMarking><text>-1</text></initialMarking></place>", "E0857 5:1"),
    ] {
        assert_eq!(places(&page(inside)), [expected], "{inside}");
    }
    let arcs =
        format!("{place}<transition id='t'/>\n<arc source='p' target='t'/>\n<arc source='p' target='t'/>");
    assert_eq!(places(&page(&arcs)), ["E0856 6:1"]);
    let weight = "<arc source='p' target='t'>\n<inscription><text>0</text></inscription></arc>";
    assert_eq!(places(&page(&format!("{place}<transition id='t'/>\n{weight}"))), ["E0856 6:1"]);
    assert_eq!(
        places("<pnml>\n<net id='n' type='ptnet'/>\n<net id='m' type='ptnet'/></pnml>"),
        ["E0851 3:1"]
    );
    assert_eq!(places("<html/>"), ["E0851 1:1"]);
    assert_eq!(places("<pnml>\n<net id='n'/></pnml>"), ["E0852 2:1"]);
    assert_eq!(places("<pnml>\nä &x; </pnml>"), ["E0850 2:3"]);
    assert_eq!(places(""), ["E0850 1:1"]);
    assert_eq!(places("<!DOCTYPE pnml []><pnml/>").len(), 1);
}

#[test]
fn hostile_files_are_refused_or_read_quickly() {
    // Pages nested in pages.
    let depth = 100_000;
    let text = page(&format!("{}<place id='p'/>{}", "<page id='g'>".repeat(depth), "</page>".repeat(depth)));
    assert_eq!(net(&text).places.len(), 1);
    // Attributes and namespaces, which cost the square of their number.
    let attributes = (0..100_000).map(|i| format!(" a{i}=''")).collect::<Vec<_>>().concat();
    assert_eq!(places(&format!("<pnml{attributes}/>")).len(), 1);
    assert!(places(&format!("<pnml{attributes}/>"))[0].starts_with("E0859"));
    let namespaces = (0..60_000).map(|i| format!("<a xmlns:n{i}='{i}'>")).collect::<Vec<_>>().concat();
    assert!(places(&namespaces)[0].starts_with("E0859"));
    // References in a long chain, and arcs to nowhere.
    let chain = (0..100_000)
        .map(|i| format!("<referencePlace id='r{i}' ref='r{}'/>", i + 1))
        .collect::<Vec<_>>()
        .concat();
    let text =
        page(&format!("{chain}<place id='r100000'/><transition id='t'/><arc source='r0' target='t'/>"));
    assert_eq!(net(&text).transitions[0].preset.len(), 1);
    let arcs =
        (0..100_000).map(|i| format!("<arc source='x{i}' target='y{i}'/>")).collect::<Vec<_>>().concat();
    assert_eq!(places(&page(&arcs)).len(), 20);
}

#[test]
fn markings_tell_tokens() {
    let text = page("<place id='p'/><place id='q'><initialMarking><text>1</text></initialMarking></place>");
    let net = net(&text);
    let markings = Markings::new(&net);
    assert!(!markings.has_token(0, PlaceId(0)) && markings.has_token(0, PlaceId(1)));
}
