import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream';
import { HOP_BY_HOP } from '../../lib/hop-by-hop.ts';
import type { Pace } from './pace.ts';
import { EgressRefusal } from './refusal.ts';

const NOT_SENT_ON = new Set([...HOP_BY_HOP, 'expect']);
const IDLE_MS = 120_000;

export type ForwardTo = {
  socket: Duplex;
  pace: Pace;
  path: string;
  /** The value of the Host header, regardless of what the client sent. */
  host: string;
  /** Client headers that are dropped. */
  without?: (name: string) => boolean;
};

/** Forwards a request over a new connection and streams the response back. */
export function forwardRequest(
  req: IncomingMessage,
  res: ServerResponse,
  { socket, pace, path, host, without = () => false }: ForwardTo,
): Promise<void> {
  const headers = endToEnd(req.rawHeaders, (name) => name === 'host' || without(name));
  if (req.headers['transfer-encoding'] !== undefined) headers.push('Transfer-Encoding', 'chunked');
  return new Promise((resolve, reject) => {
    const outgoing = request({
      createConnection: () => socket,
      method: req.method,
      path,
      headers: ['Host', host, 'Connection', 'close', ...headers],
      setHost: false,
      timeout: IDLE_MS,
    });
    const fail = (error: Error) => {
      outgoing.destroy();
      reject(new EgressRefusal(502, `${host} did not answer.`, { cause: error }));
    };
    outgoing.on('error', fail);
    outgoing.once('timeout', () => fail(new Error(`nothing within ${IDLE_MS} ms`)));
    outgoing.once('upgrade', (_answer, upgraded) => {
      upgraded.destroy();
      fail(new Error('switched protocols without being asked'));
    });
    outgoing.once('response', (answer) => {
      try {
        res.writeHead(answer.statusCode ?? 502, endToEnd(answer.rawHeaders));
      } catch (error) {
        return fail(error instanceof Error ? error : new Error(String(error)));
      }
      pipeline(answer, pace.bytes('in'), res, () => resolve());
    });
    res.once('close', () => {
      outgoing.destroy();
      resolve();
    });
    pipeline(req, pace.bytes('out'), outgoing, (error) => error && fail(error));
  });
}

/** Name, value, name, value … without the hop-by-hop headers. */
function endToEnd(raw: readonly string[], without: (name: string) => boolean = () => false): string[] {
  const pairs = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []));
  const listed = new Set(
    pairs
      .filter(([name]) => name.toLowerCase() === 'connection')
      .flatMap(([, value]) => value.split(',').map((one) => one.trim().toLowerCase())),
  );
  return pairs
    .filter(
      ([name]) =>
        !NOT_SENT_ON.has(name.toLowerCase()) && !listed.has(name.toLowerCase()) && !without(name.toLowerCase()),
    )
    .flat();
}
