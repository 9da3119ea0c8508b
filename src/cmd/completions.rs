//! `referee completions`: shell completions.

use anyhow::Result;
use clap::{Args, Command, CommandFactory as _};
use clap_complete::Shell;

use super::{Cli, Exit, Output};

/// Arguments of `completions`.
#[derive(Args)]
#[command(after_help = "\
Every shell completes options, commands, games, ids of rules and names of schemas. bash, zsh and fish also complete \
the values of options (games, `--emit`, `--option`). `referee man --into` writes the completions of all shells.

Examples:
  referee completions bash
  referee completions fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}

/// Prints completions.
pub(crate) fn run(args: &CompletionsArgs) -> Result<Exit> {
    let mut output = Output::open();
    output.text(&script(args.shell));
    output.end(Exit::Valid)
}

/// The completions for a shell.
pub(crate) fn script(shell: Shell) -> String {
    let mut command = Cli::command();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "referee", &mut script);
    let mut script = String::from_utf8_lossy(&script).into_owned();
    known_places(shell, &command, &mut vec!["referee"], &mut script);
    script
}

/// Adds the possible values of arguments, for shells whose generated scripts complete only commands and options. No
/// value has a character with a meaning inside quotes.
fn known_places<'a>(shell: Shell, command: &'a Command, path: &mut Vec<&'a str>, script: &mut String) {
    let known = command.get_positionals().flat_map(clap::Arg::get_possible_values);
    let known: Vec<String> = known.map(|value| value.get_name().to_owned()).collect();
    if let ([_, first, rest @ ..], false) = (&**path, known.is_empty()) {
        let listed = |line: &dyn Fn(&String) -> String| known.iter().map(line).collect::<String>();
        let (head, lines) = match shell {
            Shell::Elvish => (
                format!("        &'{}'= {{\n", path.join(";")),
                listed(&|value| format!("            edit:complex-candidate '{value}'\n")),
            ),
            Shell::PowerShell => (
                format!("        '{}' {{\n", path.join(";")),
                listed(&|value| {
                    let kind = "[CompletionResultType]::ParameterValue";
                    format!("            [CompletionResult]::new('{value}', '{value}', {kind}, '{value}')\n")
                }),
            ),
            Shell::Fish => {
                let below: String =
                    rest.iter().map(|name| format!("; and __fish_seen_subcommand_from {name}")).collect();
                let all = known.join(" ");
                let when = format!("__fish_referee_using_subcommand {first}{below}");
                (String::new(), format!("complete -c referee -n \"{when}\" -f -a \"{all}\"\n"))
            }
            _ => return,
        };
        match script.find(&head).filter(|_| !head.is_empty()) {
            Some(at) => script.insert_str(at + head.len(), &lines),
            None => script.push_str(&lines),
        }
    }
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        path.push(below.get_name());
        known_places(shell, below, path, script);
        path.pop();
    }
}
