//! Long work that lets other threads of Python run, and that Ctrl-C ends.
//!
//! Python's signal handlers run only on its main thread and only when somebody asks for them. So the work is done by a
//! thread of its own, and the thread that called asks twenty times a second.

use std::panic::resume_unwind;
use std::thread;
use std::time::Duration;

use boxwright::Cancel;
use pyo3::prelude::*;

const PAUSE: Duration = Duration::from_millis(50);

/// Does the work with the interpreter's lock released. If a signal handler raises, the work is cancelled, and its
/// exception is the result once the work has ended.
#[expect(clippy::redundant_closure_for_method_calls, reason = "the method alone is not general enough in its lifetime")]
pub(crate) fn patiently<T: Send>(py: Python<'_>, cancel: &Cancel, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| {
        let caller = thread::current();
        thread::scope(|scope| {
            let working = scope.spawn(move || {
                let done = work();
                caller.unpark();
                done
            });
            let mut raised = None;
            while !working.is_finished() {
                thread::park_timeout(PAUSE);
                if raised.is_none()
                    && let Err(exception) = Python::attach(|py| py.check_signals())
                {
                    cancel.cancel();
                    raised = Some(exception);
                }
            }
            let done = working.join().unwrap_or_else(|panic| resume_unwind(panic));
            raised.map_or(Ok(done), Err)
        })
    })
}
