import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { addressKey } from '../lib/client-address.ts';
import { createSharedWork } from '../lib/shared-work.ts';
import { createMemoryCounter, type AttemptCounter } from '../lib/attempt-counter.ts';
import type { EdgeSite } from './edge-types.ts';
import { enterByPass, hasPass } from './site-pass.ts';
import { fingerprint, verifySitePassword } from './password.ts';

/** `entered`: answered already. The others but `ok` are the page to show. */
export type PasswordAnswer = 'ok' | 'password' | 'held' | 'entered';
type Visitor = { req: IncomingMessage; res: ServerResponse; address: string; secure: boolean };
export type PasswordGuard = { check(site: EdgeSite, visitor: Visitor): Promise<PasswordAnswer> };

/** With the page that requires the password. */
export const ASK_PASSWORD = { 'www-authenticate': 'Basic realm="Protected site", charset="UTF-8"' };

type Credentials = { username: string; password: string };
type Protection = NonNullable<EdgeSite['passwordProtection']>;

const KEEP_MS = 5 * 60_000;
const WINDOW_SECONDS = 60;
const MAX_FAILURES = 10;
const MAX_ENTRIES = 10_000;

/**
 * Checks HTTP Basic credentials. A verified pair is cached for five minutes, so that a page's assets do not cost a hash
 * each. After ten failures in a minute, in all processes together, an address is rejected before anything is hashed. An
 * attempt is counted first and taken back when it was right, so that a hundred parallel guesses count a hundred.
 * @param attempts shared by all processes; while it is out of reach, each process counts alone
 */
export function createPasswordGuard(clock: { now(): number }, attempts: AttemptCounter): PasswordGuard {
  /** Until when a pair of name and password needs no hash, and an address is rejected. */
  const verified = new LRUCache<string, number>({ max: MAX_ENTRIES });
  const held = new LRUCache<string, number>({ max: MAX_ENTRIES });
  const running = createSharedWork<PasswordAnswer>();
  const alone = createMemoryCounter(() => clock.now());

  const guess = async (key: string, given: Credentials, protection: Protection): Promise<PasswordAnswer> => {
    const [counter, { count, windowEndsAt }] = await attempts.add(key, WINDOW_SECONDS).then(
      (counted) => [attempts, counted] as const,
      async () => [alone, await alone.add(key, WINDOW_SECONDS)] as const,
    );
    if (count > MAX_FAILURES) {
      held.set(key, windowEndsAt.getTime());
      return 'held';
    }
    // Hashes for unknown names too, so that timing does not reveal which of the two was wrong.
    const right = await verifySitePassword(given.password, protection.passwordHash);
    if (!same(given.username, protection.username) || !right) return 'password';
    await counter.takeBack(key).catch(() => undefined);
    return 'ok';
  };

  return {
    async check(site, { req, res, address, secure }) {
      const protection = site.passwordProtection;
      if (protection === null || hasPass(site, protection, req, clock.now())) return 'ok';
      if (enterByPass(site, protection, req, res, { now: clock.now(), secure })) return 'entered';
      const key = keyOf(site.siteId, address);
      if ((held.get(key) ?? 0) > clock.now()) return 'held';
      const given = credentials(req.headers.authorization);
      if (given === null) return 'password';
      const pair = fingerprint(protection.username, protection.passwordHash, given.username, given.password);
      if ((verified.get(pair) ?? 0) > clock.now()) return 'ok';
      const answer = await running(`${key} ${pair}`, () => guess(key, given, protection));
      if (answer === 'ok') verified.set(pair, clock.now() + KEEP_MS);
      return answer;
    },
  };
}

/** Addresses of visitors are stored hashed. */
const keyOf = (siteId: string, address: string): string =>
  `site-password:${createHash('sha256')
    .update(`${siteId} ${addressKey(address)}`)
    .digest('base64url')}`;

function credentials(header: string | undefined): Credentials | null {
  const encoded = /^basic\s+([A-Za-z0-9+/=_-]+)$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? null : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

function same(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(fingerprint(a)), Buffer.from(fingerprint(b)));
}
