import { keepPreviousData } from '@tanstack/react-query';
import { queryOf, type Api, type ListState } from '@panel/core';
import { incidentListRead, incidentRead, type IncidentColumn } from './incident.reads.ts';

/** An incident or a planned maintenance in the list of staff. */
export type IncidentRow = Awaited<ReturnType<Api['incident']['list']>>['pageElements'][number];
/** With its updates. */
export type Incident = Awaited<ReturnType<Api['incident']['byId']>>;

export const incidentListQuery = (state: ListState<IncidentColumn>) =>
  queryOf(incidentListRead(state), { placeholderData: keepPreviousData });

export const incidentQuery = (id: string) => queryOf(incidentRead(id));
