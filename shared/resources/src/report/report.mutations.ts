import { useMutation } from '@tanstack/react-query';
import { api, calls, notify, t } from '@panel/core';
import { useMarkStale } from '../stale.ts';
import type { ReportInput } from './report.reads.ts';

/** A report as CSV, for a file. */
export const useExportReport = (onDone: (csv: string) => void) =>
  useMutation({
    mutationFn: (input: ReportInput) => api.report.export(input, { context: { failure: 'notice' } }),
    onSuccess: ({ csv }) => onDone(csv),
  });

/** Gets the report of each month by email, or no longer. */
export function useSaveReportMail() {
  return useMutation({
    mutationFn: (subscribed: boolean) => api.report.saveMail({ subscribed }, { context: { failure: 'notice' } }),
    onSuccess: useMarkStale([calls.report.mail.key()]),
  });
}

/** Sends the report of the last month to the signed-in user. */
export function useSendReport() {
  return useMutation({
    mutationFn: () => api.report.sendMail({}, { context: { failure: 'notice' } }),
    onSuccess: () => notify({ kind: 'success', title: t('Sent'), message: t('The report is on its way to you.') }),
  });
}
