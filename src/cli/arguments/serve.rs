//! `saut serve`: its flags.

use std::net::IpAddr;
use std::num::NonZeroUsize;

use clap::Args;

use super::limits::seconds;

/// `saut serve`
#[derive(Debug, Args)]
pub struct Serve {
    /// The port; 0 for any that is free
    #[arg(long, default_value_t = 7288)]
    pub port: u16,

    /// Address to listen on; any other than this machine's own admits other machines
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    pub host: IpAddr,

    /// Open the studio in the browser
    #[arg(long)]
    pub open: bool,

    /// Time limit in seconds for one solve
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "300")]
    pub timeout: f64,

    /// Memory limit in MiB; solving a task may take half of it, another question about a task an eighth
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    pub memory: u64,

    /// Number of threads of one solve [default: one per core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
}
