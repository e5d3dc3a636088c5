import * as v from 'valibot';
import { MEMBER_DUTIES, MEMBER_ROLES, type MemberDuty } from '../member-roles.ts';

/** Apart from the roles themselves, which browser bundles have without the validator. */
export const AnyMemberRole = v.picklist(MEMBER_ROLES);
export const AnyMemberDuty = v.picklist(Object.keys(MEMBER_DUTIES) as MemberDuty[]);

/** What a signed-in member may do, and in whose account they are. */
export const OwnMembership = v.object({
  role: AnyMemberRole,
  all_workloads: v.boolean(),
  /** The name of the customer, or the email of one without a name. */
  account: v.string(),
});
