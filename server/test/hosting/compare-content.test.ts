import { CONTENT_KINDS, CONTENT_PARTS, GROUPS_MAX, NAMED_IN_ALL, NAMED_MAX } from '@panel/contract';
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { compareContent } from '../../src/hosting/agent/child/operations/compare-content.ts';
import { closeFolder, openFolder, type Folder } from '../../src/hosting/agent/child/site-files.ts';

let dir: string;
let root: Folder;
before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'panel-digests-'));
  const opened = openFolder(dir);
  assert.ok(opened);
  root = opened;
});
after(async () => {
  closeFolder(root);
  await rm(dir, { recursive: true, force: true });
});

const line = (kind: string, table: string, key: string | number, hash: string, about: object = {}): string =>
  `${kind}\t${table}\t${key}\t${hash}\t${JSON.stringify(about)}\n`;
const END = line('end', '', '', '');
const post = (id: number, hash: string, parts: Record<string, string> = {}) =>
  line('posts', 'wp_posts', id, hash, { t: `Post ${id}`, k: 'post', s: 'publish', f: parts });

async function compared({ live, staging, copy = null }: { live: string; staging: string; copy?: string | null }) {
  await writeFile(path.join(dir, 'live'), live);
  await writeFile(path.join(dir, 'staging'), staging);
  if (copy !== null) await writeFile(path.join(dir, 'copy'), copy);
  const most = { groups: GROUPS_MAX, named: NAMED_MAX, inAll: NAMED_IN_ALL };
  const files = { live: 'live', staging: 'staging', copy: copy === null ? null : 'copy' };
  return compareContent(root, { ...files, kinds: CONTENT_KINDS, parts: CONTENT_PARTS, most });
}

test('each change is of the site that is no longer as in the copy; one of both is named first', async () => {
  const { groups, since_copy } = await compared({
    copy: post(1, 'a') + post(2, 'b') + post(3, 'c') + post(5, 'e') + END,
    live: post(1, 'a2', { title: '1' }) + post(2, 'b') + post(3, 'c2', { title: '1' }) + post(6, 'f') + END,
    staging: post(1, 'a', { title: '2' }) + post(2, 'b2') + post(3, 'c3', { title: '2' }) + post(4, 'd') + END,
  });
  const [group] = groups;
  assert.deepEqual(
    group?.items.map(({ key, change, by, parts }) => [key, change, by, parts.join()]),
    [
      ['3', 'changed', 'both', 'title'],
      ['2', 'changed', 'staging', ''],
      ['4', 'added', 'staging', ''],
      ['1', 'changed', 'live', 'title'],
      ['6', 'removed', 'live', ''],
    ],
  );
  const { added, changed, removed, live, both } = group ?? {};
  assert.deepEqual([added, changed, removed, live, both, since_copy], [1, 3, 1, 2, 1, true]);
});

test('two new things with one id are no collision, two settings with one name are; a copy that knows no terms says nothing of them', async () => {
  const option = (hash: string) => line('options', 'wp_options', 'color', hash);
  const term = (hash: string) => line('terms', 'wp_term_taxonomy', 'category:news', hash);
  const copy = post(1, 'a') + END;
  const { groups } = await compared({
    copy,
    live: post(1, 'a') + post(2, 'b') + option('x') + term('x') + END,
    staging: post(1, 'a') + post(2, 'c') + option('y') + term('y') + END,
  });
  assert.deepEqual(
    groups.map(({ kind, both, items }) => [kind, both, items[0]?.by]),
    [
      ['posts', 0, 'each'],
      ['terms', 0, null],
      ['options', 1, 'both'],
    ],
  );
});

test('what one site has too much of is left out of both and named; many rows are counted, and few of them named', async () => {
  const rows = (hash: string) => Array.from({ length: 30_000 }, (_, at) => line('tables', 'wp_big', at, hash)).join('');
  const { groups, unseen } = await compared({
    live: rows('a') + line('unseen', 'wp_huge', 'rows', '', { n: 500_000 }) + END,
    staging: rows('b') + line('tables', 'wp_huge', 1, 'z') + END,
  });
  assert.deepEqual(
    groups.map(({ table, changed, items }) => [table, changed, items.length, items[0]?.by]),
    [['wp_big', 30_000, NAMED_MAX, null]],
  );
  assert.deepEqual(unseen, [{ table: 'wp_huge', rows: 500_000, reason: 'rows' }]);
});

test('what a hostile site writes as a digest is refused, or a name of bounded length', async () => {
  const whole = post(1, 'a') + END;
  for (const live of ['<b>garbage</b>\n', post(1, 'a'), '', 'x'.repeat(1024 * 1024)])
    await assert.rejects(compared({ live, staging: whole }), { name: 'Error', reason: /failed|limit/ });
  const about = '{"t":{"a":1},"k":"' + 'k'.repeat(900) + '","f":[1,2],"s":7';
  const { groups } = await compared({
    live: END,
    staging: `posts\twp_posts\t${'9'.repeat(900)}\th\t${about}}\npages\twp_posts\t1\th\t{{{\n${END}`,
  });
  const [first, second] = groups.map(({ items }) => items[0]);
  assert.deepEqual([first?.key.length, first?.title, first?.type?.length, first?.staging_state], [190, '', 40, null]);
  assert.equal(second?.title, '');
});
