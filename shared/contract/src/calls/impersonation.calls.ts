import { call } from '../call.ts';
import { StartActingInput } from '../schemas/impersonation.ts';
import { Redirect } from '../schemas/user.ts';

export const impersonationCalls = {
  start: call({
    method: 'POST',
    path: '/customer/{id}/session',
    summary: 'Sign in as a customer for 30 minutes; the audit log has both names and the reason',
    audience: 'staff',
    staff: 'support',
    stepUp: true,
    neverKept: true,
    errors: ['NOT_FOUND', 'NOT_A_CUSTOMER', 'ACCOUNT_SUSPENDED'],
  })
    .input(StartActingInput)
    .output(Redirect),
  /** Open to everybody: the session may have ended by itself. */
  end: call({
    method: 'POST',
    path: '/customer/session/end',
    summary: 'Return to one’s own session, if one has signed in as a customer',
    audience: 'public',
    neverKept: true,
  }).output(Redirect),
};
