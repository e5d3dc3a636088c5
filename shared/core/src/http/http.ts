import ky from 'ky';
import {
  CLIENT_HEADER,
  CLIENT_NAME,
  CSRF_COOKIE,
  CSRF_HEADER,
  IDEMPOTENCY_HEADER,
  REQUEST_TIMEOUT_MS,
  VIEWER_HEADER,
  WIRE_PATHS,
} from '@panel/contract/wire';
import { panelStore, userAtom } from '../session/session.ts';
import { fetchOnce } from './prefetched-response.ts';

function cookie(name: string): string | null {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : null;
}

/** A key for one intended write, from random bytes, because `randomUUID` is missing on plain http. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Maps the declared path to the wire path, and `status[0]=a` to `status=a`: lists are repeated keys (spec §3). */
export function toWireUrl(address: string): string {
  const url = new URL(address);
  url.pathname = WIRE_PATHS[url.pathname] ?? url.pathname;
  const query = new URLSearchParams();
  for (const [key, value] of url.searchParams) query.append(key.replace(/\[\d*\]$/, ''), value);
  url.search = query.toString();
  return url.toString();
}

/**
 * The browser's only HTTP client: credentials, CSRF token, the client's header, the page's viewer, a key for every
 * POST, 300 s timeout (spec §7). It never retries: the query cache retries queries, the user retries writes.
 */
export const http = ky.create({
  fetch: fetchOnce,
  credentials: 'include',
  timeout: REQUEST_TIMEOUT_MS,
  retry: 0,
  throwHttpErrors: false,
  hooks: {
    beforeRequest: [
      ({ request }) => {
        // The token must never leave the panel's own origin (CVE-2023-45857 in another client).
        if (new URL(request.url).origin !== window.location.origin) return;
        request.headers.set(CLIENT_HEADER, CLIENT_NAME);
        const viewer = panelStore.get(userAtom);
        if (viewer) request.headers.set(VIEWER_HEADER, viewer.id);
        const token = cookie(CSRF_COOKIE);
        if (token) request.headers.set(CSRF_HEADER, token);
        if (request.method === 'POST' && !request.headers.has(IDEMPOTENCY_HEADER)) {
          request.headers.set(IDEMPOTENCY_HEADER, newIdempotencyKey());
        }
      },
    ],
  },
});
