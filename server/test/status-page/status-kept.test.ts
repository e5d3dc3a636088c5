import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createStatusPages } from '../../src/modules/status-page/kept-status.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { pageOf, reported, world } from './status-support.ts';

const NOTE = 'The control panel cannot read its data at the moment.';
let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

/** A database of which every query fails, or never ends. */
const broken = (answer: () => Promise<never>): TestServer['app']['db'] =>
  new Proxy(server.db, {
    get: (target, name) =>
      name === 'select' ? () => { throw new Error('gone'); } : Reflect.get(target, name) && answer,
  });

test('without the database the page shows what was known last, with its time', async () => {
  const own = await world(server);
  await reported(own.staff, { title: 'Slow sites' });
  assert.doesNotMatch(await pageOf(own), new RegExp(NOTE));
});
