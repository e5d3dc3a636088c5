import { at, staff, type Row } from '../contract/access-outcomes.ts';

export const rows: Readonly<Record<string, Row>> = {
  'overview.get': at(staff, '/overview'),
};
