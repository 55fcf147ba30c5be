//! `saut serve`: the studio in the browser.

use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::arguments::{Global, Serve};
use super::interrupt::at_hang_up;
use super::reply::{CommandOutput, Failure};
use super::status;
use crate::web::{self, Limits};

/// Runs `saut serve` until the process is ended.
pub fn run(arguments: &Serve, global: &Global) -> Result<CommandOutput, Failure> {
    let limits = Limits {
        solve: Duration::from_secs_f64(global.timeout.unwrap_or(300.0)),
        memory_mib: global.memory.unwrap_or(4096),
        threads: global.threads,
    };
    let address = SocketAddr::new(arguments.host, arguments.port);
    let listener = std::net::TcpListener::bind(address).map_err(|error| {
        let remedy = "choose another port with --port; --port 0 takes any free port";
        Failure::Other(format!("cannot listen at {address}: {error}; {remedy}"))
    })?;
    let url = format!("http://{}/", listener.local_addr()?);
    let text = format!("the studio is at {url} (Ctrl-C ends it)\n");
    CommandOutput::text(status::SOLVED, text).print(false)?;
    if !arguments.host.is_loopback() {
        tell!("saut: warning: other machines in your network can use the studio, too");
    }
    if arguments.open {
        open(&url);
    }
    at_hang_up(|| std::process::exit(i32::from(status::SOLVED)));
    web::serve(listener, limits)?;
    Ok(CommandOutput::done(status::SOLVED))
}

/// Opens the page in the browser of the desktop. A failure is only a warning, because the address has been printed.
fn open(url: &str) {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let quiet = Command::new(program)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Err(error) = quiet {
        tell!("saut: warning: no browser was opened ({program}: {error})");
    }
}
