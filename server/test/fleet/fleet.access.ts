import { at, every, NO_ID, row, signedIn, type Row } from '../contract/access-outcomes.ts';

const change = {
  kind: 'cache',
  settings: { file_type: [], default_cache_time: 3600, is_stale: false, ignore_cache: false, qsh: true },
};
const nobody = { ...every('NOT_FOUND'), anonymous: 'UNAUTHENTICATED' };

export const rows: Readonly<Record<string, Row>> = {
  'fleet.preview': at(signedIn, '/change-plan/preview', { change }),
  'fleet.start': row(
    // Nobody else has the site; for staff of its partner it is there.
    { ...signedIn, neighbour: 'NOT_FOUND', foreignCustomer: 'NOT_FOUND', foreignAdmin: 'NOT_FOUND' },
    ({ siteId }) => ({ path: '/change-plan', body: { change, site_ids: [siteId] } }),
  ),
  'fleet.list': at(signedIn, '/change-plan'),
  // A plan of plugins is none of these, whoever asks.
  'fleet.byId': row(nobody, ({ runId }) => ({ path: `/change-plan/${runId}` })),
  'fleet.decide': at(nobody, `/change-plan/${NO_ID}/decision`, { decision: 'stop' }),
};
