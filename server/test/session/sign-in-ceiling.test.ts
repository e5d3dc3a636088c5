import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { and, eq, like } from 'drizzle-orm';
import { mailOutbox } from '../../src/db/schema.ts';
import type { PartnerRow, UserRow } from '../../src/context/call-context.ts';
import { PASSWORD, startPanel, type Panel } from '../http/harness.ts';

const FREE = 20;

let panel: Panel;
let owner: PartnerRow;
let customer: UserRow;
let addresses = 0;
before(async () => {
  // The requests of these tests have no connection; their address is the one that is forwarded.
  panel = await startPanel({ env: { TRUST_PROXY: '0.0.0.0' } });
});
after(() => panel.close());
beforeEach(async () => {
  owner = await panel.addPartner();
  customer = await panel.addUser(owner, 'customer');
  panel.clock.offsetMs = 0;
});

/** A sign-in from an address, and a browser, that nobody has used before. */
const guess = (email: string, password = 'Wrong1Password') => {
  addresses += 1;
  const headers = { 'x-forwarded-for': `198.51.${addresses >> 8}.${addresses & 255}` };
  return panel.browser(owner, headers).post('/login', { email, password });
};
const guessMany = async (email: string, count: number): Promise<number[]> => {
  const statuses: number[] = [];
  for (let i = 0; i < count; i += 1) statuses.push((await guess(email)).status);
  return statuses;
};
const mails = async () => {
  await panel.app.idle();
  return panel.ctx.db
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.recipient, customer.email), like(mailOutbox.subject, '%trying to sign in%')));
};

test('guesses at one account from any number of addresses wait longer each time', async () => {
  assert.deepEqual(await guessMany(customer.email, FREE + 1), Array<number>(FREE + 1).fill(400));
  const waits: number[] = [];
  for (let i = 0; i < 10; i += 1) {
    const held = await guess(customer.email);
    assert.deepEqual([held.status, held.body['code']], [429, 'RATE_LIMITED']);
    const seconds = Number(held.headers.get('retry-after'));
    waits.push(seconds);
    panel.clock.offsetMs += seconds * 1000;
    assert.equal((await guess(customer.email)).status, 400, 'one attempt after each wait');
  }
  for (const [index, seconds] of waits.entries()) {
    const most = Math.min(900, 5 * 2 ** index);
    assert.ok(seconds <= most && seconds > most - 5, `wait ${index}: ${seconds}`);
  }
});

test('of parallel guesses beyond the free ones, one is checked', async () => {
  await guessMany(customer.email, FREE);
  const statuses = (await Promise.all(Array.from({ length: 20 }, () => guess(customer.email)))).map(
    ({ status }) => status,
  );
  assert.deepEqual(statuses.toSorted(), [400, ...Array<number>(19).fill(429)]);
});

test('the owner gets one email, and its link lets the browser in that opens it', async () => {
  await guessMany(customer.email, FREE);
  assert.deepEqual(await mails(), []);
  assert.deepEqual(await guessMany(customer.email, 20), [400, ...Array<number>(19).fill(429)]);
  const [mail, ...more] = await mails();
  assert.deepEqual(more, []);
  const token = /resetPassword\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1];
  assert.equal((await guess(customer.email, PASSWORD)).status, 429, 'a new browser, even with the right password');

  const browser = panel.browser(owner, { 'x-forwarded-for': '203.0.113.1' });
  const reset = await browser.post('/reset-password', {
    token,
    password: 'Another1Horse',
    password_confirmation: 'Another1Horse',
  });
  assert.equal(reset.status, 200, reset.text);
  const entered = await browser.post('/login', { email: customer.email, password: 'Another1Horse' });
  assert.equal(entered.status, 200, entered.text);
});

test('a browser in which the owner has signed in before never waits, and another account’s does', async () => {
  const known = panel.browser(owner, { 'x-forwarded-for': '203.0.113.2' });
  assert.equal((await known.post('/login', { email: customer.email, password: PASSWORD })).status, 200);
  await known.post('/logout');
  await guessMany(customer.email, FREE + 5);
  assert.equal((await known.post('/login', { email: customer.email, password: PASSWORD })).status, 200);

  const other = await panel.addUser(owner, 'customer');
  await guessMany(other.email, FREE + 1);
  assert.equal((await known.post('/login', { email: other.email, password: PASSWORD })).status, 429);
});

test('a success forgets the failures; a made-up cookie is not one of a known browser', async () => {
  await guessMany(customer.email, FREE + 1);
  panel.clock.offsetMs += 5_001;
  assert.equal((await guess(customer.email, PASSWORD)).status, 200);
  assert.deepEqual(await guessMany(customer.email, FREE + 2), [...Array<number>(FREE + 1).fill(400), 429]);
  for (const value of ['x', '', `9999999999999|${'a'.repeat(43)}`, 'A'.repeat(4000)]) {
    const forged = panel.browser(owner, { 'x-forwarded-for': '203.0.113.3' });
    forged.jar.set('panel_known', value);
    assert.equal((await forged.post('/login', { email: customer.email, password: PASSWORD })).status, 429);
  }
});

test('an unknown account answers like a known one', async () => {
  const answers = async (email: string) => {
    const all: unknown[] = [];
    for (let i = 0; i < FREE + 3; i += 1) {
      const { status, body, cookies, headers } = await guess(email);
      all.push([
        status,
        body['code'],
        body['message'],
        cookies.map((each) => each.split('=')[0]),
        headers.has('retry-after'),
      ]);
    }
    return all;
  };
  assert.deepEqual(await answers('nobody@example.com'), await answers(customer.email));
});
