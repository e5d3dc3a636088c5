/**
 * The public tests of HTTP caches (http-cache-tests, https://cache-tests.fyi) against the edge: their origin is a hosted site.
 * `npm run test:http-cache`; `-- ID …` runs single tests, `-- --stale` serves expired content as a site's owner may choose. Prints
 * what failed, and the counts beside those that the suite has of other caches. Wanted: no required test fails.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { limitsOfPlan } from '@panel/contract';
import { getResults, runTests } from 'http-cache-tests/client/runner.mjs';
import others from 'http-cache-tests/results/index.mjs';
import suites from 'http-cache-tests/tests/index.mjs';
import surrogate from 'http-cache-tests/tests/surrogate-control.mjs';
import type { Endpoint } from '../src/hosting/index.ts';
import { edgeSite, listen, openEdge } from '../test/edge/edge-support.ts';
import { createOrigin, packed } from './http-cache/origin.ts';
import { countsOf, kindOf, outcomeOf, type Results } from './http-cache/table.ts';

const WANTED_OPTIONAL = 60;
const HOST = 'localhost';
/** Tests at a time; each waits for seconds. */
const AT_ONCE = 60;

const require = createRequire(import.meta.url);
const ids = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const all = [...suites, surrogate];
const chosen = all.map((suite) => ({
  ...suite,
  tests: suite.tests
    .filter(({ id }) => ids.length === 0 || ids.includes(id))
    .map((test) => ({ ...test, dump: ids.length > 0 })),
}));

/** What the suite's origin says about requests that its client left out; the suite counts those itself. */
async function run(): Promise<Results> {
  const origin = createOrigin();
  const endpoint: Endpoint = { host: '127.0.0.1', port: await listen(origin), token: 'suite' };
  const bench = await openEdge({ start: async () => endpoint, stop: async () => undefined, endpoint: () => endpoint });
  const rules = { defaultSeconds: null, typeSeconds: {}, ignoreOrigin: false, queryStrings: true };
  const serveStale = process.argv.includes('--stale');
  bench.sites.set(
    HOST,
    edgeSite('suite', HOST, {
      cache: { version: '1', ...rules, serveStale },
      limits: { ...limitsOfPlan('FREE').site, concurrentRequests: AT_ONCE * 4 },
    }),
  );
  // The client that the suite's stored results were made with.
  const fetch = createRequire(require.resolve('http-cache-tests/package.json'))('node-fetch');
  try {
    const base = `http://${HOST}:${bench.port}`;
    await runTests(chosen, (url: string, init?: object) => fetch(url, packed(init ?? {})), false, base, AT_ONCE);
    return getResults();
  } finally {
    await bench.close();
    origin.closeAllConnections();
    origin.close();
  }
}

const results = await run();
const tests = new Map(all.flatMap((suite) => suite.tests).map((test) => [test.id, test]));
for (const [id, result] of Object.entries(results)) {
  const test = tests.get(id);
  if (test === undefined || result === true) continue;
  const outcome = outcomeOf(tests, test, results);
  if (kindOf(test) !== 'behaviour') console.log(`${outcome}, ${kindOf(test)}: ${id} (${String(result)})`);
}
const stored = others
  .filter(({ type }) => type !== 'browser')
  .map(({ file, name, version }) => {
    const file_ = require.resolve(`http-cache-tests/results/${file}`);
    return { name: `${name} ${version}`, results: JSON.parse(readFileSync(file_, 'utf8')) as Results };
  });
const rows = [{ name: 'this edge', results }, ...stored].map(({ name, results: of }) => {
  const counts = countsOf(all, of);
  return [
    name,
    Object.fromEntries(
      Object.entries(counts).map(([kind, count]) => [`${kind}: passed, failed, n/a`, Object.values(count).join(' / ')]),
    ),
  ] as const;
});
console.table(Object.fromEntries(rows));
const counts = countsOf(all, results);
if (ids.length === 0 && (counts.required.failed > 0 || counts.optional.passed < WANTED_OPTIONAL)) process.exitCode = 1;
