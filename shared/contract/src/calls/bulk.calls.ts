import * as v from 'valibot';
import { call } from '../call.ts';
import { AppBulkInput, AppLicenseBulkInput, Bulk, SiteBulkInput, SiteLicenseBulkInput } from '../schemas/bulk.ts';
import { Id } from '../schemas/fields.ts';
import { WORKLOAD_SECTIONS } from '../sections.ts';
import { Outcome } from '../schemas/user.ts';

const Started = v.object({ ...Outcome.entries, bulk_id: v.string() });
/** Programs make the single calls, whose scopes say what they may do. */
const scope = 'closed' as const;

/** One change of many sites or applications, in a task with a result for each. */
export const bulkCalls = {
  sites: call({
    method: 'POST',
    path: '/site/bulk',
    summary:
      'Move, delete or tag many sites, chosen by id or by a filter, in a task with a result for each; at most 10,000',
    audience: 'signed-in',
    section: 'sites',
    scope,
    errors: ['NOT_FOUND', 'BULK_TOO_MANY'],
  })
    .input(SiteBulkInput)
    .output(Started),
  apps: call({
    method: 'POST',
    path: '/nucal/bulk',
    summary: 'Deploy, move, delete or tag many applications, in a task with a result for each; at most 10,000',
    audience: 'signed-in',
    section: 'applications',
    scope,
    errors: ['NOT_FOUND', 'BULK_TOO_MANY'],
  })
    .input(AppBulkInput)
    .output(Started),
  siteLicenses: call({
    method: 'POST',
    path: '/site/license/bulk',
    summary: 'Give many sites the plan of a license of their customer; staff can issue one where none is free',
    audience: 'signed-in',
    section: 'sites',
    scope,
    errors: ['BULK_TOO_MANY'],
  })
    .input(SiteLicenseBulkInput)
    .output(Started),
  appLicenses: call({
    method: 'POST',
    path: '/stripe/licenses/bulk/app',
    summary: 'Give many applications the plan of a license of their customer; staff can issue one where none is free',
    audience: 'signed-in',
    section: 'applications',
    scope,
    errors: ['BULK_TOO_MANY'],
  })
    .input(AppLicenseBulkInput)
    .output(Started),
  byId: call({
    method: 'GET',
    path: '/bulk/{id}',
    summary: 'The result of a change of many sites or applications, for each of them',
    audience: 'signed-in',
    section: WORKLOAD_SECTIONS,
    scope,
    errors: ['NOT_FOUND'],
  })
    .input(v.object({ id: Id }))
    .output(Bulk),
};
