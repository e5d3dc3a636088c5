import * as v from 'valibot';
import { call } from '../call.ts';
import { Id } from '../schemas/fields.ts';
import { page } from '../schemas/list.ts';
import { Member, MemberChangeInput, MemberInviteInput, MemberListQuery, MemberWorkload } from '../schemas/member.ts';
import { Outcome } from '../schemas/user.ts';

/** Who gets into the account is decided by people in person: no token opens these calls. */
const own = { audience: 'customer', scope: 'closed', member: 'manage' } as const;
const ById = v.object({ id: Id });
const Saved = v.object({ ...Outcome.entries, data: Member });

/** The people whom a customer has let into their account (ADR 0126). Those of others do not exist here. */
export const memberCalls = {
  list: call({
    method: 'GET',
    path: '/account/member',
    summary:
      'Members of the account, paged, with their roles, sites, last sign-in and whether they have a second factor',
    ...own,
  })
    .input(MemberListQuery)
    .output(page(Member)),
  workloads: call({
    method: 'GET',
    path: '/account/member/workloads',
    summary: 'Sites and applications of the account that a member can be limited to, by address',
    ...own,
  }).output(v.array(MemberWorkload)),
  invite: call({
    method: 'POST',
    path: '/account/member',
    summary: 'Add a member, who gets an email with a link to set a password',
    ...own,
    stepUp: true,
    errors: ['NOT_FOUND', 'EMAIL_TAKEN', 'MEMBER_EXISTS', 'MEMBER_SELF', 'MEMBER_LIMIT', 'IDEMPOTENCY_REUSED'],
    limit: { tries: 50, windowSeconds: 3600 },
    everyTryCounts: true,
  })
    .input(MemberInviteInput)
    .output(Saved),
  inviteAgain: call({
    method: 'POST',
    path: '/account/member/{id}/invitation',
    summary: 'Send the invitation again; the links of earlier ones end',
    ...own,
    stepUp: true,
    errors: ['NOT_FOUND', 'MEMBER_ACCEPTED'],
    limit: { tries: 50, windowSeconds: 3600 },
    everyTryCounts: true,
    neverKept: true,
  })
    .input(ById)
    .output(Saved),
  change: call({
    method: 'PUT',
    path: '/account/member/{id}',
    summary: 'Give a member another role or other sites, which count from their next call; nobody changes their own',
    ...own,
    stepUp: true,
    errors: ['NOT_FOUND', 'CONFLICT', 'MEMBER_SELF'],
  })
    .input(MemberChangeInput)
    .output(Saved),
  remove: call({
    method: 'DELETE',
    path: '/account/member/{id}',
    summary: 'Remove a member, who is signed out; what they did stays in the log of the account',
    ...own,
    stepUp: true,
    errors: ['NOT_FOUND', 'MEMBER_SELF'],
  })
    .input(ById)
    .output(Outcome),
};
