import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { HelpArticle, HelpDraft, HelpEntry, HelpFeedback } from '@panel/contract';
import { and, eq } from 'drizzle-orm';
import type { PartnerRow } from '../../src/context/call-context.ts';
import { auditLog, helpRead, helpVersion, helpVote } from '../../src/db/schema.ts';
import { sweepReads } from '../../src/modules/help/help-use.repo.ts';
import { VERSIONS_KEPT } from '../../src/modules/help/help.repo.ts';
import { startPanel, type Panel } from '../http/harness.ts';

type Center = { articles: HelpEntry[]; most_read: string[] };

let panel: Panel;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());

const DRAFT = {
  ...{ slug: 'opening-hours', title: 'Opening hours', summary: 'When we answer.' },
  ...{ category: 'account', audience: 'everybody', markdown: '## By phone\n\nFrom **9 to 5**.' },
};

async function world() {
  const partner = await panel.addPartner();
  const staff = await panel.entered(partner, await panel.addUser(partner, 'admin'));
  return { partner, staff, visitor: panel.browser(partner) };
}
type Staff = Awaited<ReturnType<typeof world>>['staff'];

async function written(staff: Staff, change: Partial<typeof DRAFT> = {}): Promise<string> {
  const { status, body } = await staff.post('/help-center/drafts', { ...DRAFT, ...change });
  assert.equal(status, 200, JSON.stringify(body));
  return String(body['id']);
}

const draftOf = async (staff: Staff, id: string) =>
  (await staff.get(`/help-center/drafts/${id}`)).body as unknown as HelpDraft;
const publish = (staff: Staff, id: string, published = true) =>
  staff.write('PUT', `/help-center/drafts/${id}/published`, { published });

test('a draft is seen by staff alone; published, every reader of the partner finds and reads it', async () => {
  const { partner, staff, visitor } = await world();
  const id = await written(staff);
  assert.deepEqual((await visitor.get('/help-center')).body['articles'], []);
  assert.equal((await visitor.get('/help-center/articles/opening-hours')).status, 404);
  assert.equal((await publish(staff, id)).status, 200);
  const center = (await visitor.get('/help-center')).body as unknown as Center;
  assert.deepEqual(
    center.articles.map(({ slug, words }) => ({ slug, words })),
    [{ slug: 'opening-hours', words: 'By phone From 9 to 5.' }],
  );
  const article = (await visitor.get('/help-center/articles/opening-hours')).body as unknown as HelpArticle;
  assert.deepEqual(article.blocks[0], { kind: 'heading', runs: [{ text: 'By phone' }], id: 'by-phone' });
  const other = await world();
  assert.equal((await other.visitor.get('/help-center/articles/opening-hours')).status, 404);
  assert.equal((await other.staff.get(`/help-center/drafts/${id}`)).status, 404);
  const rows = await panel.ctx.db.select().from(auditLog).where(eq(auditLog.partnerId, partner.id));
  assert.deepEqual(
    rows
      .map(({ action }) => action)
      .filter((action) => action.startsWith('help.'))
      .sort(),
    ['help.create', 'help.publish'],
  );
});

test('what would run in a browser is not in an article', async () => {
  const { staff } = await world();
  const markdown = [
    '# Title <script>alert(1)</script>',
    '<script>alert(2)</script>',
    '<img src=x onerror=alert(3)> ![a picture](javascript:alert(4))',
    '[one](javascript:alert(5)) [two](JaVaScRiPt:alert(6)) [three](java&#115;cript:alert(7)) [four](data:text/html,x)',
    '[five](vbscript:x) [six](/sites) [seven](https://example.com/?a=1) <javascript:alert(8)> [eight](<java\tscript:x>)',
    '<a href="https://example.com" onclick="alert(9)">nine</a> <iframe src="https://example.com"></iframe>',
  ].join('\n\n');
  const { body } = await staff.post('/help-center/preview', { markdown });
  const blocks = body['blocks'] as HelpDraft['blocks'];
  const runs = blocks.flatMap((block) => block.runs ?? []);
  assert.deepEqual(
    runs.flatMap(({ href }) => (href ? [href] : [])),
    ['/sites', 'https://example.com/?a=1'],
  );
  assert.doesNotMatch(JSON.stringify(blocks), /<|onerror|onclick|"href":"[a-z]*script:/i);
  assert.ok(runs.some(({ text }) => text === 'nine'));
});

test('a text that is nested without end is refused with its field', async () => {
  const { staff } = await world();
  for (const opens of ['>', '> ', '- ', ' * ', '1. ', '7) > ']) {
    const { status, body } = await staff.post('/help-center/preview', {
      markdown: opens.repeat(20_000 / opens.length),
    });
    assert.equal(status, 422, opens);
    assert.deepEqual(body['fields'], { markdown: 'This text is nested too deeply.' });
  }
  assert.equal(
    (await staff.post('/help-center/preview', { markdown: `${'- '.repeat(5)}five\n${'-'.repeat(90)}` })).status,
    200,
  );
});

test('every save is a version, an earlier one can be restored, and readers keep the published one', async () => {
  const { staff, visitor } = await world();
  const id = await written(staff);
  await publish(staff, id);
  const { slug: _slug, ...content } = DRAFT;
  const save = (version: number, markdown: string) =>
    staff.write('PUT', `/help-center/drafts/${id}`, { ...content, markdown, version });
  assert.deepEqual((await save(1, 'Second.')).body, { status: true, version: 2 });
  assert.equal((await save(1, 'Somebody else.')).status, 409);
  const read = async () => JSON.stringify((await visitor.get('/help-center/articles/opening-hours')).body['blocks']);
  assert.match(await read(), /By phone/);
  await publish(staff, id);
  assert.match(await read(), /Second/);
  assert.deepEqual((await staff.post(`/help-center/drafts/${id}/versions/1`, {})).body, { status: true, version: 3 });
  const draft = await draftOf(staff, id);
  assert.equal(draft.markdown, DRAFT.markdown);
  assert.deepEqual(
    draft.versions.map(({ version, restored_from }) => [version, restored_from]),
    [
      [3, 1],
      [2, null],
      [1, null],
    ],
  );
  assert.equal((await staff.post(`/help-center/drafts/${id}/versions/9`, {})).status, 404);
  await publish(staff, id, false);
  assert.equal((await visitor.get('/help-center/articles/opening-hours')).status, 404);
});

test('old versions go, but not the one that readers see', async () => {
  const { staff, visitor } = await world();
  const id = await written(staff);
  await publish(staff, id);
  const { slug: _slug, ...content } = DRAFT;
  for (let version = 1; version <= VERSIONS_KEPT + 2; version += 1)
    await staff.write('PUT', `/help-center/drafts/${id}`, { ...content, markdown: `Version ${version}.`, version });
  const kept = await panel.ctx.db.select().from(helpVersion).where(eq(helpVersion.articleId, id));
  assert.equal(kept.length, VERSIONS_KEPT + 1);
  assert.equal((await visitor.get('/help-center/articles/opening-hours')).status, 200);
});

test('one slug is one article of a partner, and deleting twice is one deletion', async () => {
  const { staff, visitor } = await world();
  const id = await written(staff);
  await publish(staff, id);
  const again = await staff.post('/help-center/drafts', DRAFT);
  assert.equal(again.status, 422);
  assert.deepEqual(Object.keys(again.body['fields'] as object), ['slug']);
  for (let time = 0; time < 2; time += 1)
    assert.equal((await staff.write('DELETE', `/help-center/drafts/${id}`)).status, 200);
  assert.equal((await visitor.get('/help-center/articles/opening-hours')).status, 404);
  await written(staff);
});

const votesOf = ({ id }: PartnerRow, slug: string) =>
  panel.ctx.db
    .select()
    .from(helpVote)
    .where(and(eq(helpVote.partnerId, id), eq(helpVote.slug, slug)));

test('a person has one answer about an article, a visitor too, and staff see counts and comments', async () => {
  const { partner, staff, visitor } = await world();
  const reader = await panel.entered(partner, await panel.addUser(partner, 'customer'));
  const path = '/help-center/votes/get-started';
  await reader.write('PUT', path, { helpful: true });
  await reader.write('PUT', path, { helpful: false, comment: 'Step 2 is missing.' });
  for (let time = 0; time < 2; time += 1)
    assert.equal((await visitor.write('PUT', path, { helpful: true })).status, 200);
  assert.equal((await votesOf(partner, 'get-started')).length, 2);
  assert.equal((await visitor.write('PUT', '/help-center/votes/nothing-has-this', { helpful: true })).status, 404);
  await visitor.post('/help-center/reads/get-started', {});
  await reader.post('/help-center/reads/get-started', {});
  const { articles } = (await staff.get('/help-center/feedback')).body as unknown as { articles: HelpFeedback[] };
  assert.deepEqual(
    articles.map(({ comments, ...counts }) => [counts, comments.map(({ comment }) => comment)]),
    [[{ slug: 'get-started', reads: 2, helpful: 1, unhelpful: 1 }, ['Step 2 is missing.']]],
  );
  assert.deepEqual(((await visitor.get('/help-center')).body as unknown as Center).most_read, ['get-started']);
});

test('answers are limited for each address, and views are forgotten after their time', async () => {
  const { partner, visitor } = await world();
  const statuses: number[] = [];
  for (let time = 0; time < 31; time += 1)
    statuses.push((await visitor.write('PUT', '/help-center/votes/get-started', { helpful: true })).status);
  assert.deepEqual([statuses[29], statuses[30]], [200, 429]);
  await visitor.post('/help-center/reads/get-started', {});
  await sweepReads(panel.ctx.db, new Date(panel.clock.now().getTime() + 86_400_000));
  assert.deepEqual(await panel.ctx.db.select().from(helpRead).where(eq(helpRead.partnerId, partner.id)), []);
});
