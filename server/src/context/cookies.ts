import { createHash } from 'node:crypto';
import { CSRF_COOKIE, SESSION_COOKIE } from '@panel/contract';

/** The HttpOnly cookie of a visitor who has not signed in; the CSRF token of the sign-in form derives from it. */
const VISITOR_COOKIE = 'panel_visitor';

/** `__Host-` prevents other hosts from planting the cookie; browsers accept the prefix over TLS only. */
const named = (name: string, secure: boolean) => (secure ? `__Host-${name}` : name);
export const sessionCookieName = (secure: boolean) => named(SESSION_COOKIE, secure);
export const overrideCookieName = (secure: boolean) => named('panel_override', secure);
/** Of a browser in which someone has signed in before; it stays when they sign out. */
export const knownCookieName = (secure: boolean) => named('panel_known', secure);
/** Of a browser that is not asked for a second factor for a while; it stays when its user signs out. */
export const rememberedCookieName = (secure: boolean) => named('panel_remembered', secure);
/** Of staff who are signed in as a customer: their own session, to which they return. */
export const staffCookieName = (secure: boolean) => named('panel_staff', secure);
/** Of a sign-in whose second factor is still to come. */
export const pendingCookieName = (secure: boolean) => named('panel_pending', secure);
/** The language that somebody has chosen in this browser; it stays when they sign out. */
export const languageCookieName = (secure: boolean) => named('panel_language', secure);
export const visitorCookieName = (secure: boolean) => named(VISITOR_COOKIE, secure);

type Options = { secure: boolean; httpOnly: boolean; maxAgeSeconds?: number };

function cookie(name: string, value: string, { secure, httpOnly, maxAgeSeconds }: Options): string {
  return [
    `${name}=${value}`,
    'Path=/',
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
    'SameSite=Lax',
    ...(httpOnly ? ['HttpOnly'] : []),
    ...(secure ? ['Secure'] : []),
  ].join('; ');
}

export const sessionCookie = (id: string, secure: boolean, maxAgeSeconds: number) =>
  cookie(sessionCookieName(secure), id, { secure, httpOnly: true, maxAgeSeconds });
export const staffCookie = (id: string, secure: boolean, maxAgeSeconds: number) =>
  cookie(staffCookieName(secure), id, { secure, httpOnly: true, maxAgeSeconds });
export const knownCookie = (value: string, secure: boolean, maxAgeSeconds: number) =>
  cookie(knownCookieName(secure), value, { secure, httpOnly: true, maxAgeSeconds });
export const rememberedCookie = (id: string, secure: boolean, maxAgeSeconds: number) =>
  cookie(rememberedCookieName(secure), id, { secure, httpOnly: true, maxAgeSeconds });
export const pendingCookie = (id: string, secure: boolean, maxAgeSeconds: number) =>
  cookie(pendingCookieName(secure), id, { secure, httpOnly: true, maxAgeSeconds });
export const languageCookie = (language: string, secure: boolean, maxAgeSeconds: number) =>
  cookie(languageCookieName(secure), language, { secure, httpOnly: true, maxAgeSeconds });
export const visitorCookie = (id: string, secure: boolean) =>
  cookie(visitorCookieName(secure), id, { secure, httpOnly: true });
/** Read by the page's own script and sent back as a header, hence not HttpOnly (spec §7). */
export const csrfCookie = (token: string, secure: boolean) => cookie(CSRF_COOKIE, token, { secure, httpOnly: false });
export const endSessionCookie = (secure: boolean) => sessionCookie('', secure, 0);
export const endStaffCookie = (secure: boolean) => staffCookie('', secure, 0);
export const endPendingCookie = (secure: boolean) => pendingCookie('', secure, 0);
export const endVisitorCookie = (secure: boolean) =>
  cookie(visitorCookieName(secure), '', { secure, httpOnly: true, maxAgeSeconds: 0 });
/** Expires with the browser's session, and is worthless in another session of the panel (see override-cookie.ts). */
export const overrideCookie = (value: string, secure: boolean) =>
  cookie(overrideCookieName(secure), value, { secure, httpOnly: true });
export const endOverrideCookie = (secure: boolean) =>
  cookie(overrideCookieName(secure), '', { secure, httpOnly: true, maxAgeSeconds: 0 });

/** The value of a cookie, or null. If it is sent twice, a neighbouring host planted one, and neither is trusted. */
export function readCookie(header: string | undefined, name: string): string | null {
  if (!header) return null;
  const values = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? (values[0] ?? null) : null;
}

/** The value of a cookie that holds a random id, or null. */
export function readIdCookie(header: string | undefined, name: string): string | null {
  const only = readCookie(header, name);
  return only && /^[A-Za-z0-9_-]{43}$/.test(only) ? only : null;
}

/** Identifies a browser before anyone signs in, without revealing its cookie; null until it has one. */
export function visitorKey(header: string | undefined, secure: boolean): string | null {
  const id = readIdCookie(header, visitorCookieName(secure));
  return id && createHash('sha256').update(`visitor|${id}`).digest('base64url');
}
