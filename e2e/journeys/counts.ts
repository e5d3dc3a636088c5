import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../scripts/lib/paths.mjs';
import type { Counted, Way } from './person.ts';

const FILE = path.join(ROOT, 'docs', 'journeys.md');
const NONE = '–';
type Row = { clicks: string; keystrokes: string; presses: string };

const rowOf = (name: string): RegExp => new RegExp(`^\\| ${name} \\|([^|]*)\\|([^|]*)\\|([^|]*)\\|$`, 'm');

function read(name: string): { text: string; row: Row } {
  const text = readFileSync(FILE, 'utf8');
  const [, clicks = '', keystrokes = '', presses = ''] = rowOf(name).exec(text) ?? [];
  if (clicks === '') throw new Error(`docs/journeys.md has no row "${name}". Add it with ${NONE} as its counts.`);
  return { text, row: { clicks: clicks.trim(), keystrokes: keystrokes.trim(), presses: presses.trim() } };
}

/**
 * Compares a journey with its row of docs/journeys.md, or records it there (`pnpm journeys --write`).
 * @throws Error when it got longer
 */
export function compare(name: string, way: Way, { clicks, keystrokes }: Counted): void {
  const { text, row } = read(name);
  const now: Partial<Row> =
    way === 'pointer' ? { clicks: String(clicks), keystrokes: String(keystrokes) } : { presses: String(keystrokes) };
  if (process.env['JOURNEYS'] === 'write') {
    const { clicks: first, keystrokes: second, presses } = { ...row, ...now };
    writeFileSync(FILE, text.replace(rowOf(name), `| ${name} | ${first} | ${second} | ${presses} |`));
    return;
  }
  const longer = Object.entries(now).filter(([column, count]) => !(Number(count) <= Number(row[column as keyof Row])));
  if (longer.length > 0)
    throw new Error(
      `"${name}" takes ${longer.map(([column, count]) => `${count} ${column}, not ${row[column as keyof Row]}`).join(' and ')}. ` +
        'Shorten it, or record the new count with "pnpm journeys --write" and say why.',
    );
}
