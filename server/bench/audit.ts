import { contract, type CallMeta } from '@panel/contract';
import type { Browser } from '../test/http/browser.ts';
import { startPanel } from '../test/http/harness.ts';

/**
 * What the audit log adds to a call: the same calls with and without their line, interleaved in one process on one
 * database, because on a shared machine only ratios within one run are meaningful.
 */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 40);
const CALLS = 50;

const panel = await startPanel();
const partner = await panel.addPartner();
const browser = await panel.entered(partner, await panel.addUser(partner, 'customer'));

let count = 0;
const write = (one: Browser) => {
  count += 1;
  return one.write('PUT', '/user/profile', { firstname: `Name ${count}`, lastname: 'Long', phone_number: '' });
};
const read = (one: Browser) => one.get('/site?pageSize=10');
const metaOf = (call: { '~orpc': { meta: CallMeta } }): CallMeta => call['~orpc'].meta;
const writeMeta = metaOf(contract.user.updateProfile);

async function round(call: (one: Browser) => Promise<{ status: number }>): Promise<number> {
  const begin = performance.now();
  for (let index = 0; index < CALLS; index += 1) {
    const { status } = await call(browser);
    if (status !== 200) throw new Error(`A call answered ${status}.`);
  }
  return (performance.now() - begin) / CALLS;
}

const times = { with: [] as number[], without: [] as number[], read: [] as number[] };
for (let index = 0; index < ROUNDS; index += 1) {
  for (const kind of index % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
    writeMeta.noAuditLine = kind === 'without';
    times[kind].push(await round(write));
  }
  times.read.push(await round(read));
}
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const [audited, plain] = [median(times.with), median(times.without)];
process.stdout.write(
  `write without a line ${plain.toFixed(3)} ms, with it ${audited.toFixed(3)} ms: +${((audited / plain - 1) * 100).toFixed(1)} %; read ${median(times.read).toFixed(3)} ms\n`,
);
await panel.close();
