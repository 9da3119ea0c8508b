//! Bots that take more of the machine than they may, in ways that hide it.

use referee::bots::meter::Meter;
use serde_json::{Value, json};

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

#[test]
fn eight_busy_loops_do_not_cost_the_other_bot_its_time() {
    if !has_python() {
        return;
    }
    // The other bot works for a quarter of the second that it has for a move: more, if it shared two processors with eight
    // loops all the time. It does until these have used up what they may use out of turn. In the sandbox they are stopped,
    // and use little or not too much.
    let (stopped, whole) = (json!(["cpu_limit", "normal"]), json!(["max_turns", "max_turns"]));
    let mut runners: Vec<(&[&str], Vec<&Value>)> = vec![(&["--idle-cpu-ms", "300"], vec![&stopped])];
    if has_bubblewrap() {
        runners.push((&["--sandbox"], vec![&whole, &stopped]));
    }
    for (runner, causes) in runners {
        let more = [runner, &["--clock", "/1", "--max-turns", "24"]].concat();
        let Ended { line, left, .. } = meet_in_time("eight_loops", "works", &more, &["cpu_limit", "fine"]);
        assert!(causes.contains(&&line["causes"]), "{runner:?}: {line}");
        assert_eq!(left, [""; 0], "{runner:?}");
    }
}

#[test]
fn a_wiped_daemon_with_much_memory_is_ended_without_a_sandbox_too() {
    if !has_python() {
        return;
    }
    // It has left its parent, its session and its environment, so its memory is no bot's; but it does not last.
    let Ended { line, left, .. } =
        meet_in_time("wiped_memory", "brisk", &["--max-turns", "60", "--idle-cpu-ms", "60000"], &["fine"]);
    assert_eq!(line["causes"], json!(["max_turns", "max_turns"]), "{line}");
    assert_eq!(left, [""; 0]);
}
