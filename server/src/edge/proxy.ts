import { request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Endpoint } from '../hosting/driver.ts';
import { whereToConnect } from '../hosting/endpoint.ts';
import { forgetCapture } from './cache/capture-answer.ts';
import { requestHeaders } from './proxy-headers.ts';
import type { ForwardOptions } from './proxy-headers.ts';
import type { RequestBody } from './request-body.ts';
import { sendAnswer } from './send-answer.ts';
import { MAX_HEADER_BYTES, readAnswer } from './site-answer.ts';
import { createSiteClock } from './site-clock.ts';

/**
 * `unreached`: nothing, or another process, listens there. `silent`: the connection ended without a byte. `broken`:
 * invalid response. `timeout`: no response in time. `cut`: it took too long to end.
 */
export type ProxyResult = 'done' | 'unreached' | 'silent' | 'broken' | 'timeout' | 'cut';

export type ProxyOptions = Omit<ForwardOptions, 'token' | 'bodyBytes' | 'webSocket'> & {
  fqdn: string;
  /** For a request for a WebSocket: takes over the connection to the site, and returns whether its response was valid. */
  open?: (answer: IncomingMessage, connection: Duplex, first: Buffer) => boolean;
  /** How long the site may take, without the time its visitor takes to read. */
  siteMs: number;
  /** How long a visitor may stop reading a response. */
  stallMs: number;
  /** Counts a chunk of the response and returns how many milliseconds the site has to wait after it. */
  pace(bytes: number): number;
};

/** Interim responses (1xx) before the final one. */
const MAX_INTERIM = 8;

/**
 * Sends a complete request to a site and passes its response on. Unless the result is `done` or `cut`, nothing was
 * sent to the visitor yet.
 */
export function proxyRequest(
  endpoint: Endpoint,
  req: IncomingMessage,
  res: ServerResponse,
  body: RequestBody | null,
  options: ProxyOptions,
): Promise<ProxyResult> {
  return new Promise((resolve) => {
    let failure: ProxyResult | null = null;
    let interim = 0;
    let connected = false;
    const upstream = request({
      ...{
        ...whereToConnect(endpoint),
        method: req.method,
        path: req.url,
        agent: false,
        maxHeaderSize: MAX_HEADER_BYTES,
        insecureHTTPParser: false,
      },
      headers: requestHeaders(req, {
        ...options,
        token: endpoint.token,
        bodyBytes: body?.size ?? null,
        webSocket: options.open !== undefined,
      }),
    });
    // Otherwise node silently drops the headers beyond its limit.
    upstream.maxHeadersCount = 0;
    const finish = (outcome: ProxyResult) => {
      clock.pause();
      res.off('close', gone);
      resolve(outcome);
    };
    const give = (outcome: ProxyResult) => {
      failure ??= outcome;
      upstream.destroy();
      finish(failure);
    };
    const gone = () => give('done');
    const clock = createSiteClock(options.siteMs, () => {
      if (!res.headersSent) return give('timeout');
      res.destroy();
      give('cut');
    });
    clock.run();
    res.once('close', gone);
    upstream.once('socket', (socket) =>
      socket.once('connect', () => {
        connected = true;
        if (body === null) upstream.end();
        else body.sendTo(upstream);
      }),
    );
    upstream.on('information', () => {
      interim += 1;
      if (interim > MAX_INTERIM) give('broken');
    });
    upstream.once('upgrade', (answer, connection, first) => {
      connection.on('error', () => undefined);
      if (options.open?.(answer, connection, first)) return finish('done');
      connection.destroy();
      give('broken');
    });
    let received: IncomingMessage | null = null;
    upstream.on('error', () => {
      // A whole answer is one, whatever the site sends after it.
      if (received?.complete) return forgetCapture(res);
      if (!connected) return give('unreached');
      give((upstream.socket?.bytesRead ?? 0) === 0 ? 'silent' : 'broken');
    });
    upstream.once('response', (answer) => {
      received = answer;
      // The abandoned connection may still emit an error.
      answer.on('error', () => undefined);
      if (answer.statusCode === 421 && answer.headers['x-panel-edge'] === 'refused') return give('unreached');
      const checked = readAnswer(answer, options.fqdn);
      if (checked === null) return give('broken');
      try {
        for (const [name, value] of checked.headers) res.appendHeader(name, value);
        res.writeHead(checked.status);
      } catch {
        // Node rejects it although our check did not: an error here would end the process.
        return give('broken');
      }
      // Only the end of the connection tells where such a body ends, and a site that is stopped ends it as well.
      const { 'content-length': length, 'transfer-encoding': coding } = answer.headers;
      const isCut = () => length === undefined && coding === undefined && endpoint.stopped?.aborted === true;
      sendAnswer(answer, res, clock, options.stallMs, options.pace, isCut).then(() => finish('done'));
    });
  });
}
