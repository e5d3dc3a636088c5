import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { contract } from '@panel/contract';
import { check } from 'recheck';
import { boundAbove, CHECKED, expressionsIn } from '../../../scripts/lib/expression-checks.ts';
import { displayDomain } from '../../src/modules/domain/look-alike.ts';

/*
 * Every regular expression that takes more than linear time gets the attack that recheck finds for it, as long as its declared
 * bound allows. Those that are worse than quadratic, or have no bound, are findings of the lint.
 */

const MOST_CPU_MS = 50;
/** Ends an expression that would not. */
const DEADLINE_MS = 20_000;
const ROOT = path.join(import.meta.dirname, '../../..');
/** Runs in the browser of the visitor whose text it is. */
const IN_BROWSER = /^(?:shell|mf-[\w-]+)\//;

const judged = JSON.parse(readFileSync(path.join(ROOT, 'scripts/lib/expressions.generated.json'), 'utf8')) as [
  expression: string,
  growth: string,
][];

const bounded = globSync(
  ['server/src/**/*.ts', 'shared/*/src/**/*.{ts,tsx}', 'shell/src/**/*.{ts,tsx}', 'mf-*/src/**/*.{ts,tsx}'],
  {
    cwd: ROOT,
  },
)
  .filter((file) => CHECKED.test(file))
  .flatMap((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    if (!text.includes('bounded: ')) return [];
    const lines = text.split('\n');
    return expressionsIn({ file, text }).flatMap(({ pattern, flags, line }) => {
      const bound = boundAbove(lines, line);
      return bound === null ? [] : [{ file, pattern: pattern ?? '', flags, bound }];
    });
  });

/** Characters (or bytes, which are no fewer) of `a TXT record, 4,096 characters`. */
const charactersOf = (bound: string): number =>
  Number(/(\d[\d,]*) (?:characters|bytes)/.exec(bound)?.[1]?.replaceAll(',', ''));

/** The attack, as long as `most` allows. */
async function attackOn(pattern: string, flags: string, most: number): Promise<string> {
  // Its own JavaScript: the other programs of the package are not installed.
  process.env['RECHECK_BACKEND'] = 'pure';
  const found = await check(pattern, flags);
  assert.ok(found.status === 'vulnerable', `/${pattern}/${flags}: recheck finds no attack`);
  const { pumps, suffix } = found.attack;
  const fixed = suffix.length + pumps.reduce((sum, { prefix }) => sum + prefix.length, 0);
  const times = Math.floor((most - fixed) / pumps.reduce((sum, { pump }) => sum + pump.length, 0));
  assert.ok(times > 0, `the bound of ${most} has no room for ${found.attack.pattern}`);
  return pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix;
}

const RUN = `const { parentPort, workerData: { pattern, flags, text } } = require('node:worker_threads');
const expression = new RegExp(pattern, flags);
const before = process.threadCpuUsage();
text.replace(expression, '');
const { user, system } = process.threadCpuUsage(before);
parentPort.postMessage((user + system) / 1000);`;

/** Processor time of one search, in milliseconds. */
async function searched(pattern: string, flags: string, text: string): Promise<number> {
  const worker = new Worker(RUN, { eval: true, workerData: { pattern, flags, text } });
  try {
    const [cpuMs] = (await once(worker, 'message', { signal: AbortSignal.timeout(DEADLINE_MS) })) as [number];
    return cpuMs;
  } finally {
    await worker.terminate();
  }
}

/** Expressions that are built, by what they are built for; recheck sees no more than a part of them. */
const BUILT: Readonly<Record<string, () => unknown>> = {
  'server/src/modules/domain/look-alike.ts': () =>
    // The last letter is of another script, so every expression reads the label to its end.
    ['a', 'α', '한', '漢', 'か', '1'].map((letter) => displayDomain(`${letter.repeat(62)}ж.example`)),
};

test('an expression that takes more than linear time has a bound, and is searched with its worst text here', () => {
  const known = new Set(bounded.map(({ pattern, flags }) => `/${pattern}/${flags}`));
  const growing = judged.filter(([, growth]) => growth !== 'linear').map(([expression]) => expression);
  assert.deepEqual(growing.toSorted(), [...known].toSorted());
  for (const { file, bound } of bounded)
    assert.ok(IN_BROWSER.test(file) || charactersOf(bound) > 0, `${file}: say how many characters or bytes: ${bound}`);
});

test('the paths of calls are as short as their expression needs them', () => {
  const longest = Object.values(contract)
    .flatMap((calls) => Object.values(calls))
    .map((call) => call['~orpc'].route.path?.length ?? 0);
  assert.ok(Math.max(...longest) <= 100, String(Math.max(...longest)));
});

for (const { file, pattern, flags, bound } of bounded.filter((each) => !IN_BROWSER.test(each.file)))
  test(`the worst text for /${pattern}/${flags} (${file})`, async () => {
    const built = BUILT[file];
    if (built) {
      const before = process.threadCpuUsage();
      built();
      const { user, system } = process.threadCpuUsage(before);
      return assert.ok(user + system <= MOST_CPU_MS * 1000, `${(user + system) / 1000} ms`);
    }
    const most = charactersOf(bound);
    const text = await attackOn(pattern, flags, most);
    assert.ok(text.length <= most && text.length > most * 0.9, String(text.length));
    const cpuMs = await searched(pattern, flags, text);
    assert.ok(cpuMs <= MOST_CPU_MS, `${cpuMs} ms`);
  });
