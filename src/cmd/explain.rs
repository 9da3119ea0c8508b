//! `referee explain`: one rule, with everything that it rests on.

use anyhow::Result;
use clap::Args;
use referee::breach::Clause;
use referee::game::{Kept, Rule};
use referee::games::GAMES;
use referee::registry::{Referee, table_clauses};
use referee::stream::Usage;
use referee::strict::{hint, near_miss};
use serde_json::json;

use super::{Exit, Output, known, rules};

/// Arguments of `explain`.
#[derive(Args)]
#[command(after_help = "\
The id is one that a violation names, such as tectonic.mount-range, or a numbered rule of a game, such as tectonic.R15.

Examples:
  referee explain tectonic.mount-range
  referee explain table.not-your-turn
  referee explain tectonic.R15 --json")]
pub(crate) struct ExplainArgs {
    /// The rule's id
    #[arg(value_name = "RULE-ID", value_parser = known::RULE, hide_possible_values = true)]
    pub(crate) rule: String,
    /// Say how the program enforces a numbered rule that no input can break, and where that is tested
    #[arg(long)]
    pub(crate) kept: bool,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Explains a rule.
pub(crate) fn run(args: &ExplainArgs) -> Result<Exit> {
    let mut output = Output::open();
    let game_of = |id: &str| {
        GAMES.iter().copied().find(|game| id.strip_prefix(game.name()).is_some_and(|rest| rest.starts_with('.')))
    };
    let game = game_of(&args.rule);
    let numbered = game.and_then(|game| {
        game.rules().iter().find(|rule| args.rule[game.name().len() + 1..].eq_ignore_ascii_case(rule.id))
    });
    if let (Some(game), Some(rule)) = (game, numbered) {
        explain_number(game, rule, args, &mut output);
    } else {
        let clauses = game.map_or_else(table_clauses, Referee::clauses);
        let clause = clauses.iter().find(|clause| clause.id == args.rule).ok_or_else(|| unknown(&args.rule))?;
        explain_clause(game, clause, args.json, &mut output);
    }
    output.end(Exit::Valid)
}

fn unknown(id: &str) -> Usage {
    let all = || GAMES.iter().flat_map(|game| game.clauses()).chain(table_clauses()).map(|clause| clause.id);
    let whole = |known: &&str| known.split_once('.').is_some_and(|(_, name)| name == id);
    let near = all().find(whole).or_else(|| near_miss(id, all()));
    let owner = id.split_once('.').map(|(owner, _)| owner);
    let owner = owner.filter(|owner| *owner == "table" || GAMES.iter().any(|game| game.name() == *owner));
    let hint = hint(near, || format!("; `referee rules {} --kept` lists them", owner.unwrap_or("GAME")));
    Usage(format!("unknown rule `{id}`{hint}"))
}

fn explain_clause(game: Option<&dyn Referee>, clause: &Clause, as_json: bool, output: &mut Output) {
    let rests_on: Vec<&Rule> = game
        .into_iter()
        .flat_map(|game| clause.refs.iter().filter_map(|id| game.rules().iter().find(|rule| rule.id == *id)))
        .collect();
    if as_json {
        let rests_on: Vec<_> =
            rests_on.iter().map(|rule| json!({"rule": rule.id, "source": rule.source, "text": rule.text})).collect();
        return output.json(&json!({
            "rule": clause.id,
            "statement": clause.statement,
            "source": clause.source,
            "refs": clause.refs,
            "rests_on": rests_on,
        }));
    }
    output.text(&format!("{}  [{}]\n\n{}\n", clause.id, clause.source, clause.statement));
    if !rests_on.is_empty() {
        output.text("\nIt rests on\n");
    }
    for rule in rests_on {
        output.text(&format!("  {:<4} {}  [{}]\n", rule.id, rule.text, rule.source));
    }
    if game.is_none() {
        output.text("\nIt holds at every table, in every game.\n");
    }
}

fn explain_number(game: &dyn Referee, rule: &Rule, args: &ExplainArgs, output: &mut Output) {
    if args.json {
        return output.json(&rules::as_json(game, rule, args.kept));
    }
    output.text(&format!("{} {}  [{}]\n\n{}\n", game.title(), rule.id, rule.source, rule.text));
    match rule.kept {
        Kept::Checked => {}
        Kept::BuiltIn(_) | Kept::NotApplicable(_) if !args.kept => {}
        Kept::BuiltIn(how) => output.text(&format!("\nEnforced by the program: {how}.\n")),
        Kept::NotApplicable(why) => output.text(&format!("\nNot applicable: {why}.\n")),
    }
    let refusals: Vec<&Clause> = rules::refusals(game, rule).collect();
    if !refusals.is_empty() {
        output.text("\nIt is broken as\n");
    }
    for clause in refusals {
        output.text(&format!("  {}: {}\n", clause.id, clause.statement));
    }
}
