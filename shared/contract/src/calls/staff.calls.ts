import * as v from 'valibot';
import { call } from '../call.ts';
import { Id } from '../schemas/fields.ts';
import { page } from '../schemas/list.ts';
import { Staff, StaffInviteInput, StaffListQuery, StaffRoleInput } from '../schemas/staff.ts';
import { Outcome } from '../schemas/user.ts';

const audience = 'staff' as const;
const ById = v.object({ id: Id });
const Saved = v.object({ ...Outcome.entries, data: Staff });

/** The staff of a partner (ADR 0122). Customers and superadmins are none of it: here they do not exist. */
export const staffCalls = {
  list: call({
    method: 'GET',
    path: '/partner/staff',
    summary: 'Staff of the partner, paged, with their roles, last sign-in and whether they have a second factor',
    audience,
  })
    .input(StaffListQuery)
    .output(page(Staff)),
  invite: call({
    method: 'POST',
    path: '/partner/staff',
    summary: 'Add a member of staff, who gets an email with a link to set a password; owners are added by owners',
    audience,
    stepUp: true,
    errors: ['EMAIL_TAKEN', 'STAFF_ROLE', 'IDEMPOTENCY_REUSED'],
  })
    .input(StaffInviteInput)
    .output(Saved),
  inviteAgain: call({
    method: 'POST',
    path: '/partner/staff/{id}/invitation',
    summary: 'Send the invitation again; the links of earlier ones end',
    audience,
    stepUp: true,
    errors: ['NOT_FOUND', 'STAFF_ROLE', 'STAFF_ACCEPTED'],
    neverKept: true,
  })
    .input(ById)
    .output(Saved),
  changeRole: call({
    method: 'PUT',
    path: '/partner/staff/{id}',
    summary: 'Give a member of staff another role, which counts from their next call; nobody changes their own',
    audience,
    stepUp: true,
    errors: ['NOT_FOUND', 'CONFLICT', 'STAFF_ROLE', 'STAFF_SELF', 'LAST_OWNER'],
  })
    .input(StaffRoleInput)
    .output(Saved),
  remove: call({
    method: 'DELETE',
    path: '/partner/staff/{id}',
    summary: 'Remove a member of staff, who is signed out; what they did stays in the audit log',
    audience,
    stepUp: true,
    errors: ['NOT_FOUND', 'STAFF_ROLE', 'STAFF_SELF', 'LAST_OWNER'],
  })
    .input(ById)
    .output(Outcome),
};
