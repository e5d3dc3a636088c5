import { Option, type Command as Program } from 'commander';
import type { Command, Field } from '../catalog.ts';
import { printAnswer } from '../output/print.ts';
import { choosePanel, type PanelOptions } from '../session/choose-panel.ts';
import { followTask } from '../tasks/follow-task.ts';
import { readPages, type Page, type PageOptions } from './pages.ts';
import { runCall, type Values } from './run-call.ts';
import { readInput, readValue } from './values.ts';

export type CommonOptions = PanelOptions & { json?: boolean };
type Options = CommonOptions & PageOptions & { input?: string; wait?: boolean } & Record<string, unknown>;

const KINDS: Readonly<Record<Field['type'], string>> = {
  string: 'text',
  number: 'number',
  boolean: '',
  list: 'value...',
  json: 'json',
  file: 'file',
};

function optionsOf(field: Field): Option[] {
  const { flag, type, choices, required } = field;
  const note = [required ? 'required' : '', choices ? `one of ${choices.join(', ')}` : ''].filter(Boolean).join('; ');
  if (type === 'boolean') return [new Option(`--${flag}`, note), new Option(`--no-${flag}`).hideHelp()];
  const option = new Option(`--${flag} <${KINDS[type]}>`, note);
  // For completion; lists are checked value by value.
  if (choices) option.argChoices = [...choices];
  return [option];
}

/** As commander names the value of an option. */
const keyOf = (flag: string): string => flag.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Options over the fields of `--input`; arguments go into the path. */
function valuesOf({ fields }: Command, words: readonly string[], options: Options): Values {
  const inPath = fields.filter((field) => field.in === 'path');
  const others = fields.filter((field) => field.in !== 'path');
  const input = options.input === undefined ? {} : readInput(options.input);
  const values: Values = {
    path: Object.fromEntries(inPath.map(({ name }, index) => [name, words[index] ?? ''])),
    query: {},
    body: {},
  };
  // What the command does not know goes to the server as well, which says so.
  Object.assign(others.some((field) => field.in === 'query') ? values.query : values.body, input);
  for (const field of others) {
    const given = options[keyOf(field.flag)];
    if (given !== undefined) values[field.in as 'query' | 'body'][field.name] = readValue(field, given);
  }
  return values;
}

async function act(call: Command, words: readonly string[], options: Options): Promise<void> {
  const values = valuesOf(call, words, options);
  const panel = choosePanel(options);
  const answer = call.paged
    ? await readPages(options, (page) => runCall<Page>(panel, call, { ...values, query: { ...values.query, ...page } }))
    : await runCall(panel, call, values);
  const task = call.task && options.wait ? (answer as { task_id?: string | null }).task_id : null;
  if (!task) return printAnswer(answer, options);
  await followTask(panel, task, { json: options.json, scope: call.scope });
}

/** Adds the command of a call to its group. */
export function addCall(group: Program, call: Command): void {
  const command = group.command(call.name).description(`${call.summary} (scope ${call.scope})`);
  if (call.alias) command.alias(call.alias);
  for (const { flag, in: place, choices } of call.fields)
    if (place === 'path') command.argument(`<${flag}>`, choices ? `one of ${choices.join(', ')}` : '');
  const others = call.fields.filter((field) => field.in !== 'path');
  for (const option of others.flatMap(optionsOf)) command.addOption(option);
  if (others.length > 0 || call.paged)
    command.option('--input <file>', 'JSON with the fields; "-" reads standard input');
  if (call.paged)
    command
      .option('--page <number>', 'which page, from 1')
      .option('--page-size <number>', 'entries of a page, up to 100')
      .option('--all', 'all pages, up to 10,000 entries');
  if (call.task) command.option('--wait', 'wait until its task has ended; the exit code is that of the task');
  command.action(async (...given: unknown[]) => {
    const words = given.slice(0, -2) as string[];
    await act(call, words, command.optsWithGlobals<Options>());
  });
}
