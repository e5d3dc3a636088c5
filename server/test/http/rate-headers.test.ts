import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PASSWORD, startPanel, type Panel } from './harness.ts';

let panel: Panel;
before(async () => void (panel = await startPanel()));
after(() => panel.close());

test('a limited call says what is left, also when nothing is; a success starts anew', async () => {
  const partner = await panel.addPartner();
  const { email } = await panel.addUser(partner, 'customer');
  const browser = panel.browser(partner);
  const signIn = (password: string) => browser.post('/login', { email, password });
  const wrong = await signIn('Wrong1Password');
  const policy = wrong.headers.get('ratelimit-policy') ?? '';
  assert.match(policy, /^"default";q=\d+;w=\d+$/);
  const limit = Number(/q=(\d+)/.exec(policy)?.[1]);
  assert.match(wrong.headers.get('ratelimit') ?? '', new RegExp(`^"default";r=${limit - 1};t=\\d+$`));
  const right = await signIn(PASSWORD);
  assert.equal(right.status, 200, right.text);
  assert.equal(right.headers.get('ratelimit'), `"default";r=${limit}`);
  for (let i = 0; i < limit; i += 1) await signIn('Wrong1Password');
  const refused = await signIn(PASSWORD);
  assert.equal(refused.status, 429);
  assert.match(refused.headers.get('ratelimit') ?? '', /^"default";r=0;t=\d+$/);
  assert.equal(/t=(\d+)/.exec(refused.headers.get('ratelimit') ?? '')?.[1], refused.headers.get('retry-after'));
});

test('a call without a limit has no such headers', async () => {
  const answer = await panel.browser(await panel.addPartner()).get('/whitelabel');
  assert.equal(answer.headers.get('ratelimit'), null);
});
