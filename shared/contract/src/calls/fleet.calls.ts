import * as v from 'valibot';
import { call } from '../call.ts';
import {
  FleetDecision,
  FleetPlan,
  FleetPlanSummary,
  FleetPreview,
  FleetPreviewInput,
  FleetStart,
} from '../schemas/fleet.ts';
import { Id } from '../schemas/fields.ts';
import { Outcome } from '../schemas/user.ts';

const both = { audience: 'signed-in', section: 'sites' } as const;

/** One change over many sites, in waves: PHP, WordPress, cache rules. Plugins and themes have calls of their own. */
export const fleetCalls = {
  preview: call({
    method: 'POST',
    path: '/change-plan/preview',
    summary: 'The sites that a change would reach, what each has now, and which are left out and why; at most 1,000',
    ...both,
    staff: 'any',
    scope: 'sites:read',
    neverKept: true,
    noAuditLine: true,
    errors: ['NOT_FOUND'],
  })
    .input(FleetPreviewInput)
    .output(FleetPreview),
  start: call({
    method: 'POST',
    path: '/change-plan',
    summary: 'Make a change on many sites in waves: one first, then five, then the rest; it halts when a site breaks',
    ...both,
    errors: ['NOT_FOUND'],
  })
    .input(FleetStart)
    .output(v.object({ ...Outcome.entries, plan_id: v.string() })),
  list: call({
    method: 'GET',
    path: '/change-plan',
    summary: 'The plans of the last month, the newest first; at most 50',
    ...both,
  }).output(v.array(FleetPlanSummary)),
  byId: call({
    method: 'GET',
    path: '/change-plan/{id}',
    summary: 'A plan with progress and result of each site',
    ...both,
    errors: ['NOT_FOUND'],
  })
    .input(v.object({ id: Id }))
    .output(FleetPlan),
  decide: call({
    method: 'POST',
    path: '/change-plan/{id}/decision',
    member: 'create',
    summary: 'Continue or stop a plan, or leave out a site',
    ...both,
    errors: ['NOT_FOUND', 'CONFLICT', 'TASK_RUNNING'],
  })
    .input(FleetDecision)
    .output(Outcome),
};
