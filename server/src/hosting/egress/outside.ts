import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect as connectTls } from 'node:tls';
import type { Dial } from './dial.ts';
import { EgressRefusal } from './refusal.ts';
import { readAbsoluteUrl } from './target.ts';

const REDIRECTS_MAX = 5;
const PAGE_MAX = 512 * 1024;
/** A server that sends nothing for this long is given up. */
const IDLE_MS = 30_000;

type Protocol = 'http:' | 'https:';
type Options = { signal: AbortSignal; protocols: readonly Protocol[] };
/** `url`: the address that answered, after redirects. */
export type OutsideAnswer = { url: URL; status: number; headers: IncomingHttpHeaders; body: IncomingMessage };
type OneRequest = {
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  signal: AbortSignal;
};

/** Requests of the panel itself to addresses that customers typed. */
export type Outside = {
  /** The answer after redirects. Its body must be read or destroyed. */
  get(url: URL, options: Options): Promise<OutsideAnswer>;
  /** A page, of which up to 512 KB are read. */
  page(url: URL, signal: AbortSignal): Promise<{ url: URL; status: number; body: string }>;
  /** One request, without redirects. The body of its answer must be read or destroyed. */
  request(url: URL, options: OneRequest): Promise<IncomingMessage>;
};

/**
 * Each hop is checked like the first: its scheme, and by `dial` its port and the address to which the connection is then
 * made, so that a name server's second answer has no effect.
 * @throws EgressRefusal, 403 for what another attempt cannot change
 */
export function createOutside(dial: Dial): Outside {
  const get: Outside['get'] = async (first, { signal, protocols }) => {
    let url = first;
    for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
      if (!(protocols as readonly string[]).includes(url.protocol))
        throw new EgressRefusal(403, `Addresses must begin with ${protocols[0]}//.`);
      const answer = await ask(dial, url, { signal });
      const { location } = answer.headers;
      const status = answer.statusCode ?? 0;
      if (status < 300 || status > 399 || location === undefined)
        return { url, status, headers: answer.headers, body: answer };
      answer.destroy();
      const next = URL.parse(location, url);
      if (next === null) throw new EgressRefusal(403, 'Its server redirects to a malformed address.');
      url = next;
    }
    throw new EgressRefusal(403, 'Its server redirects too often.');
  };
  return {
    get,
    request: (url, options) => ask(dial, url, options),
    async page(url, signal) {
      const { url: last, status, body } = await get(url, { signal, protocols: ['https:', 'http:'] });
      const parts: Buffer[] = [];
      let size = 0;
      for await (const part of body as AsyncIterable<Buffer>) {
        parts.push(part);
        size += part.length;
        if (size >= PAGE_MAX) break;
      }
      return { url: last, status, body: Buffer.concat(parts).subarray(0, PAGE_MAX).toString('utf8') };
    },
  };
}

/** What the panel calls itself. */
const OWN_HEADERS = { accept: '*/*', 'user-agent': 'panel-migration' };

async function ask(
  dial: Dial,
  url: URL,
  { method = 'GET', headers: given = OWN_HEADERS, body, signal }: OneRequest,
): Promise<IncomingMessage> {
  const { host, port, secure, path, authority } = readAbsoluteUrl(url.href.split('#', 1)[0] ?? '');
  const socket = await dial({ host, port });
  if (signal.aborted) {
    socket.destroy();
    signal.throwIfAborted();
  }
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const headers = { ...given, ...length, host: authority, 'accept-encoding': 'identity' };
  const createConnection = () => (secure ? connectTls({ socket, host, servername: serverName(host) }) : socket);
  const send = secure ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      socket.destroy();
      reject(signal.aborted ? signal.reason : error);
    };
    // Without an agent: one would resolve the name once more, and connect to what it gets then.
    const outgoing = send({ method, host, port, path, headers, signal, createConnection }, (answer) => {
      answer.on('error', () => undefined);
      resolve(answer);
    });
    outgoing.setTimeout(IDLE_MS, () => outgoing.destroy(new EgressRefusal(504, `${host} sends nothing.`)));
    outgoing.once('error', (error) => fail(tlsRefusal(error, host)));
    outgoing.end(body);
  });
}

/** TLS names no addresses (RFC 6066 §3). */
const serverName = (host: string): string => (/^[\d.]+$|:/.test(host) ? '' : host);

function tlsRefusal(error: Error, host: string): Error {
  const { code = '' } = error as NodeJS.ErrnoException;
  return /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_VERIFY/.test(code)
    ? new EgressRefusal(403, `The certificate of ${host} is not valid.`, { cause: error })
    : error;
}
