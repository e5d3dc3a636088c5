import type { FtpAccess, FtpStarted, Site, SiteSummary } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { idempotencyKey } from '../../src/db/schema.ts';
import { createFastDriver, startTestServer, type Answer, type TestServer } from '../../src/testing/index.ts';
import { ended, readySite, tenant, visit, type Tenant } from '../site/site-support.ts';
import { sftpMissing } from '../site-source/file-servers.ts';
import { openSftp, refusal, targetOf } from './sftp-support.ts';

type Finalized = { task_id: string; ftp?: FtpStarted };

async function initiated({ client, fqdn, partner }: Tenant, name: string): Promise<string> {
  const started = await client.post('/site', { fqdn: fqdn(name), domain: partner.sitesDomain });
  return (await ended(client, started.body['task_id'])).site_id ?? assert.fail(started.text);
}
const finalize = ({ client }: Tenant, site_id: string, more = {}, headers = {}): Promise<Answer<Finalized>> =>
  client.post<Finalized>('/site/finalize', { site_id, type: 'ftp', period: 4, ...more }, headers);

describe('a site whose files are uploaded over SFTP', { skip: sftpMissing ?? false }, () => {
  let server: TestServer;
  let own: Tenant;
  before(async () => {
    server = await startTestServer({
      env: { SFTP_PORT: '0' },
      hosting: (dataDir) => createFastDriver(dataDir, { sandbox: 'auto' }),
    });
    own = await tenant(server);
  });
  after(() => server.stop());

  const arrived = async (id: string) =>
    (await own.client.get<{ arrived: string }>(`/site/${id}/ftp/files`)).body.arrived;

  test('it is empty first; the password works once the site is ready, and what is uploaded is what visitors see', async () => {
    const id = await initiated(own, 'mine');
    const key = { 'idempotency-key': 'transfer-mine' };
    const finalized = await finalize(own, id, {}, key);
    assert.equal(finalized.status, 200, finalized.text);
    const { task_id, ftp } = finalized.body;
    assert.ok(ftp?.access && ftp.server && ftp.password.length >= 20, finalized.text);
    const hours = (Date.parse(ftp.access.expires_at) - Date.parse(ftp.access.created_at)) / 3_600_000;
    assert.equal(hours, 4);
    assert.equal((await ended(own.client, task_id)).status, 'succeeded');
    const { body: site } = await own.client.get<Site>(`/site/id/${id}`);
    assert.deepEqual([site.type, site.status], ['ftp', 'ready']);
    assert.match((await visit(server, own.fqdn('mine'))).text, /Upload its pages/);
    assert.equal(await arrived(id), 'nothing');

    const { write, names, client } = await openSftp(targetOf(ftp));
    assert.deepEqual(await names('/site'), ['index.html']);
    await write('/site/style.css', 'a{}');
    assert.equal(await arrived(id), 'files');
    await write('/site/index.html', '<!doctype html><h1>Uploaded</h1>');
    assert.equal(await arrived(id), 'index');
    client.end();
    assert.match((await visit(server, own.fqdn('mine'))).text, /Uploaded/);

    // The password is in the first answer only.
    const again = await finalize(own, id, {}, key);
    assert.deepEqual([again.status, again.body.task_id, again.body.ftp], [200, task_id, undefined]);
    const rows = await server.db.select().from(idempotencyKey);
    assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(ftp.password));
    const { body: access } = await own.client.get<FtpAccess>(`/site/${id}/ftp`);
    assert.equal(access.access?.user_name, ftp.access.user_name);
  });

  test('a new password replaces the old one', async () => {
    assert.equal((await own.client.get<SiteSummary>('/site/summary')).body.sftp_available, true);
    const id = await initiated(own, 'again');
    const { task_id, ftp } = (await finalize(own, id)).body;
    assert.ok(ftp);
    await ended(own.client, task_id);
    const renewed = await own.client.post<FtpStarted>('/site/ftp', { site_id: id, period: 1 });
    assert.equal(renewed.status, 200, renewed.text);
    await assert.rejects(openSftp(targetOf(ftp)));
    const { client } = await openSftp(targetOf(renewed.body));
    client.end();
  });

  test('the files of others, of a WordPress, and outside of the site are out of reach', async () => {
    const id = await initiated(own, 'closed');
    const { task_id, ftp } = (await finalize(own, id)).body;
    assert.ok(ftp);
    await ended(own.client, task_id);
    const other = await tenant(server);
    assert.equal((await other.client.get(`/site/${id}/ftp/files`)).status, 404);
    assert.equal((await finalize(other, id)).status, 404);
    const wordpress = await readySite(own, 'blog');
    assert.equal((await own.client.get(`/site/${wordpress.site_id}/ftp/files`)).status, 404);
    const { read, client } = await openSftp(targetOf(ftp));
    for (const file of ['/site/../site.json', '/etc/shadow', '../../../../etc/shadow'])
      assert.equal(await refusal(read(file)), 'NO_SUCH_FILE', file);
    client.end();
  });

  test('only a reserved site, and only for a week', async () => {
    const id = await initiated(own, 'once');
    const long = await finalize(own, id, { period: 169 });
    assert.deepEqual([long.status, long.body['code' as never]], [422, 'VALIDATION']);
    const { task_id } = (await finalize(own, id)).body;
    await ended(own.client, task_id);
    assert.equal((await finalize(own, id)).body['code' as never], 'BAD_TRANSITION');
  });
});

test('without SFTP the request is refused with a clear text, before a name is reserved; one that is stays', async () => {
  const server = await startTestServer();
  try {
    const own = await tenant(server);
    assert.equal((await own.client.get<SiteSummary>('/site/summary')).body.sftp_available, false);
    const id = await initiated(own, 'none');
    const { status, body } = await finalize(own, id);
    assert.deepEqual([status, body['code' as never]], [503, 'SITE_UNAVAILABLE']);
    assert.match(String(body['message' as never]), /SFTP is not available on this server/);
    assert.equal((await own.client.get<Site>(`/site/id/${id}`)).body.status, 'created');
    const fqdn = own.fqdn('never');
    const reserved = await own.client.post('/site', { fqdn, domain: own.partner.sitesDomain, source: 'ftp' });
    assert.deepEqual([reserved.status, reserved.body['code']], [503, 'SITE_UNAVAILABLE'], reserved.text);
    assert.equal((await own.client.get(`/site/fqdn/${fqdn}/check`)).body['used'], false);
  } finally {
    await server.stop();
  }
});
