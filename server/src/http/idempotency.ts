import { createHash } from 'node:crypto';
import type { ErrorCode, ErrorEnvelope } from '@panel/contract';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/database.ts';
import { PanelError } from './errors.ts';
import { claimKey, findKey, keepAnswer, releaseKey, takeOverKey } from './idempotency.repo.ts';

/** A request that has not answered after this time belongs to a process that died. */
const LOCK_MS = 60_000;
const KEY = /^[\x21-\x7e]{1,200}$/;
const DONE_STATUS = 200;

/** Sessions must not come out of a table, and reading needs no replay. */
const NEVER_KEPT: ReadonlySet<string> = new Set(['session.login', 'session.logout', 'session.whitelabel']);

/** Answers that tell of the moment, not of the request: the same request may do better later. */
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'BAD_REQUEST', 'VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'CSRF', 'SECTION_OFF', 'RATE_LIMITED', 'TOO_LARGE',
  'TASK_RUNNING', 'SITE_NOT_READY', 'IDEMPOTENCY_RUNNING', 'IDEMPOTENCY_REUSED',
]);

export type Answer = { status: number; body: unknown };

/** The claim on a key while its request runs. */
export type Claim = {
  /** The first answer, when this is a repetition. */
  replay: Answer | null;
  remember(tx: Database, body: unknown): Promise<void>;
  /** Keeps the answer, or gives the key back when the request did nothing. */
  finish(answer: Answer): Promise<void>;
};

export const NO_CLAIM: Claim = { replay: null, remember: async () => {}, finish: async () => {} };

export const mayRepeat = (call: string, method: string): boolean => method === 'POST' && !NEVER_KEPT.has(call);

function kept({ status, body }: Answer): boolean {
  if (status >= 500) return false;
  return status < 400 || !PASSING.has((body as ErrorEnvelope).code);
}

/**
 * Claims an Idempotency-Key for one user and call (decision: Writes). The hash of the body is sealed: bodies hold
 * passwords, and a bare hash of a short one can be guessed.
 * @throws PanelError BAD_REQUEST, IDEMPOTENCY_REUSED (other body), IDEMPOTENCY_RUNNING
 */
export async function claim({ db, clock, secrets }: Pick<AppContext, 'db' | 'clock' | 'secrets'>, scope: string, key: string, bodyText: string): Promise<Claim> {
  if (!KEY.test(key)) throw new PanelError('BAD_REQUEST');
  const name = { scope, key };
  const hash = createHash('sha256').update(bodyText).digest('hex');
  const now = clock.now();
  const lockedUntil = new Date(now.getTime() + LOCK_MS);
  const running = new PanelError('IDEMPOTENCY_RUNNING');
  if (!(await claimKey(db, name, secrets.seal(hash), lockedUntil))) {
    const row = await findKey(db, name);
    // It was given back between the two statements: the first request has just failed.
    if (!row) throw running;
    if (secrets.open(row.requestHash) !== hash) throw new PanelError('IDEMPOTENCY_REUSED');
    if (row.state === 'done') return { ...NO_CLAIM, replay: { status: row.status ?? DONE_STATUS, body: row.body } };
    if (!(await takeOverKey(db, name, now, lockedUntil))) throw running;
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
      if (kept(answer)) await keepAnswer(db, name, answer.status, answer.body);
      else await releaseKey(db, name);
    },
  };
}
