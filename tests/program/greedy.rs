//! Bots that take more of the machine than they may, in ways that hide it.

use referee::bots::meter::Meter;
use serde_json::json;

use crate::beside::has_python;
use crate::hostile::{Ended, has_bubblewrap, meet_in_time};

/// How a match can be run, with or without the sandbox.
fn runners() -> Vec<&'static [&'static str]> {
    let mut runners: Vec<&[&str]> = vec![&[]];
    // Bots that may not ponder stand still there.
    runners.extend(has_bubblewrap().then_some(&["--sandbox", "--pondering", "on"][..]));
    runners
}

#[test]
fn processor_time_counts_from_the_first_tick() {
    if !has_python() {
        return;
    }
    let mut burners = vec!["burns_always"];
    // Children for which nobody waits are seen by the kernel alone.
    burners.extend(Meter::is_exact().then_some("sheds_children"));
    for how in burners {
        for runner in runners() {
            // The opponent needs a fifth of the time between two looks at the processes.
            let more = [runner, &["--max-turns", "400", "--idle-cpu-ms", "400"]].concat();
            let Ended { line, left, .. } = meet_in_time(how, "brisk", &more, &["cpu_limit"]);
            assert_eq!(line["causes"], json!(["cpu_limit", "normal"]), "{how} {runner:?}: {line}");
            assert_eq!(left, [""; 0], "{how} {runner:?}");
        }
    }
}
