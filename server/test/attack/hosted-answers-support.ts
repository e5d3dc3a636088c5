import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { ExecOptions, HostingDriver } from '../../src/hosting/driver.ts';
import { runCommand } from '../../src/hosting/process/run-command.ts';
import { LOOP_MS, loopCost, NEVER_MS } from '../../src/testing/index.ts';

const MOST_MEMORY = 150 * 1024 * 1024;

/** Runs a program in place of the PHP of a site, through the same reading of its output. */
export const siteThatPrints = (program: string): Pick<HostingDriver, 'exec'> & HostingDriver =>
  ({
    exec: (_siteId: string, _args: string[], { signal, timeoutMs = NEVER_MS }: ExecOptions = {}) =>
      runCommand(
        { file: process.execPath, args: ['-e', program], env: {} },
        AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
      ),
  }) as unknown as HostingDriver;

/** The outcome of a reader: its value, or the error that it ended with. */
export type Outcome<T> = { value: T } | { error: unknown };

/** Asserts that the loop turned, and that memory did not grow, while `work` ran. */
export async function harmless<T>(what: string, work: () => Promise<T> | T): Promise<Outcome<T>> {
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => void (most = Math.max(most, process.memoryUsage.rss())), 10);
  try {
    await turn();
    const { value: outcome, cpuMs } = await loopCost(() =>
      Promise.resolve()
        .then(work)
        .then(
          (value): Outcome<T> => ({ value }),
          (error: unknown): Outcome<T> => ({ error }),
        ),
    );
    most = Math.max(most, process.memoryUsage.rss());
    assert.ok(cpuMs <= LOOP_MS, `${what}: the loop stood for ${Math.round(cpuMs)} ms of processor time`);
    assert.ok(most - before <= MOST_MEMORY, `${what}: ${Math.round((most - before) / 1024 ** 2)} MB more memory`);
    return outcome;
  } finally {
    clearInterval(watch);
  }
}

/** JavaScript that writes a text to a descriptor, in one piece. */
export const writes = (expression: string, descriptor = 1): string =>
  `const fs = require('node:fs');
   const all = Buffer.from(${expression});
   for (let at = 0; at < all.length;) {
     try { at += fs.writeSync(${descriptor}, all, at); } catch (error) { if (error.code !== 'EAGAIN') throw error; }
   }`;

/** What hosted code can put in the place of a value, as JavaScript that makes the JSON text. */
export const WORST: Readonly<Record<string, string>> = {
  'a million empty objects': `'[' + '{},'.repeat(1e6) + '{}]'`,
  '80,000 empty objects': `'[' + '{},'.repeat(80_000) + '{}]'`,
  'a million numbers': `'[' + '1,'.repeat(1e6) + '1]'`,
  'a million lists in each other': `'['.repeat(1e6) + ']'.repeat(1e6)`,
  '100,000 objects in each other': `'{"a":'.repeat(1e5) + '1' + '}'.repeat(1e5)`,
  'a text of 6 MB': `JSON.stringify('x'.repeat(6e6))`,
  'a text of 250 KB': `JSON.stringify('x'.repeat(250_000))`,
  '40,000 escapes': `'"' + '\\\\u202e'.repeat(40_000) + '"'`,
  'an object with 500,000 names': `'{' + Array.from({ length: 5e5 }, (_, n) => '"' + n + '":0').join(',') + '}'`,
};
