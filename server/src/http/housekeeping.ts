import type { AppContext } from '../context.ts';
import { sweepImages } from '../modules/partner/brand-image.repo.ts';
import { sweepNonces } from '../modules/session/sso-nonce.repo.ts';
import { sweepSessions } from '../modules/session/session.repo.ts';
import { sweepTokens } from '../modules/session/token.repo.ts';
import { sweepKeys } from './idempotency.repo.ts';
import { sweepAttempts } from './rate-limit.repo.ts';

const DAY_MS = 24 * 3_600_000;
const KEYS_KEPT_MS = 7 * DAY_MS;

/** Removes what has ended: sessions, links, nonces, counted attempts, pictures that nobody saved within a day, and keys older than 7 days. Run it hourly. */
export async function sweepEnded({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await sweepSessions(db, now);
  await sweepTokens(db, now);
  await sweepNonces(db, now);
  await sweepAttempts(db, now);
  await sweepImages(db, new Date(now.getTime() - DAY_MS));
  await sweepKeys(db, new Date(now.getTime() - KEYS_KEPT_MS));
}
