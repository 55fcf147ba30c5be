//! Routes: which address is answered how.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use saut::Settings;

use super::events::events;
use super::guard::guard;
use super::jobs::{Jobs, StopOnDrop};
use super::library::{self, planning};
use super::limits::Limits;
use super::question::{Question, RegisterText, TaskQuestion};
use super::refusal::Refusal;

/// The longest that a look, a hint and an explanation may take.
const LOOK: Duration = Duration::from_secs(10);
const HINT: Duration = Duration::from_secs(3);
const EXPLAIN: Duration = Duration::from_secs(20);

/// All routes, guarded.
pub fn router(address: SocketAddr, limits: Limits) -> Router {
    Router::new()
        .route("/", get(async || asset("studio.html")))
        .route("/planning", get(async || asset("planning.html")))
        .route(
            "/web/{name}",
            get(async |Path(name): Path<String>| asset(&name)),
        )
        .route("/api/puzzles", get(puzzles))
        .route("/api/puzzle", post(puzzle))
        .route("/api/census/{name}", get(census))
        .route("/api/census", post(register))
        .route("/api/solve", post(solve))
        .route("/api/hint", post(hint))
        .route("/api/explain", post(explain))
        .route("/api/check", post(check))
        .route("/api/download", post(download))
        .route("/api/tasks", get(async || json(planning::examples())))
        .route("/api/task", post(task))
        .route("/api/task/solve", post(plan))
        .route("/api/task/explain", post(reasons))
        .route("/api/task/steps", post(steps))
        .route("/api/task/download", post(formula))
        .fallback(async || Refusal::new(StatusCode::NOT_FOUND, "there is nothing here"))
        .method_not_allowed_fallback(async || {
            Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this is not asked so")
        })
        .layer(from_fn_with_state(address, guard))
        .with_state(Jobs::new(limits))
}

/// A file of the studio; they are compiled in, and the name is looked up among theirs.
fn asset(name: &str) -> Response {
    let Some(text) = library::asset(name) else {
        return Refusal::new(StatusCode::NOT_FOUND, "there is no such file").into_response();
    };
    let kind = match name.rsplit_once('.') {
        Some((_, "html")) => "text/html; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        _ => "text/javascript; charset=utf-8",
    };
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

fn json(document: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], document).into_response()
}

async fn puzzles(State(jobs): State<Jobs>) -> Result<Response, Refusal> {
    jobs.short(LOOK, |_| library::bundled()).await.map(json)
}

async fn census(
    State(jobs): State<Jobs>,
    name: Result<Path<String>, PathRejection>,
) -> Result<Response, Refusal> {
    let Path(name) = name.map_err(|bad| Refusal::bad(bad.body_text()))?;
    let work = move |_: &_| library::census(&name);
    jobs.short(LOOK, work).await.map(json)
}

async fn register(State(jobs): State<Jobs>, question: RegisterText) -> Result<Response, Refusal> {
    let work = move |stop: &_| library::register(&question.text, stop);
    jobs.short(LOOK, work).await.map(json)
}

async fn puzzle(State(jobs): State<Jobs>, question: Question) -> Result<Response, Refusal> {
    let work = move |_: &_| library::puzzle(&question);
    jobs.short(LOOK, work).await.map(json)
}

async fn hint(State(jobs): State<Jobs>, question: Question) -> Result<Response, Refusal> {
    let remembered = jobs.remembered.clone();
    let work = move |stop: &_| library::hint(&question, &remembered, stop);
    jobs.short(HINT, work).await.map(json)
}

async fn explain(State(jobs): State<Jobs>, question: Question) -> Result<Response, Refusal> {
    let work = move |stop: &_| library::explain(&question, stop);
    jobs.short(EXPLAIN, work).await.map(json)
}

async fn check(State(jobs): State<Jobs>, question: Question) -> Result<Response, Refusal> {
    let work = move |_: &_| library::check(&question);
    jobs.short(LOOK, work).await.map(json)
}

async fn download(State(jobs): State<Jobs>, question: Question) -> Result<Response, Refusal> {
    let text = jobs
        .short(LOOK, move |_| library::download(&question))
        .await?;
    let plain = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((plain, text).into_response())
}

/// Solves, and tells how it goes. What cannot be read is refused before anything is begun.
async fn solve(State(jobs): State<Jobs>, question: Question) -> Result<Response, Refusal> {
    let place = jobs.place_to_solve()?;
    let read = jobs.short(LOOK, move |_| library::position(&question));
    let entry = read.await?;
    let stop = jobs.stop(jobs.limits.solve);
    let (teller, response) = events(StopOnDrop(stop.clone()));
    let threads = jobs.limits.threads;
    tokio::task::spawn_blocking(move || {
        let teller = Arc::new(teller);
        let answer = library::solve(&entry, threads, &stop, &teller);
        teller.answer(answer);
        drop(place);
    });
    Ok(response)
}

async fn task(State(jobs): State<Jobs>, question: TaskQuestion) -> Result<Response, Refusal> {
    let work = move |stop: &_| planning::task(&question, stop);
    jobs.short(LOOK, work).await.map(json)
}

async fn reasons(State(jobs): State<Jobs>, question: TaskQuestion) -> Result<Response, Refusal> {
    let work = move |stop: &_| planning::explain(&question, stop);
    jobs.short(EXPLAIN, work).await.map(json)
}

async fn steps(State(jobs): State<Jobs>, question: TaskQuestion) -> Result<Response, Refusal> {
    let work = move |stop: &_| planning::steps(&question, stop);
    jobs.short(EXPLAIN, work).await.map(json)
}

async fn formula(State(jobs): State<Jobs>, question: TaskQuestion) -> Result<Response, Refusal> {
    let work = move |stop: &_| planning::download(&question, stop);
    let text = jobs.short(EXPLAIN, work).await?;
    let plain = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((plain, text).into_response())
}

/// Solves a planning task, as [`solve`] does a puzzle.
async fn plan(State(jobs): State<Jobs>, question: TaskQuestion) -> Result<Response, Refusal> {
    let place = jobs.place_to_solve()?;
    let minimise = planning::minimise(&question)?;
    let read = jobs.short(LOOK, move |stop| planning::read(&question, stop));
    let task = read.await?;
    let stop = jobs.stop(jobs.limits.solve);
    let (teller, response) = events(StopOnDrop(stop.clone()));
    let settings = Settings {
        threads: jobs.limits.threads,
        minimise,
        stop,
        ..Settings::default()
    };
    tokio::task::spawn_blocking(move || {
        let teller = Arc::new(teller);
        teller.answer(planning::solve(&task, settings, &teller));
        drop(place);
    });
    Ok(response)
}
