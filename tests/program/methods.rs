//! `saut solve` reports the method and the formula that it has used.

use crate::program::Desk;

#[test]
fn solve_reports_the_formula_that_encode_writes() {
    let desk = Desk::new();
    let said = desk
        .gives(0, "solve corsair --method formulas --threads 1")
        .out;
    let after = |mark: &str| said.lines().find_map(|line| line.split_once(mark));
    let (_, told) = after("replayed by the simulator; ").unwrap();
    let number = |noun: &str| -> usize {
        let (before, _) = told.split_once(&format!(" {noun}")).unwrap();
        let digits = before.rsplit(' ').next().unwrap().replace(',', "");
        digits.parse().unwrap()
    };
    assert!(
        told.contains(" formula, ") && told.contains("solved by "),
        "{told}"
    );
    let (_, command) = after("the formula: saut ").unwrap();
    let sizes = |command: &str| {
        let written = desk.gives(0, command).out;
        let head = written.lines().find(|line| line.starts_with("p cnf "));
        let sizes = head.unwrap().split(' ').skip(2);
        sizes
            .map(|size| size.parse().unwrap())
            .collect::<Vec<usize>>()
    };
    let wanted = [number("variable"), number("clause")];
    assert_eq!(sizes(command), wanted);
    let steps = number("step");
    assert!(
        command.ends_with(&format!(" --horizon {steps}")),
        "{command}"
    );
    assert_ne!(sizes(&format!("{command}0")), wanted); // The horizon is ten times larger.
    assert!(number("conflict") < 1_000_000);
}

#[test]
fn the_first_engine_is_named_only_on_request_and_formulas_can_be_selected() {
    let desk = Desk::new();
    let said = desk.gives(0, "solve central").out;
    assert!(
        !said.contains("formula") && !said.contains("beam"),
        "{said}"
    );
    let said = desk.gives(0, "solve central -v").out;
    let by_beams = said.contains("by beam search from both ends; ");
    let waits = said.contains("to use only formulas: saut solve central --method formulas");
    let writes = said.contains("to write the formula: saut encode central --encoding r2-exists");
    assert!(by_beams == waits && by_beams != writes, "{said}");
}
