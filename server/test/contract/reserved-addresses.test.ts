import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BRAND_IMAGE_PATH } from '@panel/contract';
import { RESERVED_SEGMENTS } from '@panel/contract/release-checks';
import { HEALTH_PATH } from '../../src/http/http-server.ts';
import { MAIL_PAGE } from '../../src/modules/mail/mail-page.ts';
import { CHAT_FRAME_PATH } from '../../src/platform/web/chat-frame.ts';
import { allCalls } from './calls.ts';

test('no remote may have a page where the server answers with something else', () => {
  const read = allCalls.filter(({ method }) => method === 'GET').map(({ wire }) => wire);
  const answered = [...read, BRAND_IMAGE_PATH, HEALTH_PATH, MAIL_PAGE, CHAT_FRAME_PATH, '/shell/', '/remotes/'].map(
    (address) => address.split('/')[1],
  );
  assert.deepEqual([...new Set(answered)].sort(), [...RESERVED_SEGMENTS].sort());
});
