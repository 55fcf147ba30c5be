//! Modules in one script: a page that is a single file cannot import.
//!
//! Each module becomes a function called once, whose exports are constants of the script; so the
//! private names of two modules do not meet. The modules keep to two forms: `import { … } from …;`
//! at the beginning of a line, and `export` before a function, class or constant.

use std::fmt::Write;

/// The modules as one script, in this order; the last one exports nothing.
pub(super) fn bundle(modules: &[(&str, &str)]) -> String {
    let mut script = String::new();
    for (_, text) in modules {
        let (body, exports) = module(text);
        let _ = if exports.is_empty() {
            writeln!(script, "{body}")
        } else {
            let names = exports.join(", ");
            writeln!(
                script,
                "const {{ {names} }} = (() => {{\n{body}return {{ {names} }};\n}})();"
            )
        };
    }
    script
}

/// A module without comments that fill a line, imports and the word `export`; and what it exports.
fn module(text: &str) -> (String, Vec<&str>) {
    let (mut body, mut exports, mut importing) = (String::new(), Vec::new(), false);
    for line in text.lines() {
        importing |= line.starts_with("import ");
        if importing {
            importing = !line.ends_with(';');
            continue;
        }
        if line.trim_start().starts_with("//") || line.is_empty() {
            continue;
        }
        let rest = line.strip_prefix("export ");
        exports.extend(rest.and_then(exported));
        body.push_str(rest.unwrap_or(line));
        body.push('\n');
    }
    (body, exports)
}

/// The name that a declaration gives.
fn exported(declaration: &str) -> Option<&str> {
    let declaration = declaration.strip_prefix("async ").unwrap_or(declaration);
    let (_, rest) = declaration.split_once(' ')?;
    let is_in_name = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
    let end = rest.find(|symbol| !is_in_name(symbol));
    Some(&rest[..end.unwrap_or(rest.len())])
}

#[cfg(test)]
mod tests {
    use super::bundle;

    #[test]
    fn exports_become_constants_and_imports_go() {
        let first =
            "// Why.\nconst hidden = 1;\nexport const a = hidden;\nexport function b() {}\n";
        let last =
            "import {\n  a, b,\n} from \"./first.js\";\nimport { a } from \"./x.js\";\nb(a);\n";
        assert_eq!(
            bundle(&[("first.js", first), ("last.js", last)]),
            "const { a, b } = (() => {\nconst hidden = 1;\nconst a = hidden;\nfunction b() {}\n\
             return { a, b };\n})();\nb(a);\n\n"
        );
    }
}
