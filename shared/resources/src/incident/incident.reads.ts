import { read, type ListState } from '@panel/contract/reads';

/** How the list of staff begins. */
export const INCIDENT_LIST = { columns: ['from', 'created_at'], orderBy: 'from' } as const;
export type IncidentColumn = (typeof INCIDENT_LIST)['columns'][number];

/** What the status page of the partner tells, by page. */
export const incidentListRead = (state: ListState<IncidentColumn>) => {
  const { pageIndex, pageSize, orderBy, sortOrder, keyword } = state;
  return read('incident.list', { pageIndex, pageSize, orderBy, sortOrder, keyword: keyword || undefined });
};

/** One of them with its updates. */
export const incidentRead = (id: string) => read('incident.byId', { id });
