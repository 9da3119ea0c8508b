//! Competitions without a single game being played: what to play, what was played and what follows from it. All
//! of it is plain data and pure functions, so that it is tested without a process and a tournament that was killed is
//! resumed by computing the same again. In reading order:
//!
//! * [`config`]: the organiser's file.
//! * [`schedule`]: who plays whom, in blocks; [`swiss`] and [`knockout`] pair by results.
//! * [`record`]: the planned game and its result, as lines.
//! * [`play`]: by what games are recognised that went the same way.
//! * [`journal`]: the one file in which all of it is kept.
//! * [`sources`]: results of several competitions put together.
//! * [`tally`]: games counted up; [`standings`] ranks by them.
//! * [`ratings`]: strengths with intervals; [`sprt`] decides between two bots.
//! * [`report`]: everything of one competition put together; [`page`] is its HTML.

pub mod config;
pub mod journal;
pub mod knockout;
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
