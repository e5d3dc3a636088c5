import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PageName } from './edge-pages.ts';
import type { DatabaseGate, EdgeSite } from './edge-types.ts';

/** The tool for the database of a site is below this path of its address. Files of a site cannot have it. */
const PATH = '/.panel/database/';
const COOKIE = 'panel_database';
const SECRET = /^[\w-]{43}$/;

/** The cookies of the tool, which a site must not see. */
export const TOOL_COOKIES: readonly string[] = [COOKIE];

/** The address that opens the database of the site at `origin`, once. */
export const databaseAddress = (origin: string, secret: string): string => `${origin}${PATH}?key=${secret}`;

export const isDatabaseTool = ({ url = '' }: IncomingMessage): boolean => url.split('?', 1)[0] === PATH;

/**
 * The name of the session that a request to the tool belongs to, or the page to show instead. A link is exchanged for a
 * cookie and a redirect, after which this is null. The cookie is sent with requests to the tool alone.
 */
export async function databaseSession(
  gate: DatabaseGate,
  site: EdgeSite,
  req: IncomingMessage,
  res: ServerResponse,
  secure: boolean,
): Promise<{ session: string } | PageName | null> {
  if (site.status !== 'ready') return 'notReady';
  const key = new URLSearchParams((req.url ?? '').split('?').slice(1).join('?')).get('key');
  if (key !== null && req.method === 'GET') {
    const entered = SECRET.test(key) ? await gate.enter(site.siteId, key) : null;
    if (entered === null) return 'databaseClosed';
    const expires = entered.expiresAt.toUTCString();
    res.writeHead(303, {
      location: PATH,
      'set-cookie': `${COOKIE}=${entered.secret}; Path=${PATH}; Expires=${expires}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-length': '0',
    });
    res.end();
    return null;
  }
  const secret = cookieOf(req.headers.cookie);
  const session = secret === null ? null : await gate.session(site.siteId, secret);
  return session === null ? 'databaseClosed' : { session };
}

function cookieOf(header: string | undefined): string | null {
  const cookies = (header ?? '').split(';').map((cookie) => cookie.trim());
  const value = cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? '';
  return SECRET.test(value) ? value : null;
}
