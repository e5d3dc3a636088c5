// On both databases: report-mail.repo.ts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import type { ReportMail } from '@panel/contract';
import { mailOutbox, partner, usageDay, user, workload } from '../../src/db/schema.ts';
import { mailReports } from '../../src/modules/report/report-mail.service.ts';
import { startTestServer, type Client, type PartnerRow, type TestServer } from '../../src/testing/index.ts';

let server: TestServer;
const clock = { at: '2026-03-20T12:00:00Z', now: () => new Date(clock.at) };
before(async () => void (server = await startTestServer({ clock })));
after(() => server.stop());

const subscribe = (client: Client, subscribed = true) =>
  client.put<{ data: ReportMail }>('/partner/report-mail', { subscribed });
const mailsOf = ({ id }: PartnerRow) => server.db.select().from(mailOutbox).where(eq(mailOutbox.partnerId, id));
const recipientsOf = async (own: PartnerRow) => (await mailsOf(own)).map(({ recipient }) => recipient).toSorted();

async function reader(own: PartnerRow, values: Partial<typeof user.$inferInsert> = {}) {
  const row = await server.scenario.admin(own, { staffRole: 'read_only' });
  const client = await server.as(own, row);
  assert.equal((await subscribe(client)).status, 200);
  await server.db
    .update(user)
    .set({ language: null, ...values })
    .where(eq(user.id, row.id));
  return { row, client };
}

test('who subscribes gets the month that they subscribed in, once it is over, in their language', async () => {
  clock.at = '2026-03-20T12:00:00Z';
  const own = await server.scenario.partner();
  const { row } = await reader(own, { language: 'de' });
  await reader(own);
  const [site] = await server.db
    .insert(workload)
    .values({
      ...{ partnerId: own.id, fqdn: `shop.${own.sitesDomain}`, name: 'shop', kind: 'static', type: 'ftp' },
      ...{ infraDomainId: 'shop', createdAt: new Date('2025-01-01') },
    })
    .returning();
  assert.ok(site);
  await server.db.insert(usageDay).values([
    { workloadId: site.id, day: '2026-02-28', pageViews: 1000, bytes: 1024 },
    { workloadId: site.id, day: '2026-03-31', pageViews: 1500, bytes: 1024 },
  ]);
  await mailReports(server.app);
  clock.at = '2026-03-31T23:59:59Z';
  await mailReports(server.app);
  assert.deepEqual(await mailsOf(own), []);
  clock.at = '2026-04-01T00:07:00Z';
  await mailReports(server.app);
  const mails = await mailsOf(own);
  assert.equal(mails.length, 2);
  const german = mails.find(({ recipient }) => recipient === row.email);
  const english = mails.find(({ recipient }) => recipient !== row.email);
  assert.match(german?.subject ?? '', /der Bericht für März 2026$/);
  assert.match(german?.text ?? '', /1\.500/);
  assert.match(english?.subject ?? '', /^.+: the report of March 2026$/);
  assert.match(english?.text ?? '', /^Visits: 1,500 \(\+50% against the month before\)$/m);
  assert.match(english?.text ?? '', new RegExp(`^1\\. shop\\.${own.sitesDomain}: 1,500$`, 'm'));
  assert.match(english?.text ?? '', /\/admin\/reports\?period=custom&from=2026-03-01&to=2026-03-31/);
  const later = await server.as(own, row);
  assert.equal((await later.get<ReportMail>('/partner/report-mail')).body.sent_month, '2026-03-01');
});

test('two processes at once, and every later run, send no second one', async () => {
  clock.at = '2026-03-20T12:00:00Z';
  const own = await server.scenario.partner();
  const { row } = await reader(own);
  clock.at = '2026-04-01T00:07:00Z';
  await Promise.all([mailReports(server.app), mailReports(server.app)]);
  await mailReports(server.app);
  assert.deepEqual(await recipientsOf(own), [row.email]);
  // A month in which the panel did not run is left out.
  clock.at = '2026-06-02T00:00:00Z';
  await mailReports(server.app);
  const mails = await mailsOf(own);
  assert.deepEqual(mails.map(({ subject }) => /(\w+) 2026$/.exec(subject)?.[1]).toSorted(), ['March', 'May']);
});

test('a process that ends before the email is queued has written nothing down: the next run sends it', async () => {
  clock.at = '2026-03-20T12:00:00Z';
  const own = await server.scenario.partner();
  const { row } = await reader(own);
  clock.at = '2026-04-01T00:07:00Z';
  const broken = {
    ...server.app,
    mail: { ...server.app.mail, queue: () => Promise.reject(new Error('The process has ended.')) },
  };
  await assert.rejects(mailReports(broken), /has ended/);
  assert.deepEqual(await mailsOf(own), []);
  // Between queueing and sending: the email waits, and the next run of the mailer sends it.
  const silent = { ...server.app, mail: { ...server.app.mail, sendWaiting: () => Promise.resolve() } };
  await mailReports(silent);
  assert.deepEqual(
    (await mailsOf(own)).map(({ state }) => state),
    ['waiting'],
  );
  await mailReports(server.app);
  await server.app.mail.sendWaiting();
  const mails = await mailsOf(own);
  assert.deepEqual(
    mails.map(({ recipient, state }) => [recipient, state]),
    [[row.email, 'caught']],
  );
});

test('nobody gets one who is suspended, no longer of the staff, or of a suspended partner', async () => {
  clock.at = '2026-03-20T12:00:00Z';
  const [own, closed] = [await server.scenario.partner(), await server.scenario.partner()];
  await reader(own, { suspendedAt: new Date() });
  const { row: gone } = await reader(own);
  const { client, row } = await reader(own);
  await reader(own, { role: 'customer', staffRole: null });
  await reader(closed);
  assert.equal((await subscribe(client, false)).status, 200);
  assert.equal((await subscribe(client)).body.data.subscribed, true);
  const { client: left } = await reader(own);
  assert.equal((await subscribe(left, false)).body.data.subscribed, false);
  await server.db.delete(user).where(eq(user.id, gone.id));
  await server.db.update(partner).set({ suspendedAt: new Date() }).where(eq(partner.id, closed.id));
  clock.at = '2026-04-01T00:07:00Z';
  await mailReports(server.app);
  assert.deepEqual(await recipientsOf(own), [row.email]);
  assert.deepEqual(await recipientsOf(closed), []);
});

test('the last month can be sent at once, some times an hour', async () => {
  clock.at = '2026-03-20T12:00:00Z';
  const own = await server.scenario.partner();
  const { client, row } = await reader(own);
  assert.equal((await client.post('/partner/report-mail/send', {})).status, 200);
  await server.app.mail.sendWaiting();
  const [mail] = await mailsOf(own);
  assert.deepEqual([mail?.recipient, (mail?.subject ?? '').endsWith('February 2026')], [row.email, true]);
  const codes = [];
  for (let tries = 0; tries < 5; tries += 1) codes.push((await client.post('/partner/report-mail/send', {})).status);
  assert.deepEqual(codes, [200, 200, 200, 200, 429]);
  assert.equal((await client.get<ReportMail>('/partner/report-mail')).body.sent_month, null);
});
