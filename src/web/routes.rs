//! Connections and routes. The number of connections is limited, and slow connections are closed.

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::header;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use saut::Settings;
use saut::stop::Stop;
use saut_studio::{self as studio, Answer, ApiError, Question};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, oneshot};
use tokio::task::AbortHandle;

use super::assets;
use super::exchange::{Arrival, document, respond};
use super::guard::{Refused, guard};
use super::jobs::{Jobs, Limits, Place, StopOnDrop, events};
use super::process::BEGUN;
use super::service;

/// Maximum time for reading a puzzle before it is solved.
const LOOK: Duration = Duration::from_secs(10);

/// Maximum number of connections that are served in parallel. Other connections wait.
const MOST_CONNECTIONS: usize = 512;

/// Maximum time from the start of a connection until the head of its request was received.
const HEAD_TIME: Duration = Duration::from_secs(5);

/// Pause after a failure to accept a connection, for example because of too many open files.
const PAUSE: Duration = Duration::from_millis(50);

const HEAD_BYTES: usize = 16 << 10;

/// Additional time of a connection for sending the request and reading the answer.
const GRACE: Duration = Duration::from_secs(60);

/// Accepts connections forever. Each connection is for one request, whose answer takes at most `longest`. If there are
/// too many connections, a new one replaces the oldest whose request is still incomplete.
pub async fn listen(listener: TcpListener, router: &Router, longest: Duration) -> io::Result<()> {
    let longest = longest.saturating_add(GRACE);
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    // The connections whose request was incomplete at the last check, the oldest first.
    let mut coming = VecDeque::<(Arrival, AbortHandle)>::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        coming.retain(|(arrival, connection)| {
            !arrival.load(Ordering::Relaxed) && !connection.is_finished()
        });
        if places.available_permits() == 0
            && let Some((_, oldest)) = coming.pop_front()
        {
            oldest.abort();
        }
        let place = Arc::clone(&places).acquire_owned().await;
        let place = place.map_err(io::Error::other)?;
        let (arrival, router) = (Arrival::default(), TowerToHyperService::new(router.clone()));
        let own = arrival.clone();
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            if request.body().is_end_stream() {
                own.store(true, Ordering::Relaxed);
            }
            request.extensions_mut().insert(own.clone());
            router.call(request)
        });
        let connection = tokio::spawn(async move {
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .keep_alive(false)
                .header_read_timeout(HEAD_TIME)
                .max_buf_size(HEAD_BYTES)
                .serve_connection(TokioIo::new(stream), service);
            // A failed connection affects only its client, so the error is ignored.
            let _ = tokio::time::timeout(longest, connection).await;
            drop(place);
        });
        coming.push_back((arrival, connection.abort_handle()));
    }
}

/// Creates all routes. The guard checks every request before its route is used.
pub fn router(address: SocketAddr, limits: Limits) -> Router {
    let mut router = Router::new()
        .route("/", get(async || asset("studio.html")))
        .route("/planning", get(async || asset("planning.html")))
        .route(
            "/web/{name}",
            get(async |Path(name): Path<String>| asset(&name)),
        )
        .route("/api/puzzles", get(puzzles))
        .route("/api/census/{name}", get(census))
        .route("/api/solve", post(solve))
        .route(
            "/api/tasks",
            get(async || respond(Answer::Document(assets::examples()))),
        )
        .route("/api/task/solve", post(plan));
    for name in [
        "puzzle", "new", "board", "ends", "census", "hint", "explain", "check", "download",
    ] {
        router = router.route(&format!("/api/{name}"), post(ask));
    }
    for name in ["", "/explain", "/steps", "/applicable", "/download"] {
        router = router.route(&format!("/api/task{name}"), post(ask_of_task));
    }
    for path in service::SOLVING {
        router = router.route(path, post(service::solve));
    }
    for path in service::DESCRIBING {
        router = router.route(
            path,
            get(async || respond(Answer::Document(service::packages()))),
        );
    }
    router
        .fallback(async || Refused(ApiError::new(404, "there is no such address")))
        .method_not_allowed_fallback(async || {
            Refused(ApiError::new(
                405,
                "this address does not support this method",
            ))
        })
        .layer(from_fn_with_state(address, guard))
        .with_state(Jobs::new(limits))
}

/// Returns the response with a file of the studio. All files are compiled in.
fn asset(name: &str) -> Response {
    let Some(text) = studio::asset(name).or_else(|| assets::named(name)) else {
        return Refused(ApiError::new(404, "there is no such file")).into_response();
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

async fn puzzles(State(jobs): State<Jobs>) -> Result<Response, Refused> {
    short(jobs, "/api/puzzles".to_owned(), Value::Null).await
}

async fn census(
    State(jobs): State<Jobs>,
    name: Result<Path<String>, PathRejection>,
) -> Result<Response, Refused> {
    let Path(name) = name.map_err(|bad| ApiError::bad(bad.body_text()))?;
    short(jobs, format!("/api/census/{name}"), Value::Null).await
}

/// Answers a short request about a task in a separate process.
async fn ask_of_task(State(jobs): State<Jobs>, request: Request) -> Result<Response, Refused> {
    let path = request.uri().path().to_owned();
    let question = studio::read(document(request).await?)?;
    let seconds = if path == "/api/task" { 10 } else { 20 };
    let is_text = path == "/api/task/download";
    let job = jobs.of_task(path, question, Duration::from_secs(seconds), 8);
    let work =
        move |stop: &Stop, place: &Place| job.answer(stop, &|| place.gives_way(), &mut |_, _| ());
    let document = jobs.short(Stop::default, work).await?;
    Ok(respond(if is_text {
        Answer::Text(serde_json::from_str(&document).map_err(|_| ApiError::broken())?)
    } else {
        Answer::Document(document)
    }))
}

/// Answers a short request about puzzles.
async fn short(jobs: Jobs, path: String, body: Value) -> Result<Response, Refused> {
    let (time, remembered) = (studio::time(&path), jobs.remembered.clone());
    let work = move |stop: &Stop, _: &Place| {
        let settings = Settings {
            threads: NonZeroUsize::new(2),
            stop: stop.clone(),
            ..Settings::default()
        };
        studio::answer(&path, body, Some(&remembered), &settings)
    };
    Ok(respond(jobs.short(|| jobs.stop(time), work).await?))
}

/// Solves a puzzle and sends progress events. Unreadable input is rejected before any event is sent.
async fn solve(State(jobs): State<Jobs>, request: Request) -> Result<Response, Refused> {
    let question: Question = studio::read(document(request).await?)?;
    let place = jobs.place_to_solve()?;
    let read = jobs.short(|| jobs.stop(LOOK), move |_, _| studio::position(&question));
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

/// Solves a planning task in the same way as [`solve`] solves a puzzle.
async fn plan(State(jobs): State<Jobs>, request: Request) -> Result<Response, Refused> {
    let path = request.uri().path().to_owned();
    let question = studio::read(document(request).await?)?;
    let place = jobs.place_to_solve()?;
    let job = jobs.of_task(path, question, jobs.limits.solve, 2);
    let stop = Stop::default();
    let (teller, response) = events(StopOnDrop(stop.clone()));
    let (begun, is_read) = oneshot::channel();
    tokio::task::spawn_blocking(move || {
        let mut begun = Some(begun);
        let answer = job.answer(&stop, &|| false, &mut |name, data| match begun.take() {
            // If the client has disconnected, the receiver no longer exists.
            Some(begun) if name == BEGUN => drop(begun.send(Ok(()))),
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
