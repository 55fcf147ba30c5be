//! `saut validate`: replays a plan on the lifted task; no grounder and no encoder in its path.

use std::io::Write;

use saut::BadInput;
use saut_pddl::{Plan, read_domain, read_problem, validate};
use serde_json::json;

use super::arguments::Validate;
use super::failure::Failure;
use super::{input, print, status};

/// Runs `saut validate`.
pub fn run(arguments: &Validate) -> Result<u8, Failure> {
    let domain = read_domain(&input::text(&arguments.domain)?, &arguments.domain)?;
    let problem = input::text(&arguments.problem)?;
    let problem = read_problem(&problem, &arguments.problem, &domain)?;
    let plan = Plan::read(&input::text(&arguments.plan)?, &arguments.plan)?;
    let task = problem.name();
    let valid = match validate(&domain, &problem, &plan) {
        Ok(valid) => valid,
        Err(refused) if arguments.output.json => {
            let document = json!({"task": task, "valid": false, "reason": refused.to_string()});
            writeln!(anstream::stdout(), "{document}")?;
            return Ok(status::FAILED);
        }
        Err(refused) => {
            let refused = BadInput::new(&arguments.plan, refused.to_string());
            return Err(Failure::Refused(refused));
        }
    };
    let cost = problem.minimises_cost().then(|| valid.cost());
    if arguments.output.json {
        let document = json!({"task": task, "valid": true, "length": valid.length(), "cost": cost});
        writeln!(anstream::stdout(), "{document}")?;
    } else {
        let length = print::counted(valid.length(), "action");
        let cost = cost.map_or(String::new(), |cost| {
            format!(", cost {}", print::grouped(cost))
        });
        writeln!(anstream::stdout(), "valid: {length}{cost}")?;
    }
    Ok(status::SOLVED)
}
