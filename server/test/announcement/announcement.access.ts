import { at, customers, every, NO_ID, staff, type Outcome, type Row } from '../contract/access-outcomes.ts';

const notForThese: Outcome = { ...staff, admin: 'NOT_FOUND', foreignAdmin: 'NOT_FOUND', superadmin: 'NOT_FOUND' };
const ofNoCustomer: Outcome = {
  ...customers,
  owner: 'NOT_FOUND',
  neighbour: 'NOT_FOUND',
  foreignCustomer: 'NOT_FOUND',
};
const texts = {
  ...{ title: 'New data center', kind: 'info', markdown: 'We **move**.' },
  ...{ sections: [], plans: [], from: null, until: null, mail: false },
};
const toAll: Outcome = { ...every('FORBIDDEN'), anonymous: 'UNAUTHENTICATED', superadmin: 'ok' };

export const rows: Readonly<Record<string, Row>> = {
  'announcement.current': at(customers, '/announcements'),
  'announcement.banner': at(customers, '/announcements/banner'),
  'announcement.dismiss': at(ofNoCustomer, `/announcements/${NO_ID}/dismiss`, {}),
  'announcement.list': at(staff, '/partner/announcements'),
  'announcement.byId': at(notForThese, `/partner/announcements/${NO_ID}`),
  'announcement.create': at(toAll, '/partner/announcements', { ...texts, all_partners: true }),
  'announcement.save': at(notForThese, `/partner/announcements/${NO_ID}`, { ...texts, version: 1 }),
  'announcement.end': at(notForThese, `/partner/announcements/${NO_ID}/end`, {}),
  'announcement.preview': at(staff, '/partner/announcements/preview', { markdown: 'We **move**.' }),
};
