//! `saut report`: its flags.

use clap::Args;
use saut::report::files::Format;

use super::named::named;

/// `saut report`
#[derive(Debug, Args)]
pub struct Report {
    /// Files of records, as bench writes them; - is standard input
    #[arg(value_name = "RECORDS", required_unless_present = "compare")]
    pub records: Vec<String>,

    /// Formats to write; several with commas, as in html,csv [default: html, one page, with -o; markdown without]
    #[arg(long, value_parser = named::<Format>(), value_delimiter = ',')]
    pub format: Vec<Format>,

    /// The two solvers of the scatter plot, as the table of solvers calls them [default: the best]
    #[arg(long, num_args = 2, value_names = ["SOLVER", "SOLVER"])]
    pub scatter: Option<Vec<String>>,

    /// Compare two records: which runs got faster or slower
    #[arg(long, num_args = 2, value_names = ["BEFORE", "NOW"],
          conflicts_with_all = ["records", "scatter"])]
    pub compare: Option<Vec<String>>,
}
