import * as v from 'valibot';
import { call } from '../call.ts';
import { Report, ReportMail, ReportQuery } from '../schemas/report.ts';
import { Outcome } from '../schemas/user.ts';

const forStaff = { audience: 'staff', staff: 'any' } as const;

/** What a partner's customers use, and how the partner grows. */
export const reportCalls = {
  get: call({
    method: 'GET',
    path: '/partner/reports/{report}',
    summary: 'A report about a period: over time, or by site, customer, plan or partner, with the days before',
    ...forStaff,
    errors: ['NOT_FOUND'],
  })
    .input(ReportQuery)
    .output(Report),
  export: call({
    method: 'GET',
    path: '/partner/reports/{report}/export',
    summary: 'A report as CSV, at most 1,000 rows; cells that a spreadsheet would run are quoted',
    ...forStaff,
    errors: ['NOT_FOUND'],
  })
    .input(ReportQuery)
    .output(v.object({ status: v.literal(true), csv: v.string() })),
  mail: call({
    method: 'GET',
    path: '/partner/report-mail',
    summary: 'Whether the caller gets the report of each month by email',
    ...forStaff,
  }).output(ReportMail),
  saveMail: call({
    method: 'PUT',
    path: '/partner/report-mail',
    summary: 'Get the report of each month by email, or no longer; for the caller alone',
    ...forStaff,
  })
    .input(v.object({ subscribed: v.boolean() }))
    .output(v.object({ ...Outcome.entries, data: ReportMail })),
  sendMail: call({
    method: 'POST',
    path: '/partner/report-mail/send',
    summary: 'Send the report of the last month to the caller now',
    ...forStaff,
    limit: { tries: 5, windowSeconds: 3600 },
    everyTryCounts: true,
    neverKept: true,
  }).output(Outcome),
};
