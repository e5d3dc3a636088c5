import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createFoundHashes,
  createHashList,
  MAX_LIST_BYTES,
  MAX_LISTED,
  readHashList,
} from '../../src/hosting/agent/child/hash-list.ts';

const HASH = 'a'.repeat(64);

function listOf(files: number, name: (i: number) => string) {
  const list = createHashList();
  for (let i = 0; i < files; i += 1) list.add(name(i), HASH);
  return list.bytes();
}

test('an archive with more files than the memory of the agent holds has no list', () => {
  const most = listOf(MAX_LISTED, (i) => `live/${i}`);
  assert.equal(readHashList(String(most))?.size, MAX_LISTED);
  assert.equal(
    listOf(MAX_LISTED + 1, (i) => `live/${i}`),
    null,
  );
  const long = 'n'.repeat(200);
  assert.equal(
    listOf(Math.ceil(MAX_LIST_BYTES / 260), (i) => `live/${long}${i}`),
    null,
  );
});

test('the hashes of unpacked files are bounded, too', () => {
  const found = createFoundHashes();
  for (let i = 0; i < MAX_LISTED + 10; i += 1) found.set(`live/${i}`, HASH);
  assert.equal(found.get('live/1'), HASH);
  assert.equal(found.get(`live/${MAX_LISTED + 5}`), undefined);
});
