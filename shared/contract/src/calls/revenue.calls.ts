import { call } from '../call.ts';
import { Revenue } from '../schemas/revenue.ts';

/** What a partner's sales bring. */
export const revenueCalls = {
  get: call({
    method: 'GET',
    path: '/partner/revenue',
    summary: 'What the partner sells: subscriptions and failed payments now, and the last twelve months by currency',
    audience: 'staff',
    staff: 'billing',
  }).output(Revenue),
};
