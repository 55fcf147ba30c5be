//! Routes: which address is answered how.

use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::header;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use saut::Settings;
use saut::stop::Stop;
use saut_studio::{self as studio, ApiError, Question};
use serde_json::Value;
use tokio::sync::oneshot;

use super::assets;
use super::events::events;
use super::guard::guard;
use super::jobs::{Jobs, StopOnDrop};
use super::limits::Limits;
use super::process::{Asking, Job};
use super::question::document;
use super::reply::{Refused, json, respond};

/// Most time to read a puzzle that is to be solved.
const LOOK: Duration = Duration::from_secs(10);

/// Paths of short questions about puzzles.
const SHORT: [&str; 6] = [
    "/api/puzzle",
    "/api/census",
    "/api/hint",
    "/api/explain",
    "/api/check",
    "/api/download",
];

/// Paths of short questions about planning tasks.
const OF_TASKS: [(&str, Asking); 4] = [
    ("/api/task", Asking::Task),
    ("/api/task/explain", Asking::Explain),
    ("/api/task/steps", Asking::Steps),
    ("/api/task/download", Asking::Download),
];

/// All routes, guarded.
pub fn router(address: SocketAddr, limits: Limits) -> Router {
    let mut router = Router::new()
        .route("/", get(async || asset("studio.html")))
        .route("/planning", get(async || asset("planning.html")))
        .route(
            "/web/{name}",
            get(async |Path(name): Path<String>| asset(&name)),
        )
        .route(
            "/api/puzzles",
            get(async |State(jobs): State<Jobs>| {
                short(jobs, "/api/puzzles".into(), Value::Null).await
            }),
        )
        .route("/api/census/{name}", get(census))
        .route("/api/solve", post(solve))
        .route("/api/tasks", get(async || json(assets::examples())))
        .route("/api/task/solve", post(plan));
    for path in SHORT {
        router = router.route(path, post(ask));
    }
    for (path, asking) in OF_TASKS {
        let ask = move |State(jobs): State<Jobs>, request: Request| async move {
            let question = studio::read(document(request).await?)?;
            let answer = jobs.short_of_task(asking, question).await?;
            Ok::<_, Refused>(respond(answer))
        };
        router = router.route(path, post(ask));
    }
    router
        .fallback(async || Refused(ApiError::missing("there is nothing here")))
        .method_not_allowed_fallback(async || Refused(ApiError::new(405, "this is not asked so")))
        .layer(from_fn_with_state(address, guard))
        .with_state(Jobs::new(limits))
}

/// A file of the studio; they are compiled in, and the name is looked up among theirs.
fn asset(name: &str) -> Response {
    let Some(text) = studio::asset(name).or_else(|| assets::named(name)) else {
        return Refused(ApiError::missing("there is no such file")).into_response();
    };
    let kind = match name.rsplit_once('.') {
        Some((_, "html")) => "text/html; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        _ => "text/javascript; charset=utf-8",
    };
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

async fn ask(State(jobs): State<Jobs>, request: Request) -> Result<Response, Refused> {
    let path = request.uri().path().to_owned();
    short(jobs, path, document(request).await?).await
}

async fn census(
    State(jobs): State<Jobs>,
    name: Result<Path<String>, PathRejection>,
) -> Result<Response, Refused> {
    let Path(name) = name.map_err(|bad| ApiError::bad(bad.body_text()))?;
    short(jobs, format!("/api/census/{name}"), Value::Null).await
}

/// Answers a short question about puzzles.
async fn short(jobs: Jobs, path: String, body: Value) -> Result<Response, Refused> {
    let (time, remembered) = (studio::time(&path), jobs.remembered.clone());
    let work = move |stop: &Stop| {
        let settings = Settings {
            threads: NonZeroUsize::new(2),
            stop: stop.clone(),
            ..Settings::default()
        };
        studio::answer(&path, body, Some(&remembered), &settings)
    };
    Ok(respond(jobs.short(time, work).await?))
}

/// Solves, and tells how it goes. What cannot be read is refused before anything is begun.
async fn solve(State(jobs): State<Jobs>, request: Request) -> Result<Response, Refused> {
    let question: Question = studio::read(document(request).await?)?;
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
        teller.answer(studio::solve(&entry, &settings));
        drop(place);
    });
    Ok(response)
}

/// Solves a planning task, as [`solve`] does a puzzle.
async fn plan(State(jobs): State<Jobs>, request: Request) -> Result<Response, Refused> {
    let question = studio::read(document(request).await?)?;
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
    is_read.await.unwrap_or_else(|_| Err(ApiError::broken()))?;
    Ok(response)
}
