import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq } from 'drizzle-orm';
import { mailOutbox } from '../../src/db/schema.ts';
import { startPanel } from '../http/harness.ts';
import { startSmtpReceiver } from './smtp-receiver.ts';

const page = { accept: 'text/html' };

test('with SMTP_URL emails are sent in the partner’s name, and their text is not stored', async () => {
  const smtp = await startSmtpReceiver();
  const panel = await startPanel({ env: { SMTP_URL: smtp.url } });
  try {
    const owner = await panel.addPartner({ attributes: { RESELLER_COMPANY_NAME: 'Aurora\r\nBcc: evil@example.com' } });
    const browser = panel.browser(owner);
    await browser.post('/signup', { email: 'real@example.com' });
    await browser.post('/signup', { email: 'refused@example.com' });
    await panel.app.idle();
    assert.equal(smtp.received.length, 1);
    const [mail] = smtp.received;
    assert.deepEqual(mail?.to, ['<real@example.com>']);
    assert.match(mail?.from ?? '', new RegExp(`<no-reply@${owner.domain}>`));
    const [headers = ''] = mail?.data.split('\n\n') ?? [];
    assert.match(headers, /^From: /m);
    assert.doesNotMatch(headers, /^Bcc:/im);
    assert.match(mail?.data.replace(/=\n/g, '') ?? '', /setPassword\?token=3D[\w-]{43}|setPassword\?token=[\w-]{43}/);
    const rows = await panel.ctx.db.select().from(mailOutbox).where(eq(mailOutbox.partnerId, owner.id));
    assert.deepEqual(
      rows
        .map(({ recipient, state, text, html }) => ({ recipient, state, text, html }))
        .sort((a, b) => a.recipient.localeCompare(b.recipient)),
      [
        { recipient: 'real@example.com', state: 'sent', text: '', html: null },
        { recipient: 'refused@example.com', state: 'failed', text: '', html: null },
      ],
    );
    assert.equal(
      (await browser.get('/dev/mail', { accept: 'text/html' })).status,
      404,
      'no page of mails that were sent',
    );
  } finally {
    await panel.close();
    await smtp.close();
  }
});

test('an email that the server refuses is told from a server that takes none', async () => {
  const smtp = await startSmtpReceiver();
  const panel = await startPanel({ env: { SMTP_URL: smtp.url } });
  const send = (to: string) => panel.ctx.mail.send({ partnerId: null, to, subject: 'Hello', text: 'Hello' });
  try {
    assert.deepEqual([await send('real@example.com'), await send('refused@example.com')], ['sent', 'refused']);
    await smtp.close();
    assert.equal(await send('real@example.com'), 'away');
  } finally {
    await panel.close();
  }
});

test('only the operator sees caught emails: those of the partner’s host, as text, and as HTML in a sandbox', async () => {
  const panel = await startPanel();
  try {
    const [owner, other] = [await panel.addPartner(), await panel.addPartner({ name: '<img src=x onerror=alert(1)>' })];
    const operator = await panel.addUser(null, 'superadmin');
    const browser = await panel.entered(owner, operator, page);
    const elsewhere = await panel.entered(other, operator, page);
    assert.match((await browser.get('/dev/mail')).text, /No emails yet/);
    await panel.browser(owner).post('/signup', { email: 'ada@example.com' });
    await panel.browser(other).post('/signup', { email: 'eve@example.com' });
    await panel.app.idle();
    const list = await browser.get('/dev/mail');
    assert.match(list.text, /ada@example\.com/);
    assert.doesNotMatch(list.text, /eve@example\.com/);
    assert.match(list.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    const path = /\/dev\/mail\/[0-9a-f-]{36}/.exec(list.text)?.[0] ?? '';
    const mail = await browser.get(path);
    assert.match(mail.text, new RegExp(`<a href="http://${owner.domain}:23099/setPassword\\?token=[\\w-]{43}">`));
    const html = await browser.get(`${path}/html`);
    assert.match(html.headers.get('content-security-policy') ?? '', /^sandbox /);
    assert.equal((await elsewhere.get(path)).status, 404);
    assert.equal((await browser.get('/dev/mail/1%27%20or%201=1')).status, 404);
    const theirs = await elsewhere.get('/dev/mail');
    assert.doesNotMatch(theirs.text, /<img/);
    assert.match(theirs.text, /&#60;img/);
    for (const address of ['/dev/mail', '/dev/mail/', path, `${path}/html`]) {
      const nobody = await panel.browser(owner, { accept: 'text/html' }).get(address);
      assert.deepEqual([nobody.status, nobody.headers.get('location')?.split('?')[0]], [302, '/login'], address);
      assert.doesNotMatch(nobody.text, /ada@example/);
      for (const role of ['customer', 'admin'] as const) {
        const other = await (await panel.entered(owner, await panel.addUser(owner, role), page)).get(address);
        assert.deepEqual([other.status, other.headers.get('location')], [302, '/forbidden'], `${role} ${address}`);
      }
    }
  } finally {
    await panel.close();
  }
});

test('in production there is no page of emails', async () => {
  const panel = await startPanel({ env: { NODE_ENV: 'production' } });
  try {
    const browser = await panel.entered(await panel.addPartner(), await panel.addUser(null, 'superadmin'), page);
    assert.equal((await browser.get('/dev/mail')).status, 404);
  } finally {
    await panel.close();
  }
});
