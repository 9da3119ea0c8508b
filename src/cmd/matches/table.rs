//! The results of a match as a table for people.

use referee::bots::told::{MatchSummary, held_up};
use referee::contest::columns::in_columns;
use referee::matches::tally::MatchTally;
use referee::text::{count, indented};

use crate::cmd::live::Notice;
use crate::cmd::terminal_width;

/// The table for people.
pub(super) fn table(tally: &MatchTally) -> String {
    let (rows, left) = cells(tally);
    in_columns(&rows, &left, terminal_width()) + &below(tally)
}

/// The table for those who watch.
pub(super) fn notice(tally: &MatchTally) -> Notice {
    Notice { rows: cells(tally).0, below: below(tally) }
}

/// The cells, which begin with the headings, and which columns have words.
fn cells(tally: &MatchTally) -> (Vec<Vec<String>>, Vec<usize>) {
    let MatchSummary { bots, .. } = &tally.summary;
    // Without answers that were not taken there is nothing to be said of them.
    let failed = bots.iter().any(|total| total.attempts.failed() > 0);
    let mut head = vec!["bot", "games", "first", "share", "mean place", "ms/move"];
    head.extend(failed.then_some(["legal", "not taken"]).into_iter().flatten());
    head.push("faults");
    let mut rows: Vec<Vec<String>> = vec![head.into_iter().map(str::to_owned).collect()];
    let none_if_empty = |listed: String| if listed.is_empty() { "none".to_owned() } else { listed };
    let percent = |share: Option<f64>| share.map_or("-".to_owned(), |share| format!("{:.1} %", 100.0 * share));
    for total in bots {
        let per = |sum: f64, count: u64| if count == 0 { "-".to_owned() } else { format!("{:.2}", sum / count as f64) };
        let faults: Vec<String> = total.faults.iter().map(|(cause, n)| format!("{n} {}", cause.name())).collect();
        let mut row = vec![total.name.clone(), total.games.to_string(), total.first.to_string()];
        row.push(percent((total.games > 0).then(|| total.share / total.games as f64)));
        row.extend([per(total.place, total.games), per(total.think_us as f64 / 1000.0, total.moves)]);
        if failed {
            row.extend([percent(total.legality), none_if_empty(total.attempts.listed())]);
        }
        row.push(none_if_empty(faults.join(", ")));
        rows.push(row);
    }
    // The name, the faults and before them what was not taken are words; the rest are numbers.
    let last = rows[0].len() - 1;
    let left = if failed { vec![0, last - 1, last] } else { vec![0, last] };
    (rows, left)
}

/// What there is to say below the table.
fn below(tally: &MatchTally) -> String {
    let MatchTally { summary: MatchSummary { games, called_off, .. }, reasons, delays } = tally;
    let mut text = String::new();
    if *called_off > 0 {
        let were = if *called_off == 1 { "was" } else { "were" };
        text.push_str(&format!("{} of {} {were} called off\n", called_off, count(games, "game")));
    }
    text.extend(held_up(*delays).map(|said| said + "\n"));
    for reason in reasons {
        // A bot's standard error may span lines, which must not look like ours.
        text.push_str(&format!("{}\n", indented(reason)));
    }
    text
}
