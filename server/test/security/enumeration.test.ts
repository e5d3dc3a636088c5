import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { rateLimit } from '../../src/db/schema.ts';
import { startPanel, type Panel } from '../http/harness.ts';

let panel: Panel;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());

const ROUNDS = 15;
/** CPU time of this process in milliseconds, hashing on other threads included. */
const workDone = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Alternates between a known and an unknown address, so that both meet the same machine. */
async function compare(path: string, body: (email: string) => object) {
  const owner = await panel.addPartner();
  const known = await panel.addUser(owner, 'customer');
  const browser = panel.browser(owner);
  await browser.post(path, body('warm@example.com'));
  const work = { known: [] as number[], unknown: [] as number[] };
  const answers = { known: new Set<string>(), unknown: new Set<string>() };
  for (let i = 0; i < ROUNDS; i++) {
    const pair = [
      ['known', known.email],
      ['unknown', `nobody-${i}@example.com`],
    ] as const;
    for (const [which, email] of i % 2 ? pair : pair.toReversed()) {
      await panel.ctx.db.delete(rateLimit);
      await panel.app.idle();
      const before = workDone();
      const answer = await browser.post(path, body(email));
      work[which].push(workDone() - before);
      answers[which].add(
        JSON.stringify([answer.status, { ...answer.body, requestId: '' }, [...answer.headers.keys()].sort()]),
      );
    }
  }
  return { answers, known: median(work.known), unknown: median(work.unknown) };
}

const CASES: [string, (email: string) => object][] = [
  ['/login', (email) => ({ email, password: 'Wrong1Password' })],
  ['/forget-password', (email) => ({ email })],
  ['/signup', (email) => ({ email })],
];

for (const [path, body] of CASES) {
  test(`${path}: a known and an unknown address get the same response`, async () => {
    const { answers, known, unknown } = await compare(path, body);
    assert.equal(answers.known.size, 1);
    assert.deepEqual([...answers.known], [...answers.unknown]);
    // Detects a skipped hash, which is nearly all of the work of signing in.
    if (path === '/login')
      assert.ok(
        known / unknown > 0.5 && known / unknown < 2,
        `known ${known.toFixed(1)} ms of work, unknown ${unknown.toFixed(1)} ms`,
      );
  });
}

for (const [path, body] of CASES.slice(1)) {
  test(`${path}: the response does not wait for the email`, async (t) => {
    const owner = await panel.addPartner();
    const { email } = await panel.addUser(owner, 'customer');
    // Emails of the previous test may still be in transit.
    await panel.app.idle();
    const mailed = Promise.withResolvers<void>();
    const send = t.mock.method(panel.ctx.mail, 'send', () => mailed.promise);
    const address = path === '/signup' ? 'new-here@example.com' : email;
    assert.equal((await panel.browser(owner).post(path, body(address))).status, 200);
    mailed.resolve();
    await panel.app.idle();
    assert.equal(send.mock.callCount(), 1);
  });
}
