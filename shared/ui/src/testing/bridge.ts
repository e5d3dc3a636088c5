import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { CookieJar } from 'tough-cookie';
import { CSRF_COOKIE } from '@panel/contract/wire';

/**
 * The browser's network for page tests: jsdom has none, and Node's fetch does not allow a Host header. Requests reach
 * the real test server over loopback, with the partner's host, its cookies, and the headers of a same-origin page.
 */
export type Bridge = {
  fetch: typeof fetch;
  jar: CookieJar;
  /** All requests, oldest first; `METHOD /path`. */
  calls: string[];
  /** While true every request fails as if the network were unplugged. */
  offline: boolean;
};

const wanted = (headers: IncomingHttpHeaders): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, one]),
  );

function send(address: URL, host: string, request: Request, cookie: string, body: Buffer): Promise<Response> {
  return new Promise((resolve, reject) => {
    const headers: Record<string, string> = {
      ...Object.fromEntries(request.headers),
      host,
      'sec-fetch-site': 'same-origin',
    };
    if (cookie) headers.cookie = cookie;
    if (request.method !== 'GET') headers.origin = `http://${host}`;
    if (body.length > 0) headers['content-length'] = String(body.length);
    const outgoing = httpRequest(address, { method: request.method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const status = answer.statusCode ?? 500;
        const empty = status === 204 || status === 304;
        resolve(new Response(empty ? null : Buffer.concat(chunks), { status, headers: wanted(answer.headers) }));
      });
      answer.on('error', reject);
    });
    outgoing.on('error', (error) => reject(new TypeError('fetch failed', { cause: error })));
    request.signal?.addEventListener('abort', () => {
      outgoing.destroy();
      reject(new DOMException('The operation was aborted.', 'AbortError'));
    });
    outgoing.end(body);
  });
}

export function createBridge(serverUrl: string, host: string): Bridge {
  const jar = new CookieJar(undefined, { rejectPublicSuffixes: false, looseMode: true });
  const jarUrl = `http://${host}/`;
  const mirrorToken = async () => {
    const token = (await jar.getCookies(jarUrl)).find(({ key }) => key === CSRF_COOKIE);
    if (token) document.cookie = `${CSRF_COOKIE}=${token.value}; path=/`;
  };
  const bridge: Bridge = {
    jar,
    calls: [],
    offline: false,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { pathname, search } = new URL(request.url);
      bridge.calls.push(`${request.method} ${pathname}`);
      if (bridge.offline) throw new TypeError('fetch failed');
      const body = Buffer.from(await request.arrayBuffer());
      const cookie = await jar.getCookieString(jarUrl);
      const answer = await send(new URL(pathname + search, serverUrl), host, request, cookie, body);
      for (const line of answer.headers.getSetCookie()) await jar.setCookie(line, jarUrl, { ignoreError: true });
      await mirrorToken();
      return answer;
    },
  };
  return bridge;
}
