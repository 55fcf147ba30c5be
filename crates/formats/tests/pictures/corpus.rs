//! The texts in `tests/pictures/texts/` and their meanings.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use saut_formats::picture::{self, Choice, Drawn, Reading};
use saut_peg::peg::Geometry;
use saut_peg::peg::picture::Picture;
use serde::Deserialize;

#[derive(Deserialize)]
struct File {
    picture: Vec<Text>,
}

#[derive(Deserialize)]
struct Text {
    name: String,
    why: String,
    #[serde(default)]
    asks: bool,
    refused: Option<String>,
    #[serde(default)]
    reading: Vec<Meaning>,
}

#[derive(Deserialize)]
struct Meaning {
    #[serde(default)]
    flags: Vec<String>,
    geometry: Option<String>,
    start: String,
    goal: Option<String>,
}

impl Meaning {
    /// Returns the pictures, drawn as in puzzle files.
    fn drawn(&self) -> Drawn {
        let geometry = self.geometry.as_deref().map(|name| name.parse().unwrap());
        let picture = |text: &str| Picture::read(text, 1).unwrap();
        Drawn {
            geometry: geometry.unwrap_or(Geometry::Square),
            start: picture(&self.start),
            goal: self.goal.as_deref().map(picture),
        }
    }

    /// Returns the signs chosen by the options. An empty value means a space.
    fn choice(&self) -> Choice {
        let mut choice = Choice::default();
        let mut words = self.flags.iter();
        while let Some(flag) = words.next() {
            let value = words.next().map_or(" ", String::as_str);
            let sign = value.chars().next();
            match flag.as_str() {
                "--geometry" => choice.geometry = Some(value.parse().unwrap()),
                "--peg" => choice.given.peg = sign,
                "--vacancy" => choice.given.vacancy = sign,
                "--wall" => choice.given.wall = sign,
                other => panic!("{other}"),
            }
        }
        choice
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/pictures/texts")
}

fn texts() -> Vec<Text> {
    let file = fs::read_to_string(folder().join("meanings.toml")).unwrap();
    toml::from_str::<File>(&file).unwrap().picture
}

fn read(name: &str, choice: Choice) -> Result<Vec<Reading>, String> {
    let text = fs::read_to_string(folder().join(format!("{name}.txt"))).unwrap();
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    picture::read(text, 1, choice).map_err(|bad| bad.to_string())
}

#[test]
fn every_text_means_its_board_or_is_a_question_that_holds_it() {
    let mut wrong = Vec::new();
    for text in texts() {
        let (name, why) = (&text.name, &text.why);
        let read = read(name, Choice::default());
        let is_right = match (read.as_deref(), &text.refused) {
            (Err(said), Some(fact)) => said.contains(fact.as_str()),
            (Ok([only]), None) => !text.asks && only.drawn == text.reading[0].drawn(),
            (Ok(readings), None) => {
                let holds = |meaning: &Meaning| {
                    let drawn = meaning.drawn();
                    readings.iter().any(|reading| reading.drawn == drawn)
                };
                text.asks && text.reading.iter().all(holds)
            }
            _ => false,
        };
        if !is_right {
            let said = read.and_then(|it| picture::only(it).map_err(|bad| bad.to_string()));
            wrong.push(format!("{name} ({why}): {said:?}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn the_flags_of_a_question_choose() {
    for text in texts().into_iter().filter(|text| text.asks) {
        for meaning in &text.reading {
            let chosen = read(&text.name, meaning.choice());
            match chosen.as_deref() {
                Ok([only]) => assert_eq!(only.drawn, meaning.drawn(), "{}", text.name),
                other => assert!(meaning.flags.is_empty(), "{}: {other:?}", text.name),
            }
        }
    }
}

#[test]
fn every_listed_reading_agrees_with_its_flags() {
    let mut listed = 0;
    for text in texts() {
        let readings = read(&text.name, Choice::default()).unwrap_or_default();
        if readings.len() == 1 {
            continue;
        }
        for reading in readings {
            let Some(choice) = reading.choice() else {
                continue;
            };
            listed += 1;
            let chosen = read(&text.name, choice).unwrap();
            let drawn = picture::only(chosen).unwrap();
            assert_eq!(drawn, reading.drawn, "{}: {choice:?}", text.name);
        }
    }
    assert!(listed > 60, "{listed}");
}

#[test]
fn a_question_draws_its_readings_and_names_their_flags() {
    for text in texts().into_iter().filter(|text| text.asks) {
        let readings = read(&text.name, Choice::default()).unwrap();
        let said = picture::only(readings).unwrap_err().to_string();
        assert!(said.contains("can be read in"), "{said}");
        for meaning in text.reading.iter().filter(|it| !it.flags.is_empty()) {
            let is_named = meaning
                .flags
                .iter()
                .any(|flag| said.contains(flag.as_str()));
            assert!(is_named, "{}: {:?}\n{said}", text.name, meaning.flags);
        }
    }
}

#[test]
fn every_text_has_a_meaning_and_there_are_enough() {
    let named: BTreeSet<String> = texts().into_iter().map(|text| text.name + ".txt").collect();
    let files = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    let files: BTreeSet<String> = files.map(|name| name.into_string().unwrap()).collect();
    let mut expected = named.clone();
    expected.insert("meanings.toml".to_owned());
    assert_eq!(files, expected);
    assert!(named.len() >= 60);
}
