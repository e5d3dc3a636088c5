import { AUDIT_BY, type AuditBy } from '@panel/contract/schemas';
import { read, type ListState } from '@panel/contract/reads';

/** How the list begins, and what it is filtered by: days as `2026-11-25`. */
export const AUDIT_LIST = {
  columns: ['created_at'],
  orderBy: 'created_at',
  filters: ['by', 'user', 'from', 'to'],
} as const;
export type AuditColumn = (typeof AUDIT_LIST)['columns'][number];

/** The filter of a list, as calls and the export take it. */
export const auditFilterOf = ({ keyword, filters }: Pick<ListState, 'keyword' | 'filters'>) => ({
  keyword: keyword || undefined,
  by: AUDIT_BY.find((by): by is AuditBy => by === filters['by']?.[0]),
  user: filters['user']?.[0] || undefined,
  from: filters['from']?.[0] || undefined,
  to: filters['to']?.[0] || undefined,
});

const input = (state: ListState<AuditColumn>) => ({
  pageIndex: state.pageIndex,
  pageSize: state.pageSize,
  ...auditFilterOf(state),
});

/** All lines of the partner by page. */
export const auditListRead = (state: ListState<AuditColumn>) => read('audit.list', input(state));

/** The lines that concern the customer by page. */
export const activityRead = (state: ListState<AuditColumn>) => read('audit.own', input(state));

/** For how long lines are kept. */
export const auditSettingsRead = read('audit.settings');
