import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { nativePhpMissing } from '../hosting/hosting-support.ts';
import { ask } from '../edge/edge-support.ts';
import { openWordPress, type WordPress } from '../site-tool/site-tool-support.ts';
import { askHttp2, askTls } from './tls-support.ts';

describe('a WordPress by HTTPS', { skip: (await nativePhpMissing()) ?? false }, () => {
  let wordpress: WordPress;
  let ca: string;
  before(async () => {
    wordpress = await openWordPress({ env: { HTTPS_PORT: '0' } });
    ca = (await wordpress.server.app.authority.root()) ?? '';
  });
  after(() => wordpress.server.stop());

  test('has https addresses at the port of the visit, and no redirect away from it', async () => {
    const { server, site } = wordpress;
    const to = { port: server.httpsPort ?? 0, host: site.fqdn, ca };
    const [http, https] = [`http://${site.fqdn}:${server.port}`, `https://${site.fqdn}:${server.httpsPort}`];
    for (const askBy of [askTls, askHttp2]) {
      const page = await askBy({ ...to, headers: { accept: 'text/html' } });
      assert.equal(page.status, 200, String(page.headers['location']));
      assert.ok(page.body.includes(`${https}/`));
      assert.ok(!page.body.includes(`${http}/`));
    }
    const login = await askTls({ ...to, path: '/wp-login.php' });
    assert.equal(login.status, 200);
    assert.ok(login.body.includes(`action="${https}/wp-login.php"`));
    const admin = await askTls({ ...to, path: '/wp-admin/' });
    assert.ok(String(admin.headers['location']).startsWith(`${https}/wp-login.php`), String(admin.headers['location']));
    // By http, and in the database, it has its own address.
    const plain = await ask(server.port, `${site.fqdn}:${server.port}`);
    assert.ok(plain.body.includes(`${http}/`) && !plain.body.includes(https), String(plain.status));
    assert.equal(await wordpress.wp('option', 'get', 'home'), http);
  });
});
