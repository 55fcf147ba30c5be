//! The studio by itself: its page in one file, with the engine that answers it.

use super::Frame;
use super::assets::{PAGE, STYLE, WORKER, named};
use super::policy::base64;

/// The modules of the studio, each after those that it imports.
const MODULES: [&str; 8] = [
    "address.js",
    "engine.js",
    "server.js",
    "insight.js",
    "ending.js",
    "reasons.js",
    "draw.js",
    "studio.js",
];

/// The studio in one file. The engine is the program of `saut-studio` as WebAssembly, compressed by gzip.
pub fn studio(engine: &[u8]) -> String {
    let file = |name: &str| named(name).unwrap_or_default();
    // What begins the page of a plan is not wanted.
    let shared = PAGE.iter().filter(|(name, _)| *name != "show.js");
    let own = MODULES.map(|name| (name, file(name)));
    let modules: Vec<(&str, &str)> = shared.copied().chain(own).collect();
    let body = format!(
        "{}<script type=\"text/plain\" id=\"engine\">{}</script>\n\
         <script type=\"text/plain\" id=\"engine-worker\">{WORKER}</script>\n",
        between(file("studio.html"), "<body>\n", "</body>"),
        base64(engine),
    );
    let frame = Frame {
        title: between(file("studio.html"), "<title>", "</title>"),
        style: &format!("{STYLE}{}", file("studio.css")),
        modules: &modules,
        body: &body,
    };
    frame.write_with_engine()
}

/// The text between two others; all that is left where one is missing.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> &'a str {
    let rest = text.split_once(begin).map_or(text, |(_, rest)| rest);
    rest.split_once(end).map_or(rest, |(found, _)| found)
}

#[cfg(test)]
mod tests {
    use super::super::assets::STUDIO;
    use super::{MODULES, PAGE, WORKER, named, studio};

    #[test]
    fn every_module_of_the_studio_is_in_its_page_and_after_those_that_it_imports() {
        let scripts = STUDIO
            .iter()
            .filter(|(name, _)| name.strip_suffix(".js").is_some());
        assert_eq!(scripts.count(), MODULES.len());
        let shared = PAGE.iter().map(|(name, _)| *name);
        let order: Vec<&str> = shared.chain(MODULES).collect();
        for (place, name) in order.iter().enumerate() {
            let text = named(name).expect("it is among the files");
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
    fn the_page_asks_for_nothing_and_holds_what_runs_in_it() {
        let page = studio(b"engine");
        for absent in ["import ", " src=", "<link rel=\"stylesheet\""] {
            assert!(!page.contains(absent), "{absent}");
        }
        assert!(page.contains("id=\"engine\">ZW5naW5l</script>"));
        assert!(page.contains("'wasm-unsafe-eval'; worker-src blob:; style-src"));
        assert!(page.contains("id=\"live\"") && page.contains(WORKER));
        // A script of the page that held this would end there.
        assert_eq!(WORKER.matches("</script").count(), 0);
        assert!(page.ends_with("</script>\n</body>\n</html>\n"));
    }
}
