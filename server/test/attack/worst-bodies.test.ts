import assert from 'node:assert/strict';
import { CSRF_COOKIE, CSRF_HEADER } from '@panel/contract';
import { after, before, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { rateLimit } from '../../src/db/schema.ts';
import { createLoopClock } from '../../src/lib/loop-clock.ts';
import { startTestServer, type Client, type TestServer } from '../../src/testing/index.ts';
import { allCalls, type Call } from '../contract/calls.ts';
import { firstTimes, worstBodies } from './worst-json.ts';
import { plainTarget, worstTargets } from './worst-queries.ts';

/*
 * Every call of the contract gets the worst bodies, paths and queries of its size limits: the panel's loop may work on each for 50 ms at most
 * (docs/security.md, "The loop"). The calls come from the contract, so a new one is here without anybody adding it.
 */

const MOST_CPU_MS = 50;
const MOST_RESIDENT_MB = 150;
const MB = 1_048_576;

let server: TestServer;
/** A user for each call: one of them signs out, and each pays for the time of its own requests. */
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
  const users: Record<string, () => ReturnType<typeof scenario.customer>> = {
    staff: () => scenario.admin(partner),
    superadmin: () => scenario.superadmin(),
  };
  signIn = async (audience) => server.as(partner, await (users[audience] ?? (() => scenario.customer(partner)))());
  neighbour = await server.as(partner, await scenario.customer(partner));
  await neighbour.get('/site');
  residentAtFirst = residentWithoutGarbage();
});
after(() => server.stop());

type Request = { method: string; target: string; text?: string };

/** The longest turn of the loop during a request, in milliseconds of processor time; it includes the client's part. */
async function measured(client: Client, { method, target, text }: Request) {
  // Some calls of the specification change something by GET; they take the token as well.
  const token = client.jar.get(CSRF_COOKIE) ?? '';
  const clock = createLoopClock();
  clock.take();
  const { status, body } = await (text === undefined
    ? client.send(method, target, undefined, { [CSRF_HEADER]: token })
    : client.sendText(method, target, text));
  const { cpuMs } = clock.take();
  clock.stop();
  return { status, code: String(body['code'] ?? ''), cpuMs };
}

const NOT_REACHED: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'CSRF', 'SECTION_OFF', 'RATE_LIMITED']);

/** They end the account whatever their body is, and with it the session. */
const ENDS_ITSELF: ReadonlySet<string> = new Set(['account.remove']);

/** @returns the status */
async function holdsNobody(client: Client, call: Call, what: string, request: Request): Promise<number> {
  const about = `${call.name}, ${what}`;
  if (call.meta.limit) await server.db.delete(rateLimit);
  const before = resident();
  const first = await measured(client, request);
  // What is expensive is so each time; a compilation or a collection of garbage is not.
  const again = async () => (ENDS_ITSELF.has(call.name) ? signIn(call.meta.audience) : client);
  const { status, code, cpuMs } = first.cpuMs <= MOST_CPU_MS ? first : await measured(await again(), request);
  assert.ok(cpuMs <= MOST_CPU_MS, `${about}: ${cpuMs.toFixed(0)} ms`);
  assert.ok(status < 500 && status !== 431 && !NOT_REACHED.has(code), `${about}: ${status} ${code}`);
  const grown = resident() - before;
  assert.ok(grown <= MOST_RESIDENT_MB, `${about}: ${grown.toFixed(0)} MB`);
  return status;
}

const isFirst = firstTimes();
const byGroup = Object.groupBy(allCalls, ({ name }) => name.split('.')[0] ?? '');
for (const [group, calls = []] of Object.entries(byGroup)) {
  const withBody = calls.filter(({ method }) => method !== 'GET');
  if (withBody.length > 0)
    test(`${group}: no body holds the loop`, async () => {
      for (const call of withBody) {
        let client = await signIn(call.meta.audience);
        const { method } = call;
        const target = plainTarget(call);
        for (const { what, text, isValidated } of worstBodies(call, isFirst)) {
          if (ENDS_ITSELF.has(call.name)) client = await signIn(call.meta.audience);
          const status = await holdsNobody(client, call, what, { method, target, text });
          if (isValidated && call.input)
            assert.notEqual(status, 400, `${call.name}, ${what} is refused before it is validated`);
        }
        const [, other] = await Promise.all([measured(client, { method, target, text: '[]' }), neighbour.get('/site')]);
        assert.equal(other.status, 200, `another customer, beside ${call.name}`);
      }
    });

  test(`${group}: no path and no query holds the loop`, async () => {
    for (const call of calls) {
      const { method } = call;
      let client = await signIn(call.meta.audience);
      for (const { what, target } of worstTargets(call, isFirst)) {
        if (ENDS_ITSELF.has(call.name)) client = await signIn(call.meta.audience);
        await holdsNobody(client, call, what, method === 'GET' ? { method, target } : { method, target, text: '{}' });
      }
    }
  });
}

test('the memory of all of them is given back', () => {
  const grown = residentWithoutGarbage() - residentAtFirst;
  assert.ok(grown <= MOST_RESIDENT_MB, `${grown.toFixed(0)} MB more than before`);
});
