import type { Clock } from '../kernel/clock-and-log.ts';
import { PanelError } from '../kernel/errors.ts';
import type { Viewer } from './call-context.ts';

/** How long a proof of who somebody is counts. */
const PROOF_MS = 10 * 60_000;

/**
 * Dangerous calls need a proof that is not old (`stepUp` in the contract). Who comes with a token has no session, and
 * such calls are closed to them.
 * @throws PanelError PROOF_NEEDED
 */
export function checkProof(clock: Clock, viewer: Viewer | null): void {
  if (!viewer?.session) return;
  if (clock.now().getTime() - viewer.session.provedAt.getTime() > PROOF_MS) throw new PanelError('PROOF_NEEDED');
}
