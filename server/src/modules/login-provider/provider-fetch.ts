import type { Outside } from '../../hosting/egress/outside.ts';
import { scanJson } from '../../lib/json-scan.ts';

const MAX_BYTES = 256 * 1024;
/** A list of keys or emails, far larger than any provider's. */
const BOUNDS = { depth: 12, elements: 8000 };
const ANSWER_MS = 10_000;

export type ProviderFetch = (
  url: string,
  options?: { method?: string; headers?: Record<string, string>; body?: unknown; signal?: AbortSignal },
) => Promise<Response>;

/**
 * Requests to a provider under the rules for addresses that others typed (egress): no redirects, and of an answer what is
 * small enough to be read. `isAway` tells whether the last one came from a working server.
 */
export function createProviderFetch(outside: Outside): { fetch: ProviderFetch; isAway: () => boolean } {
  let away = false;
  const fetch: ProviderFetch = async (url, { method = 'GET', headers = {}, body, signal } = {}) => {
    away = true;
    const limit = AbortSignal.timeout(ANSWER_MS);
    const answer = await outside.request(new URL(url), {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: { 'user-agent': 'panel', ...headers },
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of answer as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > MAX_BYTES) {
        answer.destroy();
        throw new Error('The answer of the provider is too large.');
      }
      parts.push(part);
    }
    const bytes = Buffer.concat(parts);
    const type = answer.headers['content-type'] ?? '';
    if (type.includes('json') && scanJson(bytes, BOUNDS) !== 'ok')
      throw new Error('The answer of the provider is too complex.');
    const status = answer.statusCode ?? 502;
    away = status >= 500 || status === 429;
    const isEmpty = status === 204 || status === 304 || status < 200;
    return new Response(isEmpty ? null : bytes, {
      status: status < 200 ? 502 : status,
      headers: { 'content-type': type },
    });
  };
  return { fetch, isAway: () => away };
}
