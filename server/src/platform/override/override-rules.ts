import type { Override } from '@panel/contract/manifest';

/** Whether an origin is allowed. `http://localhost:*` allows every port of that host, the default one included. */
export function isAllowedOrigin(allowed: readonly string[], origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, origin: own } = new URL(origin);
  return allowed.some((pattern) =>
    pattern.endsWith(':*')
      ? `${protocol}//${hostname}` === pattern.slice(0, -2)
      : URL.canParse(pattern) && new URL(pattern).origin === own,
  );
}

/**
 * The normalised address of an entry, or null when it is not an http(s) address below an allowed origin. The result
 * is safe in a policy and in a script's address.
 */
function allowedEntry(allowed: readonly string[], entry: string): string | null {
  if (!URL.canParse(entry)) return null;
  const { protocol, username, password, origin, href } = new URL(entry);
  if (!/^https?:$/.test(protocol) || username || password) return null;
  return isAllowedOrigin(allowed, origin) ? href : null;
}

/** An override that the settings still allow, with its normalised address; null otherwise. */
export function allowedOverride(allowed: readonly string[], { remote, entry }: Override): Override | null {
  const address = allowedEntry(allowed, entry);
  return address === null ? null : { remote, entry: address };
}
