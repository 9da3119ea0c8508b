//! The built program behind pipes: streams, commands and bad input. This is one crate, because each test crate
//! compiles the readers of answers again.
#![cfg_attr(
    not(target_os = "linux"),
    allow(dead_code, unused_imports, reason = "some helpers serve only what runs bots")
)]

mod actions;
mod actor;
mod answered;
#[path = "../beside/mod.rs"]
mod beside;
mod bounds;
mod calibrated;
#[cfg(target_os = "linux")]
mod chat;
mod cli;
mod commands;
mod draws;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod escapes;
#[cfg(target_os = "linux")]
mod fair;
#[cfg(target_os = "linux")]
mod greedy;
#[cfg(target_os = "linux")]
mod groups;
#[cfg(target_os = "linux")]
mod hostile;
mod ids;
mod input;
#[cfg(target_os = "linux")]
mod kept;
#[cfg(target_os = "linux")]
mod matches;
#[cfg(target_os = "linux")]
#[path = "../megabytes/mod.rs"]
mod megabytes;
#[cfg(target_os = "linux")]
mod memory;
#[cfg(target_os = "linux")]
mod models;
mod people;
#[path = "../pipes/mod.rs"]
mod pipes;
#[cfg(target_os = "linux")]
mod processors;
#[path = "../sample/mod.rs"]
mod sample;
mod seen;
mod sit;
#[cfg(target_os = "linux")]
mod stalled;
#[cfg(target_os = "linux")]
mod starts;
#[cfg(target_os = "linux")]
mod stopped;
mod tables;
#[cfg(target_os = "linux")]
mod terminal;
mod told;
mod tournament;
#[cfg(target_os = "linux")]
mod tournament_disk;
mod tournament_extend;
mod tournament_files;
#[cfg(target_os = "linux")]
mod tournament_ingest;
#[cfg(target_os = "linux")]
mod tournament_league;
#[cfg(target_os = "linux")]
mod tournament_odds;
mod tournament_positions;
mod tournament_rate;
mod tournament_verify;
#[cfg(target_os = "linux")]
mod tournament_watch;
mod watching;
