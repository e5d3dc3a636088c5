import { at, customers, NO_ID, type Row } from '../contract/access-outcomes.ts';

const ofNone = {
  ...customers,
  ...Object.fromEntries(
    Object.entries(customers)
      .filter(([, code]) => code === 'ok')
      .map(([who]) => [who, 'NOT_FOUND']),
  ),
};

export const rows: Readonly<Record<string, Row>> = {
  'submission.list': at(customers, '/submission'),
  'submission.forms': at(customers, '/submission/forms'),
  'submission.byId': at(ofNone, `/submission/${NO_ID}`),
  'submission.mark': at(ofNone, `/submission/${NO_ID}`, { is_spam: true }),
  'submission.remove': at(customers, `/submission/${NO_ID}`),
};
