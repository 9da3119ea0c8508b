//! `referee random`: plays games with random legal actions and writes them as transcripts.

use anyhow::Result;
use clap::Args;
use clap::builder::TypedValueParser as _;
use referee::dice::Dice;
use referee::judge::{Emit, Scribe};
use referee::registry::{NoGame, Opened, no_numbers};
use referee::stream::Usage;
use referee::table::Draws;
use referee::wire::{Header, Seed, VERSION};

use super::{Exit, GameArgs, Output, known, seed_or_new};

/// Arguments of `random`.
#[derive(Args)]
#[command(mut_arg("game", |arg| arg.help("The game to play")))]
#[command(after_help = "\
Game i of a run has seed SEED + i. The seed decides the draws and the actions, so a run can be repeated. Without \
--seed the operating system supplies one, which the headers contain. All draws are recorded.

Examples:
  referee random --game tectonic --seed 1
  referee random --game tectonic --seed 1 --games 20 --emit none | referee play --emit none")]
pub(crate) struct RandomArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The seed of the first game
    #[arg(long, value_name = "SEED", value_parser = super::numbers::seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = super::numbers::whole::<u64>(super::numbers::ANY), allow_negative_numbers = true)]
    pub(crate) games: u64,
    /// What to add to every line at which a player must act: state, view:actor (that player's view), view:N, legal,
    /// legal_ids, digest or none; view:N never writes anything that player N may not know
    #[allow(clippy::doc_markdown, reason = "a person types it without backticks")]
    #[arg(long, value_name = "WHAT", default_value = "state", value_parser = known::EMIT.try_map(|text| text.parse::<Emit>()), hide_possible_values = true)]
    pub(crate) emit: Emit,
}

/// Plays the games.
pub(crate) fn run(args: &RandomArgs) -> Result<Exit> {
    let mut output = Output::open();
    let first = seed_or_new(args.seed)?;
    let (game, asked) = args.game.chosen(args.seed)?;
    let mut opened = Opened::with(asked.editions);
    let scribe = Scribe::new(args.emit);
    for seed in (0..args.games).map(|i| first.wrapping_add(i)) {
        let header = Header {
            referee: VERSION,
            game: game.name().to_owned(),
            players: asked.players,
            seed: Some(Seed(seed)),
            draws: Some(Draws::Referee),
            options: Some(asked.options.clone()),
            ..Header::default()
        };
        let mut judge = match game.sit(header, &mut opened) {
            Ok(judge) => judge,
            Err(NoGame::Malformed(malformed)) => return Err(Usage(malformed.message).into()),
            Err(NoGame::Refused(_) | NoGame::Redacted(_)) => unreachable!("the header has no position"),
        };
        if let Some(viewer) = args.emit.viewer.filter(|viewer| !viewer.is_at(judge.look().players())) {
            return Err(Usage(format!("--emit view:{viewer}: there is no such player in this game")).into());
        }
        if args.emit.legal_ids && judge.look().action_space().is_none() {
            return Err(Usage(format!("--emit {}", no_numbers(game.name()))).into());
        }
        let mut failed = Ok(());
        judge.play_at_random(&mut Dice::new(seed), &mut |answer| {
            scribe.write(answer, &mut output.buffer);
            failed = output.relieve();
            failed.is_ok()
        });
        failed?;
    }
    output.end(Exit::Valid)
}
