import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { responseHeaders } from './proxy-headers.ts';

/** Maximum number of header lines of a response, and their total size in bytes. */
const MAX_HEADERS = 256;
export const MAX_HEADER_BYTES = 64 * 1024;

type Header = [name: string, value: string];
export type SiteAnswer = { status: number; headers: Header[] };

/**
 * Checks a site's response, which is as untrusted as a browser's request. Null means that it cannot be forwarded. The
 * parser has already rejected what is not HTTP; this rejects what the parser accepts and a server must not send. The
 * site's reason phrase is never forwarded.
 */
export function readAnswer(answer: IncomingMessage, fqdn: string): SiteAnswer | null {
  const status = answer.statusCode ?? 0;
  if (status < 200 || status > 599) return null;
  const { 'transfer-encoding': encoding, 'content-length': length } = answer.headersDistinct;
  if (
    encoding !== undefined &&
    (encoding.length > 1 || length !== undefined || encoding[0]?.toLowerCase() !== 'chunked')
  )
    return null;
  if (length !== undefined && (length.length > 1 || !/^\d{1,15}$/.test(length[0] ?? ''))) return null;
  const headers = readHeaders(answer, fqdn);
  // A response without content has no length either (RFC 9110 §8.6).
  return headers && { status, headers: status === 204 ? withoutLength(headers) : headers };
}

/** The headers of a site's response for the visitor; null when one cannot be forwarded. */
export function readHeaders(answer: IncomingMessage, fqdn: string): Header[] | null {
  if (answer.rawHeaders.length > 2 * MAX_HEADERS) return null;
  const headers = responseHeaders(answer, fqdn);
  return headers.every(isValid) ? headers : null;
}

/** Headers of a response that has no content. */
export const withoutLength = (headers: readonly Header[]): Header[] =>
  headers.filter(([name]) => name.toLowerCase() !== 'content-length');

function isValid([name, value]: Header): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
