import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { writeAtomic } from '../../src/hosting/local/panel-files.ts';
import { readRecord, recover, siteFolder, writeRecord } from '../../src/hosting/local/site-folder.ts';
import { isAnothers, PROCESS_NAME } from '../../src/kernel/process-name.ts';

const made: string[] = [];
after(async () => void (await Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true })))));

/** A site whose old content is in `live`, with a finished swap that the process `pid` has not completed. */
async function interruptedSwap(pid: number | string) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'panel-swap-'));
  made.push(dataDir);
  const folder = siteFolder(dataDir, 'site');
  for (const [name, text] of [
    ['live', 'old'],
    [`live.next-${pid}`, 'new'],
  ] as const) {
    await mkdir(path.join(folder.root, name), { recursive: true });
    await writeFile(path.join(folder.root, name, 'text'), text);
  }
  return { folder, text: () => readFile(path.join(folder.live, 'text'), 'utf8') };
}

/** The id of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ['--version']).pid;

test('a swap in progress in another process is left alone', async () => {
  const { folder, text } = await interruptedSwap(process.ppid);
  await recover(folder);
  assert.equal(await text(), 'old');
  assert.deepEqual((await readdir(folder.root)).sort(), ['live', `live.next-${process.ppid}`]);
});

test('a swap of an ended process is completed', async () => {
  const { folder, text } = await interruptedSwap(deadPid());
  await recover(folder);
  assert.equal(await text(), 'new');
  assert.deepEqual(await readdir(folder.root), ['live']);
});

test(
  'a swap of an ended process is completed even if another process has its id now',
  { skip: process.platform === 'linux' ? false : 'needs /proc' },
  async () => {
    const { folder, text } = await interruptedSwap(`${process.ppid}_1`);
    await recover(folder);
    assert.equal(await text(), 'new');
    assert.deepEqual(await readdir(folder.root), ['live']);
  },
);

test('the name of a running process is its own until it has ended', async () => {
  const module = path.resolve(import.meta.dirname, '../../src/kernel/process-name.ts');
  const child = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { PROCESS_NAME } from ${JSON.stringify(module)}; console.log(PROCESS_NAME); process.stdin.resume();`,
  ]);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const name = line.toString().trim();
  assert.equal(isAnothers(`${name}-abc`), true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.deepEqual([isAnothers(`${name}-abc`), isAnothers(PROCESS_NAME), isAnothers('abc')], [false, false, false]);
});

test('a swap that was interrupted between its two moves is completed', async () => {
  const { folder, text } = await interruptedSwap(deadPid());
  await rm(folder.live, { recursive: true });
  await mkdir(path.join(folder.root, 'live.previous'));
  await recover(folder);
  assert.equal(await text(), 'new');
  assert.deepEqual(await readdir(folder.root), ['live']);
});

test('killed at any moment, the content and the version that it needs belong together', async () => {
  const { folder, text } = await interruptedSwap(deadPid());
  await recover(folder);
  const spec = { siteId: 'site', kind: 'wordpress', fqdn: 'a.test', url: 'http://a.test', title: '' } as const;
  await writeRecord(folder, { ...spec, adminUser: '', adminEmail: '', core: 'new', php: 'new' });
  const versions = async () => {
    const { core, php } = await readRecord(folder);
    return [core, php, await text().catch(() => 'being replaced')];
  };
  let swaps = 0;
  for (let round = 0; round < 6; round += 1) {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'swap-until-killed.ts'), folder.root]);
    // Each line is a swap. Different numbers of them end at different moments of one.
    for (let lines = 0; lines < 2 + round; lines += 1) await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const [core, php, content] = await versions();
    assert.equal(php, core);
    if (content !== 'being replaced') assert.equal(content, core);
    await recover(folder);
    const after = await versions();
    assert.deepEqual(after, [after[0], after[0], after[0]]);
    assert.deepEqual((await readdir(folder.root)).sort(), ['live', 'site.json', 'tmp']);
    assert.doesNotMatch(await readFile(folder.recordFile, 'utf8'), /"next"/);
    swaps += 1;
  }
  assert.equal(swaps, 6);
});

test('a failed write leaves no file, and partial files of ended processes are removed', async () => {
  const { folder } = await interruptedSwap(deadPid());
  await recover(folder);
  await mkdir(path.join(folder.root, 'site.json', 'in-the-way'), { recursive: true });
  await assert.rejects(writeAtomic(folder.recordFile, '{}'));
  assert.deepEqual((await readdir(folder.root)).sort(), ['live', 'site.json']);
  const kept = [`site.json.${process.ppid}-0123456789ab`, 'notes.txt', 'other.0123456789'];
  const left = [
    `site.json.${deadPid()}-0123456789ab`,
    'site.json.0123456789ab',
    `wp-config.php.${deadPid()}-0123456789ab`,
  ];
  for (const name of [...kept, ...left]) await writeFile(path.join(folder.root, name), 'part');
  await recover(folder);
  assert.deepEqual((await readdir(folder.root)).sort(), ['live', 'site.json', ...kept].sort());
});
