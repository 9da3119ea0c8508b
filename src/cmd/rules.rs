//! `referee rules`: the numbered rules of a game.

use anyhow::Result;
use clap::Args;
use referee::game::{Kept, Rule};
use serde_json::json;

use super::{Exit, Output, game};

/// Arguments of `rules`.
#[derive(Args)]
#[command(after_help = "\
R are rules of the source, D decisions where it is silent, P precise rulings. Each says how well it is founded (printed,
decided or reconstructed) and how the program keeps it: by refusing what breaks it, or by carrying it out itself.

Examples:
  referee rules tectonic
  referee rules tectonic --json")]
pub(crate) struct RulesArgs {
    /// The game
    pub(crate) game: String,
    /// Write JSON lines
    #[arg(long)]
    pub(crate) json: bool,
}

/// Lists the rules.
pub(crate) fn run(args: &RulesArgs) -> Result<Exit> {
    let mut output = Output::open();
    let game = game(&args.game)?;
    let citing = |rule: &Rule| -> Vec<&'static str> {
        game.clauses().iter().filter(|clause| clause.refs.contains(&rule.id)).map(|clause| clause.id).collect()
    };
    for rule in game.rules() {
        let ids = citing(rule);
        if args.json {
            let (kept, how) = match rule.kept {
                Kept::Checked => ("checked", None),
                Kept::BuiltIn(how) => ("built_in", Some(how)),
                Kept::NotApplicable(why) => ("not_applicable", Some(why)),
            };
            let mut line = json!({"game": game.name(), "rule": rule.id, "source": rule.source, "text": rule.text, "kept": kept, "refusals": ids});
            if let Some(how) = how {
                line["how"] = json!(how);
            }
            output.json(&line);
            continue;
        }
        output.text(&format!("{:<4} {}  [{}]\n", rule.id, rule.text, rule.source));
        match rule.kept {
            Kept::NotApplicable(why) => output.text(&format!("     not applicable: {why}\n")),
            Kept::BuiltIn(how) if ids.is_empty() => output.text(&format!("     kept by the program: {how}\n")),
            _ => output.text(&format!("     {}\n", ids.join(", "))),
        }
    }
    output.flush()?;
    Ok(Exit::Valid)
}
