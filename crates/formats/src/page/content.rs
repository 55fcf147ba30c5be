//! Content of a page, and the file that it makes.

use serde_json::Value;

use super::assets;
use super::frame::Frame;
use crate::markup::escaped;

/// Content of a page.
pub(super) struct Page<'a> {
    pub title: &'a str,
    /// One line beneath the title.
    pub facts: String,
    /// Data for the scripts.
    pub data: Value,
    /// Markup that is printed, and seen without scripts.
    pub sheet: String,
}

impl Page<'_> {
    pub fn write(&self) -> String {
        // A `<` in a text of the puzzle cannot end the element that holds the data.
        let data = self.data.to_string().replace('<', "\\u003c");
        let body = format!(
            "<main>\n<h1>{}</h1>\n<p class=\"facts\">{}</p>\n\
             <section id=\"reason\" class=\"reason\" aria-label=\"reason\" hidden></section>\n\
             <div id=\"live\"></div>\n\
             <section class=\"sheet\" aria-label=\"printable sheet\">\n{}</section>\n</main>\n\
             <script type=\"application/json\" id=\"data\">{data}</script>\n",
            escaped(self.title),
            escaped(&self.facts),
            self.sheet,
        );
        let frame = Frame {
            title: self.title,
            style: assets::STYLE,
            modules: &assets::PAGE,
            body: &body,
        };
        frame.write()
    }
}
