import { fit, oneLine, widthOf } from './plain-text.ts';

const GAP = '  ';
const NARROWEST = 6;

/** A cell in words; objects are left to JSON. */
export function cell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value))
    return value.every((one) => typeof one !== 'object') ? oneLine(value.join(', ')) || '-' : `${value.length} entries`;
  if (typeof value === 'object') return oneLine(JSON.stringify(value));
  const text = oneLine(String(value as string | number));
  return text.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z$/, '$1 $2 UTC');
}

/** Widths that together fit: the widest columns give way first. */
function narrowed(widths: readonly number[], room: number): number[] {
  const all = [...widths];
  const total = () => all.reduce((sum, width) => sum + width, GAP.length * (all.length - 1));
  while (total() > room) {
    const widest = Math.max(...all);
    if (widest <= NARROWEST) break;
    all[all.indexOf(widest)] = widest - 1;
  }
  return all;
}

/** Rows below their heading. `width` is that of the terminal; without one nothing is cut. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[], width?: number): string {
  const all = [heading, ...rows];
  const own = heading.map((_, index) => Math.max(...all.map((row) => widthOf(row[index] ?? ''))));
  const widths = width === undefined ? own : narrowed(own, width);
  return all
    .map((row) =>
      widths
        .map((columns, index) => fit(row[index] ?? '', columns))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

/** Names that say most about an object come first. */
const FIRST = [
  'id',
  'site_id',
  'task_id',
  'number',
  'name',
  'title',
  'fqdn',
  'site_fqdn',
  'type',
  'status',
  'framework',
];
const LAST = ['size', 'created_at'];
const COLUMNS = 6;

const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object';

/** The columns of a list that nobody has chosen columns for. */
export function columnsOf(rows: readonly Readonly<Record<string, unknown>>[]): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) =>
    rows.every((row) => isPlain(row[name]) && cell(row[name]).length <= 120),
  );
  const told = names.filter((name) => rows.some((row) => row[name] !== null));
  const chosen = FIRST.filter((name) => told.includes(name)).slice(0, COLUMNS - 1);
  const end = LAST.filter((name) => told.includes(name)).slice(0, COLUMNS - chosen.length);
  const rest = told.filter((name) => !FIRST.includes(name) && !LAST.includes(name));
  const room = Math.max(0, COLUMNS - chosen.length - end.length);
  return [...chosen, ...rest.slice(0, room), ...end];
}

/** The name of a column as its heading. */
export const headingOf = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toUpperCase();
