import { Option, type Command } from 'commander';
import { Fault, usage } from '../fault.ts';
import type { CommonOptions } from '../generated/add-call.ts';
import { textOf } from '../generated/values.ts';
import { note, printAnswer, printRows, say } from '../output/print.ts';
import { read, write } from '../session/ask.ts';
import { choosePanel, type Panel } from '../session/choose-panel.ts';
import { parseDotenv } from './dotenv.ts';
import { resolveApp } from './resolve.ts';

type Variable = { name: string; value: string | null; phase: string; secret: boolean };
type Variables = { environment: string; version: number; live_version: number | null; variables: Variable[] };
type Options = CommonOptions & { environment: string; phase?: string; secret?: boolean; replace?: boolean };
type Change = (variables: readonly Variable[]) => Variable[];

const TRIES = 3;

const pathOf = (id: string): string => `/nucal/app/${id}/variables`;

/** Changes the variables as they are now; another change that comes between is read, and kept. */
async function change(panel: Panel, id: string, environment: string, make: Change): Promise<Variables> {
  for (let tries = 1; ; tries += 1) {
    const { version, variables } = await read<Variables>(panel, pathOf(id), { environment });
    try {
      const body = { environment, version, variables: make(variables) };
      return (await write<{ data: Variables }>(panel, 'PUT', pathOf(id), body)).data;
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'CONFLICT' || tries === TRIES) throw error;
    }
  }
}

/** New values in place of those of their names; what is not said about a variable stays as it is. */
export function merged(
  before: readonly Variable[],
  values: ReadonlyMap<string, string>,
  more: Partial<Variable>,
): Variable[] {
  const known = new Map(before.map((variable) => [variable.name, variable]));
  for (const [name, value] of values)
    known.set(name, { phase: 'both', secret: false, ...known.get(name), ...more, name, value });
  return [...known.values()];
}

function assignments(words: readonly string[]): Map<string, string> {
  const bare = words.filter((word) => !word.includes('='));
  if (bare.length > 1) throw usage('Only one value can come from standard input. Write the others as NAME=value.');
  return new Map(
    words.map((word) => {
      const at = word.indexOf('=');
      return at < 0 ? [word, textOf('-').replace(/\r?\n$/, '')] : [word.slice(0, at), word.slice(at + 1)];
    }),
  );
}

const moreOf = ({ phase, secret }: Options): Partial<Variable> => ({
  ...(phase !== undefined && { phase }),
  ...(secret !== undefined && { secret }),
});

async function set(typed: string, options: Options, make: Change): Promise<void> {
  const panel = choosePanel(options);
  const { id, fqdn } = await resolveApp(panel, typed);
  const after = await change(panel, id, options.environment, make);
  if (options.json) return printAnswer(after, options);
  say(`${fqdn} has ${after.variables.length} variables for ${after.environment} (version ${after.version}).`);
  if (after.live_version !== after.version) note(`Deploy to use them: panel apps deploy ${fqdn}`);
}

async function list(typed: string, options: Options): Promise<void> {
  const panel = choosePanel(options);
  const { id } = await resolveApp(panel, typed);
  const found = await read<Variables>(panel, pathOf(id), { environment: options.environment });
  if (options.json) return printAnswer(found, options);
  printRows(
    found.variables.map((one) => ({ ...one, value: one.secret ? '(secret)' : one.value })),
    ['name', 'value', 'phase', 'secret'],
  );
}

/** `panel apps env`: the environment variables of an application. */
export function addEnv(group: Command): void {
  const env = group.command('env').description('environment variables of an application');
  const add = (name: string, text: string): Command =>
    env
      .command(name)
      .description(text)
      .argument('<app>', 'its address, name or id')
      .addOption(
        new Option('--environment <name>', 'whose variables').choices(['production', 'preview']).default('production'),
      );
  const details = (command: Command): Command =>
    command
      .addOption(new Option('--phase <phase>', 'when they are set').choices(['build', 'run', 'both']))
      .option('--secret', 'never show the values again')
      .option('--no-secret', 'show the values');

  const lists = add('list', 'show them; values of secrets are not shown');
  lists.action((app: string) => list(app, lists.optsWithGlobals<Options>()));

  const sets = details(add('set', 'set some; a NAME without a value takes it from standard input')).argument(
    '<name=value...>',
  );
  sets.action((app: string, words: string[]) => {
    const options = sets.optsWithGlobals<Options>();
    const values = assignments(words);
    return set(app, options, (before) => merged(before, values, moreOf(options)));
  });

  const unsets = add('unset', 'remove some').argument('<name...>');
  unsets.action((app: string, names: string[]) =>
    set(app, unsets.optsWithGlobals<Options>(), (before) => {
      const missing = names.filter((name) => !before.some((one) => one.name === name));
      if (missing.length > 0) throw usage(`There is no variable ${missing.join(', ')}.`);
      return before.filter(({ name }) => !names.includes(name));
    }),
  );

  const imports = details(add('import', 'set those of a .env file')).argument('<file>', '"-" reads standard input');
  imports.option('--replace', 'remove all others').action((app: string, file: string) => {
    const options = imports.optsWithGlobals<Options>();
    const values = parseDotenv(textOf(file));
    return set(app, options, (before) =>
      merged(options.replace ? before.filter(({ name }) => values.has(name)) : before, values, moreOf(options)),
    );
  });
}
