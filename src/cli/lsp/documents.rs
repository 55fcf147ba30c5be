//! Open documents, positions in them, and the files that are linted together.

use std::collections::BTreeMap;

use lsp_types::{Diagnostic, DiagnosticSeverity, NumberOrString, Position, Range, Uri};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use saut::answer::domain_beside;
use saut::stop::Stop;
use saut_pddl::{Header, LintedFile, Severity, Text, lint, read_header};

/// Texts of the open documents, by their URIs.
#[derive(Default)]
pub struct Documents(BTreeMap<String, String>);

/// A domain and its problems, and the diagnostics about them.
pub struct LintResult {
    /// The domain and then its problems, each with URI, text and diagnostics.
    pub files: Vec<(Uri, String, LintedFile)>,
}

impl Documents {
    pub fn set(&mut self, uri: &Uri, text: String) {
        self.0.insert(uri.as_str().to_owned(), text);
    }

    pub fn close(&mut self, uri: &Uri) {
        self.0.remove(uri.as_str());
    }

    pub fn text(&self, uri: &Uri) -> Option<&str> {
        self.0.get(uri.as_str()).map(String::as_str)
    }

    /// Returns whether a text is a domain or a problem, with the name of the domain.
    fn heading(text: &str) -> Option<Header> {
        read_header(text, "", &Stop::default()).ok().flatten()
    }

    /// Returns the URI and the text of the domain of a document. A domain is its own domain.
    fn domain_of(&self, uri: &Uri) -> Option<(Uri, String)> {
        let text = self.text(uri)?;
        let wanted = match Self::heading(text)? {
            Header::Domain(_) => return Some((uri.clone(), text.to_owned())),
            Header::Problem { domain } => domain,
        };
        let is_it = |text: &str| match Self::heading(text) {
            Some(Header::Domain(name)) => wanted.as_ref().is_none_or(|wanted| *wanted == name),
            _ => false,
        };
        if let Some((uri, text)) = self.0.iter().find(|(_, text)| is_it(text)) {
            return Some((uri.parse().ok()?, text.clone()));
        }
        let file = domain_beside(&path_of(uri)?, "", "", &Stop::default()).ok()?;
        let text = std::fs::read_to_string(&file).ok()?;
        Some((uri_of(&file)?, text))
    }

    /// Lints a document with the open files that belong to it. Returns `None` if its domain is not found.
    pub fn linted(&self, uri: &Uri) -> Option<LintResult> {
        let (domain, domain_text) = self.domain_of(uri)?;
        let mut files = vec![(domain, domain_text)];
        for (other, text) in &self.0 {
            let other: Uri = other.parse().ok()?;
            let is_problem = matches!(Self::heading(text), Some(Header::Problem { .. }));
            let domain = self.domain_of(&other).filter(|_| is_problem);
            if domain.is_some_and(|(domain, _)| domain == files[0].0) {
                files.push((other, text.clone()));
            }
        }
        let texts: Vec<Text> = files
            .iter()
            .map(|(uri, text)| Text {
                text,
                place: uri.as_str(),
            })
            .collect();
        let found = lint(texts[0], &texts[1..], &Stop::default()).ok()?;
        let found = [found.domain_file].into_iter().chain(found.problem_files);
        let files = files.into_iter().zip(found);
        let files = files.map(|((uri, text), file)| (uri, text, file)).collect();
        Some(LintResult { files })
    }

    /// Returns the diagnostics of a document and of the open files that are linted with it. A closed document has an
    /// empty list.
    pub fn diagnostics(&self, changed: &Uri) -> Vec<(Uri, Vec<Diagnostic>)> {
        let Some(linted) = self.linted(changed) else {
            return vec![(changed.clone(), self.without_domain(changed))];
        };
        let open = linted
            .files
            .iter()
            .filter(|(uri, ..)| self.text(uri).is_some());
        open.map(|(uri, text, file)| (uri.clone(), diagnostics(text, file)))
            .collect()
    }

    /// Returns the diagnostic that the domain of a document was not found. It is the only diagnostic of the document.
    fn without_domain(&self, uri: &Uri) -> Vec<Diagnostic> {
        let fact = match self.text(uri).map(Self::heading) {
            None => return Vec::new(),
            Some(Some(_)) => {
                "the domain of this problem is neither open nor in the same folder; also open the domain"
            }
            Some(None) => {
                "neither a domain nor a problem; a file begins with `(define (domain NAME)`"
            }
        };
        vec![Diagnostic {
            severity: Some(DiagnosticSeverity::WARNING),
            source: Some("saut".to_owned()),
            message: fact.to_owned(),
            ..Diagnostic::default()
        }]
    }
}

fn diagnostics(text: &str, file: &LintedFile) -> Vec<Diagnostic> {
    let lines: Vec<&str> = text.split('\n').collect();
    let diagnostic = |one: &saut_pddl::Diagnostic| {
        let message = &one.message;
        let at = message.at.as_deref();
        let range = at.map_or_else(Range::default, |at| {
            let line = lines.get(at.line - 1).copied().unwrap_or_default();
            let position = |characters: usize| {
                let before = line.chars().take(characters).map(char::len_utf16);
                Position::new(narrow(at.line - 1), narrow(before.sum()))
            };
            let first = at.column - 1;
            Range::new(position(first), position(first + at.word.chars().count()))
        });
        Diagnostic {
            range,
            severity: Some(match one.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
            }),
            code: at.map(|at| NumberOrString::String(at.code.to_owned())),
            source: Some("saut".to_owned()),
            message: message.text(),
            ..Diagnostic::default()
        }
    };
    file.diagnostics.iter().map(diagnostic).collect()
}

/// Converts a number of lines or columns. Texts are too short for an overflow.
fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

pub fn position(text: &str, offset: usize) -> Position {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.rfind('\n').map_or(0, |newline| newline + 1);
    Position::new(
        narrow(before.matches('\n').count()),
        narrow(before[line..].encode_utf16().count()),
    )
}

pub fn offset(text: &str, position: Position) -> usize {
    let mut lines = text.split_inclusive('\n');
    let before: usize = lines
        .by_ref()
        .take(position.line as usize)
        .map(str::len)
        .sum();
    let mut left = position.character as usize;
    let line = lines.next().unwrap_or_default();
    let within = line.trim_end_matches(['\n', '\r']).chars().take_while(|c| {
        let is_before = left > 0;
        left = left.saturating_sub(c.len_utf16());
        is_before
    });
    before + within.map(char::len_utf8).sum::<usize>()
}

/// Returns the path of the file with this URI, if its scheme is `file`.
fn path_of(uri: &Uri) -> Option<String> {
    let path = uri.as_str().strip_prefix("file://")?;
    Some(percent_decode_str(path).decode_utf8().ok()?.into_owned())
}

fn uri_of(path: &str) -> Option<Uri> {
    const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
        .remove(b'/')
        .remove(b'-')
        .remove(b'_')
        .remove(b'.')
        .remove(b'~');
    format!("file://{}", utf8_percent_encode(path, ESCAPED))
        .parse()
        .ok()
}
