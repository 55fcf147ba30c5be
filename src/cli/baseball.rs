//! `saut baseball`, and the games of colour baseball.

mod game;

use std::fmt::Write as _;

use anstyle::{Ansi256Color, Color, Style};
use itertools::Itertools as _;
use saut::BadInput;
use saut::answer::describe;
use saut::baseball::{
    Configuration, DistanceError, Strategy, Track, TrackPuzzle, counts, distances, distances_up_to,
    picture, tree,
};
use saut::decide::baseball::{Verdict, by_hand, solve};
use saut::named::Named as _;
use saut::random::Random;
use saut::stop::StopReason;
use serde_json::{Value, json};

use super::arguments::{BaseballCommand, Global, TreeFormat, TreeOptions};
use super::input::{self, Directions};
use super::interrupt::interruptible;
use super::progress::Line;
use super::reply::{CommandOutput, Failure, unusable};
use super::{print, settings, status};
pub use game::{hint, play};

/// Maximum number of bases for which the complete tree is drawn.
const MAX_WHOLE: u8 = 4;

pub fn run(command: &BaseballCommand, global: &Global) -> Result<CommandOutput, Failure> {
    match command {
        BaseballCommand::Compare {
            all: Some(bases), ..
        } => compare_all(*bases, global),
        BaseballCommand::Compare { puzzle, all: None } => compare(puzzle, global),
        BaseballCommand::Random { bases } => Ok(random(*bases, global.seed)),
        BaseballCommand::Count { bases } => Ok(count(*bases)),
        BaseballCommand::Distances { bases, track } => all_distances(*bases, *track, global),
        BaseballCommand::Tree(arguments) => draw_tree(arguments, global),
    }
}

/// Compares the shortest plan with the plans of the hand methods.
fn compare(puzzle: &str, global: &Global) -> Result<CommandOutput, Failure> {
    let puzzle = input::entry_named(puzzle, &Directions::default(), &global.stop)?;
    let puzzle = puzzle.baseball()?;
    let settings = settings::within(global);
    let (mut documents, mut text) = (Vec::new(), String::new());
    for &strategy in Strategy::ALL {
        if let Verdict::Solved(plan) = by_hand(&puzzle, strategy, global.seed)?.verdict {
            let (name, length) = (strategy.name(), plan.plan().len());
            let _ = writeln!(text, "{name:<20} {length:>4} steps");
            documents.push(json!({"method": name, "length": length, "plan": plan.steps()}));
        }
    }
    let optimum = Line::new().over(settings, |settings| solve(&puzzle, settings))?;
    let (status, shortest) = match &optimum.verdict {
        Verdict::Infeasible(never) => match **never {},
        Verdict::Solved(plan) => {
            let (length, optimal) = (plan.plan().len(), optimum.optimal);
            let document = json!({"method": "shortest", "length": length, "optimal": optimal,
                "plan": plan.steps()});
            documents.insert(0, document);
            let not = if optimal == Some(true) { "" } else { "not " };
            (status::SOLVED, format!("{length:>4} steps, {not}proved"))
        }
        Verdict::Undecided(why) => (status::UNDECIDED, format!("undecided ({})", why.name())),
    };
    let text = format!("{}{:<20} {shortest}\n{text}", describe(&puzzle), "shortest");
    let document = json!({"puzzle": puzzle.name(), "methods": documents});
    Ok(CommandOutput::new(status, document, text))
}

/// Compares the hand methods with the shortest plans for all starts. Breadth-first search finds the shortest plans.
fn compare_all(bases: u8, global: &Global) -> Result<CommandOutput, Failure> {
    let stop = interruptible(&global.stop);
    let goes_on = || stop.stop_reason().is_none();
    let stopped = || undecided(json!({"bases": bases}), stop.stop_reason());
    let number = usize::from(bases);
    let all = match distances(Track::Ring, number, 2, goes_on) {
        Err(DistanceError::Stopped) => return Ok(stopped()),
        all => all.map_err(|not_all| BadInput::new("", not_all.to_string()))?,
    };
    let by_distance = all.by_distance().iter().enumerate();
    let shortest = by_distance.flat_map(|(steps, starts)| std::iter::repeat_n(steps, starts.len()));
    let mut rows = vec![("shortest", shortest.collect::<Vec<_>>())];
    for &strategy in Strategy::ALL {
        let mut lengths = Vec::new();
        for start in all.by_distance().iter().flatten() {
            if !goes_on() {
                return Ok(stopped());
            }
            let puzzle = TrackPuzzle::new("start", Track::Ring, 2, start.clone(), None)?;
            let steps = strategy.play(&puzzle).map_err(Failure::other)?;
            lengths.push(steps.len());
        }
        rows.push((strategy.name(), lengths));
    }
    let starts = print::counted(all.configurations(), "start");
    let mut text = format!(
        "{bases} bases on a ring: {starts}\n\n{:<20}    mean  worst  starts with this length\n",
        "method"
    );
    let mut documents = Vec::new();
    for (name, lengths) in rows {
        let worst = lengths.iter().copied().max().unwrap_or(0);
        let with_worst = lengths.iter().filter(|&&length| length == worst).count();
        #[expect(
            clippy::cast_precision_loss,
            reason = "two digits after the point are shown"
        )]
        let mean = lengths.iter().sum::<usize>() as f64 / lengths.len().max(1) as f64;
        let with = print::grouped(with_worst);
        let _ = writeln!(text, "{name:<20} {mean:>7.2} {worst:>6}  {with}");
        documents
            .push(json!({"method": name, "mean": mean, "worst": worst, "with_worst": with_worst}));
    }
    let document = json!({"bases": bases, "starts": all.configurations(), "methods": documents});
    Ok(CommandOutput::new(status::SOLVED, document, text))
}

/// Returns the reply if a limit was reached. `document` has the fields of the request.
fn undecided(mut document: Value, why: Option<StopReason>) -> CommandOutput {
    let why = why.map_or("stopped", StopReason::name);
    document["verdict"] = "undecided".into();
    document["reason"] = why.into();
    CommandOutput::new(status::UNDECIDED, document, format!("undecided ({why})\n"))
}

/// Returns a random start. One token of colour 0 is replaced by the hole, and all arrangements are equally likely.
fn random(bases: u8, seed: u64) -> CommandOutput {
    let mut places: Vec<Option<u8>> = (0..bases).flat_map(|token| [Some(token); 2]).collect();
    places[0] = None;
    Random::new(seed).shuffle(&mut places);
    let tokens = places
        .chunks(2)
        .map(|base| base.iter().copied().flatten().collect());
    let start = Configuration::new(tokens);
    let on: Vec<_> = (0..start.bases())
        .map(|base| start.on(base).to_vec())
        .collect();
    let text = picture::text(&start, 2) + "\n";
    CommandOutput::new(status::SOLVED, json!({"bases": bases, "start": on}), text)
}

fn count(n: u32) -> CommandOutput {
    let [all, some] = counts(n);
    let document =
        json!({"bases": n, "configurations": all.to_string(), "without_hole": some.to_string()});
    let digits = all.to_string();
    // A large number is also printed as an approximation with its first digits.
    let about = if digits.len() > 9 {
        let power = digits.len() - 1;
        format!(", about {}.{} * 10^{power}", &digits[..1], &digits[1..3])
    } else {
        String::new()
    };
    let configurations = print::counted(&digits, "configuration");
    let bases = print::counted(n, "base");
    let some = print::grouped(some);
    let text = format!(
        "C({n}) = {configurations} of {bases} with two places{about}\n\
         P({n}) = {some} without a hole\n"
    );
    CommandOutput::new(status::SOLVED, document, text)
}

fn all_distances(bases: u8, track: Track, global: &Global) -> Result<CommandOutput, Failure> {
    let stop = interruptible(&global.stop);
    let mut document = json!({"bases": bases, "track": track.name()});
    let all = distances(track, bases.into(), 2, || stop.stop_reason().is_none());
    let all = match all {
        Err(DistanceError::Stopped) => return Ok(undecided(document, stop.stop_reason())),
        all => all.map_err(|not_all| BadInput::new("", not_all.to_string()))?,
    };
    let numbers: Vec<usize> = all.by_distance().iter().map(Vec::len).collect();
    document["configurations"] = all.configurations().into();
    document["worst"] = all.worst().into();
    document["by_distance"] = json!(numbers);
    let number = print::counted(all.configurations(), "configuration");
    let worst = print::counted(all.worst(), "step");
    let mut text = format!(
        "{bases} bases on a {track}: {number}; the farthest is {worst} from home\n\nsteps  configurations\n"
    );
    let most = numbers.iter().max().copied().unwrap_or(1);
    for (distance, &number) in numbers.iter().enumerate() {
        let bar = "#".repeat((50 * number).div_ceil(most));
        let number = print::grouped(number);
        let _ = writeln!(text, "{distance:>5}  {number:>14}  {bar}");
    }
    Ok(CommandOutput::new(status::SOLVED, document, text))
}

/// Draws the tree of a small game in colours: each configuration is below the configuration to which it leads.
fn draw_tree(arguments: &TreeOptions, global: &Global) -> Result<CommandOutput, Failure> {
    let (track, bases) = (arguments.track, arguments.bases.into());
    let (place, depth) = match arguments.depth {
        None if arguments.bases > MAX_WHOLE => {
            let fact = format!("the whole tree of {bases} bases does not fit on a page");
            return unusable("--bases", fact, "draw the first levels: add --depth 2");
        }
        None => ("--bases", usize::MAX),
        Some(depth) => ("--depth", depth),
    };
    let bad = |not_all: DistanceError| {
        BadInput::new(place, not_all.to_string()).remedy("draw fewer levels, or fewer bases")
    };
    let all = distances_up_to((depth, tree::MOST_DRAWN), track, bases, 2, || true).map_err(bad)?;
    let format = arguments.format(global);
    let drawn = match format {
        TreeFormat::Svg => tree::svg(&all, track, bases, 2).map_err(bad)?,
        TreeFormat::Text => {
            let lines = tree::lines(&all, track, 2).into_iter();
            let lines = lines.map(|(branches, one)| branches + &coloured(&one) + "\n");
            lines.collect()
        }
    };
    let numbers: Vec<usize> = all.by_distance().iter().map(Vec::len).collect();
    let document = json!({"bases": arguments.bases, "track": track.name(),
        "configurations": all.configurations(), "by_distance": numbers});
    CommandOutput::content(document, Some(format.name()), drawn, global.out.as_deref())
}

/// Returns a configuration as text, with each base and token in its colour.
fn coloured(configuration: &Configuration) -> String {
    let bases = configuration.bases();
    let token = |token: Option<&u8>| match token {
        Some(&token) => {
            let style = style(token.into(), bases);
            format!("{style}{token}{style:#}")
        }
        None => ".".to_owned(),
    };
    let base = |base: usize| {
        let (frame, tokens) = (style(base, bases), configuration.on(base));
        let [first, second] = [0, 1].map(|place| token(tokens.get(place)));
        format!("{frame}[{frame:#}{first} {second}{frame}]{frame:#}")
    };
    (0..bases).map(base).join(" ")
}

/// Returns the colour of a base as background, with a readable text colour. Both are from the 256 colours of terminals.
fn style(base: usize, bases: usize) -> Style {
    let colour = picture::colour(base, bases);
    let [red, green, blue] = colour.map(|part| (u16::from(part) * 5 + 127) / 255);
    let ground = u8::try_from(16 + 36 * red + 6 * green + blue).unwrap_or(16);
    let ink = if picture::is_light(colour) { 16 } else { 231 };
    let of = |number| Some(Color::from(Ansi256Color(number)));
    Style::new().bg_color(of(ground)).fg_color(of(ink))
}
