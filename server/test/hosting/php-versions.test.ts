import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { hostingConfigFromEnv, prepareRuntime } from '../../src/hosting/index.ts';
import { choosePhp, joinPhpVersions, nearestPhp, versionsOf } from '../../src/hosting/runtime/php-versions.ts';
import type { SiteMount, SiteRuntime } from '../../src/hosting/runtime/site-runtime.ts';
import { nativePhpMissing } from './hosting-support.ts';

const calls: string[] = [];
/** A runtime that only notes what it is asked. */
function runtime(phpVersion: string): SiteRuntime {
  const note = (what: string) => async (mount: SiteMount) => {
    calls.push(`${what} ${phpVersion}${mount.core?.compiled ? ' compiled' : ''}`);
    return { code: 0, stdout: '', stderr: '' };
  };
  return {
    ...{ kind: 'native', phpVersion, extensions: [`only-${phpVersion}`], sharesCore: true },
    own: async () => undefined,
    serve: () => Promise.reject(new Error('unused')),
    script: note('script'),
    wp: note('wp'),
    release: async () => void calls.push(`release ${phpVersion}`),
    close: async () => void calls.push(`close ${phpVersion}`),
  };
}
const joined = joinPhpVersions(runtime('8.2.29'), [runtime('8.10.1'), runtime('8.1.3'), runtime('8.2.1')]);
const core = { version: '7', folder: '', entries: [], compiled: { folder: '/c', id: '1' } };
const mount = (phpVersion?: string): SiteMount => ({ siteId: 'a', live: '/l', tmp: '/t', core, phpVersion });

test('one of each release series is there; the first one wins, and is the default', () => {
  assert.deepEqual(
    versionsOf(joined).map(({ id, version, extensions }) => [id, version, extensions]),
    [
      ['8.2', '8.2.29', ['only-8.2.29']],
      ['8.10', '8.10.1', ['only-8.10.1']],
      ['8.1', '8.1.3', ['only-8.1.3']],
    ],
  );
  assert.equal(joined.phpVersion, '8.2.29');
  assert.deepEqual(versionsOf(runtime('8.3.1')), [{ id: '8.3', version: '8.3.1', extensions: ['only-8.3.1'] }]);
});

test('a missing series is replaced by the next newer one, or by the newest, with a line', () => {
  const of = (wanted?: string) => nearestPhp(versionsOf(joined), wanted)?.id;
  assert.deepEqual([of(), of('8.1'), of('8.0'), of('8.3'), of('9.0')], ['8.2', '8.1', '8.1', '8.10', '8.10']);
  const lines: string[] = [];
  const p = { note: (line: string) => void lines.push(line) };
  assert.deepEqual([choosePhp(joined, '8.1', p), choosePhp(joined, undefined, p)], ['8.1', '8.2']);
  assert.deepEqual(lines, []);
  assert.equal(choosePhp(joined, '8.3', p), '8.10');
  assert.deepEqual(lines, ['PHP 8.3 is not available on this server. The site gets PHP 8.10 instead.']);
});

test('the version of a site decides which one runs; only the first gets what it has compiled', async () => {
  calls.length = 0;
  await joined.wp(mount(), [], {});
  await joined.wp(mount('8.1'), [], {});
  await joined.script(mount('8.3'), 'install', {}, {});
  await joined.release('/l');
  await joined.close?.();
  assert.deepEqual(calls, [
    ...['wp 8.2.29 compiled', 'wp 8.1.3', 'script 8.10.1'],
    ...['release 8.2.29', 'release 8.10.1', 'release 8.1.3', 'close 8.2.29', 'close 8.10.1', 'close 8.1.3'],
  ]);
});

test(
  'a version without mysqli is left out where sites have MariaDB',
  { skip: (await nativePhpMissing()) ?? false },
  async (t) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'panel-php-'));
    t.after(() => rm(dataDir, { recursive: true, force: true }));
    const binary = path.join(dataDir, 'php');
    // The machine's PHP, which tells of another series and without the extension.
    const change = `sed -E 's/"version":"8\\.[0-9]+/"version":"8.99/; s/,"mysqli"//'`;
    await writeFile(binary, `#!/bin/sh\nphp "$@" | ${change}\n`, { mode: 0o755 });
    const prepared = async (env: Record<string, string>) => {
      const lines: string[] = [];
      const config = { ...hostingConfigFromEnv({ PHP_VERSIONS: binary, ...env }, dataDir), php: 'native' as const };
      const { php } = await prepareRuntime(config, (line) => void lines.push(line));
      return { ids: versionsOf(php).map(({ id }) => id), lines };
    };
    assert.equal((await prepared({})).ids.includes('8.99'), true);
    const { ids, lines } = await prepared({ SITES_DATABASE_URL: 'mysql://panel:secret@127.0.0.1' });
    assert.equal(ids.includes('8.99'), false);
    assert.match(lines.join('\n'), /PHP_VERSIONS: \S+ is left out: PHP 8\.99\.\d+\S* lacks mysqli/);
  },
);
