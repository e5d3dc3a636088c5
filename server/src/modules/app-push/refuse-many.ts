import type { AppContext } from '../../context/app-context.ts';
import { countAttempt } from '../../context/rate-limit.repo.ts';
import { PanelError } from '../../kernel/errors.ts';

/** What is right, of one application: each may start a build. */
const RIGHT = { most: 120, seconds: 600 };

/** Counts what was told of an application. @throws PanelError RATE_LIMITED */
export async function refuseMany({ db, clock }: Pick<AppContext, 'db' | 'clock'>, appId: string): Promise<void> {
  const now = clock.now();
  const { count, windowEndsAt } = await countAttempt(db, `push:${appId}`, now, RIGHT.seconds);
  if (count <= RIGHT.most) return;
  const retryAfter = Math.max(1, Math.ceil((windowEndsAt.getTime() - now.getTime()) / 1000));
  throw new PanelError('RATE_LIMITED', { minutes: Math.ceil(retryAfter / 60) }, { retryAfter });
}
