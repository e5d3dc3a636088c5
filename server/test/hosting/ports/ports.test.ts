import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HostingError } from '../../../src/hosting/index.ts';
import { LOCAL_KINDS } from '../../../src/hosting/local/kinds/index.ts';
import { processKind } from '../../../src/testing/process-kind.ts';
import { openEdge } from '../../edge/edge-support.ts';
import { openHost, PHP_UNDER_TEST, phpMissing, siteSpec } from '../hosting-support.ts';
import { SUITES } from './conform.ts';
import { specFor, type Subject } from './subject.ts';

const missing = await phpMissing();
const KINDS = [...LOCAL_KINDS, processKind];

for (const { name, ports } of KINDS)
  describe(`the kind ${name}`, { skip: (name === 'wordpress' && missing) || false }, () => {
    let subject: Subject;
    before(async () => {
      const host = await openHost(name === 'wordpress' ? PHP_UNDER_TEST : 'wasm', {}, {}, undefined, KINDS);
      subject = { ...host, bench: await openEdge(host.driver), kind: name };
    });
    after(async () => {
      await subject.bench.close();
      await subject.close();
    });

    test('has the ports that it declares', () => {
      assert.deepEqual([...subject.driver.portsOf(name)], ports);
      assert.deepEqual([...subject.driver.portsOf('nothing')], []);
    });
    for (const port of ['workload', ...ports] as const) describe(port, () => SUITES[port](() => subject));

    test('what it does not have is refused', async () => {
      const { driver } = subject;
      const spec = specFor(subject);
      await driver.create(spec, { note: () => undefined, signal: new AbortController().signal });
      const unsupported = (error: unknown) => error instanceof HostingError && error.code === 'UNSUPPORTED';
      const has = new Set<string>(ports);
      if (!has.has('wordpress')) await assert.rejects(driver.exec(spec.siteId, ['option', 'get', 'home']), unsupported);
      if (!has.has('wordpress')) await assert.rejects(driver.moveDatabase(spec.siteId, 'mariadb'), unsupported);
      if (!has.has('runtimes')) await assert.rejects(driver.usePhp(spec.siteId, '8.4'), unsupported);
      assert.throws(() => driver.steps(siteSpec('no-kind', { kind: 'nothing' })), unsupported);
    });
  });
