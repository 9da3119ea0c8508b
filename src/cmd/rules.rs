//! `referee rules`: the numbered rules of a game.

use anyhow::Result;
use clap::Args;
use referee::breach::Clause;
use referee::game::{Kept, Rule};
use referee::registry::{Referee, table_clauses};
use serde_json::{Value, json};

use super::{Exit, Output, game, known};

/// Arguments of `rules`.
#[derive(Args)]
#[command(after_help = "\
R are rules of the source, D decisions where it is silent, P precise rulings.
Each says how well it is founded: printed, decided or reconstructed.
Each names the refusals that rest on it; --kept says how the program keeps the others.

Examples:
  referee rules tectonic
  referee rules tectonic --kept
  referee rules tectonic --json
  referee rules table")]
pub(crate) struct RulesArgs {
    /// The game; `table` lists what holds at every table, whatever is played
    #[arg(value_parser = known::GAME_OR_TABLE, hide_possible_values = true)]
    pub(crate) game: String,
    /// Say how the program keeps what nobody can break, and where that is tested
    #[arg(long)]
    pub(crate) kept: bool,
    /// Write JSON lines
    #[arg(long)]
    pub(crate) json: bool,
}

/// Lists the rules.
pub(crate) fn run(args: &RulesArgs) -> Result<Exit> {
    let mut output = Output::open();
    if args.game == "table" {
        for clause in table_clauses() {
            if args.json {
                let game = "table";
                output
                    .json(&json!({"game": game, "rule": clause.id, "source": clause.source, "text": clause.statement}));
            } else {
                output.text(&format!("{}\n     {}  [{}]\n", clause.id, clause.statement, clause.source));
            }
        }
        output.flush()?;
        return Ok(Exit::Valid);
    }
    let game = game(&args.game)?;
    for rule in game.rules() {
        if args.json {
            output.json(&as_json(game, rule, args.kept));
            continue;
        }
        let ids: Vec<_> = refusals(game, rule).map(|clause| clause.id).collect();
        output.text(&format!("{:<4} {}  [{}]\n", rule.id, rule.text, rule.source));
        match rule.kept {
            Kept::NotApplicable(why) if args.kept => output.text(&format!("     not applicable: {why}\n")),
            Kept::BuiltIn(how) if args.kept => output.text(&format!("     kept by the program: {how}\n")),
            _ if ids.is_empty() => {}
            _ => output.text(&format!("     {}\n", ids.join(", "))),
        }
    }
    output.flush()?;
    Ok(Exit::Valid)
}

/// The refusals that rest on a rule.
pub(crate) fn refusals(game: &dyn Referee, rule: &Rule) -> impl Iterator<Item = &'static Clause> {
    let id = rule.id;
    game.clauses().iter().filter(move |clause| clause.refs.contains(&id))
}

/// A numbered rule with all that is known of it; `tell`: also how it is kept.
pub(crate) fn as_json(game: &dyn Referee, rule: &Rule, tell: bool) -> Value {
    let (kept, how) = match rule.kept {
        Kept::Checked => ("checked", None),
        Kept::BuiltIn(how) => ("built_in", Some(how)),
        Kept::NotApplicable(why) => ("not_applicable", Some(why)),
    };
    let refusals: Vec<_> = refusals(game, rule).map(|clause| clause.id).collect();
    let mut value = json!({"game": game.name(), "rule": rule.id, "source": rule.source, "text": rule.text, "kept": kept, "refusals": refusals});
    if let Some(how) = how.filter(|_| tell) {
        value["how"] = json!(how);
    }
    value
}
