import * as v from 'valibot';
import { call } from '../call.ts';
import { Id } from '../schemas/fields.ts';
import { page } from '../schemas/list.ts';
import {
  NameserverCheck,
  NameserverCheckQuery,
  Reseller,
  ResellerCreateInput,
  ResellerListQuery,
  ResellerUpdateInput,
} from '../schemas/reseller.ts';
import { Outcome } from '../schemas/user.ts';

const audience = 'superadmin' as const;
const ById = v.object({ id: Id });
const Saved = v.object({ ...Outcome.entries, data: Reseller });

/** The partners of the installation, for its operator (ADR 0113). */
export const resellerCalls = {
  list: call({
    method: 'GET',
    path: '/platform/partners',
    summary: 'Partners of the installation, paged, with their limits and what is used of them',
    audience,
  })
    .input(ResellerListQuery)
    .output(page(Reseller)),
  byId: call({
    method: 'GET',
    path: '/platform/partners/{id}',
    summary: 'One partner, with its limits and what is used of them',
    audience,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(Reseller),
  create: call({
    method: 'POST',
    path: '/platform/partners',
    summary: 'Create a partner, whose panel answers at once; its first administrator gets an invitation',
    audience,
    errors: ['IDEMPOTENCY_REUSED'],
  })
    .input(ResellerCreateInput)
    .output(Saved),
  update: call({
    method: 'PUT',
    path: '/platform/partners/{id}',
    summary: 'Change a partner’s name, host, support address, kind, limits or domain of name servers',
    audience,
    errors: ['NOT_FOUND', 'CONFLICT'],
  })
    .input(ResellerUpdateInput)
    .output(Saved),
  checkNameservers: call({
    method: 'GET',
    path: '/platform/partners/{id}/name-servers',
    summary:
      'Whether names below a domain lead to this panel, so that a partner’s customers can get them as name servers',
    audience,
    errors: ['NOT_FOUND'],
    heavy: {},
  })
    .input(NameserverCheckQuery)
    .output(NameserverCheck),
  invite: call({
    method: 'POST',
    path: '/platform/partners/{id}/invitation',
    summary: 'Send the invitation of a partner’s administrator again; the links of earlier ones end',
    audience,
    errors: ['NOT_FOUND', 'INVITATION_ACCEPTED', 'PARTNER_CLOSED'],
    neverKept: true,
  })
    .input(ById)
    .output(Saved),
  requestCertificate: call({
    method: 'POST',
    path: '/platform/partners/{id}/certificate',
    summary:
      'Request the certificate of a partner’s panel host again; while it is being requested, nothing more starts',
    audience,
    errors: ['NOT_FOUND', 'NO_PANEL_CERTIFICATE'],
    neverKept: true,
  })
    .input(ById)
    .output(Saved),
  suspend: call({
    method: 'POST',
    path: '/platform/partners/{id}/suspend',
    summary: 'Suspend a partner: its panel is closed, and its sites show a page that says so; nothing is deleted',
    audience,
    errors: ['NOT_FOUND', 'PARTNER_OWN'],
    neverKept: true,
  })
    .input(ById)
    .output(Saved),
  unsuspend: call({
    method: 'POST',
    path: '/platform/partners/{id}/unsuspend',
    summary: 'End the suspension of a partner',
    audience,
    errors: ['NOT_FOUND'],
    neverKept: true,
  })
    .input(ById)
    .output(Saved),
  remove: call({
    method: 'DELETE',
    path: '/platform/partners/{id}',
    summary: 'Delete a partner with all customers and sites, in 14 days; until then it can be restored',
    audience,
    errors: ['NOT_FOUND', 'PARTNER_OWN'],
    stepUp: true,
  })
    .input(ById)
    .output(Saved),
  restore: call({
    method: 'POST',
    path: '/platform/partners/{id}/restore',
    summary: 'Undo the deletion of a partner, within its 14 days',
    audience,
    errors: ['NOT_FOUND', 'PARTNER_DELETING'],
    neverKept: true,
  })
    .input(ById)
    .output(Saved),
};
