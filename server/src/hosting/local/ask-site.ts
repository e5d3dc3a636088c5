import { request } from 'node:http';
import type { Endpoint } from '../driver.ts';
import { whereToConnect } from '../endpoint.ts';

export type SiteAnswer = { status: number; location: string | null; contentType: string; body: string };

const MAX_BODY = 512 * 1024;
const TIMEOUT_MS = 30_000;

/**
 * Requests a page of a running site as the edge would: with the public host and the endpoint's token. Reads up to 512
 * KB of the body.
 * @param limit milliseconds, or a signal that several requests share; its reason is the error
 */
export function askSite(
  endpoint: Endpoint,
  publicUrl: string,
  target: string,
  limit: number | AbortSignal = TIMEOUT_MS,
  more: Record<string, string> = {},
): Promise<SiteAnswer> {
  const signal = typeof limit === 'number' ? AbortSignal.timeout(limit) : limit;
  const url = new URL(publicUrl);
  const headers = {
    host: url.host,
    accept: 'text/html',
    'x-panel-edge': endpoint.token ?? '',
    'x-forwarded-proto': url.protocol.slice(0, -1),
    ...more,
  };
  return new Promise((resolve, reject) => {
    const req = request({ ...whereToConnect(endpoint), path: target, headers, agent: false, signal }, (res) => {
      let body = '';
      res.setEncoding('utf8');
      const done = () =>
        resolve({
          status: res.statusCode ?? 0,
          location: res.headers.location ?? null,
          contentType: res.headers['content-type'] ?? '',
          body,
        });
      res.on('data', (text: string) => {
        body += text;
        if (body.length < MAX_BODY) return;
        done();
        res.destroy();
      });
      res.once('error', (error) => reject(signal.aborted ? signal.reason : error));
      res.once('close', () => reject(new Error('The answer was cut off.')));
      res.once('end', done);
    });
    req.once('error', (error) => reject(signal.aborted ? signal.reason : error));
    req.end();
  });
}

/** A version as PHP prints it, with the suffix of a distribution. */
const PHP_VERSION = /^\d{1,2}\.\d{1,3}\.\d{1,3}[\w.+~-]{0,32}$/;

/** The version of the PHP that runs in a site's process, null when it does not answer. See `router.php`. */
export async function askPhpVersion(
  endpoint: Endpoint,
  publicUrl: string,
  signal?: AbortSignal,
): Promise<string | null> {
  const asked = { 'x-panel-version': endpoint.token ?? '' };
  const { status, body } = await askSite(endpoint, publicUrl, '/', signal, asked);
  return status === 200 && PHP_VERSION.test(body) ? body : null;
}

/** Follows at most three redirects that stay on the site. */
export async function askFollowing(
  endpoint: Endpoint,
  publicUrl: string,
  target: string,
  signal?: AbortSignal,
): Promise<SiteAnswer> {
  let answer = await askSite(endpoint, publicUrl, target, signal);
  for (let hop = 0; hop < 3 && answer.status >= 300 && answer.status < 400 && answer.location !== null; hop += 1) {
    const next = new URL(answer.location, new URL(target, publicUrl));
    if (next.host !== new URL(publicUrl).host) return answer;
    answer = await askSite(endpoint, publicUrl, next.pathname + next.search, signal);
  }
  return answer;
}
