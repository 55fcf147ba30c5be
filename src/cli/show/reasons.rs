//! Reasons why a puzzle has no plan: its certificate, checked again, as text; on a page also what every
//! criterion says.

use std::time::Duration;

use saut::BadInput;
use saut::answer::Explanation;
use saut::certify::{self, CheckedCertificate};
use saut::formats::page;
use saut::named::Named as _;
use saut::peg::Puzzle;
use saut::search::SearchSettings;
use saut::stop::Stop;
use saut_check::{Document, Report, certificate_of};
use serde_json::{Value, json};

use super::text::text;
use crate::cli::arguments::{Global, Show, ShowFormat};
use crate::cli::reply::{Failure, Reply, unusable};

/// The longest that the criteria may take for the page.
const SURVEY: Duration = Duration::from_secs(20);

/// The certificate in this text of a file, if it has one, checked again.
pub fn checked(
    puzzle: &Puzzle,
    file: &str,
    text: &str,
) -> Result<Option<CheckedCertificate>, Failure> {
    let document = Document::read(text, file, None)?;
    let found = certificate_of(&document, None).map_err(|fault| fault.within(file))?;
    let Some((claim, others)) = found else {
        return Ok(None);
    };
    let recorded = others.record_beside_certificate(&mut Report::default());
    recorded.map_err(|fault| fault.within(file))?;
    let checked = certify::check_within(puzzle, claim, &SearchSettings::default());
    checked.map(Some).map_err(|rejected| {
        let refused = BadInput::new("certificate refused", rejected.to_string());
        Failure::Refused(refused.within(file))
    })
}

/// Shows why a puzzle has no plan, as text or on a page.
pub fn show(
    arguments: &Show,
    global: &Global,
    puzzle: &Puzzle,
    checked: &CheckedCertificate,
) -> Result<Reply, Failure> {
    let shown = match arguments.format(global) {
        ShowFormat::Html => page(puzzle, checked)?,
        ShowFormat::Text => {
            let (kind, why) = (checked.kind(), checked.explanation(puzzle));
            let shown = text(puzzle, None)?;
            format!("{shown}\ninfeasible: the certificate ({kind}) holds\n{why}")
        }
        ShowFormat::Svg | ShowFormat::Png | ShowFormat::Latex => {
            let fact = "a certificate is shown as text or on a page";
            return unusable("--format", fact, "choose text or html");
        }
    };
    let document = json!({"puzzle": puzzle.name(), "verdict": "infeasible", "checked": true});
    let key = Some(arguments.format(global).name());
    Reply::content(document, key, shown, global.out.as_deref())
}

/// The page of a certificate and of what every criterion says.
fn page(puzzle: &Puzzle, checked: &CheckedCertificate) -> Result<String, Failure> {
    let stop = Stop::new(Some(SURVEY), None);
    let mut document = Explanation::new(puzzle, &stop)?.document()?;
    let mut criteria = match document["criteria"].take() {
        Value::Array(criteria) => criteria,
        _ => Vec::new(),
    };
    // The certificate comes first: with the weights of its criterion, or as it explains itself.
    let name = checked.kind();
    let own = criteria
        .iter()
        .position(|one| one["name"] == name && one["refutes"] == true);
    let first = own.map_or_else(
        || json!({"name": name, "refutes": true, "why": checked.explanation(puzzle), "weights": []}),
        |index| criteria.remove(index),
    );
    criteria.insert(0, first);
    Ok(page::infeasible(puzzle, &Value::Array(criteria)))
}
