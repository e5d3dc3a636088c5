import { at, customers, type Row } from '../contract/access-outcomes.ts';

export const rows: Readonly<Record<string, Row>> = { 'database.list': at(customers, '/database') };
