//! Every dependency has a permissive licence.

use std::process::Command;

const PERMISSIVE: &[&str] = &[
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "ISC",
    "Zlib",
    "Unicode-3.0",
    "CC0-1.0",
    "Unlicense",
    "0BSD",
];

#[test]
fn all_dependencies_are_permissive() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--all-features"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    assert!(packages.len() > 20, "only {} packages", packages.len());
    let mut refused = Vec::new();
    for package in packages {
        let licence = package["license"].as_str().unwrap_or("none");
        let permitted = spdx::Expression::parse_mode(licence, spdx::ParseMode::LAX).is_ok_and(|expression| {
            expression.evaluate(|requirement| requirement.license.id().is_some_and(|id| PERMISSIVE.contains(&id.name)))
        });
        if !permitted {
            refused.push(format!("{} {}: {licence}", package["name"], package["version"]));
        }
    }
    assert!(refused.is_empty(), "not on the list of permissive licences:\n{}", refused.join("\n"));
}
