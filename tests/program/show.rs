//! `saut show`: pictures and pages, from outside.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::ARROW;
use crate::program::Desk;

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
        let said = desk.gives(2, &format!("show arrow plan --format {format} -o drawn"));
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
