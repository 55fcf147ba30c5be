//! Routes: which address is answered how.

use std::net::SocketAddr;
use std::num::NonZeroUsize;
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
use saut::stop::Stop;
use saut_studio::{self as studio, Question, RegisterText};
use tokio::sync::oneshot;

use super::assets;
use super::events::events;
use super::guard::guard;
use super::jobs::{Jobs, StopOnDrop};
use super::limits::Limits;
use super::planning;
use super::process::{Asking, Job};
use super::question::{Asked, TaskQuestion};
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
    let Some(text) = studio::asset(name).or_else(|| assets::named(name)) else {
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
    jobs.short(LOOK, |_| studio::bundled()).await.map(json)
}

async fn census(
    State(jobs): State<Jobs>,
    name: Result<Path<String>, PathRejection>,
) -> Result<Response, Refusal> {
    let Path(name) = name.map_err(|bad| Refusal::bad(bad.body_text()))?;
    let work = move |_: &_| studio::census(&name);
    jobs.short(LOOK, work).await.map(json)
}

async fn register(
    State(jobs): State<Jobs>,
    Asked(question): Asked<RegisterText>,
) -> Result<Response, Refusal> {
    let work = move |stop: &_| studio::register(&question.text, stop);
    jobs.short(LOOK, work).await.map(json)
}

async fn puzzle(
    State(jobs): State<Jobs>,
    Asked(question): Asked<Question>,
) -> Result<Response, Refusal> {
    let work = move |_: &_| studio::puzzle(&question);
    jobs.short(LOOK, work).await.map(json)
}

async fn hint(
    State(jobs): State<Jobs>,
    Asked(question): Asked<Question>,
) -> Result<Response, Refusal> {
    let remembered = jobs.remembered.clone();
    let work = move |stop: &Stop| {
        let settings = Settings {
            threads: NonZeroUsize::new(2),
            stop: stop.clone(),
            ..Settings::default()
        };
        studio::hint(&question, Some(&remembered), &settings)
    };
    jobs.short(HINT, work).await.map(json)
}

async fn explain(
    State(jobs): State<Jobs>,
    Asked(question): Asked<Question>,
) -> Result<Response, Refusal> {
    let work = move |stop: &_| studio::explain(&question, stop);
    jobs.short(EXPLAIN, work).await.map(json)
}

async fn check(
    State(jobs): State<Jobs>,
    Asked(question): Asked<Question>,
) -> Result<Response, Refusal> {
    let work = move |_: &_| studio::check(&question);
    jobs.short(LOOK, work).await.map(json)
}

async fn download(
    State(jobs): State<Jobs>,
    Asked(question): Asked<Question>,
) -> Result<Response, Refusal> {
    let text = jobs
        .short(LOOK, move |_| studio::download(&question))
        .await?;
    let plain = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((plain, text).into_response())
}

/// Solves, and tells how it goes. What cannot be read is refused before anything is begun.
async fn solve(
    State(jobs): State<Jobs>,
    Asked(question): Asked<Question>,
) -> Result<Response, Refusal> {
    let place = jobs.place_to_solve()?;
    let read = jobs.short(LOOK, move |_| studio::position(&question));
    let entry = read.await?;
    let stop = jobs.stop(jobs.limits.solve);
    let (teller, response) = events(StopOnDrop(stop.clone()));
    let threads = jobs.limits.threads;
    tokio::task::spawn_blocking(move || {
        let teller = Arc::new(teller);
        let told = Arc::clone(&teller);
        let settings = Settings {
            threads,
            stop,
            progress: Some(studio::in_words(move |text| told.progress(text))),
            ..Settings::default()
        };
        teller.answer(studio::solve(&entry, &settings).map_err(Refusal::from));
        drop(place);
    });
    Ok(response)
}

async fn task(
    State(jobs): State<Jobs>,
    Asked(question): Asked<TaskQuestion>,
) -> Result<Response, Refusal> {
    let answer = jobs.short_of_task(Asking::Task, question, LOOK).await;
    answer.map(json)
}

async fn reasons(
    State(jobs): State<Jobs>,
    Asked(question): Asked<TaskQuestion>,
) -> Result<Response, Refusal> {
    let answer = jobs.short_of_task(Asking::Explain, question, EXPLAIN).await;
    answer.map(json)
}

async fn steps(
    State(jobs): State<Jobs>,
    Asked(question): Asked<TaskQuestion>,
) -> Result<Response, Refusal> {
    let answer = jobs.short_of_task(Asking::Steps, question, EXPLAIN).await;
    answer.map(json)
}

async fn formula(
    State(jobs): State<Jobs>,
    Asked(question): Asked<TaskQuestion>,
) -> Result<Response, Refusal> {
    let answer = jobs.short_of_task(Asking::Download, question, EXPLAIN);
    let text: String = serde_json::from_str(&answer.await?)
        .map_err(|_| Refusal::fault("the work on this question broke down"))?;
    let plain = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((plain, text).into_response())
}

/// Solves a planning task, as [`solve`] does a puzzle.
async fn plan(
    State(jobs): State<Jobs>,
    Asked(question): Asked<TaskQuestion>,
) -> Result<Response, Refusal> {
    let place = jobs.place_to_solve()?;
    let job = jobs.solve_of_task(question);
    let stop = Stop::default();
    let (teller, response) = events(StopOnDrop(stop.clone()));
    let (begun, is_read) = oneshot::channel();
    tokio::task::spawn_blocking(move || {
        let mut begun = Some(begun);
        let answer = job.answer(&stop, &|| false, &mut |name, data| match begun.take() {
            // Nobody may be waiting any more.
            Some(begun) if Job::has_begun(name) => drop(begun.send(Ok(()))),
            _ => teller.event(name, data),
        });
        match begun {
            Some(begun) => drop(begun.send(answer.map(|_| ()))),
            None => teller.answer(answer),
        }
        drop(place);
    });
    let broken = || Refusal::fault("the work on this question broke down");
    is_read.await.unwrap_or_else(|_| Err(broken()))?;
    Ok(response)
}
