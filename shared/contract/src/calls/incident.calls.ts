import * as v from 'valibot';
import { call } from '../call.ts';
import { Id } from '../schemas/fields.ts';
import { page } from '../schemas/list.ts';
import {
  StatusCreateInput,
  StatusIncident,
  StatusIncidentDetail,
  StatusListQuery,
  StatusSaveInput,
  StatusUpdateInput,
} from '../schemas/incident.ts';
import { Outcome } from '../schemas/user.ts';

const forStaff = { audience: 'staff' } as const;
const ById = v.object({ id: Id });
const Saved = v.object({ ...Outcome.entries, version: v.number() });

/** What staff tell on the public status page of their partner. */
export const incidentCalls = {
  list: call({
    method: 'GET',
    path: '/partner/incidents',
    summary: 'Incidents and planned maintenance of the status page, paged',
    ...forStaff,
  })
    .input(StatusListQuery)
    .output(page(StatusIncident)),
  byId: call({
    method: 'GET',
    path: '/partner/incidents/{id}',
    summary: 'An incident or a maintenance with what was told of it',
    ...forStaff,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(StatusIncidentDetail),
  create: call({
    method: 'POST',
    path: '/partner/incidents',
    summary: 'Tell of an incident or a planned maintenance on the status page',
    ...forStaff,
    staff: 'support',
    errors: ['INCIDENT_LIMIT'],
  })
    .input(StatusCreateInput)
    .output(v.object({ ...Outcome.entries, id: v.string() })),
  save: call({
    method: 'PUT',
    path: '/partner/incidents/{id}',
    summary: 'Change title, parts or times; a conflict when it was changed meanwhile',
    ...forStaff,
    staff: 'support',
    errors: ['NOT_FOUND', 'CONFLICT'],
  })
    .input(StatusSaveInput)
    .output(Saved),
  update: call({
    method: 'POST',
    path: '/partner/incidents/{id}/updates',
    summary: 'Tell what is new, and mail it to subscribers if wanted; a conflict when it was changed meanwhile',
    ...forStaff,
    staff: 'support',
    errors: ['NOT_FOUND', 'CONFLICT', 'INCIDENT_LIMIT'],
  })
    .input(StatusUpdateInput)
    .output(Saved),
};
