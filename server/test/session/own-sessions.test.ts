import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { and, eq, like } from 'drizzle-orm';
import { mailOutbox } from '../../src/db/schema.ts';
import type { PartnerRow, UserRow } from '../../src/context/call-context.ts';
import { deviceOf } from '../../src/lib/device.ts';
import { PASSWORD, startPanel, type Panel } from '../http/harness.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

let panel: Panel;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());

type Listed = { id: string; is_current: boolean; browser: string | null; system: string | null };

async function signIn(owner: PartnerRow, { email }: UserRow, userAgent: string) {
  const browser = panel.browser(owner, { 'user-agent': userAgent });
  assert.equal((await browser.post('/login', { email, password: PASSWORD })).status, 200);
  return browser;
}
const listOf = async (browser: Awaited<ReturnType<typeof signIn>>) =>
  (await browser.get('/security/sessions')).body['pageElements'] as Listed[];

test('the list names each device and marks this one; one that is ended is out at once', async () => {
  const owner = await panel.addPartner();
  const customer = await panel.addUser(owner, 'customer');
  const here = await signIn(owner, customer, FIREFOX);
  const phone = await signIn(owner, customer, SAFARI);
  const listed = await listOf(here);
  assert.deepEqual(listed.map(({ is_current, browser, system }) => [is_current, browser, system]).toSorted(), [
    [false, 'Safari', 'iPhone'],
    [true, 'Firefox', 'Linux'],
  ]);
  assert.equal(JSON.stringify(listed).includes(here.jar.get('panel_session') ?? '?'), false);

  const other = listed.find(({ is_current }) => !is_current);
  assert.equal((await here.write('DELETE', `/security/sessions/${other?.id}`)).status, 200);
  const refused = await phone.get('/user/profile');
  assert.deepEqual([refused.status, refused.body['code']], [401, 'UNAUTHENTICATED']);
  assert.equal((await here.get('/user/profile')).status, 200);
  assert.equal((await here.write('DELETE', `/security/sessions/${other?.id}`)).body['code'], 'NOT_FOUND');
});

test('all others are ended at once; a session of another user is neither listed nor ended', async () => {
  const owner = await panel.addPartner();
  const [customer, neighbour] = [await panel.addUser(owner, 'customer'), await panel.addUser(owner, 'customer')];
  const here = await signIn(owner, customer, FIREFOX);
  const others = [await signIn(owner, customer, SAFARI), await signIn(owner, customer, SAFARI)];
  const theirs = await signIn(owner, neighbour, SAFARI);
  const [foreign] = await listOf(theirs);
  assert.equal((await here.write('DELETE', `/security/sessions/${foreign?.id}`)).body['code'], 'NOT_FOUND');
  const ended = await here.write('DELETE', '/security/sessions');
  assert.deepEqual(ended.body, { status: true, ended: 2 });
  for (const browser of others) assert.equal((await browser.get('/user/profile')).status, 401);
  assert.equal((await here.get('/user/profile')).status, 200);
  assert.equal((await theirs.get('/user/profile')).status, 200);
});

test('a session that has expired is not listed', async () => {
  const owner = await panel.addPartner();
  const customer = await panel.addUser(owner, 'customer');
  await signIn(owner, customer, SAFARI);
  panel.clock.offsetMs = 13 * 3_600_000;
  const here = await signIn(owner, customer, FIREFOX);
  assert.deepEqual(
    (await listOf(here)).map(({ browser }) => browser),
    ['Firefox'],
  );
  panel.clock.offsetMs = 0;
});

test('a sign-in with a browser that is new for the account sends one email, and later ones none', async () => {
  const owner = await panel.addPartner();
  const customer = await panel.addUser(owner, 'customer');
  const mails = async () => {
    await panel.app.idle();
    return panel.ctx.db
      .select()
      .from(mailOutbox)
      .where(and(eq(mailOutbox.recipient, customer.email), like(mailOutbox.subject, 'New sign-in to%')));
  };
  const browser = await signIn(owner, customer, FIREFOX);
  const [mail, ...more] = await mails();
  assert.equal(more.length, 0);
  assert.match(mail?.text ?? '', /signed in to with Firefox on Linux from /);
  assert.match(mail?.text ?? '', new RegExp(`http://${owner.domain}:\\d+/my-account/security`));
  await browser.post('/logout');
  assert.equal((await browser.post('/login', { email: customer.email, password: PASSWORD })).status, 200);
  assert.equal((await mails()).length, 1);
  await signIn(owner, customer, SAFARI);
  assert.equal((await mails()).length, 2);
});

test('devices are named by what browsers say; anything else is unknown', () => {
  const named = (userAgent: string | null) => Object.values(deviceOf(userAgent));
  assert.deepEqual(named(`${FIREFOX.replace('Firefox', 'Nothing')}`), [null, 'Linux']);
  assert.deepEqual(named('Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0'), ['Edge', 'Windows']);
  assert.deepEqual(named(null), [null, null]);
  assert.deepEqual(named('<script>alert(1)</script>'), [null, null]);
});
