import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HostingError } from '../../src/hosting/index.ts';
import { createFaultyDriver, faultOf } from '../../src/testing/faulty/faulty-driver.ts';
import type { HostingDriver } from '../../src/hosting/index.ts';
import { openHost, progress, siteSpec } from './hosting-support.ts';
import type { Host } from './hosting-support.ts';

describe('the faulty driver', () => {
  let host: Host;
  let driver: HostingDriver;
  before(async () => {
    host = await openHost('wasm');
    driver = createFaultyDriver(host.driver);
  });
  after(() => host.close());

  const spec = (name: string) => siteSpec(name, { kind: 'static' });
  const injected = (error: unknown) => error instanceof HostingError && error.code === 'INJECTED' && error.retryable;

  test('reads the fault from the name', () => {
    assert.deepEqual(faultOf('fail-install-shop.example.test'), { mode: 'fail', once: false, step: 'install' });
    assert.deepEqual(faultOf('FAIL-once-start-shop.example.test'), { mode: 'fail', once: true, step: 'start' });
    assert.deepEqual(faultOf('slow-files.example.test'), { mode: 'slow', once: false, step: 'files' });
    for (const name of [
      'shop.example.test',
      'fail-shop.example.test',
      'my-fail-install-shop.test',
      'fail-installer.test',
    ])
      assert.equal(faultOf(name), null, name);
  });

  test('fails at the named step every time, or once', async () => {
    const always = spec('fail-verify-a');
    for (let round = 0; round < 2; round += 1) await assert.rejects(driver.create(always, progress()), injected);
    const once = spec('fail-once-files-b');
    await assert.rejects(driver.create(once, progress()), injected);
    await driver.create(once, progress());
    assert.equal((await driver.verify(once.siteId, once.fqdn)).ok, true);
  });

  test('hangs until the deadline or the cancellation', async () => {
    await assert.rejects(
      driver.create(spec('hang-start-c'), progress(AbortSignal.timeout(50))),
      (error) => error instanceof HostingError && error.code === 'TIMEOUT',
    );
    const controller = new AbortController();
    const p = progress(controller.signal);
    const work = assert.rejects(
      driver.create(spec('slow-verify-d'), p),
      (error) => error instanceof HostingError && error.code === 'ABORTED',
    );
    controller.abort();
    await work;
  });

  test('reports a quarter of the work of a step that hangs', async () => {
    const p = progress(AbortSignal.timeout(50));
    await assert.rejects(driver.create(spec('hang-files-f'), p), HostingError);
    assert.deepEqual(p.amounts, [{ done: 1, total: 4, unit: 'files' }]);
  });

  test('leaves other names to the real driver', async () => {
    const plain = spec('plain-e');
    await driver.create(plain, progress());
    await assert.rejects(
      driver.rename(plain.siteId, { fqdn: 'fail-rename-e.test', url: 'http://fail-rename-e.test' }, progress()),
      injected,
    );
    await driver.destroy(plain.siteId);
  });
});
