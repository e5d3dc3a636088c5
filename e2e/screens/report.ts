import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { KINDS, type Finding, type Seen } from './look.ts';
import type { Outcome } from './run.ts';

const TITLES = {
  page: 'did not open',
  console: 'console messages',
  request: 'failed requests',
  axe: 'axe violations',
  wide: 'overflows',
  cut: 'cut or overlapping texts',
} as const;

const findingsOf = (seen: readonly Seen[]): (Finding & { of: string })[] =>
  seen.flatMap(({ brand, name, findings }) => findings.map((one) => ({ ...one, of: `${brand} ${name}` })));

/** Prints the counts, writes all findings to `report.txt`, and returns whether there are none. */
export function report(folder: string, { seen, leftOut, unfilled }: Outcome): boolean {
  const all = findingsOf(seen);
  const brands = [...new Set(seen.map(({ brand }) => brand))];
  const row = (cells: readonly (string | number)[]) => cells.map((cell) => String(cell).padEnd(26)).join('');
  const lines = [
    row(['', ...brands, 'all']),
    row(['pages', ...brands.map((brand) => seen.filter((one) => one.brand === brand).length), seen.length]),
    row([
      'pictures',
      ...brands.map((brand) =>
        seen.filter((one) => one.brand === brand).reduce((sum, one) => sum + one.shots.length, 0),
      ),
      seen.reduce((sum, one) => sum + one.shots.length, 0),
    ]),
    row(['left out', ...brands.map((brand) => leftOut.filter((one) => one.brand === brand).length), leftOut.length]),
    ...KINDS.map((kind) =>
      row([
        TITLES[kind],
        ...brands.map((brand) => all.filter((one) => one.kind === kind && one.of.startsWith(`${brand} `)).length),
        all.filter((one) => one.kind === kind).length,
      ]),
    ),
  ];
  const details = [
    ...unfilled.map((name) => `nothing fills ${name}`),
    ...KINDS.flatMap((kind) =>
      all.filter((one) => one.kind === kind).map((one) => `${kind}: ${one.of}, ${one.where}: ${one.text}`),
    ),
  ];
  const out = leftOut.map(({ brand, name, why }) => `left out: ${brand} ${name}: ${why}`);
  writeFileSync(path.join(folder, 'report.txt'), [...lines, '', ...details, '', ...out, ''].join('\n'));
  console.log([...lines, '', ...details].join('\n'));
  return details.length === 0;
}
