//! A competition as one HTML page to publish: standings, crosstable, a drawing of the ratings with their intervals,
//! and links to the transcripts. It is self-contained, runs no script, and follows the reader's choice of light or
//! dark. All names come from outside, so all text goes through [`escape`].

use std::fmt::Write as _;

use super::report::{Cell, FaultTold, GameTold, Report, group_in_words};
use crate::bots::told::ON_STANDARD_ERROR;
use crate::render::page::framed;
use crate::render::svg::escape;
use crate::text::{count, harmless, plain};

mod drawn;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1b1b1b;--paper:#fff;--line:#c8c8c8;--mark:#0b5cad}\
@media(prefers-color-scheme:dark){:root{--ink:#e6e6e6;--paper:#161616;--line:#444;--mark:#7db7f5}}\
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:80rem;margin:2rem auto;padding:0 1rem}\
p,dd,li,h1{overflow-wrap:anywhere}.wide{max-width:100%;overflow-x:auto}dt{font-weight:600}dd{margin:0 0 .4rem}table{border-collapse:collapse;font-size:.8rem}\
th,td{border-bottom:1px solid var(--line);padding:.2rem;text-align:right;white-space:nowrap;vertical-align:top}\
th{white-space:normal}.name{text-align:left;white-space:normal;min-width:5rem;overflow-wrap:anywhere}\
.games a{display:inline-block;padding:.15rem .3rem;min-width:1.5rem}a{color:var(--mark)}time{white-space:nowrap}\
svg{width:100%;height:auto}svg text{fill:var(--ink);font:13px system-ui,sans-serif}\
@media print{:root{color-scheme:light;--ink:#000;--paper:#fff;--line:#999;--mark:#06386b}body{margin:0;max-width:none}.wide{overflow:visible}tr{break-inside:avoid}}\
.axis{stroke:var(--line)}.path{fill:none;stroke-width:2}.bar{stroke:var(--mark);stroke-width:2}.dot{fill:var(--mark)}";

/// The most bots in the table of differences.
const MOST_COMPARED: usize = 64;

/// The link to a transcript. `prefix` replaces the folder of the transcripts. Without it, an absolute path is a file
/// of this machine and a relative one starts at the page. Characters with a meaning in a URL are percent-encoded, so
/// no path can become a scheme such as `javascript:`.
fn reference(path: &str, prefix: Option<&str>) -> String {
    let (mut text, path) = match prefix {
        Some(prefix) => {
            let name = path.rsplit('/').next().unwrap_or_default();
            (format!("{}/", escape(prefix.trim_end_matches('/'))), name)
        }
        None if path.starts_with('/') => ("file://".to_owned(), path),
        None => ("./".to_owned(), path),
    };
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'-' | b'_') {
            text.push(byte.into());
        } else {
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}

/// Where the files are that the page links to.
#[derive(Copy, Clone, Debug, Default)]
pub struct Links<'a> {
    /// Replaces the folder of the transcripts.
    pub transcripts: Option<&'a str>,
    /// The folder of replays, each called as its transcript, with `.html` for its ending; `None`: there are none.
    pub replays: Option<&'a str>,
}

impl Links<'_> {
    /// A link to the replay of a transcript that opens where the game was decided; empty if there are no replays.
    fn replay(self, transcript: &str, words: &str) -> String {
        let Some(folder) = self.replays else { return String::new() };
        let name = transcript.rsplit('/').next().unwrap_or_default();
        let bare = name.split(".jsonl").next().unwrap_or_default();
        format!("<a href=\"{}#at=decisive\">{}</a>", reference(&format!("{bare}.html"), Some(folder)), escape(words))
    }
}

/// The page.
pub fn html(report: &Report, links: Links<'_>) -> String {
    let usual = || report.game.as_ref().map_or("Standings".to_owned(), |game| format!("Standings: {game}"));
    let named = report.declared.as_ref().and_then(|declared| declared.title.clone());
    let title = named.unwrap_or_else(usual);
    let mut page = format!("<main>\n<h1>{}</h1>\n", escape(&title));
    if let [Some(first), Some(last)] = [report.played.first(), report.played.last()] {
        let day = |day: &str| format!("<time datetime=\"{day}\">{day}</time>");
        let until = if first == last { String::new() } else { format!(" to {}", day(last)) };
        let _ = writeln!(page, "<p>Played {}{until} (UTC).</p>", day(first));
    }
    // Who leads comes first; what the numbers mean and rest on stands below.
    standings(report, &mut page);
    for remark in report.remarks() {
        let _ = writeln!(page, "<p>{}</p>", escape(&remark));
    }
    declared(report, &mut page);
    faults(report, links, &mut page);
    rounds(report, links, &mut page);
    crosstable(report, &mut page);
    seats(report, &mut page);
    differences(report, &mut page);
    drawn::ratings(&report.standings, &mut page);
    drawn::history(report, &mut page);
    games(report, links, &mut page);
    page.push_str("</main>\n");
    framed(&title, "", &[STYLE], &page)
}

/// The tournament's declared settings, and what its numbers mean.
fn declared(report: &Report, page: &mut String) {
    page.push_str(
        "<p>Elo says how strong a bot is beside the others: with 400 more the odds are ten to one. The interval holds the true strength of a bot with 95 % probability, if its blocks are independent of \
         each other and its opponents stay the same.</p>\n",
    );
    let (Some(declared), Some(game)) = (&report.declared, &report.game) else { return };
    let options: Vec<String> =
        declared.options.iter().map(|(name, value)| format!("{name} = {}", plain(value))).collect();
    let edition = match (&declared.edition, &declared.edition_sha256) {
        (Some(file), Some(digest)) => format!("{file}, SHA-256 {digest}"),
        _ => "built-in".to_owned(),
    };
    let facts = [
        ("Game", format!("{game}, {} at a table", report.players)),
        ("Format", plain(&serde_json::json!(declared.format))),
        ("Clock", format!("{} (seconds: bank+increment/move)", declared.clock)),
        ("An illegal action costs", declared.on_illegal.to_string()),
        ("Options", if options.is_empty() { "as usual".to_owned() } else { options.join(", ") }),
        ("Edition", edition),
        ("SHA-256 of the configuration", declared.config_sha256.clone()),
        ("SHA-256 of the secret seed", declared.seed_sha256.clone()),
    ];
    page.push_str("<h2>Declared</h2>\n<dl>\n");
    for (name, value) in facts {
        let _ = writeln!(page, "<dt>{name}</dt><dd>{}</dd>", escape(&value));
    }
    page.push_str("</dl>\n");
}

/// Writes a section with a table, which scrolls by itself where a screen is narrow: the heads of its columns, each with whether
/// words stand below it, and its rows of cells, each with a title (empty: none) and its HTML.
fn table(page: &mut String, what: &str, heads: &[(&str, bool)], rows: impl IntoIterator<Item = Vec<[String; 2]>>) {
    let class = |words: bool| if words { " class=\"name\"" } else { "" };
    let _ = write!(page, "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"{what}\"><table>\n<tr>");
    for (head, words) in heads {
        let _ = write!(page, "<th{}>{head}</th>", class(*words));
    }
    page.push_str("</tr>\n");
    for row in rows {
        page.push_str("<tr>");
        for ([title, cell], (_, words)) in row.iter().zip(heads) {
            let title = if title.is_empty() { String::new() } else { format!(" title=\"{title}\"") };
            let _ = write!(page, "<td{}{title}>{cell}</td>", class(*words));
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</table></div>\n");
}

/// A cell without a title.
fn cell(html: String) -> [String; 2] {
    [String::new(), html]
}

fn standings(report: &Report, page: &mut String) {
    page.push_str("<h2>Table</h2>\n");
    let columns = report.columns(true);
    let heads: Vec<(&str, bool)> = columns.iter().map(|column| (column.head, column.words)).collect();
    let row = |row| columns.iter().map(|column| cell(escape(&(column.cell)(row)))).collect();
    table(page, "Table", &heads, report.standings.iter().map(row));
}

/// The bots' faults. Their standard error is for the organiser only and is left out.
fn faults(report: &Report, links: Links<'_>, page: &mut String) {
    if report.faults.is_empty() {
        return;
    }
    page.push_str("<h2>Faults</h2>\n<ul>\n");
    for (FaultTold { head, why }, fault) in report.faults_told().into_iter().zip(&report.faults) {
        let why = why.split(ON_STANDARD_ERROR).next().unwrap_or_default();
        // It may quote the bot.
        let why = if why.is_empty() { String::new() } else { format!(": {}", harmless(why)) };
        let first = report.transcripts.iter().find(|game| game.game_id == fault.first);
        let replay = first.map(|game| links.replay(&game.transcript, "replay")).unwrap_or_default();
        let _ = writeln!(page, "<li>{} {replay}</li>", escape(&format!("{head}{why}")));
    }
    page.push_str("</ul>\n");
}

/// Links to the games of a table of a round: to their replays, or else to their transcripts.
fn games_of(report: &Report, links: Links<'_>, (round, table): (usize, usize)) -> String {
    let block = |game: &&GameTold| {
        let id = game.game_id.block;
        (id.round as usize, id.table as usize) == (round, table)
    };
    let link = |game: &GameTold| {
        let id = game.game_id.to_string();
        let replay = links.replay(&game.transcript, &id);
        if replay.is_empty() {
            format!("<a href=\"{}\">{id}</a>", reference(&game.transcript, links.transcripts))
        } else {
            replay
        }
    };
    let all: Vec<String> = report.transcripts.iter().filter(block).map(link).collect();
    if all.is_empty() { String::new() } else { format!("<br><span class=\"games\">{}</span>", all.join(" ")) }
}

/// Who met whom, if results decided the pairings.
fn rounds(report: &Report, links: Links<'_>, page: &mut String) {
    if report.rounds.is_empty() {
        return;
    }
    page.push_str("<h2>Rounds</h2>\n");
    for bracket in report.brackets() {
        let drawn: Vec<&str> = bracket.iter().map(|line| line.trim_end()).collect();
        let _ = writeln!(
            page,
            "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Bracket\"><pre>{}</pre></div>",
            escape(&drawn.join("\n"))
        );
    }
    for round in &report.rounds {
        let _ = writeln!(page, "<h3>Round {}</h3>\n<ul>", round.number);
        for (number, group) in (1..).zip(&round.groups) {
            let _ = writeln!(page, "<li><strong>{}</strong></li>", escape(&group_in_words(number, group)));
        }
        for (at, table) in (1..).zip(&round.tables) {
            let games = games_of(report, links, (round.number, at));
            let _ = writeln!(page, "<li>{}{games}</li>", escape(&table.words()));
        }
        if !round.byes.is_empty() {
            let _ = writeln!(page, "<li>{}</li>", escape(&format!("bye: {}", round.byes.join(", "))));
        }
        page.push_str("</ul>\n");
    }
}

/// A table with a row and a column for each bot.
fn crossed<T>(
    report: &Report,
    page: &mut String,
    (what, cells): (&str, &[Vec<Option<T>>]),
    told: impl Fn(&T) -> [String; 2],
) {
    let numbers: Vec<String> = (1..=report.standings.len()).map(|at| at.to_string()).collect();
    let mut heads = vec![("#", false), ("Bot", true)];
    heads.extend(numbers.iter().map(|at| (&**at, false)));
    let rows = numbers.iter().zip(&report.standings).zip(cells).map(|((at, row), cells)| {
        let cells = cells.iter().map(|cell| cell.as_ref().map(&told).unwrap_or_default());
        [cell(at.clone()), cell(escape(&row.bot))].into_iter().chain(cells).collect()
    });
    table(page, what, &heads, rows);
}

fn crosstable(report: &Report, page: &mut String) {
    page.push_str("<h2>Crosstable</h2>\n");
    crossed(report, page, ("Crosstable", &report.crosstable), |Cell { score, games }| {
        [count(games, "game"), format!("{score:.2}")]
    });
}

/// The scores on each seat.
fn seats(report: &Report, page: &mut String) {
    if report.seats.is_empty() {
        return;
    }
    page.push_str("<h2>Seats</h2>\n");
    let heads = ["Seat", "Score", "Elo", "95 %"].map(|head| (head, false));
    let rows = (1_usize..).zip(&report.seats).map(|(at, seat)| {
        let interval = format!("{:+.0} to {:+.0}", seat.elo_low, seat.elo_high);
        vec![
            cell(at.to_string()),
            cell(format!("{:.3}", seat.score)),
            cell(format!("{:+.0}", seat.elo)),
            cell(interval),
        ]
    });
    table(page, "Seats", &heads, rows);
}

/// How much stronger each bot is than each other, and how probable it is that it is stronger at all.
fn differences(report: &Report, page: &mut String) {
    if report.differences.is_empty() || report.differences.len() > MOST_COMPARED {
        return;
    }
    page.push_str(
        "<h2>Differences</h2>\n<p>How many Elo points the bot of the row is stronger than that of the column, and \
         the likelihood that it is the stronger one.</p>\n",
    );
    crossed(report, page, ("Differences", &report.differences), |by| {
        let interval = format!("{:+.0} to {:+.0}", by.elo_low, by.elo_high);
        [interval, format!("{:+.0}<br>{:.1} %", by.elo, 100.0 * by.superior)]
    });
}

fn games(report: &Report, links: Links<'_>, page: &mut String) {
    if report.transcripts.is_empty() {
        return;
    }
    page.push_str("<h2>Games</h2>\n");
    // A small screen shows the first columns.
    let mut heads = vec![("Game", true), ("Bots", true), ("Places", true), ("Reason", true)];
    if links.replays.is_some() {
        heads.insert(1, ("Replay", true));
    }
    let rows = report.transcripts.iter().map(|game| {
        let places = game.places.as_ref().map_or("called off".to_owned(), |places| {
            places.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        });
        let game_id = format!("<a href=\"{}\">{}</a>", reference(&game.transcript, links.transcripts), game.game_id);
        let mut cells = vec![game_id, escape(&game.bots.join(", ")), places, escape(&game.reason)];
        if links.replays.is_some() {
            cells.insert(1, links.replay(&game.transcript, "where it was decided"));
        }
        cells.into_iter().map(cell).collect()
    });
    table(page, "Games", &heads, rows);
}
