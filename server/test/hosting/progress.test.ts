import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Amount } from '../../src/lib/amount.ts';
import { nativePhpMissing, openHost, progress, siteSpec } from './hosting-support.ts';
import type { Host } from './hosting-support.ts';

const missing = await nativePhpMissing();

/** The amounts grow and end at `total`. */
function assertComplete(amounts: readonly Amount[], total: number): void {
  assert.ok(amounts.length > 0, 'nothing was reported');
  assert.deepEqual(
    amounts.map(({ done }) => done),
    amounts.map(({ done }) => done).toSorted((a, b) => a - b),
  );
  assert.equal(amounts.at(-1)?.done, total);
}

describe('the progress of a site with its own WordPress', { skip: missing ?? false }, () => {
  let host: Host;
  const spec = siteSpec('slow');
  before(async () => void (host = await openHost('native', { sandbox: 'off' })));
  after(() => host.close());

  test('copying counts files, and installing bytes of the database', async () => {
    const p = progress();
    await host.driver.create(spec, p);
    const files = p.amounts.filter(({ unit }) => unit === 'files');
    assert.ok((files[0]?.total ?? 0) > 3000);
    assertComplete(files, files[0]?.total ?? 0);
    const bytes = p.amounts.filter(({ unit }) => unit === 'bytes');
    assert.ok((bytes.at(-1)?.done ?? 0) > 100_000, JSON.stringify(bytes));
  });

  test('a rename counts the rows in which the address is replaced', async () => {
    const p = progress();
    await host.driver.rename(
      spec.siteId,
      { fqdn: 'moved.sites.localhost', url: 'http://moved.sites.localhost:8099' },
      p,
    );
    assert.ok(p.amounts.every(({ unit }) => unit === 'percent'));
    assertComplete(p.amounts, 100);
    assert.equal((await host.driver.verify(spec.siteId, 'moved.sites.localhost')).ok, true);
  });

  test('deleting counts the files that are gone', async () => {
    const p = progress();
    await host.driver.destroy(spec.siteId, p);
    const total = p.amounts[0]?.total ?? 0;
    assert.ok(total > 3000, JSON.stringify(p.amounts[0]));
    assertComplete(p.amounts, total);
  });
});
