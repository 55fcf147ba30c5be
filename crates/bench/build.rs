//! Passes the version of the compiler to the program, for the machine files of `saut bench`.

fn main() {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let said = std::process::Command::new(rustc).arg("--version").output();
    let version = said.map(|said| String::from_utf8_lossy(&said.stdout).trim().to_owned());
    println!(
        "cargo::rustc-env=SAUT_RUSTC={}",
        version.unwrap_or_default()
    );
    println!("cargo::rerun-if-changed=build.rs");
}
