//! Scratch (not committed): decides puzzles of files, a line each.
use saut_puzzles::decide::{Settings, Verdict, decide};
use saut_puzzles::formats::toml_file;
use std::time::Duration;
fn main() {
    let mut args = std::env::args().skip(1);
    let seconds: f64 = args.next().unwrap().parse().unwrap();
    let threads: usize = args.next().unwrap().parse().unwrap();
    let seed: u64 = args.next().unwrap().parse().unwrap();
    for file in args {
        let entries = if file.contains(',') {
            made(&file)
        } else {
            let text = std::fs::read_to_string(&file).unwrap();
            toml_file::read_toml(&text, &file).unwrap()
        };
        for entry in entries {
            let puzzle = entry;
            let mut settings = Settings::default();
            settings.seed = seed;
            settings.threads = std::num::NonZeroUsize::new(threads);
            settings.stop =
                saut_plan::stop::Stop::new(Some(Duration::from_secs_f64(seconds)), None);
            let began = std::time::Instant::now();
            let cpu = cpu_seconds();
            let decision = decide(&puzzle, &settings).unwrap();
            let verdict = match &decision.verdict {
                Verdict::Solved(_) => "solved".to_owned(),
                Verdict::Infeasible(c) => format!("infeasible:{}", c.kind()),
                Verdict::Undecided(why) => format!("undecided:{}", why.name()),
            };
            println!(
                "{:7.3} {} {} {} {}",
                began.elapsed().as_secs_f64(),
                puzzle.board().len(),
                verdict,
                decision.method.as_ref().map_or("-", |m| m.name()),
                if file.contains(',') {
                    file.as_str()
                } else {
                    puzzle.name()
                }
            );
        }
    }
}

/// shape,holes,cut,width,letter,lines,seed,goal
fn made(spec: &str) -> Vec<saut_puzzles::peg::Puzzle> {
    use saut_puzzles::census::{ShapedBoard, single_vacancies};
    let f: Vec<&str> = spec.split(',').collect();
    for k in 0..20 {
        let board = ShapedBoard {
            shape: f[0].parse().unwrap(),
            holes: f[1].parse().unwrap(),
            cut_out: f[2].parse().unwrap(),
            width: f[3].parse::<u16>().ok().and_then(std::num::NonZeroU16::new),
            letter: f[4].parse().ok(),
            geometry: f[5].parse().unwrap(),
            seed: f[6].parse::<u64>().unwrap() + k * 1000,
        };
        let board = std::sync::Arc::new(board.board().unwrap());
        let all: Vec<_> = single_vacancies(&board, f[7] == "any")
            .filter(|p| p.goal().is_one_peg() == (f[7] == "any"))
            .take(1)
            .collect();
        if std::env::var("SHOW").is_ok() {
            for p in &all {
                println!(
                    "{}\n{:?}",
                    saut_puzzles::peg::picture::draw_position(p.board(), p.start()),
                    saut_puzzles::certify::class::last_holes(p)
                        .iter()
                        .map(|&h| p.board().cell(h))
                        .collect::<Vec<_>>()
                );
                let mut e = p.start().clone();
                for h in saut_puzzles::certify::class::last_holes(p) {
                    e.set(h, false);
                }
                println!(
                    "{}",
                    saut_puzzles::peg::picture::draw_position(p.board(), &e)
                );
            }
        }
        if !all.is_empty() {
            return all;
        }
        if !(f[0] == "random" || f[0] == "convex" || f[2] != "0") {
            break;
        }
    }
    println!("  0.000 0 none - {spec}");
    Vec::new()
}

fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap();
    let f: Vec<&str> = text.rsplit(')').next().unwrap().split_whitespace().collect();
    (f[11].parse::<f64>().unwrap() + f[12].parse::<f64>().unwrap()) / 100.0
}
