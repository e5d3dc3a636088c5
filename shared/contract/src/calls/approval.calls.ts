import * as v from 'valibot';
import { call } from '../call.ts';
import { Id, Timestamp } from '../schemas/fields.ts';
import { PackageName, ReleaseVersion } from '../schemas/release.ts';
import { Outcome } from '../schemas/user.ts';

const audience = 'superadmin' as const;

/** Changes that wait for two persons, where a package asks for it; `one-person` ends that. */
export const APPROVED_ACTIONS = ['promote', 'canary', 'pin', 'one-person'] as const;
export type ApprovedAction = (typeof APPROVED_ACTIONS)[number];

/** A change that waits for its second person. */
export const Approval = v.object({
  id: Id,
  package: PackageName,
  action: v.picklist(APPROVED_ACTIONS),
  version: v.nullable(ReleaseVersion),
  percent: v.nullable(v.number()),
  /** Panel host; null for all partners. */
  partner: v.nullable(v.string()),
  requestedBy: v.string(),
  requestedAt: Timestamp,
  /** Who has approved it so far: the requester, unless it was the operator token, which is no person. */
  approvers: v.array(v.object({ by: v.string(), at: Timestamp })),
  /** Whether the caller has approved it already, and so cannot again. */
  isMine: v.boolean(),
});
export type Approval = v.InferOutput<typeof Approval>;

/** Two persons' approval (ADR 0041): for a superadmin's session, never with a token. */
export const approvalCalls = {
  list: call({
    method: 'GET',
    path: '/platform/approvals',
    summary: 'Changes that wait for a second person, and the packages that ask for one',
    audience,
  }).output(v.object({ waiting: v.array(Approval), packages: v.array(PackageName) })),
  decide: call({
    method: 'POST',
    path: '/platform/approvals/{id}',
    summary: 'Approve a change as another person than before, or reject it; the second approval applies it',
    audience,
    errors: ['NOT_FOUND', 'CONFLICT', 'RELEASE_REFUSED', 'APPROVAL_REFUSED'],
  })
    .input(v.object({ id: Id, decision: v.picklist(['approve', 'reject']) }))
    .output(v.object({ ...Outcome.entries, message: v.string() })),
  setRule: call({
    method: 'PUT',
    path: '/platform/packages/{package}/approval',
    summary: 'Ask for two persons to approve what a package runs; ending that takes two persons as well',
    audience,
    errors: ['APPROVAL_REFUSED'],
  })
    .input(v.object({ package: PackageName, twoPersons: v.boolean() }))
    .output(v.object({ ...Outcome.entries, message: v.string() })),
};
