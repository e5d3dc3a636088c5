import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { AppContext } from '../../src/context/app-context.ts';
import type { Verification } from '../../src/hosting/driver.ts';
import { lookAtSite } from '../../src/modules/site/site-checks.ts';

const at = new Date('2026-11-24T12:00:00Z');

/** What is said of a WordPress when hosting has found this. */
async function said(found: Verification) {
  const hosting = { verify: () => Promise.resolve(found), portsOf: () => new Set(['wordpress']) };
  const deps = { hosting, clock: { now: () => at } } as unknown as AppContext;
  const { evidence } = await lookAtSite(deps, { id: randomUUID(), kind: 'wordpress' }, 'shop.test', 'request');
  return evidence.map(({ name, ok, detail }) => [name, ok, detail]);
}

const home = { name: 'The home page answers', ok: false, detail: '500 text/html' };

test('PHP that answers is not called failed because the pages are', async () => {
  assert.deepEqual(await said({ ok: false, checks: [home], info: { wpVersion: '7.1.1', phpVersion: '8.2.36' } }), [
    ['HTTP', false, 'The home page answers: 500 text/html'],
    ['Runtime', true, 'PHP 8.2.36'],
  ]);
});

test('PHP that does not answer is', async () => {
  assert.deepEqual(await said({ ok: false, checks: [home], info: { wpVersion: '7.1.1', phpVersion: null } }), [
    ['HTTP', false, 'The home page answers: 500 text/html'],
    ['Runtime', false, 'PHP does not answer'],
  ]);
});
