import { jsonText, oneLine } from './plain-text.ts';
import { cell, columnsOf, headingOf, table } from './table.ts';

type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Columns of the terminal; undefined where output goes to a file or a program, which gets all of it. */
export function outputWidth(): number | undefined {
  if (!process.stdout.isTTY) return undefined;
  const given = Number(process.env['COLUMNS']);
  return Number.isInteger(given) && given > 0 ? given : process.stdout.columns || 80;
}

export const say = (text: string): void => void process.stdout.write(`${text}\n`);
/** What is no result: progress, hints and errors. */
export const note = (text: string): void => void process.stderr.write(`${text}\n`);

/** Colors only where a person looks, and unless they have said no (https://no-color.org). */
export const hasColor = (stream: { isTTY?: boolean }, env = process.env): boolean =>
  stream.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb' && !process.argv.includes('--no-color');

const bold = (text: string): string => (hasColor(process.stdout) ? `\u001b[1m${text}\u001b[22m` : text);

export function printRows(rows: readonly Row[], columns = columnsOf(rows)): void {
  if (rows.length === 0) return note('Nothing found.');
  const text = table(
    columns.map(headingOf),
    rows.map((row) => columns.map((name) => cell(row[name]))),
    outputWidth(),
  );
  const end = text.indexOf('\n');
  say(`${bold(text.slice(0, end))}${text.slice(end)}`);
}

function printObject(value: Row): void {
  const entries = Object.entries(value);
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  for (const [name, one] of entries) say(`${name.padEnd(width)}  ${cell(one)}`);
}

/** The answer of a call that changes something: what it says, and what is to know besides. */
function printOutcome(value: Row): void {
  const { status, message, title, data, ...rest } = value;
  if (typeof message === 'string') say(oneLine(message));
  if (isRow(data)) return printObject({ ...data, ...rest });
  if (Array.isArray(data)) return printRows(data.filter(isRow));
  const more = Object.fromEntries(Object.entries(rest).filter(([, one]) => one !== null));
  if (Object.keys(more).length > 0) printObject(more);
  else if (typeof message !== 'string') say(typeof title === 'string' ? oneLine(title) : `status  ${cell(status)}`);
}

/** Prints the answer of a call as its shape suggests. */
export function printAnswer(value: unknown, { json = false } = {}): void {
  if (json) return say(jsonText(value));
  if (Array.isArray(value)) {
    if (value.every(isRow)) return printRows(value);
    return value.forEach((one) => say(cell(one)));
  }
  if (!isRow(value)) return say(cell(value));
  const { pageElements, pageIndex, totalPage, totalCount } = value;
  if (Array.isArray(pageElements)) {
    printRows(pageElements.filter(isRow));
    if (Number(totalPage) > 1)
      note(
        `Page ${Number(pageIndex) + 1} of ${cell(totalPage)}, ${cell(totalCount)} in all. --page or --all shows more.`,
      );
    return;
  }
  if (value['status'] === true) return printOutcome(value);
  printObject(value);
}
