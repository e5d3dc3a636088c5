import { keepPreviousData } from '@tanstack/react-query';
import { queryOf } from '@panel/core';
import { reportMailRead, reportRead, type ReportInput } from './report.reads.ts';

export const reportQuery = (input: ReportInput) => queryOf(reportRead(input), { placeholderData: keepPreviousData });

export const reportMailQuery = queryOf(reportMailRead);
