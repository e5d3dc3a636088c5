import assert from 'node:assert/strict';
import { createSocket, Socket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test, type TestContext } from 'node:test';
import type { ZoneSource } from '../../src/dns/answer.ts';
import { createCookies } from '../../src/dns/cookies.ts';
import { startDnsServer, type DnsLimits, type DnsServer } from '../../src/dns/dns-server.ts';
import { answerMessage } from '../../src/dns/message.ts';
import { indexZone } from '../../src/dns/zone-index.ts';
import { createLog } from '../../src/process/log.ts';
import { ask, exchange, overTcp, question, readAnswer } from './dns-support.ts';

const ZONE = 'example.com';
const ttl = 3600;
const index = indexZone({
  ...{ fqdn: ZONE, serial: 1, nameservers: ['ns1.host.example'] },
  records: [
    { type: 'A', name: '@', ttl, value: '192.0.2.1' },
    // What the rules for zones refuse must not stop the server.
    { type: 'CNAME', name: 'a', ttl, value: `b.${ZONE}` },
    { type: 'CNAME', name: 'b', ttl, value: `a.${ZONE}` },
    { type: 'CNAME', name: 'self', ttl, value: `self.${ZONE}` },
    ...Array.from({ length: 30 }, (_, i) => ({
      ...{ type: 'CNAME' as const, name: `hop${i}`, ttl },
      value: `hop${i + 1}.${ZONE}`,
    })),
  ],
});
const source: ZoneSource = {
  zoneOf: async (name) => (name === ZONE || name.endsWith(`.${ZONE}`) ? index : null),
  addressesOf: async () => ({ addresses: [], ttl: 0 }),
};
const log = createLog('silent');

async function start(t: TestContext, limits: Partial<DnsLimits>, from = source): Promise<number> {
  const own = await startDnsServer({ hosts: ['127.0.0.1'], port: 0, source: from, log, limits });
  t.after(() => own.close());
  return own.port;
}

let server: DnsServer;
const client = { address: '192.0.2.1', cookies: createCookies(Buffer.alloc(32), Date.now) };

before(async () => void (server = await startDnsServer({ hosts: ['127.0.0.1'], port: 0, source, log })));
after(() => server.close());

/** The same numbers each time (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Questions with changed, missing and added bytes, and bytes without any form. */
function* malformed(count: number): Generator<Buffer> {
  const random = seeded(20261122);
  const upTo = (max: number) => Math.floor(random() * max);
  const types = ['A', 'TXT', 'ANY', 'SOA', 'AXFR', 'OPT'];
  for (let i = 0; i < count; i += 1) {
    const valid = question({ name: `www.${ZONE}`, type: types[upTo(types.length)], edns: i % 2 ? 4096 : undefined });
    const kind = i % 4;
    if (kind === 0) yield Buffer.from(Array.from({ length: upTo(600) }, () => upTo(256)));
    else if (kind === 1) yield valid.subarray(0, upTo(valid.length));
    else if (kind === 2) yield Buffer.concat([valid, Buffer.alloc(upTo(200), upTo(256))]);
    else {
      const changed = Buffer.from(valid);
      for (let n = 0; n <= upTo(6); n += 1) changed[upTo(changed.length)] = upTo(256);
      yield changed;
    }
  }
}

test('10,000 malformed messages get an answer with their id, or none', async () => {
  for (const message of malformed(10_000)) {
    const answer = await answerMessage(message, { transport: 'udp', source, ...client });
    if (answer === null) continue;
    assert.equal(answer.readUInt16BE(0), message.readUInt16BE(0));
    assert.ok((answer[2] ?? 0) & 0x80, 'it is marked as an answer');
    assert.ok(answer.length <= 1232);
  }
});

test('malformed packets do not keep others from their answers', async () => {
  const socket = createSocket('udp4');
  for (const message of malformed(2000)) socket.send(message, server.port, '127.0.0.1');
  const [first] = await overTcp(server.port, question({ name: ZONE }));
  assert.deepEqual(readAnswer(first ?? null).answers, [`${ZONE} A 192.0.2.1`]);
  socket.close();
});

test('answers and empty packets are not answered', async () => {
  const answer = question({ name: ZONE });
  answer[2] = 0x80;
  for (const message of [answer, Buffer.alloc(0), Buffer.alloc(11)])
    assert.equal(await answerMessage(message, { transport: 'udp', source, ...client }), null);
});

test('a header that promises 65,535 records is refused unread', async () => {
  const message = question({ name: ZONE });
  message.writeUInt16BE(65_535, 6);
  assert.equal(readAnswer(await exchange(server.port, message)).rcode, 'FORMERR');
});

test('loops and long chains of CNAME records end', async () => {
  assert.deepEqual((await ask(server.port, `a.${ZONE}`)).answers, [
    `a.${ZONE} CNAME b.${ZONE}`,
    `b.${ZONE} CNAME a.${ZONE}`,
  ]);
  assert.deepEqual((await ask(server.port, `self.${ZONE}`)).answers, [`self.${ZONE} CNAME self.${ZONE}`]);
  assert.equal((await ask(server.port, `hop0.${ZONE}`, 'A', 4096)).answers.length, 8);
});

test('a CNAME that leads into a zone below its own is answered from there', async (t) => {
  const nearer = indexZone({
    ...{ fqdn: `shop.${ZONE}`, serial: 1, nameservers: ['ns1.host.example'] },
    records: [{ type: 'A', name: 'www', ttl, value: '192.0.2.2' }],
  });
  const outer = indexZone({
    ...{ fqdn: ZONE, serial: 1, nameservers: ['ns1.host.example'] },
    records: [{ type: 'CNAME', name: 'buy', ttl, value: `www.shop.${ZONE}` }],
  });
  const port = await start(t, {}, { ...source, zoneOf: async (name) => (name.includes('shop') ? nearer : outer) });
  assert.deepEqual(await ask(port, `buy.${ZONE}`).then(({ rcode, answers }) => ({ rcode, answers })), {
    rcode: 'NOERROR',
    answers: [`buy.${ZONE} CNAME www.shop.${ZONE}`, `www.shop.${ZONE} A 192.0.2.2`],
  });
});

/** A question with a cookie option (RFC 7873), as hexadecimal digits. */
function withCookie(hex: string): Buffer {
  const option = Buffer.concat([Buffer.from([0, 10, 0, hex.length / 2]), Buffer.from(hex, 'hex')]);
  const asked = Buffer.concat([question({ name: ZONE, edns: 1232 }), option]);
  asked.writeUInt16BE(option.length, asked.length - option.length - 2);
  return asked;
}

/** The cookie option at the end of an answer. */
function cookieOfAnswer(answer: Buffer | null): Buffer {
  assert.ok(answer);
  const at = answer.lastIndexOf(Buffer.from([0, 10, 0, 24]));
  assert.ok(at > 0);
  return answer.subarray(at + 4);
}

test('one address gets a limited number of answers over UDP, then hints to use TCP', async (t) => {
  const port = await start(t, { perSecond: 0.001, burst: 3 });
  const told = [];
  for (let i = 0; i < 3; i += 1) told.push((await ask(port, ZONE)).truncated);
  assert.deepEqual(told, [false, false, false]);
  assert.equal(await exchange(port, question({ name: ZONE }), 100), null);
  assert.equal((await ask(port, ZONE)).truncated, true);
  const [whole] = await overTcp(port, question({ name: ZONE }));
  assert.equal(readAnswer(whole ?? null).answers.length, 1);
});

test('who repeats its cookie is no victim of a forged address, and gets more', async (t) => {
  const port = await start(t, { perSecond: 0.001, burst: 2, proven: 2 });
  const first = cookieOfAnswer(await exchange(port, withCookie('0102030405060708')));
  assert.equal(first.length, 24);
  assert.equal(first.subarray(0, 8).toString('hex'), '0102030405060708');
  await exchange(port, question({ name: ZONE }));
  const forged = withCookie(`0102030405060708${'00'.repeat(16)}`);
  assert.equal(await exchange(port, forged, 100), null, 'over the limit');
  for (let i = 0; i < 2; i += 1)
    assert.equal(readAnswer(await exchange(port, withCookie(first.toString('hex')))).answers.length, 1);
});

test('a cookie of a wrong length is refused, and one of another address, key or day is replaced', () => {
  const at = Date.parse('2026-01-01');
  const key = Buffer.alloc(32, 1);
  const own = createCookies(key, () => at);
  const { data } = own.read(Buffer.alloc(8, 7), '192.0.2.1') ?? assert.fail();
  for (const length of [0, 7, 9, 15, 41]) assert.equal(own.read(Buffer.alloc(length), '192.0.2.1'), null);
  const proven = (cookies: ReturnType<typeof createCookies>, address = '192.0.2.1') =>
    cookies.read(data, address)?.proven;
  assert.equal(proven(own), true);
  assert.equal(proven(own, '192.0.2.2'), false);
  assert.equal(proven(createCookies(Buffer.alloc(32, 2), () => at)), false);
  assert.equal(proven(createCookies(key, () => at + 3_500_000)), true);
  assert.equal(proven(createCookies(key, () => at + 3_700_000)), false);
  assert.equal(proven(createCookies(key, () => at - 400_000)), false);
  assert.deepEqual(own.read(data, '192.0.2.1')?.data, data, 'kept while it is young');
  assert.notDeepEqual(createCookies(key, () => at + 2_000_000).read(data, '192.0.2.1')?.data, data);
});

test('the DS records of a delegated name are those of the parent, which has none', async (t) => {
  const outer = indexZone({
    ...{ fqdn: ZONE, serial: 1, nameservers: ['ns1.host.example'] },
    records: [{ type: 'NS', name: 'team', ttl, value: 'ns1.team.example' }],
  });
  const child = indexZone({ fqdn: `shop.${ZONE}`, serial: 1, nameservers: ['ns1.host.example'], records: [] });
  const of = (name: string) => (name === `shop.${ZONE}` || name.endsWith(`.shop.${ZONE}`) ? child : outer);
  const port = await start(t, {}, { ...source, zoneOf: async (name) => of(name) });
  for (const name of [`team.${ZONE}`, `shop.${ZONE}`]) {
    const { rcode, authoritative, answers, authorities } = await ask(port, name, 'DS');
    assert.deepEqual(
      { rcode, authoritative, answers, count: authorities.length },
      {
        ...{ rcode: name.startsWith('shop') ? 'NXDOMAIN' : 'NOERROR', authoritative: true },
        ...{ answers: [], count: 1 },
      },
    );
    assert.match(authorities[0] ?? '', new RegExp(`^${ZONE} SOA `), name);
  }
  const below = await ask(port, `www.team.${ZONE}`, 'DS');
  assert.deepEqual([below.authoritative, below.authorities], [false, [`team.${ZONE} NS ns1.team.example`]]);
});

/** A connection; `closed` is when the server has closed it, in order or with what it has not read. */
async function connection(port: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  return { socket, closed };
}

/** So long that no pause closes a connection during a test. */
const NEVER_IDLE = 600_000;

test('one address gets a limited number of connections; the first one stays', async (t) => {
  const port = await start(t, { ofOneAddress: 1, idleMs: NEVER_IDLE });
  const first = await connection(port);
  await (
    await connection(port)
  ).closed;
  const framed = Buffer.concat([Buffer.from([0, 0]), question({ name: ZONE })]);
  framed.writeUInt16BE(framed.length - 2);
  first.socket.write(framed);
  const [answer] = (await once(first.socket, 'data')) as [Buffer];
  assert.deepEqual(readAnswer(answer.subarray(2)).answers, [`${ZONE} A 192.0.2.1`]);
  first.socket.destroy();
});

test('an idle connection is closed, and so is one whose message arrives byte by byte', async (t) => {
  const port = await start(t, { idleMs: 200 });
  await (
    await connection(port)
  ).closed;
  const slow = await connection(port);
  // Each byte ends the pause before it; the message never ends.
  slow.socket.write(Buffer.from([0x0f]));
  const drip = setInterval(() => slow.socket.write(Buffer.from([0xff])), 20);
  await slow.closed;
  clearInterval(drip);
});

test('too large a message closes its connection', async (t) => {
  const { socket, closed } = await connection(await start(t, { idleMs: NEVER_IDLE }));
  socket.write(Buffer.from([0xff, 0xff]));
  await closed;
});

test('one address gets a limited number of answers over TCP', async (t) => {
  const port = await start(t, { perSecond: 0.001, burst: 2, proven: 1 });
  const messages = Array.from({ length: 2 }, () => question({ name: ZONE }));
  assert.equal((await overTcp(port, ...messages)).length, 2);
  const { socket, closed } = await connection(port);
  const framed = Buffer.concat([Buffer.from([0, 0]), question({ name: ZONE })]);
  framed.writeUInt16BE(framed.length - 2);
  socket.on('data', () => assert.fail('answered'));
  socket.write(framed);
  await closed;
});

test('a question from port 0, where nobody can receive an answer, is left alone', async (t) => {
  const bind = t.mock.method(Socket.prototype, 'bind');
  const warn = t.mock.method(log, 'warn');
  const port = await start(t, {});
  const [udp] = bind.mock.calls;
  const from = { address: '127.0.0.1', family: 'IPv4', port: 0, size: 0 };
  assert.ok(udp?.this instanceof Socket);
  assert.ok(udp.this.emit('message', question({ name: ZONE }), from));
  assert.equal((await ask(port, ZONE)).rcode, 'NOERROR');
  assert.equal(warn.mock.callCount(), 0);
});

test('a database that fails is SERVFAIL, and the server goes on', async (t) => {
  let isDown = true;
  const port = await start(
    t,
    {},
    {
      ...source,
      zoneOf: async (name) => {
        if (isDown) throw new Error('no database');
        return source.zoneOf(name);
      },
    },
  );
  assert.equal((await ask(port, ZONE)).rcode, 'SERVFAIL');
  isDown = false;
  assert.equal((await ask(port, ZONE)).rcode, 'NOERROR');
});
