import assert from 'node:assert/strict';
import { connect, type AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { serve, type ServerType } from '@hono/node-server';
import { eq } from 'drizzle-orm';
import { mailOutbox, partnerHost, session } from '../../src/db/schema.ts';
import type { PartnerRow } from '../../src/context/call-context.ts';
import { PASSWORD, startPanel, type Panel } from '../http/harness.ts';

let panel: Panel;
let server: ServerType;
let port: number;
let owner: PartnerRow;
let other: PartnerRow;
before(async () => {
  panel = await startPanel();
  [owner, other] = [await panel.addPartner(), await panel.addPartner()];
  await panel.ctx.db.insert(partnerHost).values({ host: 'alias.test', partnerId: owner.id }).onConflictDoNothing();
  await new Promise<void>((resolve) => {
    server = serve({ fetch: panel.app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve());
  });
  port = (server.address() as AddressInfo).port;
});
after(async () => {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  await panel.ctx.db.delete(partnerHost).where(eq(partnerHost.host, 'alias.test'));
  await panel.close();
});

/** Sends raw bytes, and reads until the server closes. */
function raw(head: readonly string[], body = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${[...head, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`),
    );
    const chunks: Buffer[] = [];
    socket
      .on('data', (chunk) => chunks.push(chunk))
      .on('error', reject)
      .on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
}
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
const get = (host: string, ...more: string[]) =>
  raw(['GET /partner/whitelabel HTTP/1.1', `Host: ${host}`, 'Accept: application/json', ...more]);
const partnerOf = (answer: string) => /"id":"([0-9a-f-]{36})"/.exec(answer)?.[1];

test('a partner is found by its exact host, whatever its case, port or trailing dot', async () => {
  for (const host of [
    owner.domain,
    owner.domain.toUpperCase(),
    `${owner.domain}:${port}`,
    `${owner.domain}.`,
    `${owner.domain}.:8099`,
    'alias.test',
    'ALIAS.test:1',
  ]) {
    assert.equal(partnerOf(await get(host)), owner.id, host);
  }
  assert.equal(partnerOf(await get(other.domain)), other.id);
});

test('unknown and malformed hosts get 421 and a plain page that does not repeat them', async () => {
  for (const host of [
    'unknown.test',
    `x.${owner.domain}`,
    `${owner.domain}.evil.test`,
    owner.sitesDomain,
    'localhost:1',
    '127.0.0.1',
    '<script>.test',
  ]) {
    const answer = await get(host);
    assert.ok([400, 421].includes(statusOf(answer)), `${host}: ${statusOf(answer)}`);
    assert.doesNotMatch(answer, /script|unknown\.test/);
    assert.equal(partnerOf(answer), undefined);
  }
  assert.equal(statusOf(await get('unknown.test')), 421);
  assert.match(await get('unknown.test'), /content-type: text\/plain/i);
});

test('X-Forwarded-Host, Forwarded and similar headers select no partner', async () => {
  for (const header of ['X-Forwarded-Host', 'X-Host', 'X-Original-Host', 'X-Forwarded-Server'])
    assert.equal(partnerOf(await get(owner.domain, `${header}: ${other.domain}`)), owner.id);
  assert.equal(partnerOf(await get(owner.domain, `Forwarded: host=${other.domain}`)), owner.id);
  assert.equal(statusOf(await get('unknown.test', `X-Forwarded-Host: ${owner.domain}`)), 421);
});

test('two hosts, or an absolute address of another one, select no partner', async () => {
  assert.ok([400, 421].includes(statusOf(await get(owner.domain, `Host: ${other.domain}`))));
  const absolute = (target: string, host: string) =>
    raw([`GET http://${target}/partner/whitelabel HTTP/1.1`, `Host: ${host}`, 'Accept: application/json']);
  assert.equal(statusOf(await absolute(other.domain, owner.domain)), 421);
  assert.equal(partnerOf(await absolute(owner.domain, owner.domain)), owner.id);
  assert.equal(statusOf(await raw(['GET /partner/whitelabel HTTP/1.1'])), 400, 'no host at all');
});

test('a partner’s data is returned for a known panel host only', async () => {
  const browser = panel.browser(owner);
  const domain = async (name: string) => browser.get(`/partner/whitelabel?${new URLSearchParams({ domain: name })}`);
  assert.equal(((await domain(other.domain)).body['data'] as { id: string }).id, other.id);
  for (const name of ['unknown.test', owner.sitesDomain, '../etc', `${other.domain}/x`, "x' or 1=1"])
    assert.equal((await domain(name)).body['code'], 'NOT_FOUND', name);
  assert.equal(((await browser.post('/whitelabel', {})).body['data'] as { id: string }).id, owner.id);
  const keys = Object.keys((await domain(other.domain)).body['data'] as object).sort();
  assert.deepEqual(keys, [
    'attributes',
    'domain',
    'domainAccessLink',
    'favicon',
    'id',
    'is_nucal_partner',
    'languages',
    'logo',
    'logo_small',
    'sitesDomain',
    'supportEmail',
  ]);
});

test('emails link to the partner’s own address, whatever host the request named', async () => {
  const alias = panel.browser({ ...owner, domain: 'alias.test' });
  assert.equal(
    (await alias.post('/signup', { email: 'alias@example.com' }, { 'x-forwarded-host': 'evil.test' })).status,
    200,
  );
  await panel.app.idle();
  const [mail] = await panel.ctx.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, 'alias@example.com'));
  assert.ok(mail?.text.includes(`http://${owner.domain}:23099/setPassword?token=`));
  assert.doesNotMatch(`${mail?.text}${mail?.html}`, /alias\.test|evil\.test/);
});

test('a claimed client address does not evade the limit, and is not stored', async () => {
  const customer = await panel.addUser(owner, 'customer');
  const browser = panel.browser(owner);
  const statuses = [];
  for (let i = 0; i < 12; i++)
    statuses.push(
      (
        await browser.post(
          '/login',
          { email: customer.email, password: 'Wrong1Password' },
          {
            'x-forwarded-for': `198.51.100.${i}`,
            'cf-connecting-ip': `198.51.100.${i}`,
            'x-real-ip': `198.51.100.${i}`,
          },
        )
      ).status,
    );
  assert.deepEqual(statuses, [...Array<number>(10).fill(400), 429, 429]);
  const second = await panel.addUser(owner, 'customer');
  await panel
    .browser(owner)
    .post('/login', { email: second.email, password: PASSWORD }, { 'x-forwarded-for': '198.51.100.77' });
  const [row] = await panel.ctx.db.select().from(session).where(eq(session.userId, second.id));
  assert.notEqual(row?.ip, '198.51.100.77');
});

test('behind a configured proxy the last entry counts, which the proxy itself wrote', async () => {
  const proxied = await startPanel({ env: { TRUST_PROXY: '0.0.0.0' } });
  try {
    const partner = await proxied.addPartner();
    const customer = await proxied.addUser(partner, 'customer');
    const browser = proxied.browser(partner);
    const from = (address: string) =>
      browser.post('/login', { email: customer.email, password: 'Wrong1Password' }, { 'x-forwarded-for': address });
    for (let i = 0; i < 10; i++) assert.equal((await from(`203.0.113.${i}, 198.51.100.1`)).status, 400);
    assert.equal((await from('203.0.113.99, 198.51.100.1')).status, 429);
    assert.equal((await from('198.51.100.1, 198.51.100.2')).status, 400);
    const tls = await browser.get('/partner/whitelabel', { 'x-forwarded-proto': 'https' });
    assert.ok(tls.cookies.some((cookie) => /^__Host-panel_visitor=.*Secure/.test(cookie)));
  } finally {
    await proxied.close();
  }
});

test('line ends and controls in headers never reach a response', async () => {
  for (const header of [
    'X-Request-Id: abcdefgh\u000bSet-Cookie',
    'Idempotency-Key: a\u0000b',
    'Cookie: panel_session=a\u0000b',
    'Referer: http://x/\u0001',
  ]) {
    const answer = await get(owner.domain, header);
    assert.ok([200, 400].includes(statusOf(answer)), header);
  }
  const login = await raw([
    'GET /sso/link?next=%0d%0aSet-Cookie:%20x=1&email=a&expires=1&nonce=1&signature=1 HTTP/1.1',
    `Host: ${owner.domain}`,
    'Accept: text/html',
  ]);
  assert.doesNotMatch(login, /^Set-Cookie: x=1/im);
  assert.equal(statusOf(login), 303);
});
