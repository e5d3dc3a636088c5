import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { responseHeaders } from './proxy-headers.ts';

/** Maximum number of header lines of a response, and their total size in bytes. */
const MAX_HEADERS = 256;
export const MAX_HEADER_BYTES = 64 * 1024;

export type SiteAnswer = { status: number; headers: [name: string, value: string][] };

/**
 * Checks a site's response, which is as untrusted as a browser's request. Null means that it cannot be forwarded. The
 * parser has already rejected what is not HTTP; this rejects what the parser accepts and a server must not send. The
 * site's reason phrase is never forwarded.
 */
export function readAnswer(answer: IncomingMessage, fqdn: string): SiteAnswer | null {
  const status = answer.statusCode ?? 0;
  if (status < 200 || status > 599 || answer.rawHeaders.length > 2 * MAX_HEADERS) return null;
  const { 'transfer-encoding': encoding, 'content-length': length } = answer.headersDistinct;
  if (
    encoding !== undefined &&
    (encoding.length > 1 || length !== undefined || encoding[0]?.toLowerCase() !== 'chunked')
  )
    return null;
  if (length !== undefined && (length.length > 1 || !/^\d{1,15}$/.test(length[0] ?? ''))) return null;
  const headers = responseHeaders(answer, fqdn);
  // A response without content has no length either (RFC 9110 §8.6).
  return headers.every(isValid)
    ? {
        status,
        headers: status === 204 ? headers.filter(([name]) => name.toLowerCase() !== 'content-length') : headers,
      }
    : null;
}

function isValid([name, value]: [string, string]): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
