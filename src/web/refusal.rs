//! Refusals: what cannot be answered, with a status and a sentence, as JSON.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use saut::BadInput;
use saut::decide::Error;
use saut_studio::Cause;
use serde_json::{Value, json};

/// Reason why a question is not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    status: StatusCode,
    message: String,
    place: Option<Value>,
}

impl Refusal {
    /// The question cannot be used.
    pub fn bad(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// The question is too large.
    pub fn large(message: impl Into<String>) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, message)
    }

    /// There is too much to do.
    pub fn busy() -> Self {
        let message = "too much is being worked on; try again when something has ended";
        Self::new(StatusCode::TOO_MANY_REQUESTS, message)
    }

    /// Something went wrong here.
    pub fn fault(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }

    /// Any status.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        let message = message.into();
        Self {
            status,
            message,
            place: None,
        }
    }

    /// The refusal with the place in the text that was sent, for an editor to mark.
    #[must_use]
    pub fn within(self, place: Value) -> Self {
        Self {
            place: Some(place),
            ..self
        }
    }

    /// The refusal for another process of this program.
    pub fn packed(&self) -> String {
        json!([self.status.as_u16(), self.message, self.place]).to_string()
    }

    /// The refusal that another process packed.
    pub fn unpacked(packed: &str) -> Self {
        let parts: Option<(u16, String, Option<Value>)> = serde_json::from_str(packed).ok();
        let refusal = parts.and_then(|(status, message, place)| {
            let status = StatusCode::from_u16(status).ok()?;
            Some(Self {
                status,
                message,
                place,
            })
        });
        refusal.unwrap_or_else(|| Self::fault("the work on this question broke down"))
    }

    /// The refusal as a document.
    pub fn document(&self) -> String {
        let mut document = json!({"error": self.message});
        if let Some(place) = &self.place {
            document["place"] = place.clone();
        }
        document.to_string()
    }
}

impl From<saut_studio::Refusal> for Refusal {
    fn from(refusal: saut_studio::Refusal) -> Self {
        let status = match refusal.cause {
            Cause::Bad => StatusCode::BAD_REQUEST,
            Cause::Large => StatusCode::PAYLOAD_TOO_LARGE,
            Cause::Missing => StatusCode::NOT_FOUND,
            Cause::Fault => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self::new(status, refusal.message)
    }
}

impl From<BadInput> for Refusal {
    fn from(bad: BadInput) -> Self {
        saut_studio::Refusal::from(bad).into()
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        saut_studio::Refusal::from(error).into()
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let kind = [(header::CONTENT_TYPE, "application/json")];
        (self.status, kind, self.document()).into_response()
    }
}
