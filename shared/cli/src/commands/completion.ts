import { Argument, type Command } from 'commander';
import { say } from '../output/print.ts';

const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_panel() {
  local IFS=$'\\n'
  COMPREPLY=($(panel complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _panel panel`,
  zsh: `#compdef panel
_panel() {
  local -a found
  found=("\${(@f)$(panel complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -a found; else _files; fi
}
if [[ "\${funcstack[1]}" = _panel ]]; then _panel "$@"; else compdef _panel panel; fi`,
  fish: `function __panel_complete
  set -l words (commandline -opc) (commandline -ct)
  panel complete -- $words[2..-1] 2>/dev/null
end
complete -c panel -a '(__panel_complete)'`,
};

const below = (command: Command, word: string): Command | undefined =>
  command.commands.find((one) => one.name() === word || one.aliases().includes(word));

/** Words that can stand where the last of `words` is being typed. */
export function candidates(program: Command, words: readonly string[]): string[] {
  const typed = words.at(-1) ?? '';
  let command = program;
  let before: string | undefined;
  for (const word of words.slice(0, -1)) {
    command = below(command, word) ?? command;
    before = word;
  }
  const options = [...command.options, ...(command === program ? [] : program.options)];
  const option = options.find(({ long, short }) => before !== undefined && (long === before || short === before));
  const found =
    option?.required && option.argChoices
      ? option.argChoices
      : typed.startsWith('-')
        ? options.filter(({ hidden }) => !hidden).flatMap(({ long }) => long ?? [])
        : command.commands.map((one) => one.name());
  return found.filter((word) => word.startsWith(typed) && word !== 'complete').sort();
}

/** `panel completion <shell>`, and the command that its scripts ask. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a completion for a shell')
    .addArgument(new Argument('<shell>').choices(Object.keys(SCRIPTS)))
    .action((shell: string) => say(SCRIPTS[shell] ?? ''));
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action((words: string[]) => {
      const found = candidates(program, words);
      if (found.length > 0) say(found.join('\n'));
    });
}
