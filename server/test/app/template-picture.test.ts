import { TEMPLATE_PICTURE_PATH } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { appTenant } from './app-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

test('pictures of templates are for those who can choose one', async () => {
  const own = await appTenant(server);
  const picture = (of: typeof own.client, id: string) =>
    of.get(`${TEMPLATE_PICTURE_PATH}${id}/0.png`, { accept: 'image/png' });
  const answer = await picture(own.client, 'static-page');
  assert.equal(answer.status, 200);
  assert.equal(answer.headers['content-type'], 'image/png');
  assert.match(answer.text, /^.PNG/);
  assert.equal((await picture(own.client, 'no-such-template')).status, 404);
  assert.equal((await picture(server.anonymous(own.partner), 'static-page')).status, 404);
});
