/**
 * Answers a second of the embedded DNS server over UDP, and how long each takes, with 10 and with 10,000 zones, from one
 * process on loopback. Targets: 5,000 a second, 99 % within 5 ms, and no slower with many zones.
 * `node server/bench/dns.ts [seconds]`.
 */
import { fork } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import packet from 'dns-packet';
import type { DnsRecord } from '@panel/contract';
import { startDnsServer } from '../src/dns/dns-server.ts';
import { createZoneSource } from '../src/modules/dns/zone-source.ts';
import { createLog } from '../src/process/log.ts';
import { startTestServer } from '../src/testing/index.ts';

const seconds = Number(process.argv[2] ?? 5);
const WANTED = { perSecond: 5000, p99: 5, ratio: 1.2 };
/** Questions under way at once. */
const IN_FLIGHT = 16;

type Load = { port: number; zones: number };
type Result = { perSecond: number; p50: number; p99: number; wrong: number };

/** The client, in a process of its own: sends the next question when one is answered. */
async function ask({ port, zones }: Load): Promise<Result> {
  const socket = createSocket('udp4');
  const sent = new Map<number, number>();
  const times: number[] = [];
  let wrong = 0;
  let id = 0;
  let asked = 0;
  let end = Infinity;
  let open = IN_FLIGHT;
  const send = () => {
    id = (id + 1) % 65_536;
    // Each zone is asked for once before the measurement begins, because a zone is read once and kept.
    const zone = asked < zones ? asked : Math.floor(Math.random() * zones);
    if (asked === zones) end = performance.now() + seconds * 1000;
    asked += 1;
    const name = `www.zone-${zone}.example`;
    sent.set(id, performance.now());
    socket.send(packet.encode({ type: 'query', id, questions: [{ type: 'A', name }] }), port, '127.0.0.1');
  };
  socket.on('message', (message) => {
    const began = sent.get(message.readUInt16BE(0));
    sent.delete(message.readUInt16BE(0));
    if (began !== undefined && asked > zones) times.push(performance.now() - began);
    // Each answer has the CNAME and the address that it leads to.
    if (message.readUInt16BE(6) !== 2) wrong += 1;
    if (performance.now() < end) return send();
    open -= 1;
    if (open === 0) socket.close();
  });
  for (let i = 0; i < IN_FLIGHT; i += 1) send();
  await once(socket, 'close');
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Infinity;
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), wrong };
}

function measured(load: Load): Promise<Result> {
  const child = fork(import.meta.filename, [String(seconds)], { env: { ...process.env, DNS_BENCH_CLIENT: '1' } });
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as Result));
    child.once('error', reject);
    child.send(load);
  });
}

async function main(): Promise<void> {
  const server = await startTestServer({ env: { SITE_ADDRESSES: '192.0.2.10' } });
  const { db } = server;
  const partner = await server.scenario.partner();
  const records = (name: string): DnsRecord[] => [
    { type: 'A', name: '@', ttl: 300, value: '192.0.2.10' },
    { type: 'CNAME', name: 'www', ttl: 300, value: name },
    ...Array.from({ length: 20 }, (_, i): DnsRecord => ({
      type: 'A',
      name: `host-${i}`,
      ttl: 300,
      value: '192.0.2.11',
    })),
  ];
  const insert = (from: number, to: number) =>
    db.execute(sql`
      insert into dns_zone (partner_id, resource, resource_id, fqdn, serial, served_serial, updated_at, records)
      select ${partner.id}::uuid, 'site', gen_random_uuid(), 'zone-' || n || '.example', 1, 1, now() - interval '1 hour',
        replace(${JSON.stringify(records('{zone}'))}, '{zone}', 'zone-' || n || '.example')::jsonb
      from generate_series(${from}::int, ${to}::int) n`);
  const results: Result[] = [];
  try {
    await insert(0, 9);
    for (const zones of [10, 10_000]) {
      if (zones > 10) await insert(10, zones - 1);
      await db.execute(sql`analyze dns_zone`);
      const dns = await startDnsServer({
        ...{ hosts: ['127.0.0.1'], port: 0, log: createLog('error'), source: createZoneSource(db, server.app.config) },
        limits: { perSecond: 1e6, burst: 1e6 },
      });
      const result = await measured({ port: dns.port, zones });
      await dns.close();
      results.push(result);
      console.log(
        `${zones} zones: ${result.perSecond.toFixed(0)} answers/s, p50 ${result.p50.toFixed(2)} ms, p99 ${result.p99.toFixed(2)} ms, ${result.wrong} wrong`,
      );
    }
  } finally {
    await server.stop();
  }
  const [few, many] = results;
  const met = results.every(
    ({ perSecond, p99, wrong }) => perSecond >= WANTED.perSecond && p99 <= WANTED.p99 && wrong === 0,
  );
  const ratio = (few?.perSecond ?? 0) / (many?.perSecond ?? 1);
  console.log(`10,000 zones against 10: ${ratio.toFixed(2)} × the time (wanted: at most ${WANTED.ratio})`);
  process.exitCode = met && ratio <= WANTED.ratio ? 0 : 1;
}

if (process.env['DNS_BENCH_CLIENT'] === '1')
  process.once(
    'message',
    (load) => void ask(load as Load).then((result) => process.send?.(result, () => process.exit())),
  );
else await main();
