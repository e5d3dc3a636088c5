import { REPORT_ROWS_MAX } from '@panel/contract';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { calls } from '../../context/implement.ts';
import { reportCsv } from './report-csv.ts';
import { makeReport, type ReportFor } from './report.service.ts';
import { saveReportMail, sendReportNow, showReportMail } from './report-mail.service.ts';

const { report } = calls;

const readerOf = (context: CallContext): ReportFor => ({
  app: context.app,
  partner: context.partner,
  isOperator: signedIn(context).role === 'superadmin',
});

export const reportRoutes = {
  get: report.get.handler(({ context, input }) => makeReport(readerOf(context), input)),
  export: report.export.handler(async ({ context, input }) => ({
    status: true as const,
    csv: reportCsv(await makeReport(readerOf(context), input, REPORT_ROWS_MAX)),
  })),
  mail: report.mail.handler(({ context }) => showReportMail(context)),
  saveMail: report.saveMail.handler(async ({ context, input }) => ({
    status: true as const,
    data: await saveReportMail(context, input.subscribed),
  })),
  sendMail: report.sendMail.handler(async ({ context }) => {
    await sendReportNow(context);
    return { status: true as const };
  }),
};
