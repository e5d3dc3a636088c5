import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { catalog } from './catalog.ts';
import { addCompletion } from './commands/completion.ts';
import { addSession } from './commands/session.ts';
import { BY_HAND } from './commands/by-hand.ts';
import { addCall } from './generated/add-call.ts';
import { outputWidth } from './output/print.ts';

const versionText = (): string =>
  (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version;

const HELP = `
Exit codes: 0 done, 1 refused by the panel, 2 wrong usage, 3 not signed in, 4 not found, 5 not reachable, 130 interrupted.
PANEL_URL and PANEL_TOKEN are used instead of a sign-in. "panel completion bash" prints a completion for your shell.`;

/** The groups of the contract with their aliases, in its order. */
function groups(): Map<string, string | undefined> {
  return new Map(catalog().map(({ group, groupAlias }) => [group, groupAlias]));
}

async function fillGroup(command: Command, name: string): Promise<void> {
  const own = (await BY_HAND[name]?.()) ?? {};
  for (const call of catalog()) if (call.group === name && !own[call.name]) addCall(command, call);
  for (const add of Object.values(own)) add(command);
}

/**
 * The program. Only the groups that a command line names get their commands: the options of all calls would take longer
 * to set up than the request.
 */
export async function createProgram(words: readonly string[]): Promise<Command> {
  const program = new Command('panel')
    .description('Sites, applications and all that belongs to them, on the command line.')
    .version(versionText(), '-V, --version', 'print the version')
    .option('--json', 'print JSON as the panel answers it')
    .option('--panel <address>', 'the panel, if not the one of the last sign-in')
    .option('--insecure-http', 'allow an address without encryption')
    .option('--no-color', 'print without colors')
    .helpCommand('help [command]', 'show help for a command')
    .helpOption('-h, --help', 'show help')
    .addHelpText('after', HELP)
    .showSuggestionAfterError()
    .exitOverride()
    .configureHelp({ showGlobalOptions: true, sortSubcommands: true })
    .configureOutput({ getOutHelpWidth: () => outputWidth() ?? 80 });
  addSession(program);
  addCompletion(program);
  for (const [name, alias] of groups()) {
    const command = program.command(name).description(`commands for ${name.replaceAll('-', ' ')}`);
    if (alias) command.alias(alias);
    if (words.includes(name) || (alias !== undefined && words.includes(alias))) await fillGroup(command, name);
  }
  return program;
}
