import * as v from 'valibot';
import { call } from '../call.ts';
import { BinListQuery, BinnedSite, BinRestoreInput } from '../schemas/bin.ts';
import { Id } from '../schemas/fields.ts';
import { page } from '../schemas/list.ts';
import { TaskStarted } from '../schemas/task.ts';

const section = 'sites' as const;

/** Deleted sites, which are kept for 7 days (ADR 0001: calls of ours). */
export const binCalls = {
  list: call({
    method: 'GET',
    path: '/site/bin',
    summary: 'The caller’s deleted sites that can still be restored, paged; staff: all of the partner’s',
    audience: 'signed-in',
    section,
  })
    .input(BinListQuery)
    .output(page(BinnedSite)),
  restore: call({
    method: 'POST',
    path: '/site/bin/restore',
    summary: 'Restore a deleted site with its files, database and backups',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND', 'SITE_QUOTA', 'PARTNER_SITES', 'TASK_RUNNING', 'TENANT_MISMATCH'],
  })
    .input(BinRestoreInput)
    .output(TaskStarted),
  remove: call({
    method: 'DELETE',
    path: '/site/bin/{id}',
    summary: 'Delete a site in the bin for good, with its backups',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND', 'TASK_RUNNING'],
  })
    .input(v.object({ id: Id }))
    .output(TaskStarted),
};
