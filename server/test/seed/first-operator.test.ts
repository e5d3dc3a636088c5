import type { Page, Reseller } from '@panel/contract';
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { AppContext } from '../../src/context/app-context.ts';
import { partnerOfHost } from '../../src/modules/partner/partner.repo.ts';
import { findSuperadmins } from '../../src/modules/user/user.repo.ts';
import { ensureFirstOperator, FIRST_LINK_FILE } from '../../src/start/first-operator.ts';
import { startPanel, type Panel } from '../http/harness.ts';

const EMAIL = 'owner@company.example';
const HOST = 'panel.localhost';
const PASSWORD = 'Correct1Horse-Battery';
let panel: Panel;
let dataDir: string;
before(async () => {
  [panel, dataDir] = await Promise.all([startPanel(), mkdtemp(path.join(tmpdir(), 'panel-first-'))]);
});
after(async () => {
  await panel.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** A start of the panel with these variables; what it says to whoever started it. */
async function start(firstOperator: AppContext['config']['firstOperator']): Promise<string[]> {
  const said: string[] = [];
  const config = { ...panel.ctx.config, publicUrl: `http://${HOST}:8099`, dataDir, firstOperator };
  await ensureFirstOperator({ ...panel.ctx, config }, (line) => void said.push(line));
  return said;
}
const file = () => path.join(dataDir, FIRST_LINK_FILE);
const linkOf = async () => new URL((await readFile(file(), 'utf8')).trim());

test('without the variables nothing is created', async () => {
  assert.deepEqual(await start(undefined), []);
  assert.deepEqual(await findSuperadmins(panel.ctx.db), []);
});

test('a domain that sites cannot have is refused with its variable, and nothing is left', async () => {
  await assert.rejects(
    start({ email: EMAIL, sitesDomain: `sites.${HOST}` }),
    /^StartError: SITES_DOMAIN: Sites need a domain of their own/,
  );
  await assert.rejects(
    start({ email: EMAIL, sitesDomain: 'hosted.localhost', nameserverDomain: 'dns.hosted.localhost' }),
    /^StartError: NAMESERVER_DOMAIN: The partner’s panel or sites use this domain/,
  );
  assert.equal(await partnerOfHost(panel.ctx.db, HOST), null);
  assert.deepEqual(await findSuperadmins(panel.ctx.db), []);
});

test('a new installation has an operator, who sets a password by a link that only the panel’s user can read', async () => {
  const wanted = { email: EMAIL, sitesDomain: 'hosted.localhost', nameserverDomain: 'dns.localhost' };
  const [said] = await start(wanted);
  assert.ok(said?.includes(file()) && said.includes(EMAIL));
  assert.equal((await stat(file())).mode & 0o777, 0o600);
  const first = await linkOf();
  assert.deepEqual([first.hostname, first.pathname], [HOST, '/setPassword']);

  // Started again before anybody has used it: another link, and nothing twice.
  await start(wanted);
  const link = await linkOf();
  assert.notEqual(link.href, first.href);
  assert.equal((await findSuperadmins(panel.ctx.db)).length, 1);

  const partner = await partnerOfHost(panel.ctx.db, HOST);
  assert.ok(partner);
  assert.deepEqual([partner.sitesDomain, partner.supportEmail], ['hosted.localhost', EMAIL]);
  assert.equal(partner.nameserverDomain, 'dns.localhost');
  const browser = panel.browser(partner);
  await browser.get('/partner/whitelabel');
  const old = await browser.post('/set-password', { token: first.searchParams.get('token'), password: PASSWORD });
  assert.equal(old.body['code'], 'TOKEN_INVALID');
  const set = await browser.post('/set-password', { token: link.searchParams.get('token'), password: PASSWORD });
  assert.equal(set.status, 200, set.text);
  const partners = await browser.get('/platform/partners');
  assert.equal(partners.status, 200, partners.text);
  assert.deepEqual(
    (partners.body as unknown as Page<Reseller>).pageElements.map(({ host }) => host),
    [HOST],
  );

  // From now on the file is gone, and nothing is created for another address either.
  assert.deepEqual(await start(wanted), []);
  await assert.rejects(stat(file()), { code: 'ENOENT' });
  assert.deepEqual(await start({ email: 'other@company.example', sitesDomain: 'others.localhost' }), []);
  assert.equal((await findSuperadmins(panel.ctx.db)).length, 1);
});
