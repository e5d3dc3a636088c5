import type { IncomingMessage } from 'node:http';
import { HOP_BY_HOP } from '../lib/hop-by-hop.ts';
import { isForVisitors } from '../hosting/agent/child/visitor-headers.ts';

/** Headers that only the edge may send to a site. */
const OURS = new Set([
  'x-panel-edge',
  'x-panel-database',
  'x-panel-visitor',
  'x-panel-scheme',
  'forwarded',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'via',
  'expect',
  'content-length',
  'proxy',
]);

export type ForwardOptions = {
  token: string | undefined;
  protocol: string;
  address: string;
  panelCookies: string[];
  hideAuthorization: boolean;
  /** The session of the database tool, which the request is for. */
  databaseSession: string | null;
  bodyBytes: number | null;
  /** The request asks for a WebSocket. */
  webSocket: boolean;
};

/**
 * Request headers for the site: Host unchanged, without the panel's cookies, with our own X-Forwarded-*. Drops names
 * with an underscore: PHP reads `X_Forwarded_For` as `X-Forwarded-For`, and `Proxy` as HTTP_PROXY.
 */
export function requestHeaders(req: IncomingMessage, options: ForwardOptions): string[] {
  const dropped = listed(req.headers.connection);
  const headers: string[] = [];
  for (const [name, value] of pairs(req.rawHeaders)) {
    const key = name.toLowerCase();
    if (HOP_BY_HOP.has(key) || OURS.has(key) || dropped.has(key) || key.startsWith('x-forwarded-') || key.includes('_'))
      continue;
    if (key === 'authorization' && options.hideAuthorization) continue;
    if (key !== 'cookie') headers.push(name, value);
  }
  const cookie = siteCookies(req.headers.cookie, options.panelCookies);
  if (cookie !== '') headers.push('Cookie', cookie);
  headers.push(
    'X-Forwarded-For',
    options.address,
    'X-Forwarded-Proto',
    options.protocol,
    'X-Forwarded-Host',
    req.headers.host ?? '',
  );
  if (options.token !== undefined) headers.push('X-Panel-Edge', options.token);
  if (options.databaseSession !== null) headers.push('X-Panel-Database', options.databaseSession);
  if (options.bodyBytes !== null) headers.push('Content-Length', String(options.bodyBytes));
  if (options.webSocket) headers.push('Connection', 'Upgrade', 'Upgrade', 'websocket');
  else headers.push('Connection', 'close');
  return headers;
}

/** Response headers for the visitor. */
export function responseHeaders(
  answer: { headers: Pick<IncomingMessage['headers'], 'connection'>; rawHeaders: string[] },
  fqdn: string,
): [name: string, value: string][] {
  const dropped = listed(answer.headers.connection);
  const headers: [string, string][] = [];
  for (const [name, value] of pairs(answer.rawHeaders)) {
    const key = name.toLowerCase();
    if (HOP_BY_HOP.has(key) || dropped.has(key) || !isForVisitors(key)) continue;
    headers.push([name, key === 'set-cookie' ? hostOnly(value, fqdn) : value]);
  }
  return headers;
}

/** Removes a Domain that would expose the cookie to the panel or a neighbour; the cookie then stays on its host. */
export function hostOnly(cookie: string, fqdn: string): string {
  const [pair = '', ...attributes] = cookie.split(';');
  const kept = attributes.filter((attribute) => {
    const [name = '', ...value] = attribute.split('=');
    return name.trim().toLowerCase() !== 'domain' || domainOf(value.join('=')) === fqdn;
  });
  return [pair, ...kept].join(';');
}

/** The domain of a cookie's attribute, in time that grows with its length alone. */
function domainOf(value: string): string {
  let [begin, end] = [0, value.length];
  const skip = (character: string | undefined): boolean => character === ' ' || character === '\t';
  while (begin < end && skip(value[begin])) begin += 1;
  while (end > begin && skip(value[end - 1])) end -= 1;
  if (value[begin] === '"') begin += 1;
  if (value[begin] === '.') begin += 1;
  if (end > begin && value[end - 1] === '.') end -= 1;
  if (end > begin && value[end - 1] === '"') end -= 1;
  return value.slice(begin, end).toLowerCase();
}

/** A Cookie header without the panel's own. */
export function siteCookies(header: string | undefined, panelCookies: string[]): string {
  const hidden = new Set(panelCookies);
  const cookies = (header ?? '').split(';').map((cookie) => cookie.trim());
  return cookies.filter((cookie) => cookie !== '' && !hidden.has(cookie.split('=', 1)[0]?.trim() ?? '')).join('; ');
}

function listed(connection: string | undefined): Set<string> {
  return new Set(
    (connection ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== ''),
  );
}

function* pairs(raw: string[]): Generator<[string, string]> {
  for (let index = 0; index + 1 < raw.length; index += 2) yield [raw[index] ?? '', raw[index + 1] ?? ''];
}
