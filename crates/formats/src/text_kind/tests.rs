use super::{TextKind, kind_of, other_than};

#[test]
fn texts_are_known_by_their_marks() {
    for (text, kind) in [
        ("c a solver\ns SATISFIABLE\nv 1 -2 0\n", TextKind::Model),
        ("SAT\n1 -2 0\n", TextKind::Model),
        ("unsat\n", TextKind::Model),
        ("; rules\n(define (domain ferry)\n", TextKind::Domain),
        ("( define\n ( Problem one)", TextKind::Problem),
        ("(sail dover calais)\n; cost = 1\n", TextKind::Plan),
        ("begin_version\n3\n", TextKind::Sas),
        ("45/47 75/73/53\n", TextKind::Plan),
        ("# by hand\n46x44\n", TextKind::Plan),
        ("1.\n  45/43\n", TextKind::Plan),
        ("4:0>1 0:1>0\n", TextKind::Plan),
        ("# c\n[[puzzle]]\nname = \"a\"\n", TextKind::PuzzleToml),
        (
            "{\"puzzle\":\"a\",\"verdict\":\"solved\",\"plan\":[]}",
            TextKind::PuzzleAnswer,
        ),
        (
            "{\"task\":\"a\",\"verdict\":\"solved\",\"plan\":[]}",
            TextKind::TaskAnswer,
        ),
        (
            "{\"plan\":[{\"token\":1,\"from\":0,\"to\":2}]}",
            TextKind::Plan,
        ),
        ("[ {\"a\": 1} ]", TextKind::Json),
    ] {
        assert_eq!(kind_of(text), Some(kind), "{text}");
    }
}

#[test]
fn pictures_and_lists_of_cells_are_of_no_other_kind() {
    for text in [
        "oo.\n\n..o\n",
        "110\n\n001\n",
        "1 1 0\n",
        "(o)(o)(.)\n",
        "( o ) ( . )\n",
        "[o] [.]\n",
        "##111##\n##111##\n1111111\n",
        "[[24, 34], [44]]",
        "[24, 34]",
        "  ooo   done, at last\n  ooo\nooooooo\n",
        "c a b\n",
        "x x\nx.x\n",
        "/o\\\n",
        "-----\n|oo.|\n-----\n",
        "",
        "{",
    ] {
        assert_eq!(kind_of(text), None, "{text}");
    }
}

#[test]
fn what_is_read_is_not_refused_and_what_is_not_is_named() {
    let domain = "(define (domain ferry))";
    assert_eq!(
        other_than(domain, "a domain", |kind| kind == TextKind::Domain),
        None
    );
    let said = other_than(domain, "a puzzle", |_| false)
        .unwrap()
        .to_string();
    assert_eq!(said, "this is a planning domain, not a puzzle");
}
