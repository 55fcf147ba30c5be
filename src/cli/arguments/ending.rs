//! Content of the file of `-o`, which its ending must not contradict.

use saut::BadInput;

use super::content::Content;
use super::{Baseball, Command, ExplainFormat, Format, Global, ShowFormat, TreeFormat};

impl From<ShowFormat> for Content {
    fn from(format: ShowFormat) -> Self {
        match format {
            ShowFormat::Text => Self::Text,
            ShowFormat::Svg => Self::Svg,
            ShowFormat::Png => Self::Png,
            ShowFormat::Latex => Self::Latex,
            ShowFormat::Html => Self::Html,
        }
    }
}

impl Command {
    /// Refuses a file of `-o` whose ending names another format than the command writes.
    pub fn refuse_ending(&self, global: &Global) -> Result<(), BadInput> {
        let (Some(file), Some(content)) = (global.out.as_deref(), self.content(global)) else {
            return Ok(());
        };
        let Some(named) = Content::of_ending(file).filter(|named| *named != content) else {
            return Ok(());
        };
        let remedy = match (self, named) {
            (Self::Solve(_) | Self::Improve(_), Content::Json) if self.writes_its_file() => {
                "give a plan file another ending; the document of --json is printed"
            }
            (Self::Explain(_), Content::Svg) => "add --format svg, or give another ending",
            (_, Content::Json) if !self.writes_its_file() => "add --json, or give another ending",
            _ => "give another ending",
        };
        let fact = format!(
            "{} would hold {}, and not {}",
            file.display(),
            content.name(),
            named.name()
        );
        Err(BadInput::new("-o", fact).remedy(remedy))
    }

    /// The content of the file of `-o`; `None` if it is a folder, or `--format` says the content.
    fn content(&self, global: &Global) -> Option<Content> {
        Some(match self {
            Self::Show(arguments) if arguments.format.is_none() => arguments.format(global).into(),
            Self::Encode(arguments) if arguments.format.is_none() => {
                match arguments.language(global) {
                    Format::Dimacs => Content::Dimacs,
                    Format::Smtlib => Content::Smtlib,
                    Format::Pddl => Content::Pddl,
                }
            }
            Self::Baseball(Baseball::Tree(arguments)) if arguments.format.is_none() => {
                match arguments.format(global) {
                    TreeFormat::Text => Content::Text,
                    TreeFormat::Svg => Content::Svg,
                }
            }
            Self::Improve(_) => Content::Text,
            Self::Solve(arguments) if arguments.subject.is_task() => Content::Text,
            Self::Census(_) => Content::JsonLines,
            Self::Generate(_) => Content::Toml,
            Self::Explain(arguments) if arguments.format == ExplainFormat::Svg => return None,
            Self::Transform(arguments) if !global.json && !arguments.moves => Content::Toml,
            _ if self.writes_its_file() => return None,
            _ if global.json => Content::Json,
            _ => Content::Text,
        })
    }
}
