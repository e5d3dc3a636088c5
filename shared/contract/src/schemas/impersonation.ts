import * as v from 'valibot';
import { Id } from './fields.ts';

export const REASON_MAX = 300;
/** How long staff can act as a customer before they have to start again. */
export const ACTING_MINUTES = 30;

const Reason = v.pipe(
  v.string('Enter a reason.'),
  v.trim(),
  v.minLength(3, 'Enter a reason.'),
  v.maxLength(REASON_MAX, `At most ${REASON_MAX} characters are allowed.`),
);
/** Why staff sign in as a customer; the audit log keeps it. */
export const ActingReason = v.object({ reason: Reason });
export const StartActingInput = v.object({ id: Id, ...ActingReason.entries });

/** Who of the staff acts as the signed-in customer, and until when. */
export const Acting = v.object({ staff: v.string(), ends_at: v.string() });
export type Acting = v.InferOutput<typeof Acting>;
