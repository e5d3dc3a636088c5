import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { SharedBudget } from '../shared-budget.ts';
import { dropBody, stateOf, varyNames, varyOf, type CacheEntry } from './cache-entry.ts';
import type { CacheUse } from './cache-request.ts';
import { keepingOf, type Keeping } from './cache-rules.ts';
import type { CacheStore } from './cache-store.ts';
import { captureAnswer, type Captured } from './capture-answer.ts';
import type { CachedSite, From, Origin } from './cached-site.ts';
import { holdAnswer, writersOf, type Held } from './hold-answer.ts';
import { asking, conditionsOf, renewedHeaders } from './revalidation.ts';

/** Of kept responses; these belong to one connection, or are set anew. */
const NOT_KEPT = [
  'content-length',
  'age',
  'cache-status',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'strict-transport-security',
];
/** A date of the site that is further from ours is none. */
const DATE_MS = 300_000;

/**
 * Where a response is kept, and what stands for the requests to the site that may fill it. `kept`: what is there and expired: asked
 * about with its validators, and sent when the site fails and that is allowed.
 */
export type Place = { key: string; job: string; kept?: CacheEntry | undefined };

export type FillJob = {
  site: CachedSite;
  use: CacheUse;
  place: Place;
  /** Answers with what is kept. */
  send: (entry: CacheEntry, note: string) => Promise<void>;
};

/** `done`: the response is kept, or turned out not to be. `answered`: the visitor has it. */
export type Fill = (
  job: FillJob,
  req: IncomingMessage,
  res: ServerResponse,
  origin: Origin,
) => { done: Promise<void>; answered: Promise<void> };

type Marks = { set(job: string, value: true): unknown };
export type FillOptions = {
  clock: { now(): number };
  store: CacheStore;
  passes: Marks;
  failures: Marks;
  openFile(): Promise<FileHandle>;
  memory: SharedBudget;
  disk: SharedBudget;
  /** Another one after a purge, or a change at the address. */
  stateOf(siteId: string, key: string): string;
};

/** The headers to keep. RFC 9110 §6.6.1: with a date, and one that is right. */
function headersToKeep(headers: OutgoingHttpHeaders, now: number): OutgoingHttpHeaders {
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_KEPT.includes(name)));
  const isRight = Math.abs(Date.parse(String(headers['date'] ?? '')) - now) < DATE_MS;
  return isRight ? kept : { ...kept, date: new Date(now).toUTCString() };
}

/** Lets the origin answer, and keeps the response if that is allowed. */
export const createFill =
  ({ clock, store, passes, failures, ...options }: FillOptions): Fill =>
  ({ site: { siteId, rules }, use, place: { key, job, kept }, send }, req, res, origin) => {
    const from: From = { file: false };
    const before = options.stateOf(siteId, key);
    const isAlone = use.strangers.length > 0;
    let keeping: Keeping | null = null;
    let sent: Promise<void> | undefined;

    const varyFor = (headers: OutgoingHttpHeaders) =>
      from.file ? {} : varyOf(String(headers['vary'] ?? ''), req.headers);
    /** Whether the response is for everyone who sends the same headers of its Vary. */
    const isForAll = (headers: OutgoingHttpHeaders): boolean => {
      if (from.file) return true;
      if (use.hasCookies && req.headers.cookie !== undefined) return false;
      const named = varyNames(String(headers['vary'] ?? ''));
      return (
        !isAlone ||
        (use.strangers.every((name) => named.includes(name)) &&
          store.fits(siteId, key, { version: rules.version, vary: varyFor(headers) }))
      );
    };
    const isKept = (status: number, headers: OutgoingHttpHeaders): boolean => {
      const forAll = isForAll(headers);
      keeping = forAll
        ? keepingOf(rules, { url: use.address, headers: req.headers }, { ...from, status, headers })
        : null;
      // Each visitor asks for it again, so nobody waits for another one.
      if (keeping?.freshMs === 0 && !isAlone) passes.set(job, true);
      if (keeping !== null) return true;
      // What one visitor gets says nothing about what others get.
      if (isAlone) return false;
      if (!forAll) passes.set(job, true);
      else if (status >= 500) failures.set(job, true);
      else {
        passes.set(job, true);
        store.forget(siteId, key);
      }
      return false;
    };
    const keep = ({ status, headers, body, size }: Captured): void => {
      if (keeping === null || options.stateOf(siteId, key) !== before) return dropBody(body);
      const storedAt = clock.now();
      const head = { ...keeping, version: rules.version, status, headers: headersToKeep(headers, storedAt), storedAt };
      store.put(siteId, key, { ...head, vary: varyFor(headers), ...from, body, size, encoded: {} });
    };

    /** What is kept, with the headers of a 304; kept on where that is allowed. */
    const renewed = (entry: CacheEntry, given: OutgoingHttpHeaders): CacheEntry => {
      const storedAt = clock.now();
      const { status } = entry;
      const headers = renewedHeaders(entry.headers, { date: undefined, ...given });
      const again = keepingOf(rules, { url: use.address, headers: req.headers }, { file: false, status, headers });
      const isSame = JSON.stringify(varyFor(headers)) === JSON.stringify(entry.vary);
      const next = { ...entry, ...again, headers: headersToKeep(headers, storedAt), storedAt };
      // What a header that nobody knows may have shaped changes nothing for others.
      if (!isForAll(headers)) return next;
      if (again === null || !isSame || given['set-cookie'] !== undefined) store.forget(siteId, key);
      else if (options.stateOf(siteId, key) === before) store.renew(siteId, key, entry, next);
      if (again?.freshMs === 0 && !isAlone) passes.set(job, true);
      return next;
    };
    const answerWith = (entry: CacheEntry, { status, headers }: Held): void => {
      if (status !== 304) {
        if (!isAlone) failures.set(job, true);
        sent = send(entry, 'edge; hit; detail=stale');
        return;
      }
      const next = renewed(entry, headers);
      const cookies = headers['set-cookie'];
      if (cookies !== undefined) res.setHeader('set-cookie', cookies);
      sent = send(next, 'edge; fwd=stale; fwd-status=304');
    };

    const writers = writersOf(res);
    const { openFile, memory, disk } = options;
    const done = captureAnswer(res, { isKept, openFile, memory, disk, siteId }).then(
      (captured) => captured !== null && keep(captured),
    );
    const conditions = kept && conditionsOf(kept);
    const isSpare = kept !== undefined && stateOf(kept, clock.now()) === 'spare';
    if (kept && (conditions || isSpare)) {
      const isHeld = (status: number) => (status === 304 && Boolean(conditions)) || (status >= 500 && isSpare);
      holdAnswer(res, writers, isHeld, (held) => answerWith(kept, held));
    }
    res.setHeader('cache-status', 'edge; fwd=miss');
    const answered = origin(conditions ? asking(req, conditions) : req, res, from).then(() => sent);
    return { done: done.then(() => undefined), answered };
  };
