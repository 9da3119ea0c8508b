//! Starts every bot before the first game. One that ends at once cannot be run here: that is the organiser's mistake, as
//! is a program that does not exist, and no bot loses by it.

use super::NotPlayed;
use super::entrants::{Contender, Entrant};
use crate::bots::process::{BotProcess, Recipe, new_mark};
use crate::bots::ready::first_ended;
use crate::stream::Usage;
use crate::text::indented;

/// How many bots are started at the same time.
const AT_ONCE: usize = 8;

/// The running processes of entrants; `None` for those that are no programs. They have seen nothing yet.
pub fn started(entrants: &[Entrant], processors: &[usize]) -> Result<Vec<Option<BotProcess>>, NotPlayed> {
    let mut started: Vec<Option<BotProcess>> = entrants.iter().map(|_| None).collect();
    let programs: Vec<(usize, &Entrant)> =
        entrants.iter().enumerate().filter(|(_, entrant)| matches!(entrant.who, Contender::Program(_))).collect();
    for some in programs.chunks(AT_ONCE) {
        let mut bots = some.iter().map(|(_, entrant)| start(entrant, processors)).collect::<Result<Vec<_>, _>>()?;
        if let Some((at, end)) = first_ended(&mut bots) {
            let [_, errors] = bots[at].told_errors(&mut [0; 1 << 12]);
            let name = &some[at].1.name;
            let place = match &some[at].1.who {
                Contender::Program(Recipe { directory: Some(folder), .. }) => {
                    format!(" in the folder {}", folder.display())
                }
                _ => String::new(),
            };
            let said = if errors.is_empty() { "it wrote nothing to standard error" } else { &*indented(&errors) };
            let message =
                format!("`{name}` ends as soon as it is started{place}, with {end}, so no game was played: {said}");
            return Err(Usage(message).into());
        }
        some.iter().zip(bots).for_each(|((at, _), bot)| started[*at] = Some(bot));
    }
    Ok(started)
}

/// Starts the process of an entrant, which is a program, on these processors, or on any if there are none.
pub fn start(entrant: &Entrant, processors: &[usize]) -> Result<BotProcess, NotPlayed> {
    let Contender::Program(recipe) = &entrant.who else { unreachable!("only programs are started") };
    let recipe = Recipe { processors: processors.to_vec(), ..recipe.clone() };
    let bot = new_mark().and_then(|mark| BotProcess::start(&recipe, mark));
    bot.map_err(NotPlayed::at(format!("cannot start `{}`", entrant.name)))
}

/// Tries out entrants, and ends their processes.
pub fn try_out(entrants: &[Entrant]) -> Result<(), NotPlayed> {
    let mut buffer = vec![0; 1 << 16];
    started(entrants, &[])?.into_iter().flatten().for_each(|bot| drop(bot.end(&mut buffer)));
    Ok(())
}
