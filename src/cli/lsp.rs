//! `saut lsp`: a language server for PDDL.
//!
//! Diagnostics and names come from the linter ([`saut_pddl::lint`]), so there is no second parser. For each change, the
//! editor sends the whole document. A domain is linted with its open problems. A problem is linted with its domain,
//! which must be open or in the same folder.
//!
//! *Language Server Protocol* 3.17.

mod documents;
mod features;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{self, Notification as _};
use lsp_types::request::{self, Request as _};
use lsp_types::{
    CompletionOptions, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, HoverProviderCapability, InitializeParams, OneOf,
    PublishDiagnosticsParams, ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind,
    Uri,
};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::arguments::Global;
use super::reply::{CommandOutput, Failure};
use super::status;
use documents::Documents;

/// Runs `saut lsp` until the editor ends it.
pub fn run(_: &Global) -> Result<CommandOutput, Failure> {
    let (connection, threads) = Connection::stdio();
    let capabilities = serde_json::to_value(capabilities())?;
    let initialized = connection
        .initialize(capabilities)
        .map_err(Failure::other)?;
    let _: InitializeParams = serde_json::from_value(initialized)?;
    let served = serve(&connection);
    drop(connection);
    threads.join()?;
    served.map(|()| CommandOutput::done(status::SOLVED))
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(["(", ":", "?"].map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

fn serve(connection: &Connection) -> Result<(), Failure> {
    let mut documents = Documents::default();
    for message in &connection.receiver {
        match message {
            Message::Request(request) => {
                if connection
                    .handle_shutdown(&request)
                    .map_err(Failure::other)?
                {
                    return Ok(());
                }
                send(connection, answer(&documents, request))?;
            }
            Message::Notification(note) => {
                if let Some(changed) = take(&mut documents, note) {
                    publish(connection, &documents, &changed)?;
                }
            }
            Message::Response(_) => {}
        }
    }
    Ok(())
}

fn send(connection: &Connection, message: impl Into<Message>) -> Result<(), Failure> {
    connection
        .sender
        .send(message.into())
        .map_err(Failure::other)
}

/// Opens, changes or closes a document, and returns its URI.
fn take(documents: &mut Documents, note: Notification) -> Option<Uri> {
    match note.method.as_str() {
        notification::DidOpenTextDocument::METHOD => {
            let opened: DidOpenTextDocumentParams = serde_json::from_value(note.params).ok()?;
            documents.set(&opened.text_document.uri, opened.text_document.text);
            Some(opened.text_document.uri)
        }
        notification::DidChangeTextDocument::METHOD => {
            let changed: DidChangeTextDocumentParams = serde_json::from_value(note.params).ok()?;
            let uri = changed.text_document.uri;
            documents.set(&uri, changed.content_changes.into_iter().last()?.text);
            Some(uri)
        }
        notification::DidCloseTextDocument::METHOD => {
            let closed: DidCloseTextDocumentParams = serde_json::from_value(note.params).ok()?;
            documents.close(&closed.text_document.uri);
            Some(closed.text_document.uri)
        }
        _ => None,
    }
}

/// Publishes the diagnostics of a document and of the documents that are linted with it.
fn publish(connection: &Connection, documents: &Documents, changed: &Uri) -> Result<(), Failure> {
    for (uri, diagnostics) in documents.diagnostics(changed) {
        let params = PublishDiagnosticsParams {
            uri,
            diagnostics,
            version: None,
        };
        let method = notification::PublishDiagnostics::METHOD.to_owned();
        send(connection, Notification::new(method, params))?;
    }
    Ok(())
}

fn answer(documents: &Documents, request: Request) -> Response {
    let Request { id, method, params } = request;
    let answered = match method.as_str() {
        request::HoverRequest::METHOD => reply(params, |p| Ok(features::hover(documents, p))),
        request::GotoDefinition::METHOD => {
            reply(params, |p| Ok(features::definition(documents, p)))
        }
        request::References::METHOD => reply(params, |p| Ok(features::references(documents, p))),
        request::Rename::METHOD => reply(params, |p| features::rename(documents, p)),
        request::Completion::METHOD => reply(params, |p| Ok(features::completion(documents, p))),
        request::Formatting::METHOD => reply(params, |p| Ok(features::format(documents, p))),
        _ => {
            let fact = format!("the method {method} is not supported");
            return Response::new_err(id, ErrorCode::MethodNotFound as i32, fact);
        }
    };
    match answered {
        Ok(value) => Response::new_ok(id, value),
        Err(fact) => Response::new_err(id, ErrorCode::InvalidParams as i32, fact),
    }
}

/// Parses the parameters of a request, calls `answer`, and returns its result as JSON.
fn reply<P: DeserializeOwned, T: serde::Serialize>(
    params: Value,
    answer: impl FnOnce(&P) -> Result<T, String>,
) -> Result<Value, String> {
    let params = serde_json::from_value(params).map_err(|error| error.to_string())?;
    serde_json::to_value(answer(&params)?).map_err(|error| error.to_string())
}
