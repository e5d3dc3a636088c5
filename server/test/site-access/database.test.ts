import type { DatabaseAccess, DatabaseLink } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { CookieJar } from 'tough-cookie';
import { auditLog, workload } from '../../src/db/schema.ts';
import { findAdminer } from '../../src/hosting/runtime/find-adminer.ts';
import { ask, type Answer, type Ask } from '../edge/edge-support.ts';
import { nativePhpMissing } from '../hosting/hosting-support.ts';
import { TestClock } from '../http/harness.ts';
import { openWordPress, type WordPress } from '../site-tool/site-tool-support.ts';
import { until } from '../../src/testing/index.ts';
import { SCENARIO_PASSWORD } from '../../src/testing/scenario.repo.ts';
import { ended, readySite } from '../site/site-support.ts';

const missing = (await nativePhpMissing()) ?? ((await findAdminer()) === null ? 'Adminer is not installed' : null);
const HOUR_MS = 3_600_000;
const OPTION_ID = `global $wpdb; echo $wpdb->get_var("SELECT option_id FROM $wpdb->options WHERE option_name = 'blogname'");`;

describe('the database of a WordPress in the browser', { skip: missing ?? false }, () => {
  const clock = new TestClock();
  let wordpress: WordPress;
  before(async () => void (wordpress = await openWordPress({ clock })));
  after(() => wordpress.server.stop());
  let jar: CookieJar;
  beforeEach(() => void (jar = new CookieJar(undefined, { rejectPublicSuffixes: false })));

  const client = () => wordpress.own.client;
  const show = async () => (await client().get<DatabaseAccess>(`/site/${wordpress.site.site_id}/mysql`)).body;
  const start = async (period = 1): Promise<DatabaseLink> => {
    const answer = await client().post<DatabaseLink>('/site/mysql', { fqdn: wordpress.site.fqdn, period });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  /** A request as the browser with `jar` sends it. */
  const visit = (url: string, options: Ask = {}): Promise<Answer> => {
    const { host, pathname, search } = new URL(url, `http://${wordpress.site.fqdn}:${wordpress.server.port}`);
    return ask(wordpress.server.port, host, { jar, path: pathname + search, ...options });
  };
  const TOOL = '/.panel/database/';
  const enter = async (url: string): Promise<Answer> => {
    const entered = await visit(url);
    assert.equal(entered.status, 303, entered.body);
    return visit(String(entered.headers.location));
  };
  const post = async (path: string, fields: Record<string, string>): Promise<Answer> =>
    visit(path, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const tokenOf = ({ body }: Answer) => /name="token" value="([^"]+)"/.exec(body)?.[1] ?? '';

  test('is closed until somebody opens it', async () => {
    assert.deepEqual(await show(), { available: true, access: null });
    assert.equal((await visit(TOOL)).status, 404);
    const none = await client().post(`/site/${wordpress.site.site_id}/mysql/link`);
    assert.equal(none.status, 404);
  });

  test('a link opens it once, in one browser, until its end', async () => {
    const { access, url, status } = await start(2);
    assert.equal(status, true);
    assert.equal(Date.parse(access?.expires_at ?? '') - Date.parse(access?.created_at ?? ''), 2 * HOUR_MS);
    const entered = await visit(url);
    const [cookie = ''] = entered.headers['set-cookie'] ?? [];
    assert.match(
      cookie,
      /^panel_database=[\w-]{43}; Path=\/\.panel\/database\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    assert.equal(entered.headers.location, TOOL);
    assert.match((await visit(TOOL)).body, /wp_posts/);

    jar = new CookieJar(undefined, { rejectPublicSuffixes: false });
    assert.equal((await visit(url)).status, 404, 'the link was used');
    const again = await client().post<DatabaseLink>(`/site/${wordpress.site.site_id}/mysql/link`);
    assert.equal(again.body.access?.expires_at, access?.expires_at, 'the period stays');
    assert.equal((await enter(again.body.url)).status, 200);
  });

  test('rows are shown, queried and edited', async () => {
    const page = await enter((await start()).url);
    assert.match(page.body, /wp_posts/);
    const rows = await visit(`${TOOL}?sqlite=&username=&db=wordpress.sqlite&select=wp_posts`);
    assert.match(rows.body, /Hello world!/);
    const form = await visit(`${TOOL}?sqlite=&username=&db=wordpress.sqlite&sql=`);
    const asked = await post(`${TOOL}?sqlite=&username=&db=wordpress.sqlite&sql=`, {
      query: "SELECT option_value FROM wp_options WHERE option_name = 'admin_email'",
      token: tokenOf(form),
    });
    assert.match(asked.body, /owner@example\.com/);
    const optionId = await wordpress.wp('eval', OPTION_ID);
    const where = 'where%5Boption_name%5D=blogname';
    const edit = await visit(`${TOOL}?sqlite=&username=&db=wordpress.sqlite&edit=wp_options&${where}`);
    assert.match(edit.body, /A blog/);
    const saved = await post(`${TOOL}?sqlite=&username=&db=wordpress.sqlite&edit=wp_options&${where}`, {
      ...{ 'fields[option_id]': optionId, 'fields[option_name]': 'blogname', 'fields[autoload]': 'on' },
      'fields[option_value]': 'Edited in the browser',
      token: tokenOf(edit),
    });
    assert.equal(saved.status, 302, saved.body);
    assert.equal(await wordpress.wp('option', 'get', 'blogname'), 'Edited in the browser');
  });

  test('a form without the token of the page changes nothing', async () => {
    await enter((await start()).url);
    await post(`${TOOL}?sqlite=&username=&db=wordpress.sqlite&sql=`, { query: 'DELETE FROM wp_posts', token: '1:2' });
    assert.notEqual(await wordpress.wp('post', 'list', '--format=count'), '0');
  });

  const isOpen = async () => (await visit(TOOL)).status === 200;
  const ways: Record<string, () => Promise<unknown>> = {
    'its period is over': async () => void (clock.offsetMs += HOUR_MS),
    'it is ended': () => client().delete(`/site/${wordpress.site.site_id}/mysql`),
    'it is opened again': () => start(),
    'another link is made': () => client().post(`/site/${wordpress.site.site_id}/mysql/link`),
  };
  for (const [when, end] of Object.entries(ways))
    test(`the session ends when ${when}`, async () => {
      await enter((await start()).url);
      assert.equal(await isOpen(), true);
      await end();
      assert.equal(await isOpen(), false);
    });

  test('while a task changes the site, the tool waits', async () => {
    await enter((await start()).url);
    const become = (status: 'ready' | 'processing') =>
      wordpress.server.db.update(workload).set({ status }).where(eq(workload.id, wordpress.site.site_id));
    await become('processing');
    assert.equal(await isOpen(), false);
    await become('ready');
    await until('the tool to answer again', isOpen);
  });

  test('the session is of one site', async () => {
    const { url } = await start();
    await enter(url);
    const other = await readySite(wordpress.own, 'other');
    const cookie = (await jar.getCookieString(`http://${wordpress.site.fqdn}:${wordpress.server.port}${TOOL}`)) ?? '';
    const theirs = await ask(wordpress.server.port, `${other.fqdn}:${wordpress.server.port}`, {
      path: TOOL,
      headers: { cookie },
    });
    assert.equal(theirs.status, 404);
    const link = new URL((await start()).url);
    const elsewhere = await ask(wordpress.server.port, `${other.fqdn}:${wordpress.server.port}`, {
      path: link.pathname + link.search,
    });
    assert.equal(elsewhere.status, 404);
  });

  test('another customer neither sees, opens nor ends it', async () => {
    const stranger = await wordpress.server.as(
      wordpress.own.partner,
      await wordpress.server.scenario.customer(wordpress.own.partner),
    );
    const { site_id, fqdn } = wordpress.site;
    const answers = await Promise.all([
      stranger.get(`/site/${site_id}/mysql`),
      stranger.post('/site/mysql', { fqdn, period: 1 }),
      stranger.post(`/site/${site_id}/mysql/link`),
      stranger.delete(`/site/${site_id}/mysql`),
    ]);
    for (const { status } of answers) assert.equal(status, 404);
  });

  test('who opened and ended it is in the audit log', async () => {
    await start(3);
    await client().delete(`/site/${wordpress.site.site_id}/mysql`);
    const entries = await wordpress.server.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.userId, wordpress.own.customer.id));
    const found = entries.filter(({ action }) => action.startsWith('site.database.'));
    assert.ok(
      found.some(
        ({ action, detail }) => action === 'site.database.started' && JSON.stringify(detail).includes('"hours":3'),
      ),
    );
    assert.ok(found.some(({ action }) => action === 'site.database.ended'));
    assert.ok(found.some(({ action }) => action === 'site.database.opened'));
  });

  test('it ends with a new password of the person whose link is in use', async () => {
    await start();
    const { partner } = wordpress.own;
    const admin = await wordpress.server.as(partner, await wordpress.server.scenario.admin(partner));
    const link = await admin.post<DatabaseLink>(`/site/${wordpress.site.site_id}/mysql/link`);
    assert.equal(link.status, 200, link.text);
    await enter(link.body.url);
    assert.equal(await isOpen(), true);
    const changed = await admin.post('/set-password', {
      current_password: SCENARIO_PASSWORD,
      password: 'Another2Horse',
    });
    assert.equal(changed.status, 200, changed.text);
    assert.equal(await isOpen(), false);
  });

  test('it ends with a new password of the person who opened it, and with the deletion of the site', async () => {
    await enter((await start()).url);
    const person = await wordpress.server.as(wordpress.own.partner, wordpress.own.customer);
    const changed = await person.post('/set-password', {
      current_password: SCENARIO_PASSWORD,
      password: 'Another2Horse',
    });
    assert.equal(changed.status, 200, changed.text);
    assert.equal(await isOpen(), false);

    const own = await wordpress.server.as(wordpress.own.partner, wordpress.own.customer);
    const opened = await own.post<DatabaseLink>('/site/mysql', { fqdn: wordpress.site.fqdn, period: 24 });
    await enter(opened.body.url);
    const deleted = await own.delete(`/site/delete/${wordpress.site.site_id}`);
    assert.equal((await ended(own, deleted.body['task_id'])).status, 'succeeded');
    const restored = await own.post('/site/bin/restore', { site_id: wordpress.site.site_id });
    assert.equal((await ended(own, restored.body['task_id'])).status, 'succeeded');
    assert.equal(await isOpen(), false);
    assert.equal((await own.get<DatabaseAccess>(`/site/${wordpress.site.site_id}/mysql`)).body.access, null);
  });
});
