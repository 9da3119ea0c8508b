//! Games that are watched in a browser while they are played: a small server, the games that it keeps, and their pages.

mod guest;
mod house;
mod http;
mod pages;
mod routes;
mod table;
#[cfg(target_os = "linux")]
mod visit;

use std::sync::Arc;

use anyhow::Result;
use clap::Args;
use referee::registry::EditionFile;
use referee::stream::Asked;

pub(crate) use self::guest::Guest;
pub(crate) use self::house::{House, Shown, Spectator};
#[cfg(target_os = "linux")]
pub(crate) use self::house::{Notice, onlooker};
pub(crate) use self::http::Address;
#[cfg(target_os = "linux")]
pub(crate) use self::visit::Visit;
use super::remark;

/// Serves pages from now on.
pub(crate) fn open(address: &Address, asked: Asked) -> Result<Arc<House>> {
    let house = House::new(asked);
    let server = Arc::clone(&house);
    let serve = move |request: &http::Request, client: &mut http::Client| routes::serve(&server, request, client);
    let place = http::listen(address, &house.clients, serve)?;
    if !place.ip().is_loopback() {
        remark("anybody who reaches this address can watch");
    }
    house.is_at(place);
    Ok(house)
}

/// Whether to serve pages.
#[derive(Args, Clone, Default)]
pub(crate) struct LiveArgs {
    /// Serve pages on which the games can be watched in a browser, at HOST:PORT or a port of the loopback address: what the
    /// public sees while a game is on, everything after it; of games that built-in players end in a moment, a hundred a second
    /// [default address: a free port of 127.0.0.1]
    #[arg(long, value_name = "ADDR", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub(crate) watch: Option<Address>,
}

impl LiveArgs {
    /// Begins to serve, if that is wanted or somebody plays there.
    pub(crate) fn open(&self, editions: &[EditionFile], guests: &[(&str, Arc<Guest>)]) -> Result<Option<Arc<House>>> {
        if self.watch.is_none() && guests.is_empty() {
            return Ok(None);
        }
        let address = self.watch.clone().unwrap_or_default();
        let house = open(&address, Asked { editions: editions.to_vec(), ..Asked::default() })?;
        remark(&format!("the games can be watched at {}", house.link()));
        for (name, guest) in guests {
            // Before they are told their link.
            house.admit(guest);
            remark(&format!("{name} plays at {}{}", house.link(), guest.path()));
        }
        Ok(Some(house))
    }
}
