//! Planning as a service for editors, with the addresses of two existing services: `/solve` of solver.planning.domains,
//! and `/package/saut/solve` of planning-as-a-service. The response is sent when the task is decided, within the limits
//! of the studio. So no state is stored for later requests.

use axum::extract::{Request, State};
use axum::response::Response;
use saut::stop::Stop;
use saut_studio::{Answer, ApiError, TaskQuestion};
use serde::Deserialize;
use serde_json::{Value, json};

use super::exchange::{document, respond};
use super::guard::Refused;
use super::jobs::{Jobs, StopOnDrop};

/// Paths for solving a task.
pub const SOLVING: [&str; 2] = ["/solve", PACKAGE];
const PACKAGE: &str = "/package/saut/solve";

/// Paths that describe the service.
pub const DESCRIBING: [&str; 2] = ["/package", "/package/saut"];

/// The description of the service: the manifest of the package for planutils.
const MANIFEST: &str = include_str!("../../packaging/planutils/saut/manifest.json");

pub fn packages() -> String {
    format!("{{\"saut\": {MANIFEST}}}")
}

/// The task in a request. Other fields are for other planners and are ignored.
#[derive(Deserialize)]
struct Texts {
    domain: String,
    problem: String,
}

/// Solves a task. With `?minimise=cost`, `actions` or `steps`, searches for the best plan until the time limit.
pub async fn solve(State(jobs): State<Jobs>, request: Request) -> Result<Response, Refused> {
    let is_package = request.uri().path() == PACKAGE;
    let query = request.uri().query().unwrap_or_default().to_owned();
    let minimise = query
        .split('&')
        .find_map(|pair| pair.strip_prefix("minimise="));
    let Texts { domain, problem } = saut_studio::read(document(request).await?)?;
    let question = TaskQuestion {
        domain,
        problem,
        minimise: minimise.unwrap_or_default().to_owned(),
        plan: String::new(),
        what: String::new(),
    };
    let place = jobs.place_to_solve()?;
    let job = jobs.of_task("/api/task/solve".to_owned(), question, jobs.limits.solve, 2);
    let stop = Stop::default();
    let guard = StopOnDrop(stop.clone());
    let work = move || {
        let answer = job.answer(&stop, &|| false, &mut |_, _| ());
        drop(place);
        answer
    };
    let answer = tokio::task::spawn_blocking(work).await;
    drop(guard);
    let answer = answer.unwrap_or_else(|_| Err(ApiError::broken()));
    Ok(respond(Answer::Document(
        result(answer, is_package).to_string(),
    )))
}

/// Returns the answer in the format of the service that was requested.
fn result(answer: Result<String, ApiError>, is_package: bool) -> Value {
    let answer = answer
        .and_then(|answer| serde_json::from_str::<Value>(&answer).map_err(|_| ApiError::broken()));
    let output = |plan: String| {
        if is_package {
            json!({"plan": plan})
        } else {
            plan.into()
        }
    };
    let answer = match answer {
        Ok(answer) => answer,
        Err(error) => {
            let result = json!({"output": "", "error": error.message});
            return json!({"status": "error", "result": result});
        }
    };
    let said = |field: &str| answer[field].as_str().unwrap_or_default().to_owned();
    let Some(steps) = answer["plan"].as_array() else {
        let reason = [said("verdict"), said("in_words"), said("reason")];
        let reason: Vec<String> = reason.into_iter().filter(|text| !text.is_empty()).collect();
        let error = reason.join(": ");
        let result = json!({"output": "", "error": error, "stdout": error, "stderr": ""});
        return json!({"status": "error", "result": result});
    };
    let lines: Vec<&str> = steps.iter().filter_map(Value::as_str).collect();
    let cost = match (&answer["metric"], &answer["cost"]) {
        (Value::String(metric), _) => format!("; cost: {metric}\n"),
        (_, Value::Null) => String::new(),
        (_, cost) => format!("; cost: {cost}\n"),
    };
    let plan = cost + &lines.join("\n") + "\n";
    let named = steps
        .iter()
        .map(|step| json!({"name": step, "action": step}));
    let named: Vec<Value> = named.collect();
    json!({"status": "ok", "result": {
        "plan": named, "length": steps.len(), "cost": answer["cost"], "type": "full", "parse_status": "ok",
        "output": output(plan), "stdout": said("bound_in_words"), "stderr": "", "error": "",
    }})
}
