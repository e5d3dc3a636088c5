import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import type { Beacon, ReleaseFailure } from '@panel/contract';
import { makeUpload, openPanel, type ReleasePanel } from './release-support.ts';

const HELP = { package: 'mf-help', version: 'mf-helpv2' };
const SCRIPT = 'page-help-home.js';
/** The script's first character is at line 12, column 5 of the page (a VLQ of 0, 0, 11, 4). */
const MAP = JSON.stringify({
  version: 3,
  names: [],
  sources: ['./src/features/help/help.page.tsx'],
  mappings: 'AAWI',
});
const hashOf = (text: string): string => `sha384-${createHash('sha384').update(text).digest('base64')}`;
const uploadOf = (text: string) => ({ name: `${SCRIPT}.map`, brotli: brotliCompressSync(text).toString('base64') });

function withMap(t: TestContext, panel: ReleasePanel, text = MAP) {
  const upload = makeUpload(t, panel.key, 'mf-help', '2', (release) => ({
    ...release,
    maps: { [`${SCRIPT}.map`]: hashOf(MAP) },
  }));
  return panel.operator('POST', '/platform/releases', { ...upload, maps: [uploadOf(text)] });
}

async function tell({ server, partner }: ReleasePanel, event: Partial<Beacon>): Promise<void> {
  const browser = server.anonymous(partner);
  await browser.get('/partner/whitelabel');
  const token = server.app.releases.views.issue(partner.id, [HELP]);
  const events = [{ ...HELP, kind: 'error', reason: 'P209', ...event }];
  assert.equal((await browser.post('/platform/beacons', { token, events })).status, 200);
}

const failures = async (panel: ReleasePanel, query = '') =>
  (await panel.operator('GET', `/platform/failures${query}`)).body['failures'] as ReleaseFailure[];

test('failures are listed with message and stack, in positions of the sources where a source map is known', async (t) => {
  const panel = await openPanel(t);
  assert.equal((await withMap(t, panel)).status, 200);
  const origin = `http://${panel.partner.domain}:8099`;
  const stack = [
    `at t (${origin}/remotes/mf-help/mf-helpv2/${SCRIPT}:1:1)`,
    `at ${origin}/remotes/mf-help/mf-helpv2/chunk.js?3:1:7`,
    `n@${origin}/remotes/mf-help/unknown/${SCRIPT}:1:1`,
    'at <anonymous>',
  ].join('\n');
  for (let i = 0; i < 2; i++) await tell(panel, { detail: 'help-home: x is\nundefined', stack });
  await tell(panel, { reason: 'P208', detail: 'help-home: later' });
  const [later, earlier] = await failures(panel);
  assert.deepEqual([later?.reason, later?.message, later?.stack], ['P208', 'help-home: later', []]);
  assert.deepEqual(
    { ...earlier, lastAt: '' },
    {
      ...HELP,
      partner: panel.partner.domain,
      reason: 'P209',
      message: 'help-home: x is undefined',
      stack: ['at src/features/help/help.page.tsx:12:5', 'at chunk.js:1:7', `n@${SCRIPT}:1:1`, 'at <anonymous>'],
      pageViews: 2,
      lastAt: '',
    },
  );
  assert.deepEqual(
    (await failures(panel, `?reason=P208&package=mf-help&partner=${panel.partner.domain}`)).map(
      ({ message }) => message,
    ),
    ['help-home: later'],
  );
  assert.deepEqual(await failures(panel, `?partner=${panel.other.domain}`), []);
});

test('a source map is for staff only; one of other content is rejected, one that was not sent is missing', async (t) => {
  const panel = await openPanel(t);
  const { server, partner } = panel;
  assert.match(
    (await withMap(t, panel, '{}')).text,
    /page-help-home\.js\.map has the hash sha384-.*, the manifest says/,
  );
  assert.equal((await withMap(t, panel)).status, 200);
  const address = `/remotes/mf-help/mf-helpv2/${SCRIPT}.map`;
  const as = async (role: 'customer' | 'admin') => server.as(partner, await server.scenario.user(partner, role));
  const get = async (client: ReturnType<typeof server.anonymous>, path = address) =>
    client.get(path, { accept: '*/*' });
  assert.equal((await get(server.anonymous(partner))).status, 404);
  assert.equal((await get(await as('customer'))).status, 404);
  const admin = await as('admin');
  const answer = await get(admin);
  assert.deepEqual([answer.status, answer.text], [200, MAP]);
  assert.equal(answer.headers['cache-control'], 'private, no-store');
  assert.equal((await get(admin, '/remotes/mf-help/mf-helpv1/chunk.js.map')).status, 404);
  assert.equal((await get(admin, `/remotes/mf-help/mf-helpv2/${SCRIPT}`)).status, 200);
});
