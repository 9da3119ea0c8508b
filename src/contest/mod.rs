//! Competitions, without playing a game: what to play, what was played and what follows from it. Everything is plain
//! data and pure functions. So tests need no process, and a killed tournament resumes by computing the same again. In
//! reading order:
//!
//! * [`config`]: the organiser's file; [`extension`]: how it grows while the tournament is being played.
//! * [`schedule`]: who plays whom, in blocks; [`swiss`], [`knockout`] and [`ladder`] pair by results.
//! * [`course`]: the rounds so far, computed again from the results.
//! * [`events`]: what happens in a running tournament, for a command of the organiser.
//! * [`play`]: the digest that recognises identical play.
//! * [`journal`]: the file that holds a whole tournament.
//! * [`sources`]: results of several competitions combined.
//! * [`tally`]: games counted; [`standings`] ranks by the counts.
//! * [`legality`]: how many answers of bots were taken.
//! * [`report`]: the whole result of a competition; [`columns`] lays out its tables, and [`page`] writes it as HTML.

pub mod columns;
pub mod config;
pub mod course;
pub mod events;
pub mod extension;
pub(crate) mod groups;
pub mod journal;
pub mod knockout;
pub mod ladder;
pub mod legality;
pub mod page;
pub mod play;
pub mod ratings;
pub mod record;
pub mod report;
pub mod schedule;
pub mod sources;
pub mod sprt;
pub mod standings;
pub mod swiss;
pub mod tally;
