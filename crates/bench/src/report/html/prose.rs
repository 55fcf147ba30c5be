//! Prose: the little Markdown of our own page as HTML. Headings, paragraphs, lists, `**strong**`
//! and code; no more.

use std::fmt::Write;

use saut_formats::markup::escaped;

/// The page, its headings one level lower.
pub fn html(text: &str) -> String {
    let (mut html, mut in_list) = (String::new(), false);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let item = line.strip_prefix("- ");
        if item.is_some() != in_list {
            in_list = item.is_some();
            html.push_str(if in_list { "<ul>\n" } else { "</ul>\n" });
        }
        let (tag, words) = match (item, line.strip_prefix("## "), line.strip_prefix("# ")) {
            (Some(words), _, _) => ("li", words),
            (_, Some(words), _) => ("h3", words),
            (_, _, Some(words)) => ("h2", words),
            _ => ("p", line),
        };
        let _ = writeln!(html, "<{tag}>{}</{tag}>", within(words));
    }
    if in_list {
        html.push_str("</ul>\n");
    }
    html
}

/// Strong words and code within a line.
fn within(words: &str) -> String {
    let pairs = |text: &str, sign: &str, tag: &str| {
        let pieces: Vec<&str> = text.split(sign).collect();
        let mut html = String::new();
        for (index, piece) in pieces.iter().enumerate() {
            if index > 0 {
                let slash = if index % 2 == 0 { "/" } else { "" };
                let _ = write!(html, "<{slash}{tag}>");
            }
            html.push_str(piece);
        }
        html
    };
    pairs(&pairs(&escaped(words), "**", "strong"), "`", "code")
}

#[cfg(test)]
mod tests {
    use super::html;
    use crate::report::LIMITS_PAGE;

    #[test]
    fn headings_lists_and_strong_words_become_html() {
        assert_eq!(
            html("# A\n\nb & c\n\n- **d** `--e`\n- f\n"),
            "<h2>A</h2>\n<p>b &amp; c</p>\n<ul>\n<li><strong>d</strong> <code>--e</code></li>\n<li>f</li>\n</ul>\n"
        );
    }

    #[test]
    fn the_page_of_limits_leaves_no_sign_over() {
        let page = html(LIMITS_PAGE);
        assert!(!page.contains("**") && !page.contains('`') && !page.contains('#'));
        assert_eq!(page.matches("<li>").count(), page.matches("</li>").count());
    }
}
