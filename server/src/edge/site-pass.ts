import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EdgeSite } from './edge-types.ts';

/*
 * Who logs in from the panel also passes the password of the site: the panel signs the address of the login, and the edge
 * exchanges that for a cookie. The key is the hash of the password, which only the two know: another password ends every pass.
 */

const COOKIE = 'panel_pass';
const PARAMETER = 'panel-pass';
const LOGIN_PATH = '/wp-login.php';
/** The login itself is valid for as long. */
const LINK_MS = 60_000;
const COOKIE_MS = 12 * 3_600_000;
const PASS = /^(\d{1,15})\.([\w-]{43})$/;

/** The cookies of a pass, which a site must not see. */
export const PASS_COOKIES: readonly string[] = [COOKIE];

type Protection = NonNullable<EdgeSite['passwordProtection']>;
type Signed = { siteId: string; protection: Protection; of: string; until: number };

const signature = ({ siteId, protection, of, until }: Signed): string =>
  createHmac('sha256', protection.passwordHash)
    .update(JSON.stringify([siteId, protection.username, of, until]))
    .digest('base64url');

const pass = (signed: Signed): string => `${signed.until}.${signature(signed)}`;

function isPass(value: string | null, now: number, given: Omit<Signed, 'until'>): boolean {
  const [, end, proof] = PASS.exec(value ?? '') ?? [];
  if (end === undefined || proof === undefined || Number(end) <= now) return false;
  return timingSafeEqual(Buffer.from(proof), Buffer.from(signature({ ...given, until: Number(end) })));
}

const ofLogin = (token: string): string => `login ${token}`;

/** The address of a login, which also passes the password of the site. */
export function withPass(address: string, siteId: string, protection: Protection, now: number): string {
  const url = new URL(address);
  const of = ofLogin(url.searchParams.get('panel-login') ?? '');
  url.searchParams.set(PARAMETER, pass({ siteId, protection, of, until: now + LINK_MS }));
  return url.href;
}

/** Whether the visitor entered by such an address and the password is still the same. */
export function hasPass({ siteId }: EdgeSite, protection: Protection, req: IncomingMessage, now: number): boolean {
  const cookies = (req.headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  const value = cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? null;
  return isPass(value, now, { siteId, protection, of: 'cookie' });
}

/** Exchanges a valid address of a login for the cookie, and goes on to it without the pass; false for any other request. */
export function enterByPass(
  { siteId }: EdgeSite,
  protection: Protection,
  req: IncomingMessage,
  res: ServerResponse,
  { now, secure }: { now: number; secure: boolean },
): boolean {
  const [path, ...query] = (req.url ?? '').split('?');
  if (path !== LOGIN_PATH || req.method !== 'GET') return false;
  const search = new URLSearchParams(query.join('?'));
  const of = ofLogin(search.get('panel-login') ?? '');
  if (!isPass(search.get(PARAMETER), now, { siteId, protection, of })) return false;
  search.delete(PARAMETER);
  const until = now + COOKIE_MS;
  const expires = new Date(until).toUTCString();
  res.writeHead(303, {
    location: `${LOGIN_PATH}?${search}`,
    'set-cookie': `${COOKIE}=${pass({ siteId, protection, of: 'cookie', until })}; Path=/; Expires=${expires}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-length': '0',
  });
  res.end();
  return true;
}
