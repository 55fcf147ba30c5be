//! Arguments: what is asked of, the document, and the limits.

use std::ffi::OsString;
use std::time::Duration;

use lexopt::prelude::*;
use saut_base::BadInput;
use saut_base::stop::Stop;

/// Text that `--help` prints.
pub const HELP: &str = "\
Example: saut-check domain.pddl problem.pddl answer.json

saut-check PUZZLE DOCUMENT
saut-check DOMAIN PROBLEM DOCUMENT
saut-check --sas FILE DOCUMENT

Checks an answer: a plan is replayed by the rules alone, a certificate is checked anew.
PUZZLE is a bundled name or a file, DOCUMENT what saut printed with --json, or a plan.

  --timeout SECONDS    when to give up
  --memory MIB         the most memory
  --json               one JSON document, and nothing else
  -h, --help           this text

Exit status: 0 accepted, 1 refused, 30 not finished, 2 unusable input.
";

/// The arguments.
#[derive(Debug)]
pub struct Arguments {
    /// A puzzle, or a domain and a problem.
    pub subject: Vec<String>,
    /// A task in SAS+.
    pub sas: Option<String>,
    /// The document.
    pub document: String,
    /// The limits.
    pub stop: Stop,
    /// Whether one JSON document is asked for.
    pub json: bool,
}

impl Arguments {
    /// Reads them; `None` if help is asked for.
    ///
    /// # Errors
    /// Fault of the arguments.
    pub fn read(words: impl IntoIterator<Item = OsString>) -> Result<Option<Self>, BadInput> {
        let bad = |error: lexopt::Error| bad(error.to_string());
        let mut parser = lexopt::Parser::from_iter(words);
        let (mut files, mut sas, mut timeout, mut memory) = (Vec::new(), None, None, None);
        let mut json = false;
        while let Some(argument) = parser.next().map_err(bad)? {
            match argument {
                Short('h') | Long("help") => return Ok(None),
                Long("json") => json = true,
                Long("sas") => sas = Some(word(&mut parser)?),
                Long("timeout") => timeout = Some(seconds(&word(&mut parser)?)?),
                Long("memory") => {
                    let value = parser.value().and_then(|value| value.parse::<u64>());
                    memory = Some(value.map_err(bad)?);
                }
                Value(value) => files.push(value.string().map_err(bad)?),
                other => return Err(bad(other.unexpected())),
            }
        }
        let Some(document) = files.pop() else {
            return Err(self::bad("a document is missing".to_owned()));
        };
        let fits = match sas {
            Some(_) => files.is_empty(),
            None => matches!(files.len(), 1 | 2),
        };
        if !fits {
            let fact = "expected PUZZLE DOCUMENT, DOMAIN PROBLEM DOCUMENT or --sas FILE DOCUMENT";
            return Err(self::bad(fact.to_owned()));
        }
        let stop = Stop::new(timeout, memory);
        Ok(Some(Self {
            subject: files,
            sas,
            document,
            stop,
            json,
        }))
    }
}

fn bad(fact: String) -> BadInput {
    BadInput::new("arguments", fact).remedy("saut-check --help says what there is")
}

fn word(parser: &mut lexopt::Parser) -> Result<String, BadInput> {
    let value = parser.value().and_then(ValueExt::string);
    value.map_err(|error| bad(error.to_string()))
}

fn seconds(text: &str) -> Result<Duration, BadInput> {
    let seconds = text.parse().ok().map(Duration::try_from_secs_f64);
    let wrong = || bad(format!("--timeout {text}: it is no number of seconds"));
    seconds.and_then(Result::ok).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::Arguments;

    fn read(words: &[&str]) -> Result<Option<Arguments>, saut_base::BadInput> {
        let words = ["saut-check"].iter().chain(words);
        Arguments::read(words.map(std::ffi::OsString::from))
    }

    #[test]
    fn files_say_what_is_asked() {
        let subject = |words: &[&str]| {
            let read = read(words).unwrap().unwrap();
            (read.subject, read.sas)
        };
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        assert_eq!(subject(&["p", "d"]), (names(&["p"]), None));
        let pddl = subject(&["a", "b", "--timeout", "2.5", "d"]);
        assert_eq!(pddl, (names(&["a", "b"]), None));
        let sas = subject(&["--sas", "s", "d"]);
        assert_eq!(sas, (names(&[]), Some("s".to_owned())));
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for words in [
            &[][..],
            &["d"],
            &["a", "b", "c", "d"],
            &["--sas", "s", "a", "d"],
            &["--timeout", "-1", "p", "d"],
            &["--timeout", "NaN", "p", "d"],
            &["--memory", "x", "p", "d"],
            &["--what", "p", "d"],
        ] {
            assert!(read(words).is_err(), "{words:?}");
        }
        assert!(read(&["--help"]).unwrap().is_none());
        assert!(super::HELP.starts_with("Example: saut-check "));
        let json = |words: &[&str]| read(words).unwrap().unwrap().json;
        assert!(json(&["p", "d", "--json"]) && !json(&["p", "d"]));
    }
}
