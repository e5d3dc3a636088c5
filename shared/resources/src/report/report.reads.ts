import { read } from '@panel/contract/reads';
import type { ReportMeasure, ReportName } from '@panel/contract';

/** A report, the period that it is about, and what its rows are ordered by. */
export type ReportInput = { report: ReportName; from: string; to: string; by?: ReportMeasure | undefined };

export const reportRead = (input: ReportInput) => read('report.get', input);

/** Whether the signed-in user gets the report of each month by email. */
export const reportMailRead = read('report.mail');
