import { CSRF_COOKIE, CSRF_HEADER } from '@panel/contract';
import { request } from 'node:http';

export type Answer<T = Record<string, unknown>> = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  bytes: Buffer;
  body: T;
};

/** A client of one panel host that keeps cookies and sends the CSRF token, as the panel's own pages do. */
export class Client {
  readonly jar = new Map<string, string>();
  readonly #port: number;
  readonly host: string;

  constructor(port: number, host: string, cookies: Record<string, string> = {}) {
    this.#port = port;
    this.host = host;
    for (const [name, value] of Object.entries(cookies)) this.jar.set(name, value);
  }

  get cookie(): string {
    return [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  send<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    return this.#request(method, path, text, {
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    });
  }

  /** Sends a text as JSON, whatever it is. */
  sendText = (method: string, path: string, text: string): Promise<Answer> =>
    this.#request(method, path, text, { 'content-type': 'application/json' });

  /** Sends a form without files, as a page without script does. */
  plainForm = (path: string, fields: Record<string, string>): Promise<Answer> =>
    this.#request('POST', path, new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });

  /** Sends a form with its files. */
  async form<T = Record<string, unknown>>(path: string, form: FormData, method = 'POST'): Promise<Answer<T>> {
    const request = new Request('http://form.invalid', { method: 'POST', body: form });
    const type = request.headers.get('content-type') ?? '';
    return this.#request(method, path, Buffer.from(await request.arrayBuffer()), { 'content-type': type });
  }

  #request<T>(
    method: string,
    path: string,
    body: string | Buffer | undefined,
    headers: Record<string, string>,
  ): Promise<Answer<T>> {
    const token = this.jar.get(CSRF_COOKIE);
    const all = {
      host: `${this.host}:${this.#port}`,
      accept: 'application/json',
      ...(this.jar.size > 0 ? { cookie: this.cookie } : {}),
      ...(method !== 'GET' && token ? { [CSRF_HEADER]: token } : {}),
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      ...headers,
    };
    return new Promise((resolve, reject) => {
      const outgoing = request({ host: '127.0.0.1', port: this.#port, method, path, headers: all }, (incoming) => {
        const parts: Buffer[] = [];
        incoming.on('data', (part: Buffer) => parts.push(part));
        incoming.on('error', reject);
        incoming.on('end', () => {
          this.#keep(incoming.headers['set-cookie'] ?? []);
          const bytes = Buffer.concat(parts);
          const answer = bytes.toString('utf8');
          const isJson = incoming.headers['content-type']?.includes('json') && answer !== '';
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text: answer,
            bytes,
            body: (isJson ? JSON.parse(answer) : {}) as T,
          });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  get = <T = Record<string, unknown>>(path: string, headers?: Record<string, string>) =>
    this.send<T>('GET', path, undefined, headers);
  post = <T = Record<string, unknown>>(path: string, body?: unknown, headers?: Record<string, string>) =>
    this.send<T>('POST', path, body ?? {}, headers);
  put = <T = Record<string, unknown>>(path: string, body?: unknown, headers?: Record<string, string>) =>
    this.send<T>('PUT', path, body ?? {}, headers);
  delete = <T = Record<string, unknown>>(path: string, body?: unknown, headers?: Record<string, string>) =>
    this.send<T>('DELETE', path, body, headers);

  #keep(cookies: string[]): void {
    for (const cookie of cookies) {
      const [pair = ''] = cookie.split(';');
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      if (/max-age=0/i.test(cookie)) this.jar.delete(name);
      else this.jar.set(name, value);
    }
  }
}
