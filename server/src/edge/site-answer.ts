import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { responseHeaders } from './proxy-headers.ts';

/** Most header lines of an answer, and their size in bytes together. */
const MAX_HEADERS = 256;
export const MAX_HEADER_BYTES = 64 * 1024;

export type SiteAnswer = { status: number; headers: [name: string, value: string][] };

/**
 * Checks what a site answers: it is as untrusted as what a browser sends. Null means that it cannot be passed on.
 * The parser has already refused what is no HTTP; this adds what the parser accepts and a server may not send. The
 * site's own reason phrase is never passed on.
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
  // An answer without content has no length either (RFC 9110 §8.6).
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
