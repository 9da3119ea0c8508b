//! `referee check-bot`: plays two short games with a bot and explains, in words, what is probably wrong with it.

use anyhow::Result;
use clap::Args;
use referee::bots::cause::Cause;
use referee::bots::run::SeatReport;
use referee::bots::watch::become_judge;
use referee::matches::entrants::{Contender, Entrant};
use referee::matches::worker::{Plan, Worker};
use referee::search::BuiltIn;
use referee::stream::Usage;
use referee::text::{count, indented};

use super::matches::args::LimitArgs;
use super::matches::hall::player;
use super::matches::{failed, make_folders, stop_on_signals, stopped};
use super::{Exit, GameArgs, Output, secret};

/// Arguments of `check-bot`.
#[derive(Args)]
#[command(mut_arg("game", |arg| arg.help("The game to play")))]
#[command(after_help = "\
The bot plays against @random in both of the first two seats, with one process. Each game is called off after 400 actions \
and draws, or after --max-turns if that is less; that is no fault, and the output says it (`max_turns`). Ends with code 4 if \
the bot was at fault; with 6 if it was not, but a game was called off because the judge or the machine failed \
(`referee_fault`); and with 1 (143 after SIGTERM) if you stopped the check (`organiser_abort`).

Examples:
  referee check-bot --game wangdo 'python3 fixtures/clients/five_lines.py'
  referee check-bot --game tectonic --clock /1 'python3 fixtures/clients/five_lines.py'")]
pub(crate) struct CheckBotArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The bot's command
    #[arg(value_name = "CMD")]
    bot: String,
    #[command(flatten)]
    limits: LimitArgs,
}

/// The number of actions and draws after which each game ends, unless the command line says otherwise.
const ENOUGH: u64 = 400;

/// Checks a bot.
pub(crate) fn run(args: &CheckBotArgs) -> Result<Exit> {
    let (referee, asked) = args.game.chosen(None)?;
    let players = asked.players.unwrap_or(*referee.players().start());
    let runner = args.limits.runner(&[]);
    let (bot, _) = player(&args.bot, &runner)?;
    let Contender::Program(recipe) = &bot.who else {
        return Err(Usage("give the bot's command, such as 'python3 bot.py'".to_owned()).into());
    };
    let recipe = recipe.clone();
    runner.try_out().map_err(failed)?;
    let other =
        |seat| Entrant { name: format!("@random#{seat}"), longer: None, who: Contender::BuiltIn(BuiltIn::Random) };
    let entrants: Vec<Entrant> = std::iter::once(bot).chain((1..players).map(other)).collect();
    let mut setting = args.limits.setting(referee, players, asked);
    setting.limits.max_turns = setting.limits.max_turns.map(|most| most.min(ENOUGH));
    make_folders(&args.limits, &|name| ["check0", "check1"].contains(&name))?;
    become_judge()?;
    let secret = secret()?;
    let stop = stop_on_signals()?;
    let mut worker = Worker::new(&setting, &entrants, Vec::new(), &stop);
    let mut output = Output::open();
    let mut causes = Vec::new();
    for seat in 0..2_usize {
        let mut seats: Vec<usize> = (0..entrants.len()).collect();
        seats.swap(0, seat);
        let plan = Plan::new(format!("check{seat}"), seats, secret);
        let played = worker.play(&plan).map_err(failed)?;
        let report = &played.report.seats[seat];
        causes.push(report.cause);
        output.text(&told(seat, report));
        if let Some(why) = called_off(report.cause) {
            output.text(&format!("  called off after {} ({}): {why}\n", events(played.plies), report.cause.name()));
        }
        if let Some(remark) = worker.ended_by_itself(0).filter(|_| !report.cause.is_fault()) {
            output.text(&format!("  {}\n", indented(&remark)));
        }
        if report.cause == Cause::OrganiserAbort {
            break;
        }
    }
    worker.end();
    let held: Vec<&str> = recipe.held()?.iter().map(|layer| layer.words()).collect();
    output.text(&format!("what confined it here: {}\n", held.join("; ")));
    let (said, exit) = verdict(&causes);
    output.text(&format!("{said}\n"));
    output.end(exit)
}

/// What the check found, and its exit code.
fn verdict(causes: &[Cause]) -> (&'static str, Exit) {
    if causes.iter().any(|cause| cause.is_fault()) {
        ("the bot would have lost", Exit::BotFault)
    } else if causes.contains(&Cause::OrganiserAbort) {
        ("the check was stopped", stopped())
    } else if causes.contains(&Cause::RefereeFault) {
        ("the bot could not be judged", Exit::Unjudged)
    } else {
        ("no fault found", Exit::Valid)
    }
}

/// Why a game was called off; `None`: it was not.
fn called_off(cause: Cause) -> Option<&'static str> {
    match cause {
        Cause::MaxTurns => Some("that is enough for a check"),
        Cause::OrganiserAbort => Some("you stopped it"),
        Cause::RefereeFault => Some("the judge or the machine failed, not the bot; try again"),
        _ => None,
    }
}

fn events(plies: u64) -> String {
    format!("{plies} {}", if plies == 1 { "action or draw" } else { "actions and draws" })
}

/// The remarks of one game about the bot.
fn told(seat: usize, report: &SeatReport) -> String {
    let SeatReport { cause, why, moves, attempts, think_us, stale, twice, replaced, errors, crlf, renewed } = report;
    let mut text = format!("as player {seat}: {}", count(moves, "move"));
    if *moves > 0 {
        text += &format!(", {:.1} ms each", *think_us as f64 / 1000.0 / *moves as f64);
    }
    text.push('\n');
    if !renewed.is_empty() {
        text += &format!("  after the game before, or at the first question of this one, {}; ", indented(renewed));
        text += "that costs nothing, a new process has played this game\n";
    }
    let strays = [
        (*twice, "a question that it had already answered: send one answer for each line with `ask`"),
        (stale - twice, "another question: repeat the `id` of the `ask` on the same line"),
    ];
    for (times, hint) in strays.into_iter().filter(|(times, _)| *times > 0) {
        let verb = if times == 1 { "was" } else { "were" };
        text += &format!("  {} {verb} to {hint}\n", count(times, "answer"));
    }
    if attempts.failed() > 0 {
        text += &format!("  answers that were not taken: {}\n", attempts.listed());
    }
    if *crlf {
        text += "  its lines end with CR LF; that is accepted, but the protocol uses LF alone\n";
    }
    for (cause, times) in replaced {
        let times = count(times, "time");
        text += &format!("  {times} a random action replaced its own: {}\n", cause.name());
        text += &format!("  {}\n", advice(*cause, ""));
    }
    if cause.is_fault() {
        text += &format!("  {}: {}\n", cause.name(), indented(why));
        text += &match advice(*cause, why) {
            "" => String::new(),
            advice => format!("  {advice}\n"),
        };
    } else if !errors.is_empty() {
        text += &format!("  it wrote to standard error: {}\n", indented(errors));
    }
    text
}

/// Errors that interpreters report if a program reads a field that a line lacks. Other errors, and a missing file, do
/// not come from the lines.
const OF_LINES: [&str; 3] = ["KeyError", "TypeError", "IndexError"];

/// Whether the program ended by an error unrelated to its input.
fn is_broken(why: &str) -> bool {
    let names = |errors: &[&str]| errors.iter().any(|error| why.contains(error));
    names(&["Error", "can't open file"]) && !names(&OF_LINES)
}

/// The likely mistake.
fn advice(cause: Cause, why: &str) -> &'static str {
    match cause {
        Cause::StartTimeout | Cause::TimeMove | Cause::TimeBank if why.contains("does not flush") => {
            "flush standard output after every line (Python: print(…, flush=True)); if it does, it is too slow to start"
        }
        Cause::StartTimeout | Cause::TimeMove | Cause::TimeBank if why.contains("so it is too slow") => {
            "too slow: give it a larger --start-ms or --clock, or let it begin with a `hello` line"
        }
        Cause::StartTimeout => {
            "nothing came: is it too slow to start (then send a `hello` line at once or use a larger --start-ms)? Does it \
             read lines, answer every line that has `ask`, and flush its output?"
        }
        Cause::TimeMove | Cause::TimeBank => "too slow for the clock, or it waits for a line that does not come",
        Cause::Exit if why.starts_with("it ended with code 127") || why.starts_with("it ended with code 126") => {
            "the program could not be started: is the command right, is the file executable, and does the program in its \
             first line exist, also inside the sandbox?"
        }
        Cause::Exit if is_broken(why) => "the program itself is at fault",
        Cause::Signal => "its program crashed, or was killed from outside",
        Cause::Exit => {
            "it ended during a game; it also receives lines with `chance`, `forfeit`, `violations` or `outcome` and lines \
             about others, which need no answer"
        }
        Cause::BadJson => {
            "only answers belong on standard output, one JSON object a line, UTF-8 without a byte order mark; \
             write everything else to standard error"
        }
        Cause::BadMessage => {
            "an answer is {\"ask\":ID,\"pick\":PLACE} or {\"ask\":ID,\"action\":ACTION}; see `referee protocol bots`"
        }
        Cause::IllegalAction => {
            "take an action from `legal`, or pick a place from 0 to legal_n - 1; `referee explain RULE` tells more"
        }
        Cause::LineTooLong | Cause::OutputLimit => "it writes far more than an answer",
        Cause::MemoryLimit => "it needs more than --memory",
        Cause::CpuLimit => "it thinks while it is not its turn; see --idle-cpu-ms",
        Cause::Normal | Cause::Resignation | Cause::MaxTurns | Cause::OrganiserAbort | Cause::RefereeFault => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_was_called_off_is_told_with_its_cause() {
        let exit = |causes: &[Cause]| verdict(causes).1;
        assert_eq!(exit(&[Cause::Normal, Cause::MaxTurns]), Exit::Valid);
        assert_eq!(exit(&[Cause::RefereeFault, Cause::Normal]), Exit::Unjudged);
        assert_eq!(exit(&[Cause::Normal, Cause::OrganiserAbort]), Exit::Fault);
        assert_eq!(exit(&[Cause::Exit, Cause::RefereeFault]), Exit::BotFault);
        for cause in [Cause::MaxTurns, Cause::OrganiserAbort, Cause::RefereeFault] {
            assert!(called_off(cause).is_some() && !cause.is_fault());
        }
        assert!(called_off(Cause::Normal).is_none() && called_off(Cause::Exit).is_none());
    }
}
