//! The guard: decides which requests are accepted, and sets the headers that restrict the browser.
//!
//! A page of another site can make a browser send requests to this server, and the domain of that site can resolve to
//! this address. So the `Host` must be a numeric address of this machine or `localhost`. If a request has an `Origin`,
//! as every POST request of a browser does, it must be the same `Host`. Otherwise, pages of other servers on this
//! machine could send requests.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use saut_studio::ApiError;

/// Content security policy: the browser may only load content of this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    connect-src 'self'; img-src 'self' data:; font-src data:; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// An error that becomes a response.
#[derive(Debug)]
pub struct Refused(pub ApiError);

impl From<ApiError> for Refused {
    fn from(error: ApiError) -> Self {
        Self(error)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status);
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let kind = [(header::CONTENT_TYPE, "application/json")];
        (status, kind, self.0.document()).into_response()
    }
}

/// Passes a request to its route, or rejects it.
pub async fn guard(State(address): State<SocketAddr>, request: Request, next: Next) -> Response {
    let mut response = match refused(address, request.headers()) {
        Some(why) => Refused(ApiError::new(403, why)).into_response(),
        None => next.run(request).await,
    };
    let told = [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cache-control", "no-store"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
    ];
    for (name, value) in told {
        let value = HeaderValue::from_static(value);
        response.headers_mut().insert(name, value);
    }
    response
}

/// Returns the reason why the headers are rejected, or `None` if they are accepted.
fn refused(address: SocketAddr, headers: &HeaderMap) -> Option<&'static str> {
    let only = |name: HeaderName| {
        let mut values = headers.get_all(name).iter();
        match (values.next(), values.next()) {
            (Some(value), None) => Ok(Some(value.to_str().unwrap_or_default())),
            (None, _) => Ok(None),
            _ => Err(()),
        }
    };
    let host = only(header::HOST);
    let Some(host) = host.ok().flatten().filter(|host| is_here(address, host)) else {
        return Some("the Host of the request is not this server");
    };
    match only(header::ORIGIN) {
        Ok(None) => None,
        Ok(Some(origin))
            if origin
                .strip_prefix("http://")
                .is_some_and(|origin| origin.eq_ignore_ascii_case(host)) =>
        {
            None
        }
        _ => Some("another web page may not send requests to this server"),
    }
}

/// Whether a host with its port is this server.
fn is_here(address: SocketAddr, host: &str) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
        _ => (host, Some(80)),
    };
    if port != Some(address.port()) {
        return false;
    }
    if name.eq_ignore_ascii_case("localhost") {
        return true;
    }
    let number = name
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let number: Result<IpAddr, _> = number.unwrap_or(name).parse();
    // A numeric address needs no name server, so another site cannot redirect it.
    number.is_ok_and(|number| number.is_loopback() || !address.ip().is_loopback())
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use super::is_here;

    #[test]
    fn this_machine_is_known_by_number_and_as_localhost() {
        let address = SocketAddr::from(([127, 0, 0, 1], 7288));
        for host in [
            "127.0.0.1:7288",
            "localhost:7288",
            "LOCALHOST:7288",
            "[::1]:7288",
        ] {
            assert!(is_here(address, host), "{host}");
        }
        let open = SocketAddr::from(([0, 0, 0, 0], 80));
        assert!(is_here(open, "192.168.0.7") && is_here(open, "192.168.0.7:80"));
    }

    #[test]
    fn other_names_ports_and_numbers_are_refused() {
        let address = SocketAddr::from(([127, 0, 0, 1], 7288));
        for host in [
            "",
            "127.0.0.1",
            "127.0.0.1:80",
            "evil.example:7288",
            "localhost.evil.example:7288",
            "192.168.0.7:7288",
            "127.0.0.1:7288@evil.example",
            "[::1]",
            ":7288",
        ] {
            assert!(!is_here(address, host), "{host}");
        }
        let open = SocketAddr::from(([0, 0, 0, 0], 80));
        assert!(!is_here(open, "evil.example"));
    }
}
