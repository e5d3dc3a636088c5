import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { after, before, test } from 'node:test';
import type { Page, Submission, SubmissionDetail } from '@panel/contract';
import { eq } from 'drizzle-orm';
import type { PartnerRow, UserRow } from '../../src/context/call-context.ts';
import { createAttemptCounter } from '../../src/context/rate-limit.repo.ts';
import {
  mailOutbox,
  notification,
  partner as partners,
  submission,
  workload,
  workloadHost,
} from '../../src/db/schema.ts';
import { createEdge, type Edge } from '../../src/edge/index.ts';
import { createEdgeDirectory } from '../../src/modules/cdn/edge-directory.repo.ts';
import { mailDigests } from '../../src/modules/submission/submission-mail.ts';
import { openForms } from '../../src/start/open-forms.ts';
import { ask, listen } from '../edge/edge-support.ts';
import { startPanel, type Panel } from '../http/harness.ts';

let panel: Panel;
let edge: Edge;
let server: Server;
let port: number;
before(async () => {
  panel = await startPanel();
  const { ctx } = panel;
  edge = createEdge({
    directory: createEdgeDirectory(ctx.db, ctx),
    driver: ctx.hosting,
    metrics: { store: async () => undefined },
    limits: ctx.limits,
    attempts: createAttemptCounter(ctx.db, ctx.clock),
    database: { enter: async () => null, session: async () => null },
    forms: openForms(ctx),
    clock: { now: () => ctx.clock.now().getTime() },
    log: { warn: (fields, text) => assert.fail(`${text} ${JSON.stringify(fields)}`) },
    config: { panelCookies: [], directoryCacheMs: 0, trusted: () => true },
  });
  server = createServer((req, res) => void edge.handle(req, res));
  port = await listen(server);
});
after(async () => {
  await edge.close();
  server.closeAllConnections();
  server.close();
  await panel.close();
});

let sites = 0;
async function world() {
  const partner = await panel.addPartner();
  const [owner, neighbour] = await Promise.all([
    panel.addUser(partner, 'customer'),
    panel.addUser(partner, 'customer'),
  ]);
  const fqdn = `site${(sites += 1)}.${partner.sitesDomain}`;
  const [site] = await panel.ctx.db
    .insert(workload)
    .values({
      ...{
        partnerId: partner.id,
        customerId: owner.id,
        fqdn,
        name: 'site',
        kind: 'static',
        type: 'ftp',
        status: 'ready',
      },
      ...{ infraDomainId: 'x', assignedAt: new Date() },
    })
    .returning();
  assert.ok(site);
  await panel.ctx.db.insert(workloadHost).values({ fqdn, workloadId: site.id });
  return { partner, owner, neighbour, fqdn, site };
}

type Sent = { form?: string; body?: string; type?: string; origin?: string; from?: string };
const post = (
  fqdn: string,
  { form = 'contact', body = 'message=Hello', type = 'application/x-www-form-urlencoded', origin, from }: Sent = {},
) =>
  ask(port, fqdn, {
    path: `/.panel/forms/${form}`,
    method: 'POST',
    body,
    headers: {
      'content-type': type,
      'content-length': String(Buffer.byteLength(body)),
      origin: origin ?? `http://${fqdn}`,
      ...(from && { 'x-forwarded-for': from }),
    },
  });

async function listOf(partner: PartnerRow, who: UserRow, query = ''): Promise<Page<Submission>> {
  const { body } = await (await panel.entered(partner, who)).get(`/submission?${query}`);
  return body as unknown as Page<Submission>;
}

test('a form of a site is stored, its visitor goes on, and its owner gets an email and a notification', async () => {
  const { partner, owner, neighbour, fqdn } = await world();
  const sent = await post(fqdn, { body: 'name=Ann&message=Good+day&_next=%2Fthanks%3Fa%3D1' });
  assert.equal(sent.status, 303);
  assert.equal(sent.headers.location, '/thanks?a=1');
  const { pageElements } = await listOf(partner, owner);
  assert.deepEqual(
    pageElements.map(({ form, excerpt, fqdn: site }) => ({ form, excerpt, site })),
    [{ form: 'contact', excerpt: 'Ann Good day', site: fqdn }],
  );
  const id = pageElements[0]?.id ?? '';
  const mine = await panel.entered(partner, owner);
  const detail = (await mine.get(`/submission/${id}`)).body as unknown as SubmissionDetail;
  assert.deepEqual(detail.fields, [
    { name: 'name', value: 'Ann' },
    { name: 'message', value: 'Good day' },
  ]);
  const mails = await panel.ctx.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, owner.email));
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    [`New submission of the form “contact” on ${fqdn}`],
  );
  const notes = await panel.ctx.db.select().from(notification).where(eq(notification.userId, owner.id));
  assert.deepEqual(
    notes.map(({ type }) => type),
    ['form_submitted'],
  );
  const other = await panel.entered(partner, neighbour);
  assert.equal((await listOf(partner, neighbour)).totalCount, 0);
  assert.equal((await other.get(`/submission/${id}`)).status, 404);
  assert.equal((await other.write('PUT', `/submission/${id}`, { is_spam: true })).status, 404);
  await other.write('DELETE', `/submission/${id}`);
  assert.equal((await listOf(partner, owner)).totalCount, 1);
  assert.equal((await mine.write('PUT', `/submission/${id}`, { is_spam: true })).status, 200);
  assert.equal((await listOf(partner, owner)).totalCount, 0);
  assert.equal((await listOf(partner, owner, 'spam=yes&keyword=ANN')).totalCount, 1);
  await mine.write('DELETE', `/submission/${id}`);
  assert.equal((await listOf(partner, owner, 'spam=all')).totalCount, 0);
});

test('another origin, another address to go on, and a missing form are refused', async () => {
  const { partner, owner, fqdn } = await world();
  assert.equal((await post(fqdn, { origin: 'https://elsewhere.test' })).status, 403);
  assert.equal((await post(fqdn, { origin: 'null' })).status, 403);
  assert.equal((await post(fqdn, { form: 'No+Name' })).status, 404);
  assert.equal((await listOf(partner, owner)).totalCount, 0);
  for (const next of ['https://evil.test', '//evil.test', '/\\evil.test', '/a/..//evil.test']) {
    const { headers } = await post(fqdn, { body: `a=b&_next=${encodeURIComponent(next)}` });
    assert.equal(headers.location, '/.panel/forms/contact?sent');
  }
  assert.match((await ask(port, fqdn, { path: '/.panel/forms/contact?sent' })).body, /Thank you/);
});

test('10,000 fields, a long field and an oversized file are refused, and nothing is stored', async () => {
  const { partner, owner, fqdn } = await world();
  const many = Array.from({ length: 10_000 }, (_each, index) => `f${index}=1`).join('&');
  assert.equal((await post(fqdn, { body: many })).status, 400);
  assert.equal((await post(fqdn, { body: `a=${'x'.repeat(20_000)}` })).status, 413);
  const part = (content: string) =>
    `--b\r\ncontent-disposition: form-data; name="f"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n${content}\r\n--b--\r\n`;
  const type = 'multipart/form-data; boundary=b';
  assert.equal((await post(fqdn, { type, body: part('x'.repeat(6 * 1024 ** 2)) })).status, 413);
  const lots = Array.from(
    { length: 10_000 },
    (_each, n) => `--b\r\ncontent-disposition: form-data; name="f${n}"\r\n\r\n1\r\n`,
  );
  assert.equal((await post(fqdn, { type, body: `${lots.join('')}--b--\r\n` })).status, 400);
  assert.equal((await listOf(partner, owner, 'spam=all')).totalCount, 0);
  assert.equal((await post(fqdn, { type, body: part('small') })).status, 303);
  const [row] = (await listOf(partner, owner)).pageElements;
  const mine = await panel.entered(partner, owner);
  const { files } = (await mine.get(`/submission/${row?.id}`)).body as unknown as SubmissionDetail;
  assert.deepEqual(
    files.map(({ name, bytes }) => ({ name, bytes })),
    [{ name: 'a.txt', bytes: 5 }],
  );
});

test('what fills in the trap is spam of which nobody gets an email', async () => {
  const { partner, owner, fqdn } = await world();
  assert.equal((await post(fqdn, { body: 'message=Buy&_gotcha=1' })).status, 303);
  assert.equal((await listOf(partner, owner)).totalCount, 0);
  assert.equal((await listOf(partner, owner, 'spam=yes')).totalCount, 1);
  assert.equal((await panel.ctx.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, owner.email))).length, 0);
});

test('a flood of one address is held back, and emails beyond five are one digest', async () => {
  const { owner, fqdn, site } = await world();
  const statuses: number[] = [];
  for (let n = 0; n < 25; n += 1) statuses.push((await post(fqdn, { from: '203.0.113.9' })).status);
  assert.equal(statuses.filter((status) => status === 303).length, 20);
  assert.equal(statuses.filter((status) => status === 429).length, 5);
  assert.equal((await post(fqdn, { from: '198.51.100.7' })).status, 303);
  const mails = async () =>
    (await panel.ctx.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, owner.email))).map(
      (mail) => mail.subject,
    );
  assert.equal((await mails()).length, 5);
  panel.clock.offsetMs += 3_700_000;
  await mailDigests(panel.ctx);
  assert.equal((await mails()).length, 6);
  assert.ok((await mails()).includes(`16 new form submissions on ${fqdn}`));
  assert.equal((await panel.ctx.db.select().from(submission).where(eq(submission.workloadId, site.id))).length, 21);
});

test('an export is safe to open, and has nothing of others', async () => {
  const { partner, owner, neighbour, fqdn } = await world();
  await post(fqdn, { body: `message=${encodeURIComponent('=HYPERLINK("http://evil")')}&name=%2B1` });
  const csv = async (who: UserRow) =>
    (await (await panel.entered(partner, who, { accept: 'text/html' })).get('/submission-export')).text;
  const text = await csv(owner);
  assert.ok(text.includes(`"'=HYPERLINK(""http://evil"")","'+1"`), text);
  assert.equal((await csv(neighbour)).split('\r\n').length, 2);
});

test('a section that is off has neither calls nor addresses', async () => {
  const { partner, owner, fqdn } = await world();
  const attributes = { ...partner.attributes, SECTION_FORMS: 'false' as const };
  await panel.ctx.db.update(partners).set({ attributes }).where(eq(partners.id, partner.id));
  await panel.ctx.partners.changed(partner.id);
  assert.equal((await post(fqdn)).status, 404);
  assert.equal((await (await panel.entered(partner, owner)).get('/submission')).status, 403);
});
