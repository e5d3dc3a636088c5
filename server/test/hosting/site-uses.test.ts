// On both databases: several processes, a killed one.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { createPostgresDatabase } from '../../src/testing/test-database.ts';
import { startContained, withoutNamespaces } from '../lib/pid-namespace.ts';

const server = process.env['TEST_DATABASE_URL'];
const source = (file: string): string => JSON.stringify(path.resolve(import.meta.dirname, '../../src', file));

/** A process that runs a site, unless it is to change it. After `go` it stops the site and writes a file. */
const PROCESS = `
  import { existsSync, writeFileSync } from 'node:fs';
  import { createInterface } from 'node:readline';
  import pino from ${JSON.stringify(import.meta.resolve('pino'))};
  import { openPostgres } from ${source('db/open-postgres.ts')};
  import { openSiteUses } from ${source('start/open-site-uses.ts')};
  const { URL: url, MARK: mark } = process.env;
  let go;
  const told = new Promise((resolve) => (go = resolve));
  const uses = await openSiteUses(await openPostgres(url, { max: 2 }), pino({ level: 'silent' }));
  uses.attach({
    async stop() {
      // A message may also meet one that is just asking whether it may run the site.
      if (!mark) return;
      console.log('stopping');
      await told;
      writeFileSync(mark, '');
      uses.leave('one');
    },
    recover: async () => undefined,
  });
  if (mark) await uses.enter('one');
  console.log(process.pid);
  createInterface({ input: process.stdin }).on('line', async (line) => {
    if (line === 'go') return go();
    if (line === 'enter') return console.log(String(await uses.enter('one')));
    if (line === 'passed') return console.log(String(await uses.passed('one')));
    await uses.change('one', async () => console.log('alone ' + existsSync(line.slice(7)))).catch((error) => console.log(error.message));
    console.log('changed');
  });
`;

test(
  'a change waits for processes in other containers, until each has stopped the site or has ended; starts wait for the change',
  { skip: withoutNamespaces || (server ? false : 'needs PostgreSQL') },
  async (t) => {
    const { url, drop } = await createPostgresDatabase(server ?? '');
    const mark = path.join(tmpdir(), `stopped-${randomUUID()}`);
    const start = (env: Record<string, string>) => startContained(t, PROCESS, { URL: url, ...env });
    // Each has the process id of the others.
    const [changing, slow, dying, late] = [start({}), start({ MARK: mark }), start({ MARK: `${mark}-2` }), start({})];
    try {
      for (const each of [changing, slow, dying, late]) assert.equal(await each.line(), '1');
      changing.say(`change ${mark}`);
      for (const each of [slow, dying]) assert.equal(await each.line(), 'stopping');
      late.say('enter');
      assert.equal(await late.line(), 'false', 'nobody starts it any more');
      late.say('passed');
      await dying.kill();
      slow.say('go');
      assert.equal(await changing.line(), 'alone true');
      assert.equal(await changing.line(), 'changed');
      assert.equal(await late.line(), 'true');
      late.say('enter');
      assert.equal(await late.line(), 'true');
    } finally {
      for (const each of [changing, slow, dying, late]) await each.kill();
      await rm(mark, { force: true });
      await drop();
    }
  },
);
