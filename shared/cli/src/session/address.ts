import { usage } from '../fault.ts';

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether a host is this machine, where nothing is sent over a network. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

/**
 * The origin of a panel's address as people type it: `https://` is added, a path is left out.
 * @throws Fault for what is no address, and for `http://` elsewhere than on this machine unless it is allowed
 */
export function readAddress(typed: string, { insecureHttp = false } = {}): string {
  const text = typed.trim();
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) throw usage(`"${typed}" is not an address. Use one such as https://panel.example.com.`);
  const { protocol, hostname, username, password, origin } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:')
    throw usage(`"${typed}" is not the address of a panel: it must start with https://.`);
  if (username || password) throw usage('Leave the user name and the password out of the address.');
  if (protocol === 'http:' && !insecureHttp && !isLoopback(hostname))
    throw usage(`${origin} would get the token without encryption. Use https://, or allow it with --insecure-http.`);
  return origin;
}
