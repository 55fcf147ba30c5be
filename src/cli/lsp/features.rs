//! Answers to the requests of an editor: hover, definition, references, rename, completion and formatting.

use std::collections::HashMap;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionParams, DocumentFormattingParams,
    GotoDefinitionParams, Hover, HoverContents, HoverParams, Location, MarkupContent, MarkupKind,
    Position, Range, ReferenceParams, RenameParams, TextDocumentPositionParams, TextEdit, Uri,
    WorkspaceEdit,
};
use saut_pddl::{Mention, NameKind};

use super::documents::{Documents, LintResult, offset, position};

/// An occurrence of a name, with the index of its file.
type Occurrence<'a> = (usize, &'a Mention);

impl LintResult {
    fn file(&self, uri: &Uri) -> Option<usize> {
        self.files.iter().position(|(other, ..)| other == uri)
    }

    fn mention(&self, at: &TextDocumentPositionParams) -> Option<Occurrence<'_>> {
        let file = self.file(&at.text_document.uri)?;
        let (_, text, linted) = &self.files[file];
        let at = offset(text, at.position);
        let is_there = |one: &&Mention| {
            let begin = one.at as usize;
            begin <= at && at <= begin + one.name.len()
        };
        let mention = linted.mentions.iter().find(is_there)?;
        Some((file, mention))
    }

    /// Returns all occurrences of the same name of the same kind. For a variable, only occurrences in its scope count.
    fn all(&self, (own, of): Occurrence<'_>) -> Vec<Occurrence<'_>> {
        let files = self.files.iter().enumerate();
        let files = files.filter(|(file, _)| match of.kind {
            NameKind::Variable(_) => *file == own,
            _ => true,
        });
        let mentions = files.flat_map(|(file, (.., linted))| {
            let mentions = linted.mentions.iter();
            mentions.map(move |mention| (file, mention))
        });
        let is_same = |(_, one): &Occurrence| (one.kind, &one.name) == (of.kind, &of.name);
        mentions.filter(is_same).collect()
    }

    fn location(&self, (file, mention): Occurrence<'_>) -> Location {
        let (uri, text, _) = &self.files[file];
        let begin = mention.at as usize;
        let end = begin + mention.name.len();
        Location::new(
            uri.clone(),
            Range::new(position(text, begin), position(text, end)),
        )
    }
}

/// Returns the kind and the declaration of the name at a position.
pub fn hover(documents: &Documents, params: &HoverParams) -> Option<Hover> {
    let at = &params.text_document_position_params;
    let linted = documents.linted(&at.text_document.uri)?;
    let place = linted.mention(at)?;
    let (_, mention) = place;
    let kind: &str = mention.kind.into();
    let all = linted.all(place);
    let mut declarations = all.iter().filter_map(|(_, one)| one.declaration.as_ref());
    let text = declarations.next().unwrap_or(&mention.name);
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: format!("{kind}\n```pddl\n{text}\n```"),
        }),
        range: Some(linted.location(place).range),
    })
}

pub fn definition(documents: &Documents, params: &GotoDefinitionParams) -> Vec<Location> {
    let at = &params.text_document_position_params;
    locations(documents, at, |mention| mention.declaration.is_some())
}

pub fn references(documents: &Documents, params: &ReferenceParams) -> Vec<Location> {
    let with_declarations = params.context.include_declaration;
    let is_wanted = |mention: &Mention| with_declarations || mention.declaration.is_none();
    locations(documents, &params.text_document_position, is_wanted)
}

fn locations(
    documents: &Documents,
    at: &TextDocumentPositionParams,
    is_wanted: impl Fn(&Mention) -> bool,
) -> Vec<Location> {
    let Some(linted) = documents.linted(&at.text_document.uri) else {
        return Vec::new();
    };
    let Some(place) = linted.mention(at) else {
        return Vec::new();
    };
    let all = linted.all(place).into_iter();
    let wanted = all.filter(|(_, mention)| is_wanted(mention));
    wanted.map(|one| linted.location(one)).collect()
}

/// Renames the name at a position in the domain and in all open problems.
pub fn rename(documents: &Documents, params: &RenameParams) -> Result<WorkspaceEdit, String> {
    let at = &params.text_document_position;
    let linted = documents.linted(&at.text_document.uri);
    let linted = linted.ok_or("the domain of this file was not found")?;
    let place = linted
        .mention(at)
        .ok_or("there is no name here that can be changed")?;
    let (_, mention) = place;
    let is_variable = matches!(mention.kind, NameKind::Variable(_));
    let new = params.new_name.trim();
    let plain = new.strip_prefix('?').unwrap_or(new);
    let is_sign = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let is_name =
        plain.starts_with(|c: char| c.is_ascii_alphabetic()) && plain.chars().all(is_sign);
    if !is_name || !is_variable && new.starts_with('?') {
        return Err(format!(
            "\"{new}\" is not a name; names begin with a letter and have letters, digits, - and _"
        ));
    }
    if mention.name == "object" {
        return Err("the type of all objects cannot be renamed".to_owned());
    }
    let new = format!("{}{plain}", if is_variable { "?" } else { "" });
    let is_taken = linted
        .files
        .iter()
        .flat_map(|(.., file)| &file.mentions)
        .any(|one| one.kind == mention.kind && one.name == new.to_ascii_lowercase());
    if is_taken {
        return Err(format!("{new} exists already"));
    }
    #[expect(clippy::mutable_key_type, reason = "the form of the protocol")]
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for one in linted.all(place) {
        let Location { uri, range } = linted.location(one);
        changes
            .entry(uri)
            .or_default()
            .push(TextEdit::new(range, new.clone()));
    }
    Ok(WorkspaceEdit::new(changes))
}

/// The keywords of PDDL that follow `(`, and the keywords that begin with `:`.
const WORDS: &str =
    "and or not imply exists forall when increase decrease assign define domain problem";
const KEYWORDS: &str = ":requirements :types :constants :predicates :functions :action :parameters :precondition \
     :effect :derived :constraints :domain :objects :init :goal :metric :typing";

/// Returns the names and keywords that are possible at a position.
pub fn completion(documents: &Documents, params: &CompletionParams) -> Vec<CompletionItem> {
    let at = &params.text_document_position;
    let uri = &at.text_document.uri;
    let text = documents.text(uri).unwrap_or_default();
    let before = &text[..offset(text, at.position)];
    let word = before.rfind(|c: char| c.is_whitespace() || c == '(' || c == ')');
    let (before, word) = before.split_at(word.map_or(0, |place| place + 1));
    let before = before.trim_end_matches([' ', '\t']);
    let mut found: Vec<(String, CompletionItemKind)> = Vec::new();
    let wanted = match () {
        () if word.starts_with(':') => KEYWORDS,
        () if before.ends_with('(') && !word.starts_with('?') => WORDS,
        () => "",
    };
    let wanted = wanted.split_whitespace();
    found.extend(wanted.map(|word| (word.to_owned(), CompletionItemKind::KEYWORD)));
    let linted = documents.linted(uri);
    let files = linted.iter().flat_map(|linted| &linted.files);
    let begin = action_around(text, before.len());
    for (file, _, linted) in files {
        let declared = linted
            .mentions
            .iter()
            .filter(|one| one.declaration.is_some());
        for mention in declared.filter(|_| !word.starts_with(':')) {
            let is_near = || file == uri && (begin..before.len()).contains(&(mention.at as usize));
            let kind = match (before.chars().next_back(), mention.kind) {
                (Some('('), NameKind::Predicate) => CompletionItemKind::FUNCTION,
                (Some('('), NameKind::Function) => CompletionItemKind::VALUE,
                (Some('-'), NameKind::Type) => CompletionItemKind::CLASS,
                (Some('(' | '-'), _) => continue,
                (_, NameKind::Object) => CompletionItemKind::CONSTANT,
                (_, NameKind::Variable(_)) if is_near() => CompletionItemKind::VARIABLE,
                _ => continue,
            };
            found.push((mention.name.clone(), kind));
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found.dedup_by(|a, b| a.0 == b.0);
    let item = |(label, kind)| CompletionItem {
        label,
        kind: Some(kind),
        ..CompletionItem::default()
    };
    found.into_iter().map(item).collect()
}

/// Returns the offset of the section or action that contains a position: the last `(:` before the position.
fn action_around(text: &str, at: usize) -> usize {
    text[..at].rfind("(:").unwrap_or(0)
}

/// Indents each line of the document by its depth in lists. The rest of the text does not change, except for spaces at
/// the ends of lines.
pub fn format(documents: &Documents, params: &DocumentFormattingParams) -> Vec<TextEdit> {
    let text = documents
        .text(&params.text_document.uri)
        .unwrap_or_default();
    let width = params.options.tab_size as usize;
    let unit = if params.options.insert_spaces {
        " ".repeat(width)
    } else {
        "\t".to_owned()
    };
    let new = indented(text, &unit);
    if new == text {
        return Vec::new();
    }
    let whole = Range::new(Position::new(0, 0), position(text, text.len()));
    vec![TextEdit::new(whole, new)]
}

/// Indents the lines of a text by their depth in lists. A line that begins with closing parentheses is indented like
/// the list that the parentheses close.
fn indented(text: &str, unit: &str) -> String {
    let mut depth = 0_usize;
    let mut written = String::new();
    for line in text.lines() {
        let line = line.trim();
        let code = line.split(';').next().unwrap_or_default();
        let closing = code.chars().take_while(|c| *c == ')').count();
        if !line.is_empty() {
            written += &unit.repeat(depth.saturating_sub(closing));
            written += line;
        }
        written.push('\n');
        for c in code.chars() {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::indented;

    #[test]
    fn lines_are_indented_by_the_lists_around_them() {
        let text = "(define (domain d) ; one (\n(:action a\n      :effect (and (p)\n(q))\n)\n\n)";
        let wanted = "(define (domain d) ; one (\n  (:action a\n    :effect (and (p)\n      (q))\n  )\n\n)\n";
        assert_eq!(indented(text, "  "), wanted);
        assert_eq!(indented(wanted, "  "), wanted);
    }
}
