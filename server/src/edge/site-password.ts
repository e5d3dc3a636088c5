import { timingSafeEqual } from 'node:crypto';
import { addressKey } from '../http/client-address.ts';
import type { EdgeSite } from './edge-types.ts';
import { fingerprint, verifySitePassword } from './password.ts';

export type PasswordAnswer = 'ok' | 'ask' | 'held';
export type PasswordGuard = {
  check(site: EdgeSite, authorization: string | undefined, address: string): Promise<PasswordAnswer>;
};

const KEEP_MS = 5 * 60_000;
const WINDOW_MS = 60_000;
const MAX_FAILURES = 10;
const MAX_ENTRIES = 10_000;

/**
 * Checks HTTP Basic credentials. A verified pair is cached for five minutes, so that a page's assets do not cost a
 * hash each. After ten failures in a minute an address is rejected before anything is hashed.
 */
export function createPasswordGuard(clock: { now(): number }): PasswordGuard {
  const verified = new Map<string, { result: Promise<boolean>; until: number }>();
  const failures = new Map<string, { count: number; until: number }>();

  const verify = (
    username: string,
    password: string,
    protection: { username: string; passwordHash: string },
  ): Promise<boolean> => {
    const key = fingerprint(protection.username, protection.passwordHash, username, password);
    const known = verified.get(key);
    if (known !== undefined && known.until > clock.now()) return known.result;
    // Hashes for unknown names too, so that timing does not reveal which of the two was wrong.
    const result = verifySitePassword(password, protection.passwordHash).then(
      (right) => same(username, protection.username) && right,
    );
    verified.set(key, { result, until: clock.now() + KEEP_MS });
    result.then(
      (ok) => ok || verified.delete(key),
      () => verified.delete(key),
    );
    trim(verified);
    return result;
  };

  return {
    async check(site, authorization, address) {
      const protection = site.passwordProtection;
      if (protection === null) return 'ok';
      const key = `${site.siteId} ${addressKey(address)}`;
      const recent = failures.get(key);
      if (recent !== undefined && recent.until <= clock.now()) failures.delete(key);
      else if (recent !== undefined && recent.count >= MAX_FAILURES) return 'held';
      const given = credentials(authorization);
      if (given === null) return 'ask';
      if (await verify(given.username, given.password, protection)) return 'ok';
      const count = (failures.get(key)?.count ?? 0) + 1;
      failures.set(key, { count, until: failures.get(key)?.until ?? clock.now() + WINDOW_MS });
      trim(failures);
      return count > MAX_FAILURES ? 'held' : 'ask';
    },
  };
}

function credentials(header: string | undefined): { username: string; password: string } | null {
  const encoded = /^basic\s+([A-Za-z0-9+/=_-]+)$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? null : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

function same(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(fingerprint(a)), Buffer.from(fingerprint(b)));
}

function trim(map: Map<string, unknown>): void {
  for (const key of map.keys()) {
    if (map.size <= MAX_ENTRIES) return;
    map.delete(key);
  }
}
