import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { auditLog } from '../../src/db/schema.ts';
import type { PartnerRow } from '../../src/testing/scenario.repo.ts';
import { startTestServer, type Client, type TestServer } from '../../src/testing/index.ts';

const FLOOD = 64;
/** Calls of a flood that may end before another customer's: those that were running, and those that its own steps let in. */
const BEFORE = 24;

let server: TestServer;
let partner: PartnerRow;
before(async () => {
  server = await startTestServer();
  partner = await server.scenario.partner();
});
after(() => server.stop());

const LIST = '/site?pageIndex=0&pageSize=50';
async function customer(): Promise<Client> {
  const owner = await server.scenario.partner();
  const user = await server.scenario.customer(owner);
  await server.scenario.sites(owner, user, 200);
  return server.as(owner, user);
}

/** How many of the flood's answers came before the visitor's, and all statuses. */
async function race(flood: (index: number) => Promise<{ status: number }>, visit: () => Promise<{ status: number }>) {
  let ended = 0;
  const flooding = Array.from({ length: FLOOD }, (_, index) =>
    flood(index).then(({ status }) => {
      ended += 1;
      return status;
    }),
  );
  // The flood is inside before the visitor comes.
  await Promise.race(flooding);
  const at = ended;
  const { status } = await visit();
  return { before: ended - at, status, statuses: await Promise.all(flooding) };
}

const passes = ({ before: first, status, statuses }: Awaited<ReturnType<typeof race>>) => {
  assert.equal(status, 200);
  assert.ok(first <= BEFORE, `${first} of ${statuses.length} answers of the flood came first`);
};

test('a customer’s list passes in front of 64 lists that another one requests at once', async () => {
  const [greedy, quiet] = [await customer(), await customer()];
  await quiet.get(LIST);
  const result = await race(
    () => greedy.get(LIST),
    () => quiet.get(LIST),
  );
  passes(result);
  assert.deepEqual([...new Set(result.statuses)], [200], 'the flood waits, and is answered');
});

test('and in front of an anonymous address that requests the description of all calls', async () => {
  const [anonymous, quiet] = [server.anonymous(partner), await customer()];
  passes(
    await race(
      () => anonymous.get('/openapi.json'),
      // The same call, which takes the same time: only who is let in first decides, not how long a database takes.
      () => quiet.get('/openapi.json'),
    ),
  );
});

test('a customer whose own calls are many may be refused, and nobody else is', async () => {
  const [greedy, quiet] = [await customer(), await customer()];
  const flooding = Array.from({ length: 3 * FLOOD }, () => greedy.get(LIST));
  const calls = await Promise.all(Array.from({ length: 10 }, () => quiet.get(LIST)));
  assert.deepEqual(
    calls.map(({ status }) => status),
    Array<number>(10).fill(200),
  );
  const statuses = (await Promise.all(flooding)).map(({ status }) => status);
  assert.ok(statuses.every((status) => status === 200 || status === 429));
  assert.ok(statuses.includes(200));
});

test('refused calls that write an entry in the audit log are limited: anonymous ones, and those of an account', async () => {
  const other = await server.scenario.partner();
  const entries = async () =>
    (await server.db.select().from(auditLog).where(eq(auditLog.action, 'tenant.mismatch'))).length;
  const anonymous = server.anonymous(partner);
  await anonymous.get('/partner/whitelabel');
  const reset = {
    partner_id: other.id,
    token: 't'.repeat(43),
    password: 'Another1Horse',
    password_confirmation: 'Another1Horse',
  };
  const statuses: number[] = [];
  for (let i = 0; i < 15; i += 1) statuses.push((await anonymous.send('POST', '/reset-password', reset)).status);
  assert.deepEqual(statuses, [...Array<number>(10).fill(statuses[0] ?? 0), ...Array<number>(5).fill(429)]);
  assert.notEqual(statuses[0], 429);
  assert.equal(await entries(), 10);

  const insider = await customer();
  const change = {
    partner_id: other.id,
    current_password: 'Wrong1Password',
    password: 'Another1Horse',
    password_confirmation: 'Another1Horse',
  };
  const own: number[] = [];
  for (let i = 0; i < 40; i += 1) own.push((await insider.send('POST', '/set-password', change)).status);
  assert.ok(own.slice(-5).every((status) => status === 429));
  assert.ok((await entries()) <= 10 + 30);
});
