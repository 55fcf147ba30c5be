//! `saut show`: pictures and pages, from outside.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::ARROW;
use crate::program::{Desk, Said, command};

#[test]
fn a_result_from_standard_input_is_read_once_in_every_format() {
    let desk = desk_with_plan();
    for format in ["text", "svg", "html"] {
        let words = ["show", "pegsol-p03", "-", "--format", format];
        let plan = fs::File::open(desk.0.path().join("plan")).unwrap();
        let piped = command(&desk.0, words).stdin(plan).output().unwrap();
        let named = desk.gives(0, &format!("show pegsol-p03 plan --format {format}"));
        assert_eq!(Said::from(piped).out, named.out, "{format}");
    }
}

#[test]
fn what_is_read_is_not_written_over() {
    let desk = Desk::new();
    let toml = "[[puzzle]]\nname = \"a\"\nstart = \"oo.\"\ngoal = \"..o\"\n";
    let files = [
        ("mine.txt", "oo.\n"),
        ("my.toml", toml),
        ("plan", "11/31\n"),
    ];
    let written = files.map(|(name, text)| (desk.write(name, text), text));
    std::os::unix::fs::symlink("my.toml", desk.0.path().join("link")).unwrap();
    for words in [
        "show mine.txt -o mine.txt",
        "encode mine.txt -o ./mine.txt",
        "count mine.txt --output=mine.txt",
        "explain my.toml:a -o my.toml",
        "hint my.toml:a plan -o plan",
        "transform my.toml plan --symmetry 1 -o plan",
        "solve my.toml:a -o link",
        "solve link:a --proof my.toml",
        "generate --pegs 8..9 --count 1 --avoid my.toml --svg my.toml",
    ] {
        let said = desk.gives(2, words);
        assert!(said.err.contains("is read by the same command"), "{said:?}");
        for (file, text) in &written {
            assert_eq!(&fs::read_to_string(file).unwrap(), text, "{words}");
        }
    }
    // A name may be that of a file.
    for _ in 0..2 {
        desk.gives(0, "solve my.toml:a -o a");
        desk.gives(0, "census --board square-4 --symmetry all -o all");
    }
}

#[test]
fn the_ending_of_a_file_gives_its_format_or_is_refused() {
    let desk = desk_with_plan();
    let made = |name: &str| fs::read_to_string(desk.0.path().join(name));
    for (words, file, begin) in [
        ("show pegsol-p03", "a.svg", "<svg"),
        ("show pegsol-p03 plan", "a.html", "<!DOCTYPE html>"),
        ("show pegsol-p03", "a.htm", "<!DOCTYPE html>"),
        ("show baseball-5", "b.svg", "<svg"),
        ("show pegsol-p03 plan", "a.tex", "% pegsol-p03"),
        ("explain french-central --format svg", "b.SVG", "<svg"),
        ("baseball tree", "b.txt", "[0 .]"),
        ("solve pegsol-p03 --json", "a.json", "{"),
        ("encode pegsol-p03", "a.pddl", "(define"),
        // What is asked for outright counts.
        ("show pegsol-p03 --format html", "c.svg", "<!DOCTYPE html>"),
    ] {
        desk.gives_one_of(
            &[0, 20],
            &format!("{words} -o {file}")
                .split(' ')
                .map(Into::into)
                .collect::<Vec<_>>(),
        );
        let text = made(file).unwrap();
        assert!(text.starts_with(begin), "{words} {file}: {text:.60}");
    }
    for (words, file, remedy) in [
        ("show pegsol-p03", "x.json", ""),
        ("show pegsol-p03", "x.pdf", ""),
        ("explain french-central", "x.svg", "add --format svg"),
        ("solve pegsol-p03", "x.json", "add --json"),
        ("solve pegsol-p03", "x.svg", ""),
        ("solve pegsol-p03 --json", "x.html", ""),
        ("count pegsol-p03", "x.csv", ""),
        ("check pegsol-p03 plan", "x.html", ""),
        ("hint pegsol-p03", "x.tex", ""),
        ("list pegsol", "x.toml", ""),
        ("encode pegsol-p03", "x.svg", ""),
        ("transform pegsol-p03 --complement", "x.svg", ""),
        ("baseball tree", "x.html", ""),
        (
            "generate --board english --pegs 8..9 --count 1",
            "x.json",
            "",
        ),
        ("census --board square-4", "x.csv", ""),
        (
            "plan domain problem --json",
            "x.json",
            "the document of --json is printed",
        ),
        ("improve domain problem plan", "x.svg", ""),
    ] {
        let said = desk.gives(2, &format!("{words} -o {file}"));
        let fact = format!("-o: {file} would hold ");
        assert!(
            said.err.contains(&fact) && said.err.contains(remedy),
            "{words}: {said:?}"
        );
        assert!(made(file).is_err(), "{words}");
    }
}

#[test]
fn one_file_is_not_written_twice() {
    let desk = Desk::new();
    for words in [
        "census --board square-4 -o all --html all",
        "census --board square-4 --svg all --html ./all",
        "generate --pegs 8..9 --count 1 -o all --svg all",
    ] {
        let said = desk.gives(2, words);
        assert!(said.err.contains("is written (-"), "{said:?}");
        assert!(!desk.0.path().join("all").exists(), "{words}");
    }
}

#[test]
fn what_cannot_be_written_is_named_as_it_was_given() {
    let desk = Desk::new();
    fs::create_dir(desk.0.path().join("folder")).unwrap();
    for (file, message) in [
        (
            "none/x.html",
            "none/x.html: cannot be written: there is no such folder; make it first",
        ),
        (
            "folder",
            "folder: this is a folder, and a file is to be written; give the name of a file in it",
        ),
    ] {
        let said = desk.gives(2, &format!("show central --format html -o {file}"));
        assert_eq!(said.err, format!("saut: {message}\n"));
    }
}

#[test]
fn a_certificate_chooses_no_file_of_this_machine_for_its_page() {
    let desk = Desk::new();
    let proof = r#"{"puzzle": "pegsol-p01", "verdict": "infeasible", "certificate": {"kind": "proof",
        "file": "/dev/zero", "format": "drat", "encoding": "sequential", "at_most_one": "pairwise",
        "horizon": 4}}"#;
    desk.write("claim", proof);
    for words in [
        "show pegsol-p01 claim --format html",
        "check pegsol-p01 claim",
    ] {
        let said = desk.gives(2, words);
        assert!(
            said.err.contains("may only name a proof beside it"),
            "{said:?}"
        );
    }
}

#[test]
fn a_certificate_is_shown_as_text_and_on_a_page_and_as_no_picture() {
    let desk = Desk::new();
    let infeasible = desk.gives(20, "solve french-central --json").out;
    desk.write("claim", &infeasible);
    let shown = desk.gives(0, "show french-central claim").out;
    let checked = desk.gives(20, "check french-central claim").out;
    assert!(shown.ends_with(&checked), "{shown}");
    let page = desk.gives(0, "show french-central claim --format html").out;
    assert!(page.starts_with("<!DOCTYPE html>"));
    let document = desk.gives(0, "show french-central claim --json").json();
    assert_eq!(document["verdict"], "infeasible");
    let svg = desk.gives(2, "show french-central claim --format svg");
    assert!(svg.err.contains("choose text or html"), "{svg:?}");
    let spoiled = infeasible.replacen(r#""form":[1,1]"#, r#""form":[0,0]"#, 1);
    assert_ne!(spoiled, infeasible);
    desk.write("spoiled", spoiled);
    desk.gives(1, "show french-central spoiled");
}

#[test]
fn show_and_check_refuse_a_wrong_plan_in_the_same_way() {
    let desk = Desk::new();
    desk.write("wrong", "31/51");
    desk.write(
        "wrong-step",
        r#"{"plan": [{"token": 1, "from": 0, "to": 2}]}"#,
    );
    for (puzzle, plan) in [("central", "wrong"), ("baseball-3", "wrong-step")] {
        let checked = desk.gives(1, &format!("check {puzzle} {plan}"));
        let shown = desk.gives(1, &format!("show {puzzle} {plan}"));
        assert_eq!(checked.err, shown.err);
    }
}

/// A desk with the plan of a puzzle on it.
fn desk_with_plan() -> Desk {
    let desk = Desk::new();
    let solved = desk.gives(0, "solve pegsol-p03 --json");
    desk.write("plan", &solved.out);
    desk
}

#[test]
fn a_puzzle_and_a_plan_are_drawn_in_every_format() {
    let desk = desk_with_plan();
    for (words, begins) in [
        ("show pegsol-p03 --format svg", "<svg "),
        ("show pegsol-p03 plan --format svg", "<svg "),
        ("show pegsol-p03 --format html", "<!DOCTYPE html>"),
        ("show pegsol-p03 plan --format html", "<!DOCTYPE html>"),
        ("show pegsol-p03 plan --format text", "pegsol-p03"),
    ] {
        let said = desk.gives(0, words);
        assert!(said.out.starts_with(begins), "{words}: {}", said.out);
        assert_eq!(said.out, desk.gives(0, words).out);
        assert_eq!(said.err, "");
        // To a file goes just the same.
        let quiet = desk.gives(0, &format!("{words} -o drawn"));
        assert_eq!(quiet.out, "");
        assert_eq!(
            fs::read_to_string(desk.0.path().join("drawn")).unwrap(),
            said.out
        );
    }
    desk.gives(2, "show pegsol-p03 --format png");
}

#[test]
fn with_json_the_drawing_is_a_field_or_a_file() {
    let desk = desk_with_plan();
    for format in ["svg", "html"] {
        let drawn = desk
            .gives(0, &format!("show pegsol-p03 plan --format {format}"))
            .out;
        let said = desk.gives(0, &format!("show pegsol-p03 plan --format {format} --json"));
        assert_eq!(said.json()[format], drawn.as_str());
        let words = format!("show pegsol-p03 plan --format {format} --json -o drawn");
        let document = desk.gives(0, &words).json();
        assert_eq!(document["file"], "drawn");
        assert!(document.get(format).is_none() && document["plan"].is_array());
        assert_eq!(
            fs::read_to_string(desk.0.path().join("drawn")).unwrap(),
            drawn
        );
    }
    let said = desk.gives(0, "show pegsol-p03 --json -o drawn");
    assert_eq!(said.json()["file"], "drawn");
    let text = fs::read_to_string(desk.0.path().join("drawn")).unwrap();
    assert!(text.starts_with("pegsol-p03") && !text.contains('\u{1b}'));
}

#[test]
fn a_plan_that_does_not_hold_is_not_drawn() {
    let desk = desk_with_plan();
    desk.write("arrow", ARROW);
    for format in ["text", "svg", "html"] {
        let said = desk.gives(1, &format!("show arrow plan --format {format} -o drawn"));
        assert!(said.err.contains("jump 1"), "{said:?}");
        desk.gives(
            2,
            &format!("show pegsol-p03 nothing-here --format {format} -o drawn"),
        );
        assert!(!desk.0.path().join("drawn").exists());
    }
}

#[test]
fn a_file_is_written_whole_or_the_old_one_stays() {
    let desk = desk_with_plan();
    let old = desk.write("drawn", "old");
    desk.gives(2, "show no-such-puzzle --format svg -o drawn");
    assert_eq!(fs::read_to_string(&old).unwrap(), "old");
    desk.gives(0, "show pegsol-p03 --format svg -o drawn");
    assert!(fs::read_to_string(&old).unwrap().ends_with("</svg>\n"));
    // Nothing else is left behind, and whoever may read new files may read this one.
    assert_eq!(fs::read_dir(desk.0.path()).unwrap().count(), 2);
    let plan = fs::metadata(desk.0.path().join("plan")).unwrap();
    let mode = fs::metadata(&old).unwrap().permissions().mode();
    assert_eq!(mode, plan.permissions().mode());
    let said = desk.gives(2, "show pegsol-p03 --format svg -o nowhere/drawn");
    assert!(said.err.contains("nowhere/drawn"), "{said:?}");
}

#[test]
fn a_title_from_a_file_cannot_break_out_of_page_or_picture() {
    let desk = Desk::new();
    let odd = "[[puzzle]]\nname = \"odd\"\ntitle = \"</title></svg><script>x</script>&\"\n\
        board = \"rectangle-3x1\"\nstart = \"11 21\"\ngoal = \"31\"\n";
    desk.write("odd.toml", odd);
    desk.write("plan", "11/31");
    for format in ["svg", "html"] {
        for words in ["show odd.toml", "show odd.toml plan"] {
            let said = desk.gives(0, &format!("{words} --format {format}"));
            assert!(!said.out.contains("<script>x"), "{}", said.out);
            assert!(said.out.contains("&lt;script&gt;x"), "{}", said.out);
        }
    }
}

#[test]
fn a_picture_as_png_goes_into_a_file_or_it_says_how_to_get_one() {
    let desk = Desk::new();
    let said = desk.run(["show", "central", "--format", "png", "-o", "central.png"]);
    let file = desk.0.path().join("central.png");
    if said.status == Some(0) {
        // Built with the feature.
        let bytes = std::fs::read(file).unwrap();
        assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.len() > 5000);
    } else {
        assert_eq!(said.status, Some(2));
        assert!(said.err.contains("--features png"), "{said:?}");
        assert!(!file.exists());
    }
    let said = desk.gives(2, "show central --format png --json");
    assert!(said.err.contains("name a file with -o"), "{said:?}");
    let said = desk.gives(2, "show central --format png --style animation -o x.png");
    assert!(said.err.contains("does not move"), "{said:?}");
}

#[test]
fn boards_go_into_a_document_as_latex_tables() {
    let desk = Desk::new();
    let drawn = desk.gives(0, "show central --format latex").out;
    assert!(
        drawn.starts_with("% central") && drawn.ends_with("\\end{tabular}\n"),
        "{drawn}"
    );
    desk.write(
        "odd.toml",
        "[[puzzle]]\nname = \"odd\"\ntitle = \"a\\n\\\\end{document}\"\n\
        board = \"rectangle-3x1\"\nstart = \"11 21\"\ngoal = \"31\"\n",
    );
    desk.write("plan", "11/31");
    let document = desk
        .gives(0, "show odd.toml plan --format latex --json")
        .json();
    let drawn = document["latex"].as_str().unwrap();
    assert!(drawn.contains("1. 11/31"), "{drawn}");
    // A title stays in its comment.
    assert_eq!(
        drawn
            .lines()
            .filter(|line| line.contains("end{document}"))
            .count(),
        1
    );
    assert!(drawn.starts_with("% odd: a"), "{drawn}");
    let game = desk.gives(0, "show baseball-5 --format latex").out;
    assert!(game.contains("4\\,4 & 0\\,\\sautvacancy & 1\\,1"), "{game}");
    desk.write("plan", "31/11");
    desk.gives(1, "show odd.toml plan --format latex");
    let refused = desk.gives(2, "show central --all --format latex");
    assert!(refused.err.contains("add --format html"), "{refused:?}");
}
