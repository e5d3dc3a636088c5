import { at, customers, staff, type Row } from '../contract/access-outcomes.ts';

const proved = { admin: 'ok', foreignAdmin: 'ok', superadmin: 'ok' };

/** All lines are for staff; customers have a list of their own. */
export const rows: Readonly<Record<string, Row>> = {
  'audit.list': at(staff, '/audit'),
  'audit.own': at(customers, '/audit/own'),
  'audit.check': at(staff, '/audit/check'),
  'audit.settings': at(staff, '/audit/settings'),
  'audit.saveSettings': at({ ...staff, ...proved }, '/audit/settings', { keep_days: null }),
};
