//! The style of a picture that may stand in any page, beside others: every selector begins with the class of the picture.

use std::sync::LazyLock;

use super::{CLASS, STYLE};

/// The style, within its class.
pub(super) static SCOPED: LazyLock<String> = LazyLock::new(|| STYLE.lines().map(|line| scoped(line) + "\n").collect());

/// A line of the style whose selectors hold only within a picture.
fn scoped(line: &str) -> String {
    let rule = line.trim_start();
    let Some((selectors, rest)) = rule.split_once(" {").filter(|_| !rule.starts_with('@')) else {
        return line.to_owned();
    };
    let within = |selector: &str| match selector {
        ":root" => format!(".{CLASS}"),
        selector => format!(".{CLASS} {selector}"),
    };
    format!("{} {{{rest}", selectors.split(", ").map(within).collect::<Vec<_>>().join(", "))
}
