//! `saut lsp` answers an editor with two open files: diagnostics, names and formatting.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::program::{Desk, command};

const DOMAIN: &str = "(define (domain d)
  (:requirements :strips :typing)
  (:types room)
  (:predicates (at-room ?r - room) (door ?a ?b - room))
  (:action go :parameters (?a ?b - room)
      :precondition (and (at-room ?a) (door ?a ?b))
    :effect (and (at-room ?b) (not (at-room ?a)))))
";
const PROBLEM: &str = "(define (problem p)
  (:domain d)
  (:objects a b - room)
  (:init (at-room a) (door a b))
  (:goal (at-roomm b)))
";
const D: &str = "file:///tmp/d.pddl";
const P: &str = "file:///tmp/p.pddl";

struct Editor {
    server: Child,
    out: BufReader<ChildStdout>,
    requests: u64,
}

impl Editor {
    fn new(desk: &Desk) -> Self {
        let mut server = command(&desk.0, ["lsp"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let out = BufReader::new(server.stdout.take().unwrap());
        let mut editor = Self {
            server,
            out,
            requests: 0,
        };
        let answer = editor.ask("initialize", &json!({"capabilities": {}}));
        assert_eq!(answer["result"]["capabilities"]["hoverProvider"], true);
        editor.tell("initialized", &json!({}));
        editor
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        let input = self.server.stdin.as_mut().unwrap();
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        input.flush().unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(
                self.out.read_line(&mut line).unwrap() > 0,
                "the server ended"
            );
            match line.trim().split_once(": ") {
                Some(("Content-Length", number)) => length = number.parse().unwrap(),
                Some(_) => {}
                None => break,
            }
        }
        let mut text = vec![0; length];
        self.out.read_exact(&mut text).unwrap();
        serde_json::from_slice(&text).unwrap()
    }

    fn tell(&mut self, method: &str, params: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let message = self.receive();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// Opens a document, and returns the diagnostics that are published for this file.
    fn open(&mut self, uri: &str, text: &str) -> Vec<Value> {
        let document = json!({"uri": uri, "languageId": "pddl", "version": 1, "text": text});
        self.tell("textDocument/didOpen", &json!({"textDocument": document}));
        self.published(uri)
    }

    fn published(&mut self, uri: &str) -> Vec<Value> {
        loop {
            let message = self.receive();
            let params = &message["params"];
            if message["method"] == "textDocument/publishDiagnostics" && params["uri"] == uri {
                return params["diagnostics"].as_array().unwrap().clone();
            }
        }
    }

    /// Sends a request about a position, and returns the result.
    fn at(
        &mut self,
        method: &str,
        uri: &str,
        [line, character]: [u32; 2],
        more: &[(&str, Value)],
    ) -> Value {
        let mut params = json!({
            "textDocument": {"uri": uri}, "position": {"line": line, "character": character},
        });
        for (key, value) in more {
            params[key] = value.clone();
        }
        self.ask(&format!("textDocument/{method}"), &params)
    }
}

#[test]
fn an_editor_gets_diagnostics_and_answers_about_names() {
    let desk = Desk::new();
    let mut editor = Editor::new(&desk);
    let found = editor.open(P, PROBLEM);
    assert!(
        found[0]["message"].as_str().unwrap().contains("domain"),
        "{found:?}"
    );
    assert_eq!(editor.open(D, DOMAIN), Vec::<Value>::new());
    let found = editor.published(P);
    let range = json!({"start": {"line": 4, "character": 10}, "end": {"line": 4, "character": 18}});
    assert_eq!(
        (found.len(), &found[0]["range"], &found[0]["code"]),
        (1, &range, &json!("undeclared"))
    );
    assert!(
        found[0]["message"]
            .as_str()
            .unwrap()
            .contains("did you mean `at-room`?")
    );
    // The correction removes the diagnostic.
    let changed = json!({"textDocument": {"uri": P, "version": 2},
        "contentChanges": [{"text": PROBLEM.replace("at-roomm", "at-room")}]});
    editor.tell("textDocument/didChange", &changed);
    assert_eq!(editor.published(P), Vec::<Value>::new());

    let hover = editor.at("hover", P, [3, 11], &[]);
    assert!(
        hover["result"]["contents"]["value"]
            .as_str()
            .unwrap()
            .contains("(at-room ?r - room)"),
        "{hover}"
    );
    let hover = editor.at("hover", D, [5, 35], &[]);
    assert!(
        hover["result"]["contents"]["value"]
            .as_str()
            .unwrap()
            .contains("?a - room"),
        "{hover}"
    );
    let nothing = editor.at("hover", P, [0, 2], &[]);
    assert_eq!(nothing["result"], Value::Null);
    let definition = editor.at("definition", P, [3, 11], &[]);
    let start = &definition["result"][0]["range"]["start"];
    assert_eq!(
        (&definition["result"][0]["uri"], start),
        (&json!(D), &json!({"line": 3, "character": 16}))
    );

    let edits = editor.at("rename", P, [3, 11], &[("newName", json!("in-room"))]);
    let edits = &edits["result"]["changes"];
    let count = |uri: &str| edits[uri].as_array().map_or(0, Vec::len);
    assert_eq!((count(D), count(P)), (4, 2), "{edits}");
    for wrong in ["two words", "door", "?x"] {
        let refused = editor.at("rename", P, [3, 11], &[("newName", json!(wrong))]);
        assert!(
            refused["error"]["message"].is_string(),
            "{wrong}: {refused}"
        );
    }
    // A variable is renamed only in its scope, the action.
    let edits = editor.at("rename", D, [5, 35], &[("newName", json!("from"))]);
    let edits = edits["result"]["changes"][D].as_array().unwrap().clone();
    assert_eq!(edits.len(), 4, "{edits:?}");
    assert!(edits.iter().all(|edit| edit["newText"] == "?from"));

    let offered = editor.at("completion", D, [6, 18], &[]);
    let offered = offered["result"].as_array().unwrap().clone();
    let has = |label: &str| offered.iter().any(|one| one["label"] == label);
    assert!(has("at-room") && has("door") && !has("?a"), "{offered:?}");
    let params =
        json!({"textDocument": {"uri": D}, "options": {"tabSize": 2, "insertSpaces": true}});
    let formatted = editor.ask("textDocument/formatting", &params);
    let text = formatted["result"][0]["newText"].as_str().unwrap();
    assert_eq!(
        text,
        DOMAIN.replace("      :precondition", "    :precondition")
    );

    let unknown = editor.ask(
        "textDocument/foldingRange",
        &json!({"textDocument": {"uri": D}}),
    );
    assert!(unknown["error"]["message"].is_string());
    editor.ask("shutdown", &Value::Null);
    editor.tell("exit", &Value::Null);
    drop(editor.server.stdin.take());
    assert!(editor.server.wait().unwrap().success());
}
