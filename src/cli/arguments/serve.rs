//! `saut serve`: its flags.

use std::net::IpAddr;

use clap::Args;

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
}
