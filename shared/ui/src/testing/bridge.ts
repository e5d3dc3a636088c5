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

/**
 * XMLHttpRequest over the bridge, as far as uploads use it. Half of the bytes count as sent before the request, all with its
 * answer.
 */
export const uploadsOver = (bridge: Bridge): typeof XMLHttpRequest =>
  class {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    withCredentials = false;
    status = 0;
    responseText = '';
    readonly #ending = new AbortController();
    readonly #headers = new Headers();
    #to = { method: '', url: '' };
    #answered = '';

    open(method: string, url: string): void {
      this.#to = { method, url };
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers.append(name, value);
    }
    getAllResponseHeaders(): string {
      return this.#answered;
    }
    abort(): void {
      this.#ending.abort();
      this.onabort?.();
    }
    send(body: Blob): void {
      const { method, url } = this.#to;
      const { signal } = this.#ending;
      void (async () => {
        try {
          this.upload.onprogress?.({ loaded: body.size / 2, total: body.size });
          const answer = await bridge.fetch(new Request(url, { method, headers: this.#headers, body, signal }));
          if (signal.aborted) return;
          this.upload.onprogress?.({ loaded: body.size, total: body.size });
          this.status = answer.status;
          this.responseText = await answer.text();
          this.#answered = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\r\n');
          this.onload?.();
        } catch {
          if (!signal.aborted) this.onerror?.();
        }
      })();
    }
  } as unknown as typeof XMLHttpRequest;

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
      request.signal.throwIfAborted();
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
