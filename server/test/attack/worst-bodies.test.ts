import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { rateLimit } from '../../src/db/schema.ts';
import { createLoopClock } from '../../src/lib/loop-clock.ts';
import { startTestServer, type Client, type TestServer } from '../../src/testing/index.ts';
import { allCalls, type Call } from '../contract/calls.ts';
import { worstBodies } from './worst-json.ts';

/*
 * Every call of the contract gets the worst bodies of its size limit: the panel's loop may work on each for 50 ms at most
 * (docs/security.md, "The loop"). The calls come from the contract, so a new one is here without anybody adding it.
 */

const MOST_CPU_MS = 50;
const MOST_RESIDENT_MB = 150;
const MB = 1_048_576;
/** An id that exists nowhere: whatever is in a path, the body is read first. */
const NO_ID = '00000000-0000-4000-8000-000000000000';

let server: TestServer;
/** A session of its own for each call: one of them signs out. */
let signIn: (audience: string) => Promise<Client>;
let neighbour: Client;
let residentAtFirst = 0;

const resident = (): number => process.memoryUsage.rss() / MB;

/** The same after V8 has given back the empty pages that it keeps for a while. */
function residentWithoutGarbage(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  assert.ok(typeof collect === 'function');
  collect({ type: 'major', flavor: 'last-resort' });
  return resident();
}

before(async () => {
  server = await startTestServer();
  const { scenario } = server;
  const partner = await scenario.partner();
  const users = {
    customer: await scenario.customer(partner),
    staff: await scenario.admin(partner),
    superadmin: await scenario.superadmin(),
  };
  signIn = (audience) =>
    server.as(partner, audience === 'staff' || audience === 'superadmin' ? users[audience] : users.customer);
  neighbour = await server.as(partner, await scenario.customer(partner));
  await neighbour.get('/site');
  residentAtFirst = residentWithoutGarbage();
});
after(() => server.stop());

/** The longest turn of the loop during a request, in milliseconds of processor time; it includes the client's part. */
async function measured(client: Client, { method, wire }: Call, text: string) {
  const clock = createLoopClock();
  clock.take();
  const { status, body } = await client.sendText(method, wire.replace(/\{\+?\w+\}/g, NO_ID), text);
  const { cpuMs } = clock.take();
  clock.stop();
  return { status, code: String(body['code'] ?? ''), cpuMs };
}

const NOT_REACHED: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'CSRF', 'SECTION_OFF', 'RATE_LIMITED']);

const byGroup = Object.groupBy(
  allCalls.filter(({ method }) => method !== 'GET'),
  ({ name }) => name.split('.')[0] ?? '',
);
for (const [group, calls = []] of Object.entries(byGroup))
  test(`${group}: no body holds the loop`, async () => {
    for (const call of calls) {
      const client = await signIn(call.meta.audience);
      for (const { what, text, isValidated } of worstBodies(call)) {
        const about = `${call.name}, ${what}`;
        if (call.meta.limit) await server.db.delete(rateLimit);
        const before = resident();
        const first = await measured(client, call, text);
        // What is expensive is so each time; a compilation or a collection of garbage is not.
        const { status, code, cpuMs } = first.cpuMs <= MOST_CPU_MS ? first : await measured(client, call, text);
        assert.ok(cpuMs <= MOST_CPU_MS, `${about}: ${cpuMs.toFixed(0)} ms`);
        assert.ok(status < 500 && !NOT_REACHED.has(code), `${about}: ${status} ${code}`);
        if (isValidated && call.input) assert.notEqual(status, 400, `${about} is refused before it is validated`);
        const grown = resident() - before;
        assert.ok(grown <= MOST_RESIDENT_MB, `${about}: ${grown.toFixed(0)} MB`);
      }
      const [, other] = await Promise.all([measured(client, call, '[]'), neighbour.get('/site')]);
      assert.equal(other.status, 200, `another customer, beside ${call.name}`);
    }
  });

test('the memory of all of them is given back', () => {
  const grown = residentWithoutGarbage() - residentAtFirst;
  assert.ok(grown <= MOST_RESIDENT_MB, `${grown.toFixed(0)} MB more than before`);
});
