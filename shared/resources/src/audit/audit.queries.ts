import { keepPreviousData } from '@tanstack/react-query';
import { calls, queryOf, type Api, type ListState } from '@panel/core';
import { activityRead, auditFilterOf, auditListRead, auditSettingsRead, type AuditColumn } from './audit.reads.ts';

/** One line, as the contract has it. */
export type AuditLine = Awaited<ReturnType<Api['audit']['list']>>['pageElements'][number];

/** How soon new lines appear in an open list. */
const LIVE_MS = 15_000;

export const auditListQuery = (state: ListState<AuditColumn>) =>
  queryOf(auditListRead(state), { placeholderData: keepPreviousData, refetchInterval: LIVE_MS });

export const activityQuery = (state: ListState<AuditColumn>) =>
  queryOf(activityRead(state), { placeholderData: keepPreviousData });

export const auditSettingsQuery = queryOf(auditSettingsRead);

/** Whether the chain holds; asked when somebody wants to know. */
export const auditCheckQuery = calls.audit.check.queryOptions({ staleTime: 0, gcTime: 0, retry: false });

/** The address of the filtered list as a file. */
export function auditExportAddress(state: Pick<ListState, 'keyword' | 'filters'>, format: 'csv' | 'jsonl'): string {
  const filter = Object.entries(auditFilterOf(state)).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return `/audit-export?${new URLSearchParams([...filter, ['format', format]])}`;
}
