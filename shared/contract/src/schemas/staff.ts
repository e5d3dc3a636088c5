import * as v from 'valibot';
import { STAFF_ROLES } from '../staff-roles.ts';
import { Email, Id, queryList } from './fields.ts';
import { listQuery } from './list.ts';
import { AnyStaffRole } from './staff-role.ts';
import { PersonName } from './user.ts';

/** A member of a partner's staff, as the others see them. */
export const Staff = v.object({
  id: v.string(),
  email: v.string(),
  firstname: v.string(),
  lastname: v.string(),
  staff_role: AnyStaffRole,
  /** Has never signed in and has no password. */
  invited: v.boolean(),
  second_factor: v.boolean(),
  last_sign_in_at: v.nullable(v.string()),
  /** Whoever asks. */
  is_self: v.boolean(),
  created_at: v.string(),
});
export type Staff = v.InferOutput<typeof Staff>;

export const StaffListQuery = v.object({
  ...listQuery(['created_at', 'email', 'name', 'last_sign_in_at']),
  /** Part of their name or email. */
  keyword: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(253))),
  role: v.optional(queryList(STAFF_ROLES)),
});

export const StaffInviteInput = v.object({
  firstname: v.optional(PersonName, ''),
  lastname: v.optional(PersonName, ''),
  email: Email,
  staff_role: AnyStaffRole,
});

/** `expected` is the role that was shown: of two who change it, the second sees what the first did. */
export const StaffRoleInput = v.object({ id: Id, staff_role: AnyStaffRole, expected: v.optional(AnyStaffRole) });
