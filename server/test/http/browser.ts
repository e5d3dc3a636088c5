import { CSRF_HEADER } from '@panel/contract';
import type { PanelApp } from '../../src/http/app.ts';

export type Reply = {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
  text: string;
  cookies: string[];
};

type Sent = { headers?: Record<string, string>; body?: BodyInit; without?: 'csrf' };

/** The parts of a browser that a server can see: cookies of one host, the CSRF header, Fetch Metadata. */
export class Browser {
  readonly jar = new Map<string, string>();
  app: Pick<PanelApp, 'request'>;
  readonly origin: string;
  readonly #headers: Record<string, string>;

  constructor(app: Pick<PanelApp, 'request'>, origin: string, headers: Record<string, string> = {}) {
    this.app = app;
    this.origin = origin;
    const isPage = headers['accept']?.includes('text/html');
    this.#headers = { 'sec-fetch-site': 'same-origin', ...(isPage ? {} : { 'x-client': 'panel-web' }), ...headers };
  }

  /** Sends a raw request: with the cookies, but without its own CSRF header. */
  async send(method: string, path: string, { headers = {}, body }: Sent = {}): Promise<Reply> {
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await this.app.request(`${this.origin}${path}`, {
      method,
      body,
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
      headers: { host: new URL(this.origin).host, ...(cookie ? { cookie } : {}), ...this.#headers, ...headers },
    });
    const cookies = response.headers.getSetCookie();
    for (const given of cookies) {
      const [pair = ''] = given.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0/i.test(given)) this.jar.delete(pair.slice(0, at));
      else this.jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      cookies,
      body: isJson && text ? JSON.parse(text) : {},
    };
  }

  get(path: string, headers?: Record<string, string>): Promise<Reply> {
    return this.send('GET', path, { headers });
  }

  /**
   * A write as the panel's client sends it: JSON with the token of the cookie; requests a token first if there is
   * none.
   */
  async write(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    if (!this.jar.has('XSRF-TOKEN')) await this.get('/partner/whitelabel');
    return this.send(method, path, {
      headers: { 'content-type': 'application/json', [CSRF_HEADER]: this.jar.get('XSRF-TOKEN') ?? '', ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  }

  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply> {
    return this.write('POST', path, body, headers);
  }
}
