import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { indexZone } from '../../src/dns/zone-index.ts';
import { startDnsServer } from '../../src/dns/dns-server.ts';
import { createLog } from '../../src/process/log.ts';

const run = promisify(execFile);
const hasDnsperf = await run('dnsperf', ['-h']).then(
  () => true,
  ({ code }: { code?: unknown }) => code !== 'ENOENT',
);

const ZONE = 'many.example';
const zone = indexZone({
  ...{ fqdn: ZONE, serial: 1, nameservers: ['ns1.host.example'] },
  records: [{ type: 'A', name: '*', ttl: 300, value: '192.0.2.1' }],
});

for (const transport of ['tcp', 'udp'] as const)
  test(
    `dnsperf over ${transport} loses nothing`,
    { skip: hasDnsperf ? false : 'dnsperf is not installed' },
    async (t) => {
      const server = await startDnsServer({
        ...{ hosts: ['127.0.0.1'], port: 0, log: createLog('error') },
        source: { zoneOf: async () => zone, addressesOf: async () => ({ addresses: [], ttl: 0 }) },
        // Over UDP a sender cannot be slowed down, only refused: that is a test of its own.
        ...(transport === 'udp' && { limits: { perSecond: 1e6, burst: 1e6 } }),
      });
      t.after(() => server.close());
      const folder = await mkdtemp(path.join(tmpdir(), 'dnsperf-'));
      t.after(() => rm(folder, { recursive: true }));
      const file = path.join(folder, 'questions');
      await writeFile(file, Array.from({ length: 3000 }, (_, at) => `n${at}.${ZONE} A`).join('\n'));
      const { stdout } = await run('dnsperf', [
        ...['-m', transport, '-s', '127.0.0.1', '-p', String(server.port), '-d', file],
        // Each question once, from ten clients, of which each has up to ten under way.
        ...['-n', '1', '-c', '10', '-q', '100', '-t', '30'],
      ]);
      const count = (name: string) => Number(new RegExp(`Queries ${name}:\\s+(\\d+)`).exec(stdout)?.[1]);
      assert.equal(count('sent'), 3000, stdout);
      assert.equal(count('completed'), 3000, stdout);
      assert.equal(count('lost'), 0, stdout);
      assert.match(stdout, /Response codes:\s+NOERROR 3000 \(100\.00%\)/);
    },
  );
