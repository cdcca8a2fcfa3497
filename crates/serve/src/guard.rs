//! What every request must pass and every answer carries.
//!
//! A browser that shows other pages must not be made to use this server for them: requests with a foreign `Origin` are
//! refused, and on a loopback address the `Host` must be one, so that a name that a stranger points here does not work.
//! The answers allow nothing but the page's own files.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, header};

const HEADERS: [(&str, &str); 7] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
];

/// Puts the headers on an answer.
pub(crate) fn harden(response: &mut Response<Body>) {
    for (name, value) in HEADERS {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

/// Why a request is refused before anybody looks at it.
pub(crate) fn refuse(headers: &HeaderMap, loopback: bool) -> Option<(StatusCode, &'static str)> {
    let says = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let host = says(header::HOST).unwrap_or_default();
    if loopback && !is_loopback_name(host) {
        return Some((StatusCode::MISDIRECTED_REQUEST, "this server answers to localhost only"));
    }
    let foreign = says(header::ORIGIN).is_some_and(|origin| {
        origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://")).is_none_or(|from| from != host)
    });
    foreign.then_some((StatusCode::FORBIDDEN, "requests from other sites are not answered"))
}

fn is_loopback_name(host: &str) -> bool {
    let name = host.rsplit_once(':').map_or(
        host,
        |(name, port)| {
            if port.bytes().all(|b| b.is_ascii_digit()) { name } else { host }
        },
    );
    name == "localhost" || name == "[::1]" || (name.starts_with("127.") && name.parse::<std::net::Ipv4Addr>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(host: &'static str, origin: Option<&'static str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static(host));
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
        }
        headers
    }

    #[test]
    fn strangers_are_refused() {
        let refused = |host, origin, loopback| refuse(&headers(host, origin), loopback).map(|(status, _)| status);
        assert_eq!(refused("localhost:4000", None, true), None);
        assert_eq!(refused("127.0.0.1:4000", Some("http://127.0.0.1:4000"), true), None);
        assert_eq!(refused("[::1]:4000", None, true), None);
        assert_eq!(refused("evil.example:4000", None, true), Some(StatusCode::MISDIRECTED_REQUEST));
        assert_eq!(refused("127.evil.example", None, true), Some(StatusCode::MISDIRECTED_REQUEST));
        assert_eq!(refused("box.example", None, false), None);
        assert_eq!(refused("localhost:4000", Some("http://evil.example"), true), Some(StatusCode::FORBIDDEN));
        assert_eq!(refused("localhost:4000", Some("null"), true), Some(StatusCode::FORBIDDEN));
    }
}
