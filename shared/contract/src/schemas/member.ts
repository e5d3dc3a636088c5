import * as v from 'valibot';
import { canBeLimited, MEMBER_ROLES, type MemberRole } from '../member-roles.ts';
import { list } from './bounded.ts';
import { expected } from './expected.ts';
import { Email, Id, queryList } from './fields.ts';
import { listQuery } from './list.ts';
import { AnyMemberRole } from './member-role.ts';
import { PersonName } from './user.ts';

/** Members of one account, and what a limited one can have. */
export const MEMBERS_MAX = 100;
export const MEMBER_WORKLOADS_MAX = 500;

/** A site or an application that a member can be limited to. */
export const MemberWorkload = v.object({ id: v.string(), fqdn: v.string(), is_app: v.boolean() });
export type MemberWorkload = v.InferOutput<typeof MemberWorkload>;

/** Somebody whom a customer has let into their account. */
export const Member = v.object({
  id: v.string(),
  email: v.string(),
  firstname: v.string(),
  lastname: v.string(),
  role: AnyMemberRole,
  /** What they are limited to; null: everything in the account. */
  workloads: v.nullable(v.array(MemberWorkload)),
  /** Has never signed in and has no password. */
  invited: v.boolean(),
  second_factor: v.boolean(),
  last_sign_in_at: v.nullable(v.string()),
  /** Whoever asks. */
  is_self: v.boolean(),
  created_at: v.string(),
});
export type Member = v.InferOutput<typeof Member>;

export const MemberListQuery = v.object({
  ...listQuery(['created_at', 'email', 'name', 'last_sign_in_at']),
  /** Part of their name or email. */
  keyword: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(253))),
  role: v.optional(queryList(MEMBER_ROLES)),
});

/** Null: everything in the account, also what is added later. */
const WorkloadIds = v.nullable(list(Id, { max: MEMBER_WORKLOADS_MAX }));

export const MEMBER_ACCESS_MISSING = 'Choose at least one site or application.';
export const MEMBER_ACCESS_WHOLE = 'This role is about the whole account and cannot be limited.';

type Access = { role: MemberRole; workload_ids: string[] | null };
const access = { role: AnyMemberRole, workload_ids: WorkloadIds };
const hasSome = ({ workload_ids: ids }: Access): boolean => ids === null || ids.length > 0;
const fitsRole = ({ role, workload_ids: ids }: Access): boolean => ids === null || canBeLimited(role);

/** What a member may do, and with which sites and applications. */
export const MemberAccessInput = v.pipe(
  v.object(access),
  v.forward(
    v.check((given) => hasSome(given), MEMBER_ACCESS_MISSING),
    ['workload_ids'],
  ),
  v.forward(
    v.check((given) => fitsRole(given), MEMBER_ACCESS_WHOLE),
    ['workload_ids'],
  ),
);

export const MemberInviteInput = v.pipe(
  v.object({
    firstname: v.optional(PersonName, ''),
    lastname: v.optional(PersonName, ''),
    email: Email,
    ...access,
  }),
  v.forward(
    v.check((given) => hasSome(given), MEMBER_ACCESS_MISSING),
    ['workload_ids'],
  ),
  v.forward(
    v.check((given) => fitsRole(given), MEMBER_ACCESS_WHOLE),
    ['workload_ids'],
  ),
);

export const MemberChangeInput = v.pipe(
  v.object({
    id: Id,
    ...access,
    ...expected({ role: AnyMemberRole, workload_ids: v.nullable(list(v.string(), { max: MEMBER_WORKLOADS_MAX })) }),
  }),
  v.forward(
    v.check((given) => hasSome(given), MEMBER_ACCESS_MISSING),
    ['workload_ids'],
  ),
  v.forward(
    v.check((given) => fitsRole(given), MEMBER_ACCESS_WHOLE),
    ['workload_ids'],
  ),
);
