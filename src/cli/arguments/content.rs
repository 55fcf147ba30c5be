//! Formats of the files that commands write, and the endings that name them.

use std::path::Path;

/// Format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    Text,
    Json,
    JsonLines,
    Toml,
    Csv,
    Svg,
    Png,
    Pdf,
    Latex,
    Html,
    Dimacs,
    Smtlib,
    Pddl,
}

impl Content {
    /// The format that the ending of a file names, if it is one that we know.
    pub fn of_ending(file: &Path) -> Option<Self> {
        let ending = file.extension()?.to_str()?.to_ascii_lowercase();
        Some(match &*ending {
            "json" => Self::Json,
            "jsonl" => Self::JsonLines,
            "toml" => Self::Toml,
            "csv" => Self::Csv,
            "svg" => Self::Svg,
            "png" => Self::Png,
            "pdf" => Self::Pdf,
            "tex" => Self::Latex,
            "html" | "htm" => Self::Html,
            "cnf" | "dimacs" => Self::Dimacs,
            "smt2" | "smt" | "smtlib" => Self::Smtlib,
            "pddl" => Self::Pddl,
            _ => return None,
        })
    }

    /// In messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "JSON",
            Self::JsonLines => "JSON Lines",
            Self::Toml => "TOML",
            Self::Csv => "CSV",
            Self::Svg => "SVG",
            Self::Png => "PNG",
            Self::Pdf => "PDF",
            Self::Latex => "LaTeX",
            Self::Html => "HTML",
            Self::Dimacs => "DIMACS",
            Self::Smtlib => "SMT-LIB",
            Self::Pddl => "PDDL",
        }
    }
}
