import { request as send, type IncomingHttpHeaders } from 'node:http';

const headersOf = (headers: IncomingHttpHeaders): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one): [string, string] => [name, one]),
  );

/**
 * `fetch` for names below `localhost`, which are this machine (RFC 6761) even if its resolver does not know them; the
 * panel finds its partner by the name.
 */
async function localFetch(request: Request, signal: AbortSignal): Promise<Response> {
  const { port, host, pathname, search } = new URL(request.url);
  const body = Buffer.from(await request.arrayBuffer());
  const headers = { ...Object.fromEntries(request.headers), host, 'content-length': String(body.length) };
  return new Promise((resolve, reject) => {
    const failed = (cause: Error) => reject(signal.aborted ? signal.reason : new TypeError('fetch failed', { cause }));
    const outgoing = send(
      { host: '127.0.0.1', port: port || 80, path: pathname + search, method: request.method, headers, signal },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', failed);
        answer.on('end', () =>
          resolve(
            new Response(chunks.length > 0 ? Buffer.concat(chunks) : null, {
              status: answer.statusCode ?? 500,
              headers: headersOf(answer.headers),
            }),
          ),
        );
      },
    );
    outgoing.on('error', failed).end(body);
  });
}

/** `fetch` for the calls of a panel, at any location. It follows no redirects: a panel's calls return none. */
export function fetchFromPanel(request: Request, init: RequestInit & { signal: AbortSignal }): Promise<Response> {
  const { hostname, protocol } = new URL(request.url);
  return hostname.endsWith('.localhost') && protocol === 'http:'
    ? localFetch(request, init.signal)
    : fetch(request, { ...init, redirect: 'error' });
}
