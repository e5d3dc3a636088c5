import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { startContained, withoutNamespaces } from '../lib/pid-namespace.ts';

const source = (file: string): string => JSON.stringify(path.resolve(import.meta.dirname, '../../src/hosting', file));

const IMPORTS = `
  import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
  import path from 'node:path';
  import { recover, siteFolder } from ${source('local/site-folder.ts')};
  import { PROCESS_NAME } from ${source('../kernel/process-name.ts')};
  import { markProcess } from ${source('../kernel/process-mark.ts')};
  import { openRunFolder } from ${source('process/run-folder.ts')};
  import { sweepBallast } from ${source('../disk/ballast.ts')};
  const dataDir = process.env.DATA_DIR;
  const { root } = siteFolder(dataDir, 'site');`;

/** A panel that works on a site and reserves space: a work folder, a folder for its sockets, and a partial file. */
const OWNER = `${IMPORTS}
  markProcess(dataDir);
  mkdirSync(path.join(root, \`work-\${PROCESS_NAME}-0123456789ab\`), { recursive: true });
  await openRunFolder(dataDir);
  writeFileSync(path.join(dataDir, \`reserve-part-\${PROCESS_NAME}\`), '');
  console.log(process.pid);
  process.stdin.resume();`;

/** A panel that starts beside it: removes what ended processes left behind, and lists the rest. */
const NEXT = `${IMPORTS}
  markProcess(dataDir);
  await recover(siteFolder(dataDir, 'site'));
  const run = await openRunFolder(dataDir);
  await run.close();
  await sweepBallast(dataDir);
  const parts = readdirSync(dataDir).filter((name) => name.startsWith('reserve-part-'));
  console.log(JSON.stringify([process.pid, readdirSync(root).length, readdirSync(path.join(dataDir, 'run')).length, parts.length]));`;

test(
  'two containers with the same process ids share a data folder: what one works on is left alone until it has ended',
  { skip: withoutNamespaces },
  async (t) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'shared-'));
    t.after(() => rm(dataDir, { recursive: true, force: true }));
    await mkdir(path.join(dataDir, 'sites', 'site'), { recursive: true });
    const owner = startContained(t, OWNER, { DATA_DIR: dataDir });
    assert.equal(await owner.line(), '1');
    const next = async () => JSON.parse(await startContained(t, NEXT, { DATA_DIR: dataDir }).line()) as number[];
    assert.deepEqual(await next(), [1, 1, 1, 1]);
    await owner.kill();
    assert.deepEqual(await next(), [1, 0, 0, 0]);
  },
);
