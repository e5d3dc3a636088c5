import { at, NO_ID, staff, type Outcome, type Row } from '../contract/access-outcomes.ts';

const notForThese: Outcome = { ...staff, admin: 'NOT_FOUND', foreignAdmin: 'NOT_FOUND', superadmin: 'NOT_FOUND' };
const invalid: Outcome = { ...staff, admin: 'VALIDATION', foreignAdmin: 'VALIDATION', superadmin: 'VALIDATION' };
const facts = { title: 'Slow sites', parts: ['sites'], impact: 'degraded', from: null, until: null };
const told = { step: 'investigating', text: 'We look for the cause.', mail: false };
const path = '/partner/incidents';

export const rows: Readonly<Record<string, Row>> = {
  'incident.list': at(staff, path),
  'incident.byId': at(notForThese, `${path}/${NO_ID}`),
  // A maintenance without an end: whoever may write gets as far as that.
  'incident.create': at(invalid, path, { kind: 'maintenance', ...facts, ...told, step: null }),
  'incident.save': at(notForThese, `${path}/${NO_ID}`, { ...facts, version: 1 }),
  'incident.update': at(notForThese, `${path}/${NO_ID}/updates`, { ...told, version: 1 }),
};
