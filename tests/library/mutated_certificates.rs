//! Certificates with random or systematic changes. An accepted certificate must also be valid by an independent
//! recheck. For the weighted kinds, a rejected certificate must be invalid by this recheck.

mod cuts;
mod levels;
mod losses;
mod pair;
mod refutation;
mod weights;

use std::fs;

use crate::certificate_files::{Named, accepts, checked, claim, folder, puzzle, rejects};
use pair::Pair;
use proptest::prelude::*;
use proptest::sample::Index;
use refutation::Refutation;
use saut::certify::{self, Certificate, Proof};
use saut::compile;
use saut::formula::{Formula, dimacs};
use serde_json::Value;

/// Whether the certificate has weights, or data that represents weights.
fn is_weighted(document: &Value) -> bool {
    let kind = document["certificate"]["kind"].as_str();
    ["class", "lattice", "pagoda", "criterion"]
        .map(Some)
        .contains(&kind)
}

fn is_search(document: &Value) -> bool {
    document["certificate"]["kind"] == "exhaustive"
}

/// Returns the accepted documents that satisfy the condition.
fn accepted(wanted: fn(&Value) -> bool) -> Vec<&'static Named> {
    let all = accepts().iter();
    all.filter(|(_, document)| wanted(document)).collect()
}

fn pair_of(document: &Value) -> Pair {
    Pair::new(&puzzle(document["puzzle"].as_str().unwrap()))
}

/// Whether the recheck accepts a document. A document that cannot be parsed is invalid.
fn is_valid(document: &Value, pair: &Pair) -> bool {
    match claim(document) {
        Err(_) => false,
        Ok(Certificate::Exhaustive(claim)) => levels::holds(pair, &claim),
        Ok(Certificate::Proof(proof)) => {
            let puzzle = puzzle(document["puzzle"].as_str().unwrap());
            let length = puzzle.start().pegs() - puzzle.goal().pegs().pegs();
            proof.claim.horizon == length && formula(&proof).accepts(&proof.claim.bytes)
        }
        Ok(Certificate::Trivial(_)) => true,
        Ok(claim) => weights::holds(pair, &claim),
    }
}

/// Returns the formula of the stored proofs, from its DIMACS text.
fn formula(proof: &Proof) -> Refutation {
    let task = compile::peg_task(&puzzle("seven"));
    let Formula::Cnf { cnf, names } = proof.claim.encoding.encode(&task, 3).formula else {
        panic!("no clauses");
    };
    let text = dimacs::text(&cnf, names.len());
    Refutation::of_dimacs(&text)
}

/// Calls `change` on the `place`-th number, or list of numbers, of a document.
fn at(
    value: &mut Value,
    wants: fn(&Value) -> bool,
    place: &mut usize,
    change: &mut dyn FnMut(&mut Value),
) {
    if wants(value) {
        if *place == 0 {
            change(value);
        }
        *place = place.wrapping_sub(1);
    }
    match value {
        Value::Array(values) => values
            .iter_mut()
            .for_each(|value| at(value, wants, place, change)),
        Value::Object(values) => values
            .values_mut()
            .for_each(|value| at(value, wants, place, change)),
        _ => {}
    }
}

fn count(value: &Value, wants: fn(&Value) -> bool) -> usize {
    let mut places = usize::MAX;
    at(&mut value.clone(), wants, &mut places, &mut |_| {});
    usize::MAX - places
}

fn with(
    document: &Value,
    wants: fn(&Value) -> bool,
    place: usize,
    mut change: impl FnMut(&mut Value),
) -> Value {
    let mut changed = document.clone();
    at(
        &mut changed["certificate"],
        wants,
        &mut { place },
        &mut change,
    );
    changed
}

fn add(document: &Value, place: usize, change: i64) -> Value {
    with(document, Value::is_number, place, |number| {
        *number = Value::from(number.as_i64().unwrap_or(0).saturating_add(change));
    })
}

#[test]
fn every_certificate_on_file_is_valid_by_the_recheck_too() {
    for (name, document) in accepts() {
        assert!(is_valid(document, &pair_of(document)), "{name}");
    }
}

#[test]
fn every_rejected_certificate_is_invalid_by_the_recheck_too() {
    for (name, document) in rejects() {
        let is_trivial = document["certificate"]["kind"] == "trivial";
        assert!(
            is_trivial || !is_valid(&document, &pair_of(&document)),
            "{name}"
        );
    }
}

/// Changes every number of every weighted certificate by plus or minus one.
#[test]
fn a_weight_off_by_one_is_rejected_unless_the_theorem_still_holds() {
    for (name, document) in accepted(is_weighted) {
        let pair = pair_of(document);
        let mut refused = 0;
        for place in 0..count(&document["certificate"], Value::is_number) {
            for change in [-1, 1] {
                let changed = add(document, place, change);
                let verdict = checked(&changed);
                assert_eq!(
                    verdict.is_ok(),
                    is_valid(&changed, &pair),
                    "{name}: {changed} {verdict:?}"
                );
                refused += usize::from(verdict.is_err());
            }
        }
        assert!(refused > 0, "{name}: no change is refused");
    }
}

/// The puzzle determines the numbers of positions, so any other number is wrong.
#[test]
fn a_level_off_by_one_is_rejected() {
    for (name, document) in accepted(is_search) {
        let pair = pair_of(document);
        for side in ["forward", "backward"] {
            for level in 0..document["certificate"][side].as_array().unwrap().len() {
                for change in [-1, 1] {
                    let mut changed = document.clone();
                    let boards = &mut changed["certificate"][side][level];
                    *boards = Value::from(boards.as_i64().unwrap() + change);
                    assert!(checked(&changed).is_err(), "{name}: {changed}");
                    assert!(!is_valid(&changed, &pair), "{name}: {changed}");
                }
            }
        }
    }
}

fn proof_on_file(name: &str) -> Proof {
    let mut accepted = accepts().iter();
    let (_, document) = accepted.find(|(other, _)| other == name).unwrap();
    match claim(document) {
        Ok(Certificate::Proof(proof)) => proof,
        other => panic!("{name}: {other:?}"),
    }
}

fn is_accepted(proof: &Proof, drat: Vec<u8>) -> bool {
    let mut proof = proof.clone();
    proof.claim.bytes = drat;
    certify::check(&puzzle("seven"), Certificate::Proof(proof)).is_ok()
}

#[test]
fn a_proof_cut_anywhere_before_the_refutation_is_rejected() {
    let proof = proof_on_file("proof");
    let formula = formula(&proof);
    let lines: Vec<&[u8]> = proof
        .claim
        .bytes
        .split_inclusive(|&byte| byte == b'\n')
        .collect();
    let mut verdicts = Vec::new();
    for len in 0..=lines.len() {
        let cut = lines[..len].concat();
        let verdict = is_accepted(&proof, cut.clone());
        assert_eq!(verdict, formula.clone().accepts(&cut), "after {len} lines");
        verdicts.push(verdict);
    }
    assert!(verdicts.is_sorted() && !verdicts[0] && verdicts[lines.len()]);
}

/// Prepends a unit clause to the proof, for every literal of the formula. If the clause does not follow, the proof must
/// be rejected, although the rest of the proof refutes the formula.
#[test]
fn an_underivable_clause_is_rejected_in_every_format() {
    let proof = proof_on_file("proof");
    let formula = formula(&proof);
    let mut refused = 0;
    for variable in 1..=40_i64 {
        for literal in [variable, -variable] {
            let longer = [format!("{literal} 0\n").as_bytes(), &proof.claim.bytes].concat();
            if !formula.follows(&[literal]) {
                assert!(!is_accepted(&proof, longer), "{literal}");
                refused += 1;
            }
        }
    }
    assert!(refused > 10, "only {refused}");
}

/// A change: a number is added to a number, two entries of a list are exchanged, or an entry is removed or repeated.
#[derive(Clone, Copy, Debug)]
enum Change {
    Add(i64),
    Exchange,
    LeaveOut,
    Repeat,
}

fn any_change() -> impl Strategy<Value = Change> {
    prop_oneof![
        3 => prop_oneof![-3..4_i64, any::<i64>()].prop_map(Change::Add),
        2 => Just(Change::Exchange),
        1 => Just(Change::LeaveOut),
        1 => Just(Change::Repeat),
    ]
}

fn changed(document: &Value, change: Change, place: Index, entries: [Index; 2]) -> Value {
    let wants = match change {
        Change::Add(_) => Value::is_number,
        _ => Value::is_array,
    };
    let places = count(&document["certificate"], wants);
    if places == 0 {
        return document.clone();
    }
    let place = place.index(places);
    match change {
        Change::Add(change) => add(document, place, change),
        _ => with(document, wants, place, |list| {
            let Some(list) = list.as_array_mut().filter(|list| !list.is_empty()) else {
                return;
            };
            let [one, other] = entries.map(|entry| entry.index(list.len()));
            match change {
                Change::Exchange => list.swap(one, other),
                Change::LeaveOut => drop(list.remove(one)),
                _ => list.insert(one, list[other].clone()),
            }
        }),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn changed_weights_are_accepted_if_and_only_if_the_theorem_holds(
        which in any::<Index>(),
        changes in proptest::collection::vec(
            (any_change(), any::<Index>(), any::<[Index; 2]>()), 1..4),
    ) {
        let accepted = accepted(is_weighted);
        let (_, original) = which.get(&accepted);
        let mut document = original.clone();
        for (change, place, entries) in changes {
            document = changed(&document, change, place, entries);
        }
        let verdict = checked(&document);
        prop_assert_eq!(verdict.is_ok(), is_valid(&document, &pair_of(original)), "{} {:?}", document, verdict);
    }

    /// A certificate, with or without a changed number, does not refute a solvable puzzle.
    #[test]
    fn changed_certificates_prove_nothing_of_solvable_puzzles(
        which in any::<Index>(),
        place in any::<Index>(),
        change in prop_oneof![-3..4_i64, any::<i64>()],
    ) {
        let (_, original) = which.get(accepts());
        let mut document = changed(original, Change::Add(change), place, [place; 2]);
        // An exhaustive certificate is checked by repeating the search, so its puzzle is small.
        document["puzzle"] = if is_search(original) { "solvable" } else { "central" }.into();
        prop_assert!(checked(&document).is_err(), "{}", document);
    }

    #[test]
    fn changed_levels_are_accepted_only_if_they_are_right_and_leave_no_plan(
        which in any::<Index>(),
        changes in proptest::collection::vec(
            (any_change(), any::<Index>(), any::<[Index; 2]>()), 1..3),
    ) {
        let accepted = accepted(is_search);
        let (_, original) = which.get(&accepted);
        let mut document = original.clone();
        for (change, place, entries) in changes {
            document = changed(&document, change, place, entries);
        }
        if checked(&document).is_ok() {
            prop_assert!(is_valid(&document, &pair_of(original)), "{}", document);
        }
    }

    #[test]
    fn a_proof_of_changed_bytes_is_accepted_only_if_it_still_refutes(
        is_text in any::<bool>(),
        changes in proptest::collection::vec((any::<Index>(), any::<u8>(), 0..3_u8), 1..4),
    ) {
        let proof = proof_on_file(if is_text { "proof" } else { "proof-binary" });
        let mut drat = proof.claim.bytes.clone();
        for (place, byte, kind) in changes {
            let place = place.index(drat.len());
            match kind {
                0 => drat[place] = byte,
                1 => drat[place] = drat[place].wrapping_add(1),
                _ => drop(drat.remove(place)),
            }
        }
        if is_accepted(&proof, drat.clone()) {
            prop_assert!(formula(&proof).accepts(&drat));
        }
    }

    #[test]
    fn a_proof_of_changed_steps_is_accepted_only_if_it_still_refutes(
        changes in proptest::collection::vec((any::<[Index; 2]>(), -40..41_i64, 0..4_u8), 1..4),
    ) {
        let proof = proof_on_file("proof");
        let text = String::from_utf8(proof.claim.bytes.clone()).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for (places, literal, kind) in changes {
            let [one, other] = places.map(|place| place.index(lines.len()));
            match kind {
                0 => lines.swap(one, other),
                1 => drop(lines.remove(one)),
                2 => lines[one] = lines[one].replacen(' ', &format!(" {literal} "), 1),
                _ => {
                    let words: Vec<&str> = lines[one].split(' ').collect();
                    let place = other % words.len();
                    let word = |(index, word): (usize, &&str)| {
                        if index == place { literal.to_string() } else { (*word).to_owned() }
                    };
                    let words: Vec<String> = words.iter().enumerate().map(word).collect();
                    lines[one] = words.join(" ");
                }
            }
        }
        let drat = lines.join("\n").into_bytes();
        if is_accepted(&proof, drat.clone()) {
            prop_assert!(formula(&proof).accepts(&drat), "{}", lines.join("\n"));
        }
    }
}

#[test]
fn the_proofs_on_file_say_the_same_in_text_and_in_binary() {
    let (text, binary) = (proof_on_file("proof"), proof_on_file("proof-binary"));
    assert!(!text.claim.bytes.contains(&0) && binary.claim.bytes.contains(&0));
    assert!(fs::read(folder().join("seven.drat")).unwrap() == text.claim.bytes);
    assert!(formula(&binary).accepts(&binary.claim.bytes));
}
