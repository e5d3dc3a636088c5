import { request } from 'node:http';
import type { Endpoint } from '../driver.ts';
import { whereToConnect } from '../endpoint.ts';

export type SiteAnswer = { status: number; location: string | null; contentType: string; body: string };

const MAX_BODY = 512 * 1024;

/** Asks a running site for a page, as the edge would: with the public host and the endpoint's token. */
export function askSite(endpoint: Endpoint, publicUrl: string, target: string, timeoutMs = 30_000): Promise<SiteAnswer> {
  const url = new URL(publicUrl);
  const headers = { host: url.host, accept: 'text/html', 'x-panel-edge': endpoint.token ?? '', 'x-forwarded-proto': url.protocol.slice(0, -1) };
  return new Promise((resolve, reject) => {
    const req = request({ ...whereToConnect(endpoint), path: target, headers, agent: false, signal: AbortSignal.timeout(timeoutMs) }, (res) => {
      let body = '';
      res.setEncoding('utf8');
      res.on('data', (text: string) => {
        if (body.length < MAX_BODY) body += text;
      });
      res.once('error', reject);
      res.once('end', () => resolve({ status: res.statusCode ?? 0, location: res.headers.location ?? null, contentType: res.headers['content-type'] ?? '', body }));
    });
    req.once('error', reject);
    req.end();
  });
}

/** Follows redirects that stay on the site, at most three. */
export async function askFollowing(endpoint: Endpoint, publicUrl: string, target: string): Promise<SiteAnswer> {
  let answer = await askSite(endpoint, publicUrl, target);
  for (let hop = 0; hop < 3 && answer.status >= 300 && answer.status < 400 && answer.location !== null; hop += 1) {
    const next = new URL(answer.location, new URL(target, publicUrl));
    if (next.host !== new URL(publicUrl).host) return answer;
    answer = await askSite(endpoint, publicUrl, next.pathname + next.search);
  }
  return answer;
}
