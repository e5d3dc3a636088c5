import { call } from '../call.ts';
import { Overview } from '../schemas/overview.ts';

export const overviewCalls = {
  get: call({
    method: 'GET',
    path: '/overview',
    summary: 'What needs attention at the partner, its numbers and how they grow, and its newest customers',
    audience: 'staff',
  }).output(Overview),
};
