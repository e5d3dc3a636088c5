import { request, type IncomingMessage } from 'node:http';
import type { Endpoint } from '../driver.ts';
import type { Outside } from '../egress/outside.ts';
import { whereToConnect } from '../endpoint.ts';

/** One request of a browser, without redirects. `target`: path and query. */
export type PageRequest = {
  method: 'GET' | 'HEAD';
  target: string;
  headers: { accept: string; 'user-agent': string };
  signal: AbortSignal;
};

/** The way from a browser to the one server that it may read. */
export type PageServer = (asked: PageRequest) => Promise<IncomingMessage>;

/** A site of this panel, by its own process: requests don't pass the edge. */
export function hostedServer(publicUrl: string, endpoint: Endpoint): PageServer {
  const { host, protocol } = new URL(publicUrl);
  return ({ method, target, headers, signal }) =>
    new Promise((resolve, reject) => {
      const own = { host, 'x-panel-edge': endpoint.token ?? '', 'x-forwarded-proto': protocol.slice(0, -1) };
      const asked = { method, path: target, headers: { ...headers, ...own }, agent: false, signal };
      request({ ...whereToConnect(endpoint), ...asked })
        .on('error', reject)
        .once('response', resolve)
        .end();
    });
}

/** A site elsewhere, under the rules for hosted code: its host must be public, and is resolved once per connection. */
export const outsideServer =
  (url: URL, outside: Outside): PageServer =>
  ({ target, ...options }) =>
    outside.request(new URL(`${url.protocol}//${url.host}${target}`), options);
