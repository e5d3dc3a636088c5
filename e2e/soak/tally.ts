import type { Page } from 'playwright';

/** The counts of a run, and a description of every failure. */
export type Tally = {
  /** Milliseconds of each successful navigation. */
  navigations: number[];
  inputs: number;
  /** How often a customer loaded a new version of an open section. */
  swaps: number;
  /** Release → how often one of its pages was opened. */
  opened: Map<string, number>;
  failed: string[];
  lost: string[];
  errors: string[];
};

export const newTally = (): Tally => ({
  navigations: [],
  inputs: 0,
  swaps: 0,
  opened: new Map(),
  failed: [],
  lost: [],
  errors: [],
});

const isThrown = (text: string): boolean =>
  !text.startsWith('Failed to load resource') && !text.startsWith('Blocked script execution');

/** Records what a page throws, and each file or call that failed. */
export function watch(page: Page, who: string, { errors }: Tally): void {
  page.on('pageerror', (error) => errors.push(`${who}: ${error.message}`));
  page.on(
    'console',
    (message) => message.type() === 'error' && isThrown(message.text()) && errors.push(`${who}: ${message.text()}`),
  );
  page.on(
    'response',
    (response) =>
      response.status() >= 400 &&
      errors.push(`${who}: ${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`),
  );
}

/** Prints the counts; true when nothing failed and nothing was lost. */
export function report(
  { navigations, inputs, swaps, opened, failed, lost, errors }: Tally,
  customers: number,
): boolean {
  const sorted = [...navigations].sort((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
  for (const line of [...failed, ...lost, ...errors].slice(0, 40)) console.log(`  ${line}`);
  console.log(
    `${customers} customers, ${navigations.length + failed.length} navigations (median ${at(0.5)} ms, 95 % within ${at(0.95)} ms), ${inputs} inputs, ${swaps} new versions taken by hand`,
  );
  console.log(
    `openings of the remote by release: ${[...opened]
      .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
      .map(([version, count]) => `${version} ${count}`)
      .join(', ')}`,
  );
  console.log(
    `failed navigations: ${failed.length}, lost inputs: ${lost.length}, errors on pages: ${errors.length} (wanted: none)`,
  );
  return failed.length + lost.length + errors.length === 0;
}
