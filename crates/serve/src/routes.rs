//! What can be asked for, and the checks before the host is asked.
//!
//! The interface is described in `api/openapi.json`, which is served too; a test compares it with the table below.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use axum::response::IntoResponse;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::host::{File, Host, Problem};
use crate::limits::Limits;
use crate::queue::Queue;
use crate::{guard, memory, page, solving};

/// The description of the interface.
pub const OPENAPI: &str = include_str!("../api/openapi.json");

/// Method and path of everything but the page.
pub const ROUTES: [(&str, &str); 9] = [
    ("GET", "/api/health"),
    ("GET", "/api/openapi.json"),
    ("GET", "/api/library"),
    ("GET", "/api/strategies"),
    ("POST", "/api/read"),
    ("POST", "/api/inspect"),
    ("POST", "/api/picture"),
    ("POST", "/api/export"),
    ("POST", "/api/solve"),
];

/// A request must arrive within this time.
const ARRIVAL: Duration = Duration::from_secs(10);

/// What all requests share.
struct Desk {
    host: Arc<dyn Host>,
    limits: Limits,
    queue: Queue,
    /// Short calls to the host at the same time.
    calls: Semaphore,
    /// Something was done since memory was last given back.
    worked: Arc<AtomicBool>,
    loopback: bool,
}

/// The whole server as a service; must be made in a runtime.
pub(crate) fn router(host: Arc<dyn Host>, limits: Limits, loopback: bool) -> Router {
    let queue = Queue::new(limits.searches, limits.waiting);
    let calls = Semaphore::new(limits.searches + 2);
    let worked: Arc<AtomicBool> = Arc::default();
    tokio::spawn(memory::keep_small(queue.clone(), Arc::clone(&worked)));
    Router::new().fallback(answer).with_state(Arc::new(Desk { host, limits, queue, calls, worked, loopback }))
}

async fn answer(State(desk): State<Arc<Desk>>, request: Request) -> Response<Body> {
    let mut response = match guard::refuse(request.headers(), desk.loopback) {
        Some((status, why)) => failure(status, why),
        None => desk.route(request).await,
    };
    guard::harden(&mut response);
    response
}

impl Desk {
    async fn route(self: Arc<Desk>, request: Request) -> Response<Body> {
        let (head, body) = request.into_parts();
        let path = head.uri.path();
        if matches!(head.method, Method::GET | Method::HEAD) {
            if let Some(response) = page::answer(path, &head.headers) {
                return response;
            }
            return match path {
                "/api/health" => self.health(),
                "/api/openapi.json" => ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response(),
                "/api/library" => self.call(|host| Ok(host.library())).await,
                "/api/strategies" => self.call(|host| Ok(host.strategies())).await,
                _ => missing(path),
            };
        }
        if head.method != Method::POST || !ROUTES.contains(&("POST", path)) {
            return missing(path);
        }
        let bytes = match receive(body, &head.headers, path, self.limits.body).await {
            Ok(bytes) => bytes,
            Err(response) => return response,
        };
        if path == "/api/read" {
            let name = file_name(head.uri.query().unwrap_or_default());
            return self.call(move |host| host.read(&name, &bytes)).await;
        }
        let request: Value = match serde_json::from_slice(&bytes) {
            Ok(request) => request,
            Err(error) => return failure(StatusCode::BAD_REQUEST, &format!("this is no JSON: {error}")),
        };
        match path {
            "/api/inspect" => self.call(move |host| host.inspect(request)).await,
            "/api/picture" => self.file(move |host| host.picture(request)).await,
            "/api/export" => self.file(move |host| host.export(request)).await,
            _ => self.solve(request).await,
        }
    }

    fn health(&self) -> Response<Body> {
        let (running, waiting) = self.queue.load();
        let Limits { searches, waiting: most_waiting, time, memory, body } = self.limits;
        let limits = json!({
            "searches": searches, "waiting": most_waiting, "seconds": time.as_secs(), "memory": memory, "body": body,
        });
        let version = env!("CARGO_PKG_VERSION");
        axum::Json(json!({ "version": version, "running": running, "waiting": waiting, "limits": limits }))
            .into_response()
    }

    async fn solve(&self, request: Value) -> Response<Body> {
        let (host, allowance) = (Arc::clone(&self.host), self.limits.allowance());
        let job = match self.blocking(move || host.prepare(request, allowance)).await {
            Ok(Ok(job)) => job,
            Ok(Err(Problem(why))) => return failure(StatusCode::UNPROCESSABLE_ENTITY, &why),
            Err(response) => return response,
        };
        match self.queue.enter() {
            Some(ticket) => solving::stream(job, ticket).into_response(),
            None => {
                let mut response =
                    failure(StatusCode::SERVICE_UNAVAILABLE, "too many searches are waiting; try again later");
                response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("10"));
                response
            }
        }
    }

    async fn call(&self, ask: impl FnOnce(&dyn Host) -> Result<Value, Problem> + Send + 'static) -> Response<Body> {
        let host = Arc::clone(&self.host);
        match self.blocking(move || ask(&*host)).await {
            Ok(Ok(value)) => axum::Json(value).into_response(),
            Ok(Err(Problem(why))) => failure(StatusCode::UNPROCESSABLE_ENTITY, &why),
            Err(response) => response,
        }
    }

    async fn file(&self, ask: impl FnOnce(&dyn Host) -> Result<File, Problem> + Send + 'static) -> Response<Body> {
        let host = Arc::clone(&self.host);
        match self.blocking(move || ask(&*host)).await {
            Ok(Ok(file)) => ([(header::CONTENT_TYPE, file.media_type)], file.bytes).into_response(),
            Ok(Err(Problem(why))) => failure(StatusCode::UNPROCESSABLE_ENTITY, &why),
            Err(response) => response,
        }
    }

    /// Runs something that takes a while, a few at a time.
    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Response<Body>> {
        let permit = self.calls.acquire().await;
        let done = tokio::task::spawn_blocking(work).await;
        drop(permit);
        self.worked.store(true, Ordering::Relaxed);
        done.map_err(|_| failure(StatusCode::INTERNAL_SERVER_ERROR, "this failed; it is a bug"))
    }
}

/// The body of a request, if it is neither too large nor too slow. The media type is one that a form on another site
/// cannot send.
async fn receive(body: Body, headers: &HeaderMap, path: &str, most: usize) -> Result<Bytes, Response<Body>> {
    let wanted = if path == "/api/read" { "application/octet-stream" } else { "application/json" };
    let is = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if is.split(';').next().is_none_or(|kind| kind.trim() != wanted) {
        return Err(failure(StatusCode::UNSUPPORTED_MEDIA_TYPE, &format!("the body must be {wanted}")));
    }
    let announced = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    let too_large = || failure(StatusCode::PAYLOAD_TOO_LARGE, &format!("at most {most} bytes are read"));
    if announced.is_some_and(|length| length > most) {
        return Err(too_large());
    }
    match tokio::time::timeout(ARRIVAL, to_bytes(body, most)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(_)) => Err(too_large()),
        Err(_) => Err(failure(StatusCode::REQUEST_TIMEOUT, "the request took too long to arrive")),
    }
}

/// The `name` of a query, percent-decoded; the reader takes it as a hint only.
fn file_name(query: &str) -> String {
    let text = query.split('&').find_map(|pair| pair.strip_prefix("name=")).unwrap_or("levels.txt");
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, more @ ..] = rest {
        let digit = |at: usize| more.get(at).and_then(|&b| (b as char).to_digit(16));
        if let (b'%', Some(high), Some(low)) = (*first, digit(0), digit(1)) {
            bytes.push((high * 16 + low) as u8);
            rest = &more[2..];
        } else {
            bytes.push(*first);
            rest = more;
        }
    }
    String::from_utf8_lossy(&bytes).chars().take(200).collect()
}

fn missing(path: &str) -> Response<Body> {
    let known = ROUTES.iter().any(|(_, known)| *known == path) || page::paths().contains(&path);
    let status = if known { StatusCode::METHOD_NOT_ALLOWED } else { StatusCode::NOT_FOUND };
    failure(status, status.canonical_reason().unwrap_or_default())
}

fn failure(status: StatusCode, why: &str) -> Response<Body> {
    (status, axum::Json(json!({ "error": why }))).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_has_every_route_and_no_other() {
        let description: Value = serde_json::from_str(OPENAPI).unwrap();
        let mut described = Vec::new();
        for (path, methods) in description["paths"].as_object().unwrap() {
            for method in methods.as_object().unwrap().keys() {
                described.push((method.to_uppercase(), path.clone()));
            }
        }
        let mut routes = ROUTES.map(|(method, path)| (method.to_owned(), path.to_owned()));
        routes.sort();
        described.sort();
        assert_eq!(described, routes);
    }

    #[test]
    fn names_are_decoded() {
        assert_eq!(file_name("name=a%20b.sok&x=1"), "a b.sok");
        assert_eq!(file_name("name=%zz%4"), "%zz%4");
        assert_eq!(file_name(""), "levels.txt");
    }
}
