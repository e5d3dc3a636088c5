import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Endpoint } from '../../src/hosting/index.ts';
import { createAnswerPace } from '../../src/edge/answer-pace.ts';
import { edgeSite, listen, openEdge, type EdgeBench } from '../edge/edge-support.ts';
import { until } from '../hosting/hosting-support.ts';

const MB = 1024 ** 2;
const HOSTILE = 'hostile.sites.localhost';
const NEIGHBOUR = 'neighbour.sites.localhost';

describe('a site that sends without end', () => {
  const benches: EdgeBench[] = [];
  let handler: (req: IncomingMessage, res: ServerResponse) => void;
  const server = createServer((req, res) => handler(req, res));
  let endpoint: Endpoint;
  const open = async (bytesPerSecond: number): Promise<EdgeBench> => {
    const bench = await openEdge(
      { start: async () => endpoint, stop: async () => undefined, endpoint: () => endpoint },
      { answerPace: { burstBytes: MB, bytesPerSecond } },
    );
    benches.push(bench);
    bench.sites.set(HOSTILE, edgeSite('hostile', HOSTILE));
    bench.sites.set(NEIGHBOUR, edgeSite('neighbour', NEIGHBOUR));
    return bench;
  };
  before(async () => {
    endpoint = { host: '127.0.0.1', port: await listen(server), token: 't' };
  });
  after(async () => {
    for (const bench of benches) await bench.close();
    server.closeAllConnections();
    server.close();
  });

  test('gets its burst and then waits, however fast its visitor reads, and no other site does', async () => {
    const bench = await open(1);
    handler = (req, res) => {
      if (req.headers.host === NEIGHBOUR) return void res.end('x'.repeat(10_000));
      const more = () => {
        while (res.write('x'.repeat(64 * 1024)));
      };
      res.on('drain', more).on('error', () => undefined);
      more();
    };
    let read = 0;
    const visitor = connect(
      bench.port,
      '127.0.0.1',
      () => void visitor.write(`GET / HTTP/1.1\r\nHost: ${HOSTILE}\r\n\r\n`),
    );
    visitor.on('data', (part) => void (read += part.length)).on('error', () => undefined);
    await until('the burst', async () => read > 0.8 * MB);
    for (let i = 0; i < 50; i += 1) assert.equal((await bench.ask(NEIGHBOUR)).body.length, 10_000);
    assert.ok(read < 1.2 * MB, `${read} bytes`);
    visitor.destroy();
  });

  test('a throttled response arrives whole, also to a visitor who reads slowly', async () => {
    const bench = await open(20 * MB);
    handler = (_req, res) => void res.end(Buffer.alloc(4 * MB, 'x'));
    assert.equal((await bench.ask(HOSTILE)).body.length, 4 * MB);
    let read = 0;
    const visitor = connect(
      bench.port,
      '127.0.0.1',
      () => void visitor.write(`GET / HTTP/1.1\r\nHost: ${HOSTILE}\r\nConnection: close\r\n\r\n`),
    );
    visitor.on('data', (part) => {
      read += part.length;
      visitor.pause();
      setImmediate(() => visitor.resume());
    });
    await new Promise((resolve) => visitor.once('close', resolve));
    assert.ok(read > 4 * MB, `${read} bytes`);
  });

  test('the rate applies to all its responses, recovers over time, and counts chunks as well as bytes', () => {
    let now = 0;
    const pace = createAnswerPace({ now: () => now }, { burstBytes: MB, bytesPerSecond: MB });
    assert.equal(pace.spend('a', MB / 2), 0);
    assert.ok(pace.spend('a', MB) >= 500);
    assert.ok(pace.spend('a', 1) > 500);
    assert.equal(pace.spend('b', MB / 2), 0);
    now = 60_000;
    assert.equal(pace.spend('a', MB / 2), 0);
    assert.ok(pace.spend('a', MB / 2) > 0);
    const chunks = Array.from({ length: 1000 }, () => pace.spend('c', 1));
    assert.ok(chunks.some((pause) => pause > 0));
  });
});
