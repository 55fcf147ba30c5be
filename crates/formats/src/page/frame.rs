//! The file of a page: a head with a content security policy, the style, and one script that is bundled from modules of
//! `web/`. The policy allows only the content of the page itself.
//!
//! The policy names script and style by their checksums (*Content Security Policy Level 3*, W3C). A checksum is the
//! SHA-256 of the text between the tags, in the base64 alphabet of RFC 4648, section 4.
//!
//! A page that is a single file cannot import modules. So its modules are concatenated into one script, and all
//! top-level names must differ. The modules use only two forms: `import { … } from …;` at the beginning of a line, and
//! `export` before a function, class or constant.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use sha2::{Digest, Sha256};

use super::assets::{FONT, PAGE, STUDIO, STUDIO_PAGE, STUDIO_STYLE, STYLE, WORKER};
use crate::markup::escaped;

/// A self-contained page.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// The title, as plain text.
    pub title: &'a str,
    /// The style sheet.
    pub style: &'a str,
    /// The modules, each after its imports.
    pub modules: &'a [(&'a str, &'a str)],
    /// Markup between the tags of the body.
    pub body: &'a str,
}

impl Frame<'_> {
    /// Returns the page.
    pub fn write(&self) -> String {
        self.with_policy("")
    }

    /// Returns the page, with `allowed` added to the policy for its scripts.
    fn with_policy(&self, allowed: &str) -> String {
        let script = bundle(self.modules);
        let checksum = |text: &str| BASE64_STANDARD.encode(Sha256::digest(text));
        let policy = format!(
            "default-src 'none'; script-src 'sha256-{}'{allowed}; style-src 'sha256-{}'; img-src data:; \
             base-uri 'none'; form-action 'none'",
            checksum(&script),
            checksum(self.style)
        );
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <link rel=\"icon\" href=\"data:,\">\n<title>{}</title>\n<style>{}</style>\n\
             </head>\n<body>\n{}<script type=\"module\">{script}</script>\n</body>\n</html>\n",
            escaped(self.title),
            self.style,
            self.body,
        )
    }
}

/// Returns the studio in one file, with its engine: the program of `saut-studio` as WebAssembly, compressed by gzip.
pub fn studio(engine: &[u8]) -> String {
    // The entry point of the page of a plan is not needed.
    let shared = PAGE.iter().filter(|(name, _)| *name != "show.js");
    let modules: Vec<(&str, &str)> = shared.chain(&STUDIO).copied().collect();
    let body = format!(
        "{}<script type=\"text/plain\" id=\"engine\">{}</script>\n\
         <script type=\"text/plain\" id=\"engine-worker\">{WORKER}</script>\n",
        between(STUDIO_PAGE, "<body>\n", "</body>"),
        BASE64_STANDARD.encode(engine),
    );
    let frame = Frame {
        title: between(STUDIO_PAGE, "<title>", "</title>"),
        style: &format!("{FONT}{STYLE}{STUDIO_STYLE}"),
        modules: &modules,
        body: &body,
    };
    frame.with_policy(" 'wasm-unsafe-eval'; worker-src blob:; font-src data:")
}

/// Returns the text between two markers. If the second marker is missing, returns the rest of the text.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> &'a str {
    let rest = text.split_once(begin).map_or(text, |(_, rest)| rest);
    rest.split_once(end).map_or(rest, |(found, _)| found)
}

/// Returns the modules as one script, in this order, without imports, the word `export` and comments that fill a line.
fn bundle(modules: &[(&str, &str)]) -> String {
    let (mut script, mut importing) = (String::new(), false);
    for line in modules.iter().flat_map(|(_, text)| text.lines()) {
        importing |= line.starts_with("import ");
        let is_dropped = importing || line.trim_start().starts_with("//") || line.is_empty();
        importing &= !line.ends_with(';');
        if !is_dropped {
            script.push_str(line.strip_prefix("export ").unwrap_or(line));
            script.push('\n');
        }
    }
    script
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::assets::REPORT;
    use super::{PAGE, STUDIO, WORKER, bundle, studio};

    #[test]
    fn imports_exports_and_comments_go() {
        let first =
            "// Why.\nconst hidden = 1;\n\nexport const a = hidden;\nexport function b() {}\n";
        let last =
            "import {\n  a, b,\n} from \"./first.js\";\nimport { a } from \"./x.js\";\nb(a);\n";
        assert_eq!(
            bundle(&[("first.js", first), ("last.js", last)]),
            "const hidden = 1;\nconst a = hidden;\nfunction b() {}\nb(a);\n"
        );
    }

    #[test]
    fn no_two_modules_of_a_page_declare_the_same_name() {
        for modules in [[&PAGE[..], &STUDIO[..]].concat(), REPORT.to_vec()] {
            let script = bundle(&modules);
            let mut names = HashSet::new();
            for line in script.lines() {
                let line = line.strip_prefix("async ").unwrap_or(line);
                let Some((kind, rest)) = line.split_once(' ') else {
                    continue;
                };
                if ["const", "let", "function", "class"].contains(&kind) {
                    let declared = rest.split(['=', '(']).next().unwrap_or(rest);
                    let declared = declared.split(" extends ").next().unwrap_or(declared);
                    let declared =
                        declared.split(|symbol: char| !symbol.is_alphanumeric() && symbol != '_');
                    for name in declared.filter(|name| !name.is_empty()) {
                        assert!(names.insert(name), "{name}");
                    }
                }
            }
            assert!(!names.is_empty());
        }
    }

    #[test]
    fn every_module_of_the_studio_is_after_those_that_it_imports() {
        let order: Vec<&str> = PAGE.iter().chain(&STUDIO).map(|(name, _)| *name).collect();
        for (place, (name, text)) in PAGE.iter().chain(&STUDIO).enumerate() {
            for line in text.lines().filter(|line| line.contains(" from \"./")) {
                let imported = line
                    .split("\"./")
                    .nth(1)
                    .and_then(|rest| rest.split('"').next());
                let before = &order[..place];
                assert!(
                    before.contains(&imported.unwrap_or_default()),
                    "{name}: {line}"
                );
            }
        }
    }

    #[test]
    fn the_page_loads_nothing_and_contains_its_scripts() {
        let page = studio(b"engine");
        for absent in ["import ", " src=", "<link rel=\"stylesheet\""] {
            assert!(!page.contains(absent), "{absent}");
        }
        assert!(page.contains("id=\"engine\">ZW5naW5l</script>"));
        assert!(page.contains("'wasm-unsafe-eval'; worker-src blob:; font-src data:; style-src"));
        assert!(page.contains("id=\"live\"") && page.contains(WORKER));
        // The script element of the page would end at this text.
        assert_eq!(WORKER.matches("</script").count(), 0);
        assert!(page.ends_with("</script>\n</body>\n</html>\n"));
    }
}
