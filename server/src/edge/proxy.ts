import { request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Endpoint } from '../hosting/driver.ts';
import { whereToConnect } from '../hosting/endpoint.ts';
import { requestHeaders, responseHeaders } from './proxy-headers.ts';
import type { ForwardOptions } from './proxy-headers.ts';

/** `unreached`: nothing of the request was used, it may be sent again. */
export type ProxyResult = 'done' | 'unreached' | 'broken' | 'timeout' | 'too-large';

export type ProxyOptions = Omit<ForwardOptions, 'token'> & { fqdn: string; timeoutMs: number; maxBodyBytes: number };

/** Sends a request to a site and streams both ways. Unless the result is `done`, nothing has been answered yet. */
export function proxyRequest(endpoint: Endpoint, req: IncomingMessage, res: ServerResponse, options: ProxyOptions): Promise<ProxyResult> {
  if (Number(req.headers['content-length'] ?? 0) > options.maxBodyBytes) return Promise.resolve('too-large');
  const hasBody = req.headers['content-length'] !== undefined || req.headers['transfer-encoding'] !== undefined;
  return new Promise((resolve) => {
    let result: ProxyResult = 'broken';
    let connected = false;
    const upstream = request({
      ...{ ...whereToConnect(endpoint), method: req.method, path: req.url, agent: false, timeout: options.timeoutMs },
      headers: requestHeaders(req, { ...options, token: endpoint.token }),
    });
    const gone = () => upstream.destroy();
    const finish = (outcome: ProxyResult) => {
      res.off('close', gone);
      resolve(outcome);
    };
    res.once('close', gone);
    upstream.once('timeout', () => {
      result = 'timeout';
      upstream.destroy();
    });
    upstream.once('socket', (socket) => {
      socket.once('connect', () => {
        connected = true;
        if (!hasBody) return void upstream.end();
        // Only now is the body touched, so that a dead address leaves the request whole.
        limited(req, options.maxBodyBytes, () => {
          result = 'too-large';
          upstream.destroy();
        });
        req.pipe(upstream);
      });
    });
    upstream.once('error', () => {
      // Headers are out or the visitor has gone: the connection can only be cut.
      if (res.headersSent || res.destroyed) {
        res.destroy();
        return finish('done');
      }
      if (result === 'broken' && (!connected || !hasBody)) return finish('unreached');
      finish(result);
    });
    upstream.once('response', (answer) => {
      if (answer.statusCode === 421 && answer.headers['x-panel-edge'] === 'refused') {
        answer.resume();
        return finish(hasBody ? 'broken' : 'unreached');
      }
      for (const [name, value] of responseHeaders(answer, options.fqdn)) res.appendHeader(name, value);
      res.writeHead(answer.statusCode ?? 502, answer.statusMessage);
      pipeline(answer, res).then(
        () => finish('done'),
        () => {
          res.destroy();
          finish('done');
        },
      );
    });
  });
}

/** Calls `exceeded` once when more arrives than is allowed, also when no length was announced. */
function limited(req: IncomingMessage, maxBytes: number, exceeded: () => void): void {
  let received = 0;
  req.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received - chunk.length <= maxBytes && received > maxBytes) {
      req.unpipe();
      exceeded();
    }
  });
}
