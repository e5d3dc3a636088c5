/**
 * What metrics cost a call: two servers, one with METRICS_PORT, get batches of calls in turn, and the medians are compared; and
 * the time of one count alone. `node server/bench/metrics.ts [rounds]`. Target: at most 1 %.
 */
import { startTestServer, type TestServer } from '../src/testing/index.ts';
import { tenant } from '../test/site/site-support.ts';

const ROUNDS = Number(process.argv[2] ?? 40);
const CALLS = 100;
const COUNTS = 200_000;
const median = (all: number[]): number => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

async function batchOf(server: TestServer): Promise<() => Promise<number>> {
  const { client } = await tenant(server);
  return async () => {
    const started = performance.now();
    for (let i = 0; i < CALLS; i += 1) await client.get('/user/profile');
    return (performance.now() - started) / CALLS;
  };
}

const [off, on] = [await startTestServer(), await startTestServer({ env: { METRICS_PORT: '0' } })];
const batches = [await batchOf(off), await batchOf(on)] as const;
for (const batch of batches) await batch();
const times: [number[], number[]] = [[], []];
for (let round = 0; round < ROUNDS; round += 1)
  for (const place of round % 2 ? ([1, 0] as const) : ([0, 1] as const)) times[place].push(await batches[place]());
const [without, counted] = [median(times[0]), median(times[1])];

const { meter } = on.app;
const started = performance.now();
for (let i = 0; i < COUNTS; i += 1)
  meter?.request({ method: 'GET', route: `/route/${i % 400}`, status: 200 }, (i % 100) / 1000);
const each = (performance.now() - started) / COUNTS;

console.log(`A call takes ${without.toFixed(3)} ms without metrics, and ${counted.toFixed(3)} ms with them.`);
console.log(`One count takes ${(each * 1000).toFixed(2)} µs: ${((each / without) * 100).toFixed(2)} % of a call.`);
await Promise.all([off.stop(), on.stop()]);
if (each / without > 0.01) process.exitCode = 1;
