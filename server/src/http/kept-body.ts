import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

type Bytes = Buffer<ArrayBuffer>;

const kept = new WeakMap<Response, Bytes>();

/**
 * A response with a document that the process keeps. A body of the web's `Response` copies its bytes, and its stream
 * once more: of half a megabyte, that costs more than sending it.
 */
export function keptResponse(body: Bytes, headers: Record<string, string>): Response {
  const response = new Response(null, { headers: { ...headers, 'content-length': String(body.length) } });
  kept.set(response, body);
  return response;
}

export const isKept = (response: Response): boolean => kept.has(response);

/** Writes the document of such a response to its connection; every other response is left to the caller. */
export function sendKept(response: Response, env: Partial<HttpBindings> | undefined): Response {
  const body = kept.get(response);
  if (!body) return response;
  const outgoing = env?.outgoing;
  if (!outgoing) return new Response(body, response);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(body);
  return RESPONSE_ALREADY_SENT;
}
