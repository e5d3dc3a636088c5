import { isIP } from 'node:net';
import { EgressRefusal } from './refusal.ts';

/** `host` is a lower-case name without a trailing dot, or an address in its usual notation without brackets. */
export type Target = { host: string; port: number };

const MAX_NAME = 253;

/**
 * A client's host, normalised as every resolver would: `0x7f.1`, `2130706433` and `127.1` become 127.0.0.1 (WHATWG
 * URL, host parsing).
 * @throws EgressRefusal 400
 */
function readHost(text: string): string {
  if (!/^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)$/i.test(text)) throw malformed();
  const url = URL.parse(`http://${text}/`);
  if (url === null) throw malformed();
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (host === '' || host.length > MAX_NAME) throw malformed();
  return host;
}

/** Reads the authority of a CONNECT request, `host:port`. @throws EgressRefusal 400 */
export function readAuthority(text: string): Target {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
  if (host === undefined || port === undefined || Number(port) < 1 || Number(port) > 65_535) throw malformed();
  return { host: readHost(host), port: Number(port) };
}

/**
 * Reads the absolute address of a proxy request.
 * @throws EgressRefusal 400
 */
export function readAbsoluteUrl(text: string): Target & { secure: boolean; path: string; authority: string } {
  const [, scheme = '', authority = ''] = /^(https?):\/\/([^/?#\\]+)/i.exec(text) ?? [];
  const url = URL.parse(text);
  if (url === null || authority.includes('@') || url.username !== '' || url.password !== '') throw malformed();
  const secure = scheme.toLowerCase() === 'https';
  const target = readAuthority(/:\d+$/.test(authority) ? authority : `${authority}:${secure ? 443 : 80}`);
  return { ...target, secure, path: url.pathname + url.search, authority: url.host };
}

function malformed(): EgressRefusal {
  return new EgressRefusal(400, 'The address is malformed.');
}

/** Whether the host is an IP address. */
export const isAddress = (host: string): boolean => isIP(host) !== 0;
