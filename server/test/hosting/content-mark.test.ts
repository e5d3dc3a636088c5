import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { CookieJar } from 'tough-cookie';
import { askSite } from '../../src/hosting/local/ask-site.ts';
import { edgeSite } from '../edge/edge-support.ts';
import { openHostedSite, PHP_UNDER_TEST, phpMissing, siteSpec, until } from './hosting-support.ts';
import type { HostedSite } from './hosting-support.ts';

const missing = await phpMissing();
const CACHE = {
  ...{ version: '1', defaultSeconds: 3_600, typeSeconds: {} },
  ...{ serveStale: true, ignoreOrigin: false, queryStrings: true },
};

describe('a change of a WordPress drops what is cached of it, whoever makes it', { skip: missing ?? false }, () => {
  let host: HostedSite;
  const spec = siteSpec('marked');
  const at = `${spec.fqdn}:8099`;
  const jar = new CookieJar(undefined, { rejectPublicSuffixes: false });
  let post = '';
  const ask = (...[path, options]: [string, Parameters<HostedSite['bench']['ask']>[1]?]) =>
    host.bench.ask(at, { path, ...options });
  const isHit = async () => String((await ask('/')).headers['cache-status']).startsWith('edge; hit');
  const wp = async (...args: string[]) => {
    const { code, stdout, stderr } = await host.driver.exec(spec.siteId, args);
    assert.equal(code, 0, stderr);
    return stdout.trim();
  };
  /** Changes the site while its start page is cached, and looks at the next visit. */
  const shows = async (text: string, change: () => Promise<unknown>) => {
    await until('the start page is kept', isHit);
    await change();
    host.bench.clock.skip(1_000);
    const page = await ask('/');
    assert.match(page.body, new RegExp(text));
  };

  before(async () => {
    host = await openHostedSite(PHP_UNDER_TEST, spec);
    host.bench.sites.set(spec.fqdn, edgeSite(spec.siteId, spec.fqdn, { cache: CACHE }));
    post = await wp('post', 'list', '--post_type=post', '--format=ids');
  });
  after(() => host.close());

  test('WP-CLI', () => shows('By a command', () => wp('post', 'update', post, '--post_title=By a command')));

  test('an option that visitors see', () =>
    shows('Another name', () => wp('option', 'update', 'blogname', 'Another name')));

  test('XML-RPC', () =>
    shows('By XML-RPC', async () => {
      const text = (value: string) =>
        `<param><value><string>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</string></value></param>`;
      const fields = `<param><value><struct><member><name>post_title</name><value><string>By XML-RPC</string></value></member></struct></value></param>`;
      const id = `<param><value><int>${post}</int></value></param>`;
      const body = `<?xml version="1.0"?><methodCall><methodName>wp.editPost</methodName><params>${text('1')}${text(spec.adminUser)}${text(spec.adminPassword)}${id}${fields}</params></methodCall>`;
      const answer = await ask('/xmlrpc.php', { method: 'POST', body, headers: { 'content-type': 'text/xml' } });
      assert.match(answer.body, /<boolean>1<\/boolean>/);
    }));

  test('REST', () =>
    shows('By REST', async () => {
      await ask('/wp-login.php', { jar });
      const form = new URLSearchParams({ log: spec.adminUser, pwd: spec.adminPassword, testcookie: '1' });
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      await ask('/wp-login.php', { method: 'POST', body: form.toString(), headers: type, jar });
      const { body: nonce } = await ask('/wp-admin/admin-ajax.php?action=rest-nonce', { jar });
      const headers = { 'content-type': 'application/json', 'x-wp-nonce': nonce };
      const body = JSON.stringify({ title: 'By REST' });
      const answer = await ask(`/?rest_route=/wp/v2/posts/${post}`, { method: 'POST', body, headers, jar });
      assert.equal(answer.status, 200, answer.body);
    }));

  test('cron', () =>
    shows('By the schedule', async () => {
      // As if its time had come meanwhile: no hook runs.
      await wp(
        'eval',
        `global $wpdb; $id = wp_insert_post( array( 'post_title' => 'By the schedule', 'post_status' => 'draft', 'post_content' => 'x' ) );
        $then = gmdate( 'Y-m-d H:i:s', time() - 60 );
        $wpdb->update( $wpdb->posts, array( 'post_status' => 'future', 'post_date' => $then, 'post_date_gmt' => $then ), array( 'ID' => $id ) );
        wp_schedule_single_event( time() - 1, 'publish_future_post', array( $id ) );`,
      );
      host.bench.clock.skip(1_000);
      assert.equal(await isHit(), true, 'nothing has changed yet');
      const endpoint = await host.driver.start(spec.siteId);
      await askSite(endpoint, spec.url, '/wp-cron.php?doing_wp_cron', 60_000);
    }));

  test('a comment, once it is approved', async () => {
    await until('the start page is kept', isHit);
    const comment = await wp('comment', 'create', `--comment_post_ID=${post}`, '--comment_approved=0', '--porcelain');
    await wp('post', 'create', '--post_title=Draft', '--post_status=draft');
    host.bench.clock.skip(1_000);
    assert.equal(await isHit(), true, 'what nobody sees changes nothing');
    await wp('comment', 'approve', comment);
    host.bench.clock.skip(1_000);
    assert.equal(await isHit(), false);
  });
});
