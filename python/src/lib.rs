//! The part of the Python package `boxwright` that is written in Rust.
//!
//! A thin layer: levels, solving, optimising, verifying, labels and a simulator, as the façade crate has them. What is nicer to write
//! in Python (iterators, arrays, data classes) is in `package/boxwright/__init__.py`; arrays go there as bytes, so that nothing
//! here depends on numpy. Everything that can take long runs without the interpreter's lock and can be interrupted
//! (`patience.rs`).

#![allow(clippy::needless_pass_by_value, reason = "that is how arguments come from Python")]

mod label;
mod level;
mod optimize;
mod patience;
mod simulator;
mod solve;

use pyo3::prelude::*;

/// The module.
#[pymodule]
fn _boxwright(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("Refused", module.py().get_type::<solve::Refused>())?;
    module.add_class::<level::Level>()?;
    module.add_class::<solve::Report>()?;
    module.add_class::<solve::Verified>()?;
    module.add_class::<simulator::Simulator>()?;
    module.add_class::<label::RawLabel>()?;
    module.add_function(wrap_pyfunction!(level::parse, module)?)?;
    module.add_function(wrap_pyfunction!(level::builtin, module)?)?;
    module.add_function(wrap_pyfunction!(solve::solve, module)?)?;
    module.add_function(wrap_pyfunction!(solve::verify, module)?)?;
    module.add_function(wrap_pyfunction!(optimize::optimize, module)?)?;
    module.add_function(wrap_pyfunction!(label::label_batch, module)?)?;
    module.add_function(wrap_pyfunction!(label::label_files, module)?)
}
