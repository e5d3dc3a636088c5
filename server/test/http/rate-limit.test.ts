import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { rateLimit } from '../../src/db/schema.ts';
import { PanelError } from '../../src/kernel/errors.ts';
import { attempt } from '../../src/context/rate-limit.ts';
import { startPanel, type Panel } from './harness.ts';

const LIMIT = { tries: 2, windowSeconds: 600 };
const ADDRESS_TRIES = 20;
let panel: Panel;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());

const rows = async () => (await panel.ctx.db.select().from(rateLimit)).length;
const tryAs = (account: string, ip: string) => attempt(panel.ctx, 'login', LIMIT, { partnerId: 'p', ip, account });
const isLimited = (error: unknown) => error instanceof PanelError && error.code === 'RATE_LIMITED';

test('a blocked address writes no rows for further accounts', async () => {
  for (let i = 0; i < ADDRESS_TRIES; i += 1) await tryAs(`user-${i}@example.com`, '192.0.2.1');
  const before_ = await rows();
  for (let i = 0; i < 5; i += 1) await assert.rejects(tryAs(`more-${i}@example.com`, '192.0.2.1'), isLimited);
  assert.equal(await rows(), before_);
});

test('attempts at a blocked account do not count for its address, and a success takes its own back', async () => {
  for (let i = 0; i < LIMIT.tries; i += 1) await tryAs('held@example.com', '192.0.2.2');
  for (let i = 0; i < 2 * ADDRESS_TRIES; i += 1)
    await assert.rejects(tryAs('held@example.com', '192.0.2.2'), isLimited);
  for (let i = 0; i < 2 * ADDRESS_TRIES; i += 1) await (await tryAs('other@example.com', '192.0.2.2')).succeeded();
});

test('who is signed in does not begin anew with another account or address', async () => {
  const tryTo = (account: string, ip: string, viewerId = 'caller') =>
    attempt(panel.ctx, 'change', LIMIT, { partnerId: 'p', ip, account, viewerId });
  await (await tryTo('a@example.com', '192.0.2.5')).takeBack();
  await (await tryTo('b@example.com', '192.0.2.5')).succeeded();
  for (let i = 0; i < LIMIT.tries; i += 1) await tryTo(`c${i}@example.com`, `192.0.2.${6 + i}`);
  await assert.rejects(tryTo('d@example.com', '192.0.2.9'), isLimited);
  await tryTo('d@example.com', '192.0.2.9', 'another');
});
