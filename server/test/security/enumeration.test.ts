import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { rateLimit } from '../../src/db/schema.ts';
import { startPanel, type Panel } from '../http/harness.ts';

let panel: Panel;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());

const ROUNDS = 25;
/** The first quartile: other work on the machine only ever makes a time longer. */
const quartile = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? 0;

/** Asks about a known and an unknown address in turns, so that both see the same machine. */
async function compare(path: string, body: (email: string) => object) {
  const owner = await panel.addPartner();
  const known = await panel.addUser(owner, 'customer');
  const browser = panel.browser(owner);
  await browser.post(path, body('warm@example.com'));
  const times = { known: [] as number[], unknown: [] as number[] };
  const answers = { known: new Set<string>(), unknown: new Set<string>() };
  for (let i = 0; i < ROUNDS; i++) {
    const pair = [['known', known.email], ['unknown', `nobody-${i}@example.com`]] as const;
    for (const [which, email] of i % 2 ? pair : pair.toReversed()) {
      await panel.ctx.db.delete(rateLimit);
      await panel.app.idle();
      const started = performance.now();
      const answer = await browser.post(path, body(email));
      times[which].push(performance.now() - started);
      answers[which].add(JSON.stringify([answer.status, { ...answer.body, requestId: '' }, [...answer.headers.keys()].sort()]));
    }
  }
  return { answers, known: quartile(times.known), unknown: quartile(times.unknown) };
}

const CASES: [string, (email: string) => object][] = [
  ['/login', (email) => ({ email, password: 'Wrong1Password' })],
  ['/forget-password', (email) => ({ email })],
  ['/signup', (email) => ({ email })],
];

for (const [path, body] of CASES) {
  test(`${path}: a known and an unknown address get the same answer in like time`, async () => {
    const { answers, known, unknown } = await compare(path, body);
    assert.equal(answers.known.size, 1);
    assert.deepEqual([...answers.known], [...answers.unknown]);
    // Coarse on a shared machine: it finds a hash that is skipped or a mail that is waited for, which differ by a multiple.
    const ratio = known / unknown;
    assert.ok(ratio > 0.6 && ratio < 1.67, `known ${known.toFixed(1)} ms, unknown ${unknown.toFixed(1)} ms`);
  });
}
