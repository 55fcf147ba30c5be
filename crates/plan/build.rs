//! Links the IPASIR library that the variable `SAUT_IPASIR` names, if the feature `ipasir` is on.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-env-changed=SAUT_IPASIR");
    if std::env::var_os("CARGO_FEATURE_IPASIR").is_none() {
        return;
    }
    let library = std::env::var("SAUT_IPASIR").unwrap_or_default();
    let path = Path::new(&library);
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    let (Some(folder), Some(name)) = (path.parent(), stem.and_then(|s| s.strip_prefix("lib")))
    else {
        println!(
            "cargo::error=SAUT_IPASIR: not the path of a library: {library:?}; expected a path such as /usr/lib/libNAME.so"
        );
        return;
    };
    println!("cargo::rustc-link-search=native={}", folder.display());
    if path.extension().is_some_and(|ending| ending == "a") {
        println!("cargo::rustc-link-lib=static={name}");
        println!("cargo::rustc-link-lib=stdc++"); // most solvers are written in C++
    } else {
        println!("cargo::rustc-link-lib={name}");
    }
}
