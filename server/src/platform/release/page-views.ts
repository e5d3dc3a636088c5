import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Beacon } from '@panel/contract';
import type { Clock } from '../../kernel/clock-and-log.ts';
import { nameOf, type ReleaseId } from './release-store.ts';

/** A page view with a valid token. */
export type PageView = {
  id: string;
  /** Whether this page view was served the release. */
  has(release: ReleaseId): boolean;
};

/** How long reports are accepted with a token; an open tab renews it every 20 s. */
export const USABLE_MS = 15 * 60_000;
/** How long a token can be renewed: a tab in the background asks for nothing. */
export const RENEWABLE_MS = 7 * 24 * 3_600_000;

// Layout of a token: id, seconds since 1970, tags of the releases, MAC. All lengths fill base64 without padding.
const ID_BYTES = 8;
const HEAD_BYTES = ID_BYTES + 4;
const TAG_BYTES = 3;
const MAC_BYTES = 12;
/** Newest first: a tab that was open for weeks has seen many. */
const MOST_RELEASES = 64;

/** Loads of a release that count for one page view within an hour; each number of an error counts once. */
const MOST_LOADS = 100;
const COUNTED_MS = 3_600_000;
const COUNTED_VIEWS = 10_000;

export type PageViews = ReturnType<typeof createPageViews>;

/**
 * Issues and checks the tokens of page views (ADR 0043): signed, short-lived, bound to the partner and to the releases
 * that the page view was served. A token names neither user nor browser.
 */
export function createPageViews(secretKey: Buffer, clock: Clock) {
  const key = Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), 'panel page views', 32));
  const mac = (purpose: string, of: string | Buffer, bytes: number): Buffer =>
    createHmac('sha256', key).update(`${purpose}\0`).update(of).digest().subarray(0, bytes);
  const macOf = (partnerId: string, body: Buffer) => mac(`view ${partnerId}`, body, MAC_BYTES);
  const tags = new LRUCache<string, string>({ max: 1000 });
  const counted = new LRUCache<string, Map<string, number>>({ max: COUNTED_VIEWS, ttl: COUNTED_MS });

  function tagOf(release: ReleaseId): string {
    const name = nameOf(release);
    const tag = tags.get(name) ?? mac('release', name, TAG_BYTES).toString('hex');
    tags.set(name, tag);
    return tag;
  }

  function tagsIn(body: Buffer): string[] {
    const all = body.subarray(HEAD_BYTES).toString('hex');
    return all.match(new RegExp(`.{${TAG_BYTES * 2}}`, 'g')) ?? [];
  }

  function seal(partnerId: string, id: Buffer, served: readonly string[]): string {
    const time = Buffer.alloc(HEAD_BYTES - ID_BYTES);
    time.writeUInt32BE(Math.floor(clock.now().getTime() / 1000));
    const body = Buffer.concat([id, time, Buffer.from(served.slice(0, MOST_RELEASES).join(''), 'hex')]);
    return Buffer.concat([body, macOf(partnerId, body)]).toString('base64url');
  }

  /** The signed part of a token; null unless it was issued here, for this partner, within this time. */
  function bodyOf(partnerId: string, token: string, withinMs: number): Buffer | null {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length < HEAD_BYTES + MAC_BYTES) return null;
    const body = bytes.subarray(0, -MAC_BYTES);
    if (!timingSafeEqual(bytes.subarray(-MAC_BYTES), macOf(partnerId, body))) return null;
    return clock.now().getTime() - body.readUInt32BE(ID_BYTES) * 1000 <= withinMs ? body : null;
  }

  return {
    /** The token of a new page view. */
    issue: (partnerId: string, served: readonly ReleaseId[]): string =>
      seal(partnerId, randomBytes(ID_BYTES), served.map(tagOf)),

    /** A fresh token of the same page view, for what it was served before and now; undefined without a valid one. */
    renew(partnerId: string, token: string, served: readonly ReleaseId[]): string | undefined {
      const body = bodyOf(partnerId, token, RENEWABLE_MS);
      if (!body) return undefined;
      return seal(partnerId, body.subarray(0, ID_BYTES), [...new Set([...served.map(tagOf), ...tagsIn(body)])]);
    },

    /** The page view of a token; null unless it is valid now. */
    open(partnerId: string, token: string): PageView | null {
      const body = bodyOf(partnerId, token, USABLE_MS);
      if (!body) return null;
      const served = new Set(tagsIn(body));
      return { id: body.toString('base64url', 0, ID_BYTES), has: (release) => served.has(tagOf(release)) };
    },

    /** Counts a report; false for a repetition of what this page view has reported. */
    count({ id }: PageView, report: Beacon): boolean {
      const seen = counted.get(id) ?? new Map<string, number>();
      const what = `${nameOf(report)} ${report.kind} ${report.reason ?? ''}`;
      const times = (seen.get(what) ?? 0) + 1;
      if (times > (report.kind === 'load' ? MOST_LOADS : 1)) return false;
      counted.set(id, seen.set(what, times));
      return true;
    },

    /** A visitor or a network as it is stored with a failure: comparable, and not reversible without the key. */
    pseudonym: (kind: 'visitor' | 'network', of: string): string => mac(kind, of, 12).toString('base64url'),
  };
}
