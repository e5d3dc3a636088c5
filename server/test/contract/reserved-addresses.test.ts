import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BRAND_IMAGE_PATH, BUILDER_FILES_PATH } from '@panel/contract';
import { pathFault, SERVER_PATHS } from '@panel/contract/release-checks';
import { HEALTH_PATH } from '../../src/listen/http-server.ts';
import { MAIL_PAGE } from '../../src/modules/mail/mail-page.ts';
import { CHAT_FRAME_PATH } from '../../src/platform/web/chat-frame.ts';
import { allCalls } from './calls.ts';

const TAKEN = /which the server answers itself/;

test('no remote may have a page where the server answers with something else', () => {
  const files = [BRAND_IMAGE_PATH, HEALTH_PATH, MAIL_PAGE, CHAT_FRAME_PATH, '/shell/', '/remotes/', BUILDER_FILES_PATH];
  for (const file of files) assert.match(pathFault(file.replace(/\/$/, '')) ?? '', TAKEN, file);
  const firsts = (paths: readonly string[]) => paths.map((path) => path.split('/')[1]).sort();
  assert.deepEqual(firsts(SERVER_PATHS), firsts(files), 'nothing is kept that the server does not answer');
  for (const { method, wire } of allCalls) {
    const page = wire.replace(/\/$/, '').replace(/\{(\w+)\}/g, ':$1');
    if (method === 'GET') assert.match(pathFault(page) ?? '', TAKEN, page);
  }
});

test('a page and a call may share their first segments', () => {
  const calls = ['/dns/nameservers', '/dns/get/{fqdn}'];
  assert.equal(pathFault('/dns', calls), null);
  assert.equal(pathFault('/dns/records/:fqdn', calls), null);
  assert.equal(pathFault('/sites', ['/site']), null);
  for (const path of ['/DNS/Nameservers', '/dns/get/:id', '/dns/:part', '/dns/:part?', '/dns/*'])
    assert.match(pathFault(path, calls) ?? '', TAKEN, path);
});
