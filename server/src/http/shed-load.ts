import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Shedding } from '../process/memory-guard.ts';
import { readCookie, sessionCookieName } from '../context/cookies.ts';

/** Larger bodies count as heavy. */
const SMALL_BODY = 16 * 1024;
const RETRY_SECONDS = 5;

const hasSession = (cookies: string | undefined): boolean =>
  [true, false].some((secure) => readCookie(cookies, sessionCookieName(secure)) !== null);

const isLarge = ({ 'content-length': length, 'transfer-encoding': encoding }: IncomingMessage['headers']): boolean =>
  encoding !== undefined || Number(length ?? 0) > SMALL_BODY;

/** Whether a new request waits until there is memory again: large ones, and those of the panel without a session. */
export function mustWait(shedding: Shedding, { headers }: IncomingMessage, isOfSite: boolean): boolean {
  if (shedding !== 'some') return shedding === 'all';
  return isLarge(headers) || (!isOfSite && !hasSession(headers.cookie));
}

/** 503 with Retry-After; the body of the request is not read. */
export function sendOverloaded(res: ServerResponse): void {
  res.writeHead(503, {
    'content-type': 'text/plain; charset=utf-8',
    'retry-after': String(RETRY_SECONDS),
    connection: 'close',
  });
  res.end('The server is short of memory. Please try again in a few seconds.\n');
}
