import assert from 'node:assert/strict';
import { connect, createServer, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Endpoint } from '../../src/hosting/index.ts';
import { edgeSite, listen, openEdge, type EdgeBench } from '../edge/edge-support.ts';
import { ATTACK_FACTOR } from './attack-support.ts';
import { malformedAnswer, random } from './malformed-answer.ts';

const ANSWERS = 1_000 * ATTACK_FACTOR;
const AT_ONCE = 16;
/**
 * Constant in `npm test`; random in longer attacks, where the test's name contains it so that a run can be repeated.
 */
const SEED = Number(process.env['ATTACK_SEED'] ?? (ATTACK_FACTOR > 1 ? Date.now() % 1_000_000 : 7));
const HOSTILE = 'hostile.sites.localhost';
const NEIGHBOUR = 'neighbour.sites.localhost';

/** A site's behaviour on one connection, once it has read a request. */
type Reply = (socket: Socket) => void;

describe('a site’s responses are untrusted', () => {
  let bench: EdgeBench;
  let reply: Reply;
  const thrown: unknown[] = [];
  const note = (error: unknown) => void thrown.push(error);
  const open = (onRequest: Reply) => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket
        .once('data', () => onRequest(socket))
        .on('error', () => undefined)
        .once('close', () => sockets.delete(socket));
    });
    return { server, sockets };
  };
  const hostile = open((socket) => reply(socket));
  const neighbour = open((socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine'));

  before(async () => {
    process.on('uncaughtException', note).on('unhandledRejection', note);
    const at = async ({ server }: typeof hostile): Promise<Endpoint> => ({
      host: '127.0.0.1',
      port: await listen(server),
    });
    const endpoints = new Map<string, Endpoint>([
      ['hostile', await at(hostile)],
      ['neighbour', await at(neighbour)],
    ]);
    const endpoint = (siteId: string) => endpoints.get(siteId) ?? assert.fail(siteId);
    bench = await openEdge(
      { start: async (siteId) => endpoint(siteId), stop: async () => assert.fail('no site is stopped'), endpoint },
      { requestMs: 1_000 },
    );
    bench.sites.set(
      HOSTILE,
      edgeSite('hostile', HOSTILE, { limits: { ...edgeSite('', '').limits, concurrentRequests: AT_ONCE } }),
    );
    bench.sites.set(NEIGHBOUR, edgeSite('neighbour', NEIGHBOUR));
  });
  after(async () => {
    await bench.close();
    for (const { server, sockets } of [hostile, neighbour]) {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    }
    process.off('uncaughtException', note).off('unhandledRejection', note);
  });

  /** Sends a request over a raw socket and reads until the edge closes; it always does. */
  const askRaw = (host: string, localAddress = '127.0.0.1'): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port: bench.port, localAddress }, () =>
        socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
      );
      let answer = '';
      socket.setEncoding('latin1').on('data', (part: string) => void (answer += part));
      socket.once('close', () => resolve(answer)).once('error', reject);
    });
  const askFor = (bytes: string): Promise<string> => {
    reply = (socket) => void socket.end(bytes, 'latin1');
    return askRaw(HOSTILE);
  };
  /** A header that every client reads the same way. */
  const WELL_FORMED =
    /^HTTP\/1\.1 [2-5]\d\d [\x20-\x7e]*\r\n(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+: [\t\x20-\x7e\x80-\xff]*\r\n)*\r\n/;

  test('an invalid response becomes the branded error page', async () => {
    const forms: Record<string, string> = {
      'status 099': 'HTTP/1.1 099 x\r\n\r\nx',
      'status 000': 'HTTP/1.1 000 x\r\n\r\nx',
      'status 600': 'HTTP/1.1 600 x\r\n\r\nx',
      'status 999': 'HTTP/1.1 999 x\r\n\r\nx',
      'an upgrade': 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      'a bare 101': 'HTTP/1.1 101 x\r\n\r\n',
      'HTTP/0.9': '<html>hello',
      'another version': 'HTTP/3.0 200 OK\r\n\r\nx',
      'a control character in a name': 'HTTP/1.1 200 OK\r\nX\u0001: 1\r\n\r\nx',
      'a control character in a value': 'HTTP/1.1 200 OK\r\nX-A: \u0001\r\n\r\nx',
      'a zero byte in a value': 'HTTP/1.1 200 OK\r\nX-A: a\u0000b\r\n\r\nx',
      'a name without a value': 'HTTP/1.1 200 OK\r\nnonsense\r\n\r\nx',
      'two lengths': 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx',
      'the same length twice': 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx',
      'a list of lengths': 'HTTP/1.1 200 OK\r\nContent-Length: 1, 1\r\n\r\nx',
      'a length that is no number': 'HTTP/1.1 200 OK\r\nContent-Length: 0x1\r\n\r\nx',
      'a negative length': 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nx',
      'a length beside chunks':
        'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n',
      'another transfer encoding': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nx',
      'two transfer encodings': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n',
      'bare line feeds': 'HTTP/1.1 200 OK\nX-A: 1\n\nx',
      'many headers': `HTTP/1.1 200 OK\r\n${'X-A: 1\r\n'.repeat(5_000)}\r\nx`,
      'endless headers': `HTTP/1.1 200 OK\r\nX-A: ${'x'.repeat(1_000_000)}`,
      'endless interim answers': 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(1_000),
      nothing: '',
    };
    for (const [name, bytes] of Object.entries(forms)) {
      const answer = await askFor(bytes);
      assert.match(answer, /^HTTP\/1\.1 502 Bad Gateway\r\n/, name);
      assert.match(answer, /Aurora &#60;Hosting&#62;/, name);
    }
    assert.deepEqual(thrown, []);
  });

  test('folded headers, as old servers send them, are unfolded or rejected', async () => {
    const answer = await askFor(
      'HTTP/1.1 200 OK\r\nX-A: 1\r\n Set-Cookie: panel_session=1\r\nContent-Length: 1\r\n\r\nx',
    );
    assert.match(answer, WELL_FORMED);
    assert.doesNotMatch(answer, /^\s*set-cookie/im);
  });

  test('the reason phrase is the standard one, trailers are dropped, and a valid response stays unchanged', async () => {
    const odd = await askFor('HTTP/1.1 404 \u0001Come\u00ff back\r\nContent-Length: 1\r\n\r\nx');
    assert.match(odd, /^HTTP\/1\.1 (404 Not Found|502 Bad Gateway)\r\n/);
    assert.match(
      await askFor('HTTP/1.1 404 Come back later\r\nContent-Length: 1\r\n\r\nx'),
      /^HTTP\/1\.1 404 Not Found\r\n/,
    );
    const whole = await askFor(
      'HTTP/1.1 302 Moved\r\nLocation: /next\r\nSet-Cookie: a=1; Path=/\r\nSet-Cookie: b=2\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n5\r\nhello\r\n0\r\nX-T: 1\r\nSet-Cookie: late=1\r\n\r\n',
    );
    assert.match(whole, /^HTTP\/1\.1 302 Found\r\nLocation: \/next\r\nSet-Cookie: a=1; Path=\/\r\nSet-Cookie: b=2\r\n/);
    assert.match(whole, /hello/);
    assert.doesNotMatch(whole, /late=1|X-T/);
    assert.match(
      await askFor('HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'),
      /^HTTP\/1\.1 200 OK\r\n[^]*ok$/,
    );
    assert.match(
      await askFor('HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello'),
      /^HTTP\/1\.1 204 No Content\r\n(?![^]*content-length)/i,
    );
  });

  test('a body shorter or longer than announced is never taken for complete', async () => {
    assert.doesNotMatch(
      await askFor('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n'),
      /0\r\n\r\n$/,
    );
    const short = await askFor('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello');
    assert.ok(short === '' || /content-length: 50[^]*hello$/i.test(short), short);
    assert.match(await askFor('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhello'), /\r\n\r\n(?:he)?$/);
  });

  test('a whole response reaches its visitor, whatever follows it', async () => {
    for (const more of [' ', ' '.repeat(100_000), 'HTTP/1.1 200 OK\r\n\r\n'])
      assert.match(
        await askFor(`HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok${more}`),
        /^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nok$/,
      );
  });

  test(`${ANSWERS} responses of seed ${SEED}: every request ends, nothing throws, the neighbour is not affected`, async () => {
    const next = random(SEED);
    reply = (socket) => {
      const { pieces, open: staysOpen } = malformedAnswer(next);
      const send = () => {
        const piece = pieces.shift();
        if (piece !== undefined) return void socket.write(piece, 'latin1', send);
        if (!staysOpen) socket.end();
      };
      send();
    };
    let left = ANSWERS;
    // From two addresses, because one alone gets only three quarters of the site's requests at a time.
    const visitor = async (number: number) => {
      while (left > 0) {
        left -= 1;
        const answer = await askRaw(HOSTILE, `127.0.0.${2 + (number % 2)}`);
        if (answer !== '') assert.match(answer, WELL_FORMED);
      }
    };
    let over = false;
    let asked = 0;
    const watch = async () => {
      while (!over) {
        const answer = await bench.ask(NEIGHBOUR);
        assert.deepEqual([answer.status, answer.body], [200, 'fine']);
        asked += 1;
      }
    };
    const watching = watch();
    await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => visitor(number))).finally(() => (over = true));
    await watching;
    assert.ok(asked > 10);
    assert.deepEqual(thrown, []);
    assert.ok(bench.warnings.length < ANSWERS / 2, `${bench.warnings.length} warnings`);
  });
});
