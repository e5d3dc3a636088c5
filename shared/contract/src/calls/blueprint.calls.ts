import * as v from 'valibot';
import { call } from '../call.ts';
import {
  Blueprint,
  BlueprintCreateInput,
  BlueprintListQuery,
  BlueprintUpdateInput,
  SnapshotListInput,
} from '../schemas/blueprint.ts';
import { Id } from '../schemas/fields.ts';
import { page } from '../schemas/list.ts';
import { TaskStarted } from '../schemas/task.ts';
import { Outcome } from '../schemas/user.ts';

const section = 'sites' as const;
const ById = v.object({ id: Id });

export const blueprintCalls = {
  list: call({
    method: 'GET',
    path: '/blueprint',
    summary: 'The caller’s blueprints and those the partner offers, paged; staff: all of the partner’s',
    audience: 'signed-in',
    section,
  })
    .input(BlueprintListQuery)
    .output(page(Blueprint)),
  ofPartner: call({
    method: 'POST',
    path: '/partner/snapshot/list',
    summary: 'Snapshots that the partner offers for new sites, paged; staff: also those not offered yet',
    audience: 'signed-in',
    staff: 'any',
    section,
    scope: 'blueprints:read',
    neverKept: true,
  })
    .input(SnapshotListInput)
    .output(page(Blueprint)),
  byId: call({
    method: 'GET',
    path: '/blueprint/{id}',
    summary: 'One blueprint',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(Blueprint),
  create: call({
    grows: true,
    method: 'POST',
    path: '/blueprint',
    summary: 'Save as blueprint of a site’s plugins, themes and settings, and of its content if wanted',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND', 'SITE_NOT_READY', 'TASK_RUNNING', 'BLUEPRINT_LIMIT', 'DISK_FULL', 'TENANT_MISMATCH'],
  })
    .input(BlueprintCreateInput)
    .output(v.object({ ...TaskStarted.entries, id: v.string() })),
  update: call({
    method: 'PUT',
    path: '/blueprint/{id}',
    summary: 'Rename a blueprint; staff: offer it to all customers, or stop offering it',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'BLUEPRINT_NOT_COMPLETE', 'BLUEPRINT_NOT_PARTNERS', 'CONFLICT'],
  })
    .input(BlueprintUpdateInput)
    .output(v.object({ status: v.literal('updated') })),
  remove: call({
    method: 'DELETE',
    path: '/blueprint/{id}',
    summary: 'Delete a blueprint and its archive; sites that were created from it stay',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'TASK_RUNNING'],
  })
    .input(ById)
    .output(Outcome),
};
