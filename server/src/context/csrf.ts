import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { CSRF_HEADER } from '@panel/contract';
import type { Viewer } from './call-context.ts';
import { csrfCookie, readIdCookie, visitorCookie, visitorCookieName } from './cookies.ts';
import type { PanelContext } from './env.ts';
import { PanelError } from '../kernel/errors.ts';

/** 256 random bits, encoded for cookies and links. */
export const randomId = (): string => randomBytes(32).toString('base64url');
/** The stored hash of such an id. */
export const idHash = (id: string): string => hash('sha256', id, 'base64url');

/** Cached, because every response needs the token of its session, which stays the same. */
const tokens = new Map<string, string>();
/** Limits the cache: visitors' secrets come from cookies, so anyone can send new ones. */
const TOKENS_MAX = 1000;

/** The token of a session (or, before it, of a visitor's cookie) on one partner's host. */
export function csrfToken(secret: string, partnerId: string): string {
  const key = `${partnerId}|${secret}`;
  const known = tokens.get(key);
  if (known) return known;
  const token = createHmac('sha256', secret).update(`csrf|${partnerId}`).digest('base64url');
  if (tokens.size >= TOKENS_MAX) tokens.clear();
  tokens.set(key, token);
  return token;
}

const secretOf = (c: PanelContext, viewer: Viewer | null): string | null =>
  viewer?.session?.csrfSecret ?? readIdCookie(c.req.header('cookie'), visitorCookieName(c.get('facts').secure));

/** Compares in constant time. */
export function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Whether a page of this host sent the request, by the browser's own headers (Fetch Metadata, Origin). A client
 * without them is no browser, and the token alone decides.
 */
function fromOwnPage(c: PanelContext): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin') return false;
  const origin = c.req.header('origin');
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  return /^https?:$/.test(protocol) && host === new URL(c.req.url).host.toLowerCase();
}

/** @throws PanelError CSRF unless the call came from an open page of this session on this host (decision: Session). */
export function checkCsrf(c: PanelContext, viewer: Viewer | null): void {
  const given = c.req.header(CSRF_HEADER);
  const secret = secretOf(c, viewer);
  if (given && secret && fromOwnPage(c) && equal(given, csrfToken(secret, c.get('partner').id))) return;
  throw new PanelError('CSRF');
}

/**
 * For calls without cookies: nothing of a session could be used, and still no page elsewhere makes them in a visitor's name.
 * @throws PanelError CSRF
 */
export function checkOwnPage(c: PanelContext): void {
  if (!fromOwnPage(c)) throw new PanelError('CSRF');
}

/** `Set-Cookie` values that give the browser a missing token; none when it has the right one. */
export function missingCsrfCookies(c: PanelContext, viewer: Viewer | null): string[] {
  const { secure } = c.get('facts');
  const known = secretOf(c, viewer);
  const secret = known ?? randomId();
  const token = csrfToken(secret, c.get('partner').id);
  const sent =
    c.req
      .header('cookie')
      ?.split(';')
      .map((pair) => pair.trim()) ?? [];
  const cookies = known ? [] : [visitorCookie(secret, secure)];
  return sent.includes(`XSRF-TOKEN=${token}`) ? cookies : [...cookies, csrfCookie(token, secure)];
}
