import { at, staff, type Row } from '../contract/access-outcomes.ts';

const days = 'from=2026-01-01&to=2026-01-31';

export const rows: Readonly<Record<string, Row>> = {
  'report.get': at(staff, `/partner/reports/traffic?${days}`),
  'report.export': at(staff, `/partner/reports/traffic/export?${days}`),
  'report.mail': at(staff, '/partner/report-mail'),
  'report.saveMail': at(staff, '/partner/report-mail', { subscribed: true }),
  'report.sendMail': at(staff, '/partner/report-mail/send', {}),
};
