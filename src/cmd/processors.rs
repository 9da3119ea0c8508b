//! `--cpus`: processors of their own for the games that run at once, and others for the judge.

use std::ops::RangeInclusive;
use std::str::FromStr;

use anyhow::{Context as _, Result};
use referee::stream::Usage;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

use super::remark;

/// A list of processors, such as `1,3-5`.
#[derive(Clone, Debug)]
pub(crate) struct CpuList(Vec<usize>);

impl FromStr for CpuList {
    type Err = String;
    fn from_str(text: &str) -> Result<CpuList, String> {
        let mut all = Vec::new();
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let number = |text: &str| text.parse::<usize>().ok().filter(|number| *number < CpuSet::MAX_CPU);
            let range: Option<RangeInclusive<usize>> =
                number(first).zip(number(last)).map(|(first, last)| first..=last);
            let range = range.filter(|range| !range.is_empty());
            all.extend(range.ok_or_else(|| format!("`{part}` is no processor and no range such as 2-3"))?);
        }
        let mut once = all.clone();
        once.sort_unstable();
        once.dedup();
        if once.len() < all.len() { Err("it names a processor twice".to_owned()) } else { Ok(CpuList(all)) }
    }
}

/// The processors that this process may use.
fn available() -> Result<Vec<usize>> {
    let set = sched_getaffinity(None).context("cannot read the processors")?;
    Ok((0..CpuSet::MAX_CPU).filter(|cpu| set.is_set(*cpu)).collect())
}

/// Gives each of the games that run at once its processors, and the judge those that are left. Without a list no game has
/// any of its own; more games at once than processors are then remarked on.
pub(crate) fn shared_out(list: Option<&CpuList>, games: usize) -> Result<Vec<Vec<usize>>> {
    let there = available()?;
    let Some(CpuList(list)) = list else {
        if games > there.len() {
            remark(&format!(
                "{games} games run at once on {} processors: bots wait for each other while their clocks run",
                there.len()
            ));
        }
        return Ok(vec![Vec::new(); games]);
    };
    if let Some(missing) = list.iter().find(|cpu| !there.contains(cpu)) {
        let numbers: Vec<String> = there.iter().map(ToString::to_string).collect();
        return Err(Usage(format!("--cpus: there is no processor {missing} here, only {}", numbers.join(","))).into());
    }
    if list.len() < games {
        return Err(Usage(format!("--cpus: {games} games at once need {games} processors, not {}", list.len())).into());
    }
    let mut rest = CpuSet::new();
    let left: Vec<usize> = there.into_iter().filter(|cpu| !list.contains(cpu)).collect();
    for cpu in &left {
        rest.set(*cpu);
    }
    if left.is_empty() {
        remark("--cpus leaves no processor to the judge, which shares those of the bots");
    } else {
        sched_setaffinity(None, &rest).context("cannot choose the judge's processors")?;
    }
    Ok(list.chunks_exact(list.len() / games).take(games).map(<[usize]>::to_vec).collect())
}
