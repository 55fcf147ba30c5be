//! The frame of every page by itself: its head, with a policy that lets nothing run or load but what the
//! page holds, its style, and one script that is bundled from modules of `web/`.

use std::fmt::Write;

use super::{bundle, policy};
use crate::markup::escaped;

/// A page by itself.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// The title, as plain text.
    pub title: &'a str,
    /// The style sheet.
    pub style: &'a str,
    /// The modules, each after those that it imports.
    pub modules: &'a [(&'a str, &'a str)],
    /// Markup between the tags of the body.
    pub body: &'a str,
}

impl Frame<'_> {
    /// The page.
    pub fn write(&self) -> String {
        self.written(false)
    }

    /// The page, where it holds an engine and its worker.
    pub(super) fn write_with_engine(&self) -> String {
        self.written(true)
    }

    fn written(&self, has_engine: bool) -> String {
        let script = bundle::bundle(self.modules);
        let mut page = String::new();
        let _ = write!(
            page,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <link rel=\"icon\" href=\"data:,\">\n<title>{}</title>\n<style>{}</style>\n\
             </head>\n<body>\n{}<script type=\"module\">{script}</script>\n</body>\n</html>\n",
            policy::policy(&script, self.style, has_engine),
            escaped(self.title),
            self.style,
            self.body,
        );
        page
    }
}
