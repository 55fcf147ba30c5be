//! Loads the puzzles that an argument means: a bundled name, a file, one puzzle of a file, or `-`.
//!
//! If an argument without `/`, `\` and `.` is the name of a bundled puzzle, it means this puzzle. `./central` means a
//! file of that name. The extensions `.toml` and `.pddl` determine the format of a file. In other files, and on
//! standard input, the first line that is not a comment determines the format.

use std::io::Read;
use std::path::Path;

use saut_base::bad_input::BadInput;
use saut_base::read_limited::{self, MOST_PUZZLE_BYTES, unmarked};
use saut_base::stop::Stop;
use saut_base::visible::visible;
use saut_peg::peg::{Board, Geometry, Puzzle, boards};

use crate::game_id;
use crate::picture::{self, Choice, Drawn, Reading};
use crate::place::{line, shown};
use crate::shorthand::board_named;
use crate::text_kind::{self, TextKind};
use crate::{
    Entry, aliases, bundled, in_words, latex, nearest, pddl, plan_file, shown as printed,
    state_list, toml_file, track_text,
};

const STANDARD_INPUT: &str = "standard input";

/// Maximum number of names that one message lists.
const NAMES_SHOWN: usize = 20;

/// Options for reading a puzzle.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// Choices between the readings of a picture. The geometry also applies to bundled puzzles.
    pub picture: Choice,
    /// The board of a text that does not determine its board, such as a list of cells.
    pub board: Option<String>,
}

/// Origin of the puzzles of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Bundled with the program.
    Bundled,
    /// A format with fields, which has only one reading.
    Fields,
    /// A picture or a list, whose meaning the parser has inferred.
    Drawn,
}

impl Origin {
    /// Returns notes for the user: the meaning that was inferred from a picture, and oddities of a board from a file or
    /// standard input.
    pub fn notes(self, entry: &Entry) -> Vec<String> {
        let Entry::Peg(puzzle) = entry else {
            return Vec::new();
        };
        let read =
            (self == Self::Drawn).then(|| format!("read as {}", in_words::puzzle_in_words(puzzle)));
        let odd = in_words::oddities(puzzle).filter(|_| self != Self::Bundled);
        let odd = odd.map(|odd| format!("warning: {odd}"));
        read.into_iter().chain(odd).collect()
    }
}

/// The puzzles of an argument.
#[derive(Debug)]
pub struct Loaded {
    /// The puzzles, in the order of the text.
    pub entries: Vec<Entry>,
    /// The origin of the puzzles.
    pub origin: Origin,
    /// Warnings about words near pictures that are not part of the puzzle.
    pub warnings: Vec<BadInput>,
    /// Name of the text in messages.
    place: String,
}

impl Loaded {
    /// Returns the only puzzle.
    ///
    /// # Errors
    /// There is more than one puzzle.
    pub fn only(mut self) -> Result<Entry, BadInput> {
        if let [_] = self.entries[..] {
            return Ok(self.entries.swap_remove(0));
        }
        let names = self.names();
        let fact = format!("the file has {} puzzles: {names}", self.entries.len());
        let remedy = match self.entries.first() {
            Some(first) if has_ending(&self.place, "toml") => {
                format!("choose one, as in {}:{}", self.place, first.name())
            }
            _ => "give a file with one puzzle".to_owned(),
        };
        Err(BadInput::new(self.place, fact).remedy(remedy))
    }

    /// Returns the puzzles, all of peg solitaire under today's rules.
    ///
    /// # Errors
    /// A puzzle is of another game, or under the old French rule.
    pub fn puzzles(self) -> Result<Vec<Puzzle>, BadInput> {
        let puzzles = self.entries.into_iter().map(Entry::peg);
        let puzzles: Result<_, BadInput> = puzzles.collect();
        puzzles.map_err(|bad| match self.origin {
            Origin::Bundled => bad,
            _ => bad.within(self.place),
        })
    }

    /// Returns the names of the puzzles, at most [`NAMES_SHOWN`].
    fn names(&self) -> String {
        let names = self.entries.iter().map(Entry::name);
        let names: Vec<&str> = names.take(NAMES_SHOWN).collect();
        let has_more = self.entries.len() > NAMES_SHOWN;
        names.join(", ") + if has_more { ", …" } else { "" }
    }
}

/// Loads the puzzles that an argument means: a bundled name, a path, `PATH.toml:NAME`, or `-` for `input`. The options
/// choose between the readings of a picture. A geometry in the options gives a bundled puzzle other lines, and must
/// agree with the geometry in a file.
///
/// # Errors
/// The puzzle or file does not exist, the file cannot be read, or its content is invalid.
pub fn load(argument: &str, input: impl Read, options: &ReadOptions) -> Result<Loaded, BadInput> {
    if argument == "-" {
        let bytes =
            read_limited::stream(input, STANDARD_INPUT, MOST_PUZZLE_BYTES, &Stop::default())?;
        return load_bytes(&bytes, STANDARD_INPUT, options);
    }
    let exists = || Path::new(argument).exists();
    if !argument.contains(['/', '\\', '.']) && !argument.is_empty() {
        let named = bundled::find(argument);
        let named = named.or_else(|| aliases::entry(argument).filter(|_| !exists()));
        if let Some(entry) = named {
            return on_geometry(entry, options);
        }
        if !exists() {
            if boards::is_too_large(argument) {
                return Err(BadInput::new(argument, Board::TOO_LARGE));
            }
            let argument = shown(argument);
            let fact = format!("\"{argument}\" is neither a bundled puzzle nor a file");
            return Err(bundled::unknown(&argument, &fact));
        }
    }
    let colon = argument.find(".toml:").filter(|_| !exists());
    let (path, name) = match colon.map(|dot| argument.split_at(dot + ".toml".len())) {
        Some((path, name)) => (path, Some(&name[1..])),
        None => (argument, None),
    };
    if !Path::new(path).exists() {
        let stem = Path::new(path).file_stem().unwrap_or_default();
        let unknown = bundled::unknown(&stem.to_string_lossy(), "there is no such file");
        return Err(unknown.within(path));
    }
    let bytes = read_limited::file(Path::new(path), MOST_PUZZLE_BYTES)?;
    let mut loaded = load_bytes(&bytes, path, options)?;
    if let Some(name) = name {
        let Some(at) = loaded.entries.iter().position(|one| one.name() == name) else {
            let fact = format!("the file has no puzzle called \"{}\"", shown(name));
            let all = format!("the file has {}", loaded.names());
            let names = loaded.entries.iter().map(Entry::name);
            return Err(BadInput::new(path, fact).remedy(nearest::remedy(name, names, &all)));
        };
        loaded.entries = vec![loaded.entries.swap_remove(at)];
    }
    Ok(loaded)
}

/// Returns the puzzle that a name means. It is the name or a short name of a bundled puzzle, the name of a board (its
/// central game), or a board with two cells. No file is read.
///
/// # Errors
/// No puzzle and no board has this name, or the board is too large.
pub fn named(name: &str) -> Result<Entry, BadInput> {
    let known = bundled::find(name).or_else(|| aliases::entry(name));
    known.map_or_else(|| bundled::entry_named(name), Ok)
}

/// Loads the puzzles of a text. `place` names the text in messages. A known extension of `place` determines the format.
///
/// # Errors
/// The text is not UTF-8 or empty, or the parser of the format rejects it.
pub fn load_bytes(bytes: &[u8], place: &str, options: &ReadOptions) -> Result<Loaded, BadInput> {
    let text = std::str::from_utf8(bytes).map_err(|bad| {
        let line = line(&bytes[..bad.valid_up_to()]);
        BadInput::new(format!("{place}: line {line}"), "the text is not UTF-8")
            .remedy("is it a text file? Save it as UTF-8")
    })?;
    let typeset = latex::pictures(text);
    let text = unmarked(typeset.as_deref().unwrap_or(text));
    if text.trim().is_empty() {
        return Err(BadInput::new(place, "the file is empty")
            .remedy("expected a picture, [[puzzle]] entries or a PDDL problem"));
    }
    let within = |bad: BadInput| bad.within(place);
    let is_read = |kind| {
        use TextKind::{Domain, Printed, Problem, PuzzleToml};
        // The PDDL parser rejects a domain with its own message.
        let is_figure = kind == TextKind::Plan && options.board.is_some();
        is_figure || matches!(kind, PuzzleToml | Printed | Problem | Domain)
    };
    if let Some(other) = text_kind::other_than(text, "a puzzle", is_read) {
        let remedy =
            "give a picture, a list of cells, a TOML file or a PDDL problem of peg solitaire";
        return Err(within(other).remedy(remedy));
    }
    let stem = Path::new(place).file_stem();
    let stem = stem.map(|stem| stem.to_string_lossy());
    let name = &visible(stem.as_deref().unwrap_or(place));
    let mut format = Format::of(place, text);
    if let (Some(board), Format::Picture | Format::Pddl) = (&options.board, format) {
        let board = boards::named(&board.trim().to_lowercase());
        if state_list::is_bare(text) || state_list::is_vector(text) {
            format = Format::States;
        } else if board.is_some_and(|board| plan_file::is_plan(&board, text)) {
            format = Format::Jumps;
        }
    }
    let is_drawn = matches!(format, Format::Picture | Format::States | Format::Jumps);
    if !is_drawn {
        refuse_signs(options, "the format of this file determines the signs").map_err(within)?;
    }
    let mut warnings = Vec::new();
    let entries = match format {
        Format::Toml => toml_file::read(text, place)?,
        Format::Pddl => vec![pddl::read_problem(text, place)?.into()],
        Format::States => {
            let puzzle = state_list::puzzle(text, name, options.board.as_deref());
            vec![puzzle.map_err(within)?.into()]
        }
        Format::Track => vec![track_text::read(text, name).map_err(within)?.into()],
        Format::Jumps => {
            let name_of_board = options.board.as_deref().unwrap_or_default();
            let board = board_named(&name_of_board.trim().to_lowercase(), "--board")?;
            vec![plan_file::figure(board, text, name).map_err(within)?.into()]
        }
        Format::Picture => {
            let known = || game_id::read(text, name);
            let puzzle = if let Some(puzzle) = printed::read(text, name).or_else(known) {
                puzzle
            } else {
                let readings = picture::read(text, 1, options.picture).map_err(within)?;
                let (drawn, others) = likely(readings, name).map_err(within)?;
                let unread = picture::unread_words(text, options.picture.given);
                let notes = unread.map_err(within)?.into_iter().chain(others);
                warnings = notes.map(within).collect();
                picture::puzzle_of(&drawn, name)
            };
            vec![puzzle.map_err(within)?.into()]
        }
    };
    if !matches!(format, Format::States | Format::Jumps) {
        refuse_board(options).map_err(within)?;
    }
    agreeing(&entries, options.picture.geometry).map_err(within)?;
    let origin = if is_drawn {
        Origin::Drawn
    } else {
        Origin::Fields
    };
    Ok(Loaded {
        entries,
        origin,
        warnings,
        place: place.to_owned(),
    })
}

/// Returns the only reading of a picture. Several readings are an error, with two exceptions: if only one reading has a
/// legal jump, or only one of the readings with a legal jump has a well-known board, this reading is returned with a
/// warning.
fn likely(readings: Vec<Reading>, name: &str) -> Result<(Drawn, Option<BadInput>), BadInput> {
    let number = readings.len();
    // Whether the board is well known, for each reading with a legal jump.
    let is_known = |reading: &Reading| {
        let puzzle = picture::puzzle_of(&reading.drawn, name).ok()?;
        let board = puzzle.board();
        let mut jumps = board.jumps().iter();
        let is_playable = jumps.any(|&jump| board.can_play(puzzle.start(), jump));
        is_playable.then(|| boards::is_well_known(board))
    };
    let playable = readings.iter().map(|one| Some((one, is_known(one)?)));
    let playable: Vec<(&Reading, bool)> = playable.flatten().collect();
    let known: Vec<_> = playable.iter().filter(|(_, is_known)| *is_known).collect();
    let drawn = match (&known[..], &playable[..]) {
        ([(reading, _)], _) | ([], [(reading, _)]) if number > 1 => reading.drawn.clone(),
        _ => return picture::only(readings).map(|drawn| (drawn, None)),
    };
    let fact = format!("the picture can be read in {number} ways; the most likely reading is used");
    let remedy = "--peg, --vacancy, --wall and --geometry select another reading";
    Ok((drawn, Some(BadInput::new("", fact).remedy(remedy))))
}

/// Returns an error if flags give signs but the input is not a picture.
fn refuse_signs(options: &ReadOptions, fact: &str) -> Result<(), BadInput> {
    let Some((flag, _)) = options.picture.given.flags().next() else {
        return Ok(());
    };
    Err(BadInput::new(flag, fact).remedy("give signs only with plain pictures"))
}

/// Returns an error if a flag gives a board but the input determines its own board.
fn refuse_board(options: &ReadOptions) -> Result<(), BadInput> {
    if options.board.is_none() {
        return Ok(());
    }
    Err(
        BadInput::new("--board", "the puzzle determines its board").remedy(
            "give a board only with a list of cells, a list of jumps, or a 0 or 1 for each hole",
        ),
    )
}

/// Returns a bundled puzzle with the lines of the geometry that a flag gives.
fn on_geometry(mut entry: Entry, options: &ReadOptions) -> Result<Loaded, BadInput> {
    refuse_board(options)?;
    refuse_signs(options, "a bundled puzzle has no signs")?;
    let refused = |fact| Err(BadInput::new("--geometry", fact).remedy("leave it out"));
    match (options.picture.geometry, &entry) {
        (Some(_), Entry::Baseball(_)) => return refused("colour baseball has no board"),
        (Some(geometry), Entry::Peg(puzzle)) if geometry != puzzle.board().geometry() => {
            if puzzle.board().put_back().is_some() {
                return refused("the old French rule does not allow another geometry");
            }
            // The recorded answer does not apply to another geometry.
            let board = Board::new(geometry, puzzle.board().cells().iter().copied())
                .map_err(|bad| BadInput::new("--geometry", bad))?;
            let name = format!("{}-{geometry}", puzzle.name());
            let (start, goal) = (puzzle.start().clone(), puzzle.goal().clone());
            let mut changed = Puzzle::new(&name, board, start, goal)?;
            let title = puzzle.title.as_ref();
            changed.title = title.map(|title| format!("{title}, geometry {geometry}"));
            entry = changed.into();
        }
        (_, Entry::Peg(_) | Entry::Baseball(_)) => {}
    }
    Ok(Loaded {
        place: entry.name().to_owned(),
        entries: vec![entry],
        origin: Origin::Bundled,
        warnings: Vec::new(),
    })
}

/// Returns an error if a flag gives another geometry than the file.
fn agreeing(entries: &[Entry], geometry: Option<Geometry>) -> Result<(), BadInput> {
    for entry in entries {
        if let (Entry::Peg(puzzle), Some(asked)) = (entry, geometry)
            && puzzle.board().geometry() != asked
        {
            let of = puzzle.board().geometry();
            let fact = format!("the puzzle has the geometry {of}");
            return Err(BadInput::new(format!("\"{}\"", shown(entry.name())), fact)
                .remedy("give a geometry only with plain pictures and bundled puzzles"));
        }
    }
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Toml,
    Pddl,
    /// Lists of occupied cells.
    States,
    /// A list of jumps. It means the smallest figure from which these jumps can be played.
    Jumps,
    /// Bases of colour baseball.
    Track,
    Picture,
}

impl Format {
    /// Returns the format of a text, by the extension of its name or by its first line that is not a comment.
    fn of(place: &str, text: &str) -> Self {
        let mut lines = text.lines().map(str::trim);
        let first = lines.find(|line| !line.is_empty() && !line.starts_with(['#', ';']));
        let first = first.unwrap_or_default();
        if has_ending(place, "toml") {
            Self::Toml
        } else if track_text::is_track(text) {
            Self::Track
        } else if has_ending(place, "pddl") {
            Self::Pddl
        } else if !first.is_empty() && state_list::is_list(text) {
            Self::States
        } else if is_pddl(first) {
            Self::Pddl
        } else if is_toml(first) {
            Self::Toml
        } else {
            Self::Picture
        }
    }
}

fn has_ending(place: &str, wanted: &str) -> bool {
    let ending = Path::new(place).extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case(wanted))
}

/// Whether a line begins like `(define`, and not with brackets around a hole.
fn is_pddl(line: &str) -> bool {
    let word = line.strip_prefix('(').map(str::trim_start);
    word.is_some_and(|word| {
        let letters = word.chars().take_while(|symbol| symbol.is_alphabetic());
        word.is_empty() || letters.count() > 2
    })
}

/// Whether a line begins like `[[puzzle]]` or `name = "…"`, and not with brackets around a hole or with a ruler of `=`.
fn is_toml(line: &str) -> bool {
    let key = line.trim_start_matches('[');
    let letters = key
        .chars()
        .take_while(|&symbol| symbol.is_alphanumeric() || "_-\"".contains(symbol));
    let length = letters.count();
    let is_table = key.len() < line.len() && length > 2;
    let is_field = key.chars().skip(length).find(|symbol| *symbol != ' ') == Some('=');
    is_table || (is_field && length > 0)
}

#[cfg(test)]
mod tests;
