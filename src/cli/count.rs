//! `saut count`: exact numbers.

use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

use saut::BadInput;
use saut::count::{self, LevelCount, NotCounted};
use saut::search::compact::Direction;
use saut::search::{Progress, SearchSettings};
use saut::stop::Stop;
use serde_json::{Value, json};

use super::arguments::{Count, Limits};
use super::failure::Failure;
use super::progress::Line;
use super::{input, print, settings, solve, status};

/// Runs `saut count`.
pub fn run(arguments: &Count) -> Result<u8, Failure> {
    let puzzle = input::puzzle(&arguments.puzzle)?;
    let (settings, line) = searching(&arguments.limits);
    let began = Instant::now();
    let mut report = Report::default();
    let counted = work(arguments, &puzzle, &settings, &mut report);
    line.clear();
    let seconds = rounded(began);
    if let Err(not_counted) = counted {
        return refuse(puzzle.name(), not_counted?, seconds, arguments.output.json);
    }
    let mut out = anstream::stdout().lock();
    if arguments.output.json {
        let mut document = json!({"puzzle": puzzle.name()});
        for (name, value) in report.fields {
            document[name] = value;
        }
        document["seconds"] = seconds.into();
        writeln!(out, "{document}")?;
    } else {
        let strong = print::STRONG;
        writeln!(
            out,
            "{strong}{}{strong:#}\n\n{}",
            puzzle.name(),
            print::pair(&puzzle)
        )?;
        writeln!(out, "{}\n{seconds:.2} s", report.text.join("\n"))?;
    }
    Ok(status::SOLVED)
}

/// What has been counted, for programs and for people.
#[derive(Default)]
struct Report {
    fields: Vec<(&'static str, Value)>,
    text: Vec<String>,
}

impl Report {
    fn number(&mut self, name: &'static str, words: &str, number: u128) {
        self.fields.push((name, number.to_string().into()));
        self.text
            .push(format!("{} {words}", print::grouped(number)));
    }

    fn boards(&mut self, name: &'static str, words: &str, levels: &[LevelCount]) {
        let (mut all, mut classes) = (0, 0);
        let mut lines = vec![
            format!("\n{words}:"),
            "  pegs        boards    up to symmetry".to_owned(),
        ];
        let mut entries = Vec::new();
        for level in levels {
            all += level.boards;
            classes += level.up_to_symmetry;
            let (boards, up_to) = (grouped(level.boards), grouped(level.up_to_symmetry));
            lines.push(format!("  {:>4} {boards:>13} {up_to:>17}", level.pegs));
            entries.push(json!({"pegs": level.pegs, "boards": level.boards, "up_to_symmetry": level.up_to_symmetry}));
        }
        lines.push(format!(
            "   all {:>13} {:>17}",
            grouped(all),
            grouped(classes)
        ));
        let total = json!({"levels": entries, "boards": all, "up_to_symmetry": classes});
        self.fields.push((name, total));
        self.text.push(lines.join("\n"));
    }
}

fn grouped(number: u64) -> String {
    print::grouped(u128::from(number))
}

/// Counts what was asked for; an inner error is a number that there is none of.
fn work(
    arguments: &Count,
    puzzle: &saut::peg::Puzzle,
    settings: &SearchSettings,
    report: &mut Report,
) -> Result<(), Result<NotCounted, Failure>> {
    let number = |not_counted: NotCounted| Ok(not_counted);
    let count = match &arguments.save {
        Some(directory) => {
            let store = count::Store::open(directory, puzzle, arguments.resume)
                .map_err(|bad: BadInput| Err(bad.into()))?;
            count::solutions_saved(puzzle, settings, &store).map_err(|fault| match fault {
                count::NotSaved::NotCounted(not_counted) => Ok(not_counted),
                count::NotSaved::Unusable(bad) => Err(bad.into()),
            })?
        }
        None => count::solutions(puzzle, settings).map_err(number)?,
    };
    report.number(
        "solutions",
        "solutions (sequences of jumps)",
        count.solutions,
    );
    if arguments.levels {
        report.fields.push((
            "levels",
            json!({"forward": count.forward, "backward": count.backward}),
        ));
        for (words, levels) in [
            ("from the start on", &count.forward),
            ("from the goal back", &count.backward),
        ] {
            let boards: Vec<String> = levels.iter().map(|&boards| grouped(boards)).collect();
            report.text.push(format!(
                "boards {words}, up to symmetry: {}",
                boards.join(" ")
            ));
        }
    }
    if arguments.games {
        let games = count::games(puzzle.board(), puzzle.start(), settings).map_err(number)?;
        report.number("games", "games (until no jump is left)", games.games);
        let entry = |level: &count::GamesLevel| {
            json!({"pegs": level.pegs, "boards": level.boards,
            "up_to_symmetry": level.up_to_symmetry, "stuck": level.stuck, "games_ending": level.games_ending.to_string()})
        };
        report
            .fields
            .push(("game_levels", games.levels.iter().map(entry).collect()));
        let mut lines = vec![
            "  pegs        boards    up to symmetry        stuck   games that end here".to_owned(),
        ];
        for level in &games.levels {
            lines.push(format!(
                "  {:>4} {:>13} {:>17} {:>12}   {}",
                level.pegs,
                grouped(level.boards),
                grouped(level.up_to_symmetry),
                grouped(level.stuck),
                print::grouped(level.games_ending)
            ));
        }
        report.text.push(lines.join("\n"));
    }
    if arguments.boards {
        let levels = count::boards_on_solutions(puzzle, settings).map_err(number)?;
        report.boards("boards", "boards on some solution", &levels);
    }
    if arguments.reachable {
        let levels = count::reachable(puzzle.board(), puzzle.start(), settings).map_err(number)?;
        report.boards(
            "reachable",
            "boards that can be reached from the start",
            &levels,
        );
    }
    if arguments.backward {
        let distance = arguments.distance.unwrap_or(usize::MAX);
        let levels = count::leading_to(puzzle, distance, settings).map_err(number)?;
        report.boards(
            "backward",
            "boards from which the goal can be reached",
            &levels,
        );
    }
    Ok(())
}

/// The limits of a search, ended by Ctrl-C, with a progress line.
pub fn searching(limits: &Limits) -> (SearchSettings, Arc<Line>) {
    let stop: Stop = settings::stop(limits);
    solve::stop_at_ctrl_c(&stop);
    let line = Line::new();
    let shown = Arc::clone(&line);
    let progress = move |level: Progress| {
        let side = match level.direction {
            Direction::Forward => "from the start",
            Direction::Backward => "from the goal",
        };
        shown.say(format!(
            "{side}, {} pegs: {} boards, {:.0} boards/s, {} MiB",
            level.pegs,
            grouped(level.boards),
            level.boards_per_second,
            level.resident_mib
        ));
    };
    let settings = SearchSettings {
        stop,
        threads: limits.threads.map_or(0, Into::into),
        progress: Some(Arc::new(progress)),
        ..SearchSettings::default()
    };
    (settings, line)
}

/// Says that there is no number, and why.
pub fn refuse(puzzle: &str, why: NotCounted, seconds: f64, json: bool) -> Result<u8, Failure> {
    let NotCounted::Stopped(reason) = why else {
        return Err(BadInput::new(puzzle, why.to_string()).into());
    };
    let mut out = anstream::stdout();
    if json {
        let reason = reason.name();
        let document =
            json!({"puzzle": puzzle, "verdict": "undecided", "reason": reason, "seconds": seconds});
        writeln!(out, "{document}")?;
    } else {
        writeln!(out, "undecided: {why}; {seconds:.2} s")?;
    }
    Ok(status::UNDECIDED)
}

/// Wall time since then, to a tenth of a millisecond.
pub fn rounded(since: Instant) -> f64 {
    (since.elapsed().as_secs_f64() * 10_000.0).round() / 10_000.0
}
