import type { StepProgress } from '@panel/contract';
import type { Amount } from '../lib/amount.ts';

const BYTES = ['B', 'KB', 'MB', 'GB', 'TB'];

/** Bytes in the panel's format, e.g. `1.5 MB`. */
function bytes(amount: number): string {
  let [value, power] = [amount, 0];
  while (value >= 1024 && power < BYTES.length - 1) [value, power] = [value / 1024, power + 1];
  return `${power === 0 ? Math.round(value) : value.toFixed(1)} ${BYTES[power]}`;
}

const grouped = new Intl.NumberFormat('en');

function inWords(done: number, total: number | null, unit: Amount['unit']): string {
  if (unit === 'percent') return `${Math.round(done)}%`;
  if (unit === 'bytes') return total === null ? bytes(done) : `${bytes(done)} of ${bytes(total)}`;
  const noun = (total ?? done) === 1 ? unit.slice(0, -1) : unit;
  return `${grouped.format(done)}${total === null ? '' : ` of ${grouped.format(total)}`} ${noun}`;
}

/** The stored and displayed form of the progress. */
export function progressOf({ done, total, unit }: Amount): StepProgress {
  const all = unit === 'percent' ? 100 : (total ?? null);
  const part = Math.max(0, all === null ? done : Math.min(done, all));
  return { done: part, total: all, unit, text: inWords(part, all, unit) };
}

/** Between 0 and 1; undefined while the total is unknown. */
export const fractionOf = (progress: StepProgress | null | undefined): number | undefined =>
  progress?.total ? progress.done / progress.total : undefined;
