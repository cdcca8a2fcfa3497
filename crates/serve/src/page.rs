//! The page, inside the program.
//!
//! The files are what the build in `web` made; they are compressed once, when the first browser asks.

use std::io::Write;
use std::sync::LazyLock;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use flate2::Compression;
use flate2::write::GzEncoder;

/// A file of the page.
struct Asset {
    path: &'static str,
    media_type: &'static str,
    plain: &'static [u8],
    zipped: Vec<u8>,
    tag: HeaderValue,
}

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    macro_rules! embed {
        ($($path:literal $file:literal $kind:literal)*) => {
            vec![$(asset($path, $kind, include_bytes!(concat!("../../../web/dist/", $file)))),*]
        };
    }
    embed! {
        "/" "index.html" "text/html; charset=utf-8"
        "/app.js" "app.js" "text/javascript; charset=utf-8"
        "/app.css" "app.css" "text/css; charset=utf-8"
        "/icon.svg" "icon.svg" "image/svg+xml"
    }
});

fn asset(path: &'static str, media_type: &'static str, plain: &'static [u8]) -> Asset {
    let mut zip = GzEncoder::new(Vec::new(), Compression::best());
    let zipped = zip.write_all(plain).and_then(|()| zip.finish()).unwrap_or_default();
    // FNV-1a: a tag need not be secret, only different for different content.
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = plain.iter().fold(0xcbf2_9ce4_8422_2325, step);
    let tag = HeaderValue::from_str(&format!("\"{hash:016x}\"")).expect("figures and quotes are allowed");
    Asset { path, media_type, plain, zipped, tag }
}

/// All paths.
#[must_use]
pub fn paths() -> Vec<&'static str> {
    ASSETS.iter().map(|asset| asset.path).collect()
}

/// The bytes that a browser loads before it shows something.
#[must_use]
pub fn compressed_size() -> usize {
    ASSETS.iter().map(|asset| asset.zipped.len()).sum()
}

/// The file at a path.
pub(crate) fn answer(path: &str, headers: &HeaderMap) -> Option<Response<Body>> {
    let asset = ASSETS.iter().find(|asset| asset.path == path)?;
    let says = |name: header::HeaderName| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let response = Response::builder()
        .header(header::CONTENT_TYPE, asset.media_type)
        .header(header::CACHE_CONTROL, "no-cache")
        .header(header::VARY, "accept-encoding")
        .header(header::ETAG, asset.tag.clone());
    if says(header::IF_NONE_MATCH).as_bytes() == asset.tag.as_bytes() {
        return response.status(StatusCode::NOT_MODIFIED).body(Body::empty()).ok();
    }
    if says(header::ACCEPT_ENCODING).contains("gzip") {
        return response.header(header::CONTENT_ENCODING, "gzip").body(Body::from(asset.zipped.as_slice())).ok();
    }
    response.body(Body::from(asset.plain)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_paint_is_small() {
        let bytes = compressed_size();
        assert!(bytes > 1000 && bytes < 150_000, "{bytes}");
    }
}
