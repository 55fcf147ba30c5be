//! Content of the file of `-o`, which its ending must not contradict.

use std::path::Path;

use saut::BadInput;

use super::content::Content;
use super::{Baseball, Command, ExplainFormat, Format, ShowFormat, TreeFormat};

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
    pub fn refuse_ending(&self, json: bool) -> Result<(), BadInput> {
        let Some((file, content)) = self.content(json) else {
            return Ok(());
        };
        let Some(named) = Content::of_ending(file).filter(|named| *named != content) else {
            return Ok(());
        };
        let remedy = match (self, named) {
            (Self::Plan(_) | Self::Improve(_), Content::Json) => {
                "give a plan file another ending; the document of --json is printed"
            }
            (Self::Explain(_), Content::Svg) => "add --format svg, or give another ending",
            (_, Content::Json) if self.out().is_some() => "add --json, or give another ending",
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

    /// The file of `-o` and its content; nothing if none is named, it is a folder, or `--format` says the content.
    fn content(&self, json: bool) -> Option<(&Path, Content)> {
        let (file, content) = match self {
            Self::Show(arguments) if arguments.format.is_none() => {
                (arguments.out.as_deref(), arguments.format().into())
            }
            Self::Encode(arguments) if arguments.format.is_none() => {
                let content = match arguments.language() {
                    Format::Dimacs => Content::Dimacs,
                    Format::Smtlib => Content::Smtlib,
                    Format::Pddl => Content::Pddl,
                };
                (arguments.out.as_deref(), content)
            }
            Self::Baseball(Baseball::Tree(arguments)) if arguments.format.is_none() => {
                let content = match arguments.format() {
                    TreeFormat::Text => Content::Text,
                    TreeFormat::Svg => Content::Svg,
                };
                (arguments.out.as_deref(), content)
            }
            Self::Plan(arguments) => (arguments.plan_file.as_deref(), Content::Text),
            Self::Improve(arguments) => (arguments.plan_file.as_deref(), Content::Text),
            Self::Census(arguments) => (arguments.output.as_deref(), Content::JsonLines),
            Self::Generate(arguments) => (arguments.output.as_deref(), Content::Toml),
            Self::Explain(arguments) if arguments.format == ExplainFormat::Svg => return None,
            Self::Transform(arguments) if !json && !arguments.moves => (self.out(), Content::Toml),
            _ if json => (self.out(), Content::Json),
            _ => (self.out(), Content::Text),
        };
        Some((file?, content))
    }
}
