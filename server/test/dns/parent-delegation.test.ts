import assert from 'node:assert/strict';
import { createSocket, type RemoteInfo } from 'node:dgram';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';
import packet, { type Answer } from 'dns-packet';
import { askServer } from '../../src/dns/parent/ask-server.ts';
import { createDelegations, serverAt, type Delegations } from '../../src/dns/parent/parent-delegation.ts';
import { readReply } from '../../src/dns/parent/read-reply.ts';
import { startDnsServer, type DnsServer } from '../../src/dns/dns-server.ts';
import { DnsFailure } from '../../src/dns/resolver.ts';
import { indexZone } from '../../src/dns/zone-index.ts';
import { createLog } from '../../src/process/log.ts';
import { createLoopClock } from '../../src/lib/loop-clock.ts';
import { addressOf, REGISTRY, registryOf, resolverOf, type World } from '../../src/testing/resolver.ts';

const PAIR = ['ns-a-01.dns.maple.example', 'ns-b-02.dns.maple.example'];
const OTHERS = ['ns-a-03.dns.maple.example', 'ns-b-04.dns.maple.example'];
const world: World = new Map([['example', REGISTRY]]);
const delegations = new Map<string, readonly string[]>();
const open: { close(): Promise<unknown> }[] = [];
let resolver: DnsServer;
let registry: DnsServer;

const kept = <T extends { close(): Promise<unknown> }>(each: T): T => (open.push(each), each);
const at = ({ port }: { port: number }): string => `127.0.0.1:${port}`;
/** What asks a registry at a port; only loopback may be asked. */
const asking = (port: number, resolvers: readonly string[] = [at(resolver)]): Delegations =>
  createDelegations({ resolvers, port, allows: (address) => address.startsWith('127.0.0.') });

before(async () => {
  resolver = kept(await resolverOf(world));
  registry = kept(await registryOf(delegations));
});
after(() => Promise.all(open.map((each) => each.close())));

test('the delegation is what the zone above says, whatever resolvers see', async () => {
  world.set('shop.example', { nameservers: PAIR });
  delegations.set('shop.example', OTHERS);
  const parent = asking(registry.port);
  assert.deepEqual(await parent.of('shop.example', PAIR), { holds: false, nameservers: OTHERS, silent: null });
  const upper = OTHERS.map((host) => host.toUpperCase()).reverse();
  assert.equal((await parent.of('shop.example', upper)).holds, true);
});

test('a delegation holds only if it names all wanted name servers and no others', async () => {
  const parent = asking(registry.port);
  for (const hosts of [PAIR.slice(0, 1), [...PAIR, 'ns1.elsewhere.example'], [...PAIR, ...OTHERS]]) {
    delegations.set('almost.example', hosts);
    assert.deepEqual(await parent.of('almost.example', PAIR), {
      holds: false,
      nameservers: hosts.toSorted(),
      silent: null,
    });
  }
  delegations.set('almost.example', PAIR);
  assert.equal((await parent.of('almost.example', PAIR)).holds, true);
});

test('a domain that is not registered, and a name without a delegation, have none', async () => {
  const none = { holds: false, nameservers: [], silent: null };
  assert.deepEqual(await asking(registry.port).of('nobody.example', PAIR), none);
  assert.deepEqual(await asking(registry.port).of('nic.example', PAIR), none);
});

test('what a server answers for the domain itself is no delegation: it may be our own', async () => {
  const own = kept(
    await startDnsServer({
      ...{ hosts: ['127.0.0.1'], port: 0, log: createLog('silent') },
      source: {
        zoneOf: async () => indexZone({ fqdn: 'shop.example', serial: 1, nameservers: PAIR, records: [] }),
        addressesOf: async () => ({ addresses: [], ttl: 0 }),
      },
    }),
  );
  assert.deepEqual(await asking(own.port).of('shop.example', PAIR), { holds: false, nameservers: [], silent: null });
});

test('the parent is the nearest zone above, and a delegation from further up counts for nobody below', async () => {
  world.set('team.example', { ...REGISTRY, nameservers: ['ns.team.example'], records: [] });
  delegations.set('team.example', OTHERS);
  delegations.set('x.team.example', PAIR);
  const { silent } = await asking(registry.port).of('x.team.example', PAIR);
  assert.equal(silent, 'The name servers of team.example, which know where the domain leads, did not answer.');
});

test('a parent that does not answer, does not know the domain, or may not be asked, is named', async () => {
  const text = 'The name servers of example, which know where the domain leads, did not answer.';
  const nobody = await registryOf(new Map());
  await nobody.close();
  const lame = kept(await resolverOf(new Map()));
  for (const port of [nobody.port, lame.port])
    assert.deepEqual(await asking(port).of('shop.example', PAIR), { holds: false, nameservers: [], silent: text });

  let asked = 0;
  const spy = kept(await registryOf(new Map([['shop.example', PAIR]])));
  const closed = createDelegations({
    ...{ resolvers: [at(resolver)], port: spy.port },
    allows: (address) => (assert.equal(address, '127.0.0.1'), (asked += 1), false),
  });
  assert.equal((await closed.of('shop.example', PAIR)).silent, text);
  assert.equal(asked, 1);

  assert.equal((await asking(1, [at(lame)]).of('shop.example', PAIR)).silent, 'The resolver could not find an answer.');
  assert.equal(
    (await asking(1, [at(nobody)]).of('shop.example', PAIR)).silent,
    'The name server did not answer in time.',
  );
  assert.equal((await asking(1).of('shop.unknown.other', PAIR)).silent, 'The resolver could not find an answer.');
});

test('resolvers that lead to different parents must agree; one that leads nowhere does not count', async () => {
  const away: World = new Map([['example', { ...REGISTRY, records: [addressOf('127.0.0.2')] }]]);
  const nowhere: World = new Map([['example', { ...REGISTRY, records: [] }]]);
  const [second, third] = [kept(await resolverOf(away)), kept(await resolverOf(nowhere))];
  const others = new Map([['two.example', OTHERS]]);
  kept(await registryOf(others, { hosts: ['127.0.0.2'], port: registry.port }));
  delegations.set('two.example', PAIR);
  const parent = asking(registry.port, [resolver, second, third].map(at));
  assert.deepEqual(await parent.of('two.example', PAIR), { holds: false, nameservers: OTHERS, silent: null });
  others.set('two.example', PAIR);
  assert.equal((await parent.of('two.example', PAIR)).holds, true);
});

test('a delegation that does not fit into a packet is read over TCP', async () => {
  const many = Array.from({ length: 40 }, (_, n) => `${'n'.repeat(40)}-${n}.far-${n}.away.example`).sort();
  delegations.set('many.example', many);
  assert.deepEqual((await asking(registry.port).of('many.example', PAIR)).nameservers, many);
});

const ns = (name: string, hosts: readonly string[]): Answer[] =>
  hosts.map((data) => ({ type: 'NS', name, ttl: 60, data }));
const replyTo = (message: Buffer, authorities: Answer[], answers: Answer[] = []): Buffer => {
  const { id = 0, questions = [] } = packet.decode(message);
  return packet.encode({ type: 'response', id, flags: 0, questions, answers, authorities });
};

/** A server whose answers a test writes: over UDP as many packets as it likes, over TCP one. */
async function rawServer(udp: (message: Buffer) => Buffer[], tcp: (message: Buffer) => Buffer) {
  const listener = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (data: Buffer) => {
      const answer = tcp(data.subarray(2));
      const size = Buffer.alloc(2);
      size.writeUInt16BE(answer.length);
      socket.end(Buffer.concat([size, answer]));
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as { port: number };
  const socket = createSocket('udp4', (message: Buffer, from: RemoteInfo) => {
    for (const answer of udp(message)) socket.send(answer, from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(port, '127.0.0.1', resolve));
  return kept({
    port,
    async close() {
      socket.close();
      await new Promise((resolve) => listener.close(resolve));
    },
  });
}

test('a forged packet that names the wanted name servers proves nothing: what proves is read over TCP', async () => {
  const forged = await rawServer(
    (message) => [replyTo(message, ns('forged.example', PAIR))],
    (message) => replyTo(message, ns('forged.example', OTHERS)),
  );
  const found = await asking(forged.port).of('forged.example', PAIR);
  assert.deepEqual(found, { holds: false, nameservers: OTHERS, silent: null });
});

test('messages that answer something else are passed over, a few of them; what cannot be read ends the question', async () => {
  const question = { name: 'shop.example', recursive: false };
  const signal = AbortSignal.timeout(10_000);
  const strays = (message: Buffer): Buffer[] => {
    const right = replyTo(message, ns('shop.example', OTHERS));
    const otherId = Buffer.from(right);
    otherId.writeUInt16BE((right.readUInt16BE(0) + 1) % 65_536);
    const otherName = Buffer.from(right);
    otherName[13] = 'z'.charCodeAt(0);
    return [Buffer.alloc(0), Buffer.from('x'), message, otherId, otherName, Buffer.alloc(9000)];
  };
  const noTcp = () => Buffer.alloc(0);
  const patient = await rawServer((m) => [...strays(m), replyTo(m, ns('shop.example', OTHERS))], noTcp);
  const reply = await askServer(serverAt(at(patient)), question, { signal });
  assert.deepEqual(
    reply.authorities.map((each) => each.type),
    ['NS', 'NS'],
  );
  const flood = await rawServer(
    (m) => [...Array.from({ length: 60 }, () => m), replyTo(m, ns('shop.example', OTHERS))],
    noTcp,
  );
  await assert.rejects(askServer(serverAt(at(flood)), question, { signal }), DnsFailure);
  const cut = await rawServer((m) => [replyTo(m, ns('shop.example', OTHERS)).subarray(0, -3)], noTcp);
  await assert.rejects(askServer(serverAt(at(cut)), question, { signal }), /could not be read/);
});
test('all questions about a domain end at one deadline, whoever is silent', async () => {
  const silent = await rawServer(
    () => [],
    () => Buffer.alloc(0),
  );
  const quick = { deadlineMs: 200, allows: () => true };
  const text = 'The name servers of example, which know where the domain leads, did not answer.';
  const parent = createDelegations({ ...quick, resolvers: [at(resolver)], port: silent.port });
  assert.equal((await parent.of('shop.example', PAIR)).silent, text);
  // A resolver that knows the parent, and finds no address of its servers.
  const half = await rawServer(
    (message) => {
      const { questions = [] } = packet.decode(message);
      return questions[0]?.type === 'NS' ? [replyTo(message, [], ns('example', ['a.nic.example']))] : [];
    },
    () => Buffer.alloc(0),
  );
  const lost = createDelegations({ ...quick, resolvers: [at(half)], port: registry.port });
  assert.equal((await lost.of('shop.example', PAIR)).silent, text);
});

test('a name server with other characters than those of host names is shown without them, and counts', async () => {
  const odd = await rawServer(
    (message) => [replyTo(message, ns('odd.example', [...PAIR, 'x\u202ey.example']))],
    () => Buffer.alloc(0),
  );
  const found = await asking(odd.port).of('odd.example', PAIR);
  assert.deepEqual(found, { holds: false, nameservers: [...PAIR, 'x?y.example'], silent: null });
});

test('the longest answers cost the loop a moment, and none throws', async () => {
  const asked = packet.encode({ type: 'query', id: 7, questions: [{ type: 'NS', name: 'shop.example' }] });
  const end = asked.length;
  const head = (authorities: number): Buffer => {
    const made = Buffer.from(asked);
    made[2] = 0x80;
    made.writeUInt16BE(authorities, 8);
    return made;
  };
  // Names of pointers to pointers, each a byte before the last; and more records than are read.
  const pointers = Buffer.alloc(4096 - end);
  for (let n = 0; n + 1 < pointers.length; n += 2) pointers.writeUInt16BE(0xc000 | Math.max(12, end + n - 2), n);
  const worst = [
    Buffer.concat([head(64), pointers]),
    Buffer.concat([head(64), Buffer.alloc(4096 - end, 1)]),
    Buffer.concat([head(65_535), Buffer.alloc(4096 - end)]),
    Buffer.concat([head(1), Buffer.alloc(60_000)]),
  ];
  const clock = createLoopClock();
  await new Promise(setImmediate);
  clock.take();
  for (const each of worst) assert.ok(['other', 'broken'].includes(readReply(each, asked, end) as string));
  await new Promise(setImmediate);
  assert.ok(clock.take().cpuMs < 50);
  clock.stop();
});

test('an address of a resolver is read in each of its forms', () => {
  for (const [text, address, port] of [
    ['9.9.9.9', '9.9.9.9', 53],
    ['127.0.0.1:8053', '127.0.0.1', 8053],
    ['[2620:fe::fe]:5353', '2620:fe::fe', 5353],
    ['2620:fe::fe', '2620:fe::fe', 53],
  ] as const)
    assert.deepEqual(serverAt(text), { address, port });
});
