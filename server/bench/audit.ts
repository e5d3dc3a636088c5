import { contract, type CallMeta } from '@panel/contract';
import { sql } from 'drizzle-orm';
import { sealLines } from '../src/modules/audit/audit-chain.service.ts';
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

/** The first page of a log with 10 and with 100,000 lines, and how long a check of all of them takes. */
const MANY = 100_000;
async function logOf(lines: number): Promise<Browser> {
  const other = await panel.addPartner();
  const admin = await panel.addUser(other, 'admin');
  await panel.ctx.db.execute(sql`
    insert into audit_log (partner_id, user_id, user_email, action, call, at, detail)
    select ${other.id}::uuid, ${admin.id}::uuid, ${admin.email}, 'site.update', 'site.update',
      now() - n * interval '1 minute', jsonb_build_object('siteId', gen_random_uuid())
    from generate_series(1, ${lines}::int) n`);
  return panel.entered(other, admin);
}
const [few, many] = [await logOf(10), await logOf(MANY)];
await panel.ctx.db.execute(sql`analyze audit_log`);
const pages = { few: [] as number[], many: [] as number[] };
const page = (one: Browser) => async () => one.get('/audit?pageSize=10');
for (let index = 0; index < ROUNDS; index += 1) {
  for (const [kind, one] of [
    ['few', few],
    ['many', many],
  ] as const) {
    const begin = performance.now();
    await page(one)();
    pages[kind].push(performance.now() - begin);
  }
}
const sealing = performance.now();
await sealLines(panel.ctx, new Date(Date.now() + 60_000));
const checking = performance.now();
const { text } = await many.get('/audit/check');
process.stdout.write(
  `first page of 10 lines ${median(pages.few).toFixed(1)} ms, of ${MANY} lines ${median(pages.many).toFixed(1)} ms; sealed in ${((checking - sealing) / 1000).toFixed(1)} s, checked in ${((performance.now() - checking) / 1000).toFixed(1)} s: ${text}\n`,
);
await panel.close();
