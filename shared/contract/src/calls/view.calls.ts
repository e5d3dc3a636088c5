import * as v from 'valibot';
import { call } from '../call.ts';
import { Id } from '../schemas/fields.ts';
import { Outcome } from '../schemas/user.ts';
import { SavedView, ViewChangeInput, ViewCreateInput, ViewListQuery } from '../schemas/view.ts';

const forStaff = { audience: 'staff', staff: 'any' } as const;

/** Views of lists that staff keep, each for oneself. */
export const viewCalls = {
  list: call({
    method: 'GET',
    path: '/partner/views',
    summary: 'The saved views of a list that the caller has, by name',
    ...forStaff,
  })
    .input(ViewListQuery)
    .output(v.object({ views: v.array(SavedView) })),
  create: call({
    method: 'POST',
    path: '/partner/views',
    summary: 'Save what a list shows under a name',
    ...forStaff,
    errors: ['VIEW_LIMIT', 'VIEW_TAKEN'],
    noAuditLine: true,
  })
    .input(ViewCreateInput)
    .output(v.object({ ...Outcome.entries, data: SavedView })),
  change: call({
    method: 'PUT',
    path: '/partner/views/{id}',
    summary: 'Rename a saved view, save what the list shows now, or let the list begin with it',
    ...forStaff,
    errors: ['NOT_FOUND', 'VIEW_TAKEN'],
    noAuditLine: true,
  })
    .input(ViewChangeInput)
    .output(v.object({ ...Outcome.entries, data: SavedView })),
  remove: call({
    method: 'DELETE',
    path: '/partner/views/{id}',
    summary: 'Delete a saved view',
    ...forStaff,
    errors: ['NOT_FOUND'],
    noAuditLine: true,
  })
    .input(v.object({ id: Id }))
    .output(Outcome),
};
