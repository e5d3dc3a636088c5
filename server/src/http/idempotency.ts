import { createHash } from 'node:crypto';
import type { CallMeta, ErrorCode, ErrorEnvelope } from '@panel/contract';
import type { AppContext } from '../context/app-context.ts';
import type { Database } from '../db/database.ts';
import { PanelError } from '../kernel/errors.ts';
import { claimKey, findKey, keepAnswer, releaseKey, takeOverKey } from './idempotency.repo.ts';

/** After this time without a response, the request's process counts as dead. */
const LOCK_MS = 60_000;
const ABANDONED_MAX = 10_000;
const KEY = /^[\x21-\x7e]{1,200}$/;
const DONE_STATUS = 200;

/** Responses that depend on the moment rather than the request: a retry may succeed. */
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'BAD_REQUEST',
  'VALIDATION',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'CSRF',
  'KEY_REFUSED',
  'SECTION_OFF',
  'RATE_LIMITED',
  'TOO_LARGE',
  'TASK_RUNNING',
  'SITE_NOT_READY',
  'IDEMPOTENCY_RUNNING',
  'IDEMPOTENCY_REUSED',
]);

export type Answer = { status: number; body: unknown };

/** The claim on a key while its request runs. */
export type Claim = {
  /** The stored response, for a repetition. */
  replay: Answer | null;
  remember(tx: Database, body: unknown): Promise<void>;
  /**
   * Stores the response, or releases the key when the request had no effect. If neither can be written, a repetition
   * runs immediately.
   */
  finish(answer: Answer): Promise<void>;
};

export const NO_CLAIM: Claim = { replay: null, remember: async () => {}, finish: async () => {} };

export const mayRepeat = ({ neverKept }: CallMeta, method: string): boolean => method === 'POST' && !neverKept;

/**
 * Keys of requests that ended in this process while the database was unreachable, with the end of their lock: a
 * repetition need not wait for it. If such a request did commit, its response is stored, see `remember`.
 */
const abandoned = new Map<string, number>();
const idOf = ({ scope, key }: { scope: string; key: string }): string => `${scope} ${key}`;

function abandon(name: { scope: string; key: string }, lockedUntil: Date): void {
  const [oldest] = abandoned.keys();
  if (abandoned.size >= ABANDONED_MAX && oldest !== undefined) abandoned.delete(oldest);
  abandoned.set(idOf(name), lockedUntil.getTime());
}

/** Runs the statement that locks a key, and releases the key for repetitions if the outcome is unknown. */
async function orAbandon<T>(name: { scope: string; key: string }, lockedUntil: Date, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    abandon(name, lockedUntil);
    throw error;
  });
}

function kept({ status, body }: Answer): boolean {
  if (status >= 500) return false;
  return status < 400 || !PASSING.has((body as ErrorEnvelope).code);
}

/**
 * Claims an Idempotency-Key for one user and call (decision: Writes). The hash of the body is keyed: bodies contain
 * passwords, and a bare hash of a short one can be guessed.
 * @throws PanelError BAD_REQUEST, IDEMPOTENCY_REUSED (other body), IDEMPOTENCY_RUNNING
 */
export async function claim(
  { db, clock, secrets, log }: Pick<AppContext, 'db' | 'clock' | 'secrets' | 'log'>,
  scope: string,
  key: string,
  bodyText: string,
): Promise<Claim> {
  if (!KEY.test(key)) throw new PanelError('BAD_REQUEST');
  const name = { scope, key };
  const hash = createHash('sha256').update(bodyText).digest('hex');
  const now = clock.now();
  const lockedUntil = new Date(now.getTime() + LOCK_MS);
  const running = new PanelError('IDEMPOTENCY_RUNNING');
  if (!(await orAbandon(name, lockedUntil, claimKey(db, name, secrets.seal(hash), lockedUntil)))) {
    const row = await findKey(db, name);
    // It was released between the two statements: the first request has just failed.
    if (!row) throw running;
    if (secrets.open(row.requestHash) !== hash) throw new PanelError('IDEMPOTENCY_REUSED');
    if (row.state === 'done') return { ...NO_CLAIM, replay: { status: row.status ?? DONE_STATUS, body: row.body } };
    const freeSince = row.lockedUntil?.getTime() === abandoned.get(idOf(name)) ? row.lockedUntil : now;
    if (!(await orAbandon(name, lockedUntil, takeOverKey(db, name, freeSince ?? now, lockedUntil)))) throw running;
  }
  let remembered = false;
  return {
    replay: null,
    async remember(tx, body) {
      await keepAnswer(tx, name, DONE_STATUS, body);
      remembered = true;
    },
    async finish(answer) {
      if (remembered && answer.status < 400) return;
      await orAbandon(
        name,
        lockedUntil,
        kept(answer) ? keepAnswer(db, name, answer.status, answer.body) : releaseKey(db, name),
      ).catch((error: unknown) => {
        log.warn({ err: error }, 'the response to a request could not be stored for repetitions');
      });
    },
  };
}
