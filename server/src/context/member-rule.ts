import {
  MEMBER_DUTIES,
  MEMBER_ROLE_NAMES,
  memberMay,
  type MemberDuty,
  type Membership,
  type Role,
  type User,
} from '@panel/contract';
import { PanelError } from '../kernel/errors.ts';
import type { AccountMember, UserRow, Viewer } from './call-context.ts';

/** To the panel, a member is a customer: pages and calls of staff do not exist for them. */
export const shownRole = ({ role }: Pick<UserRow, 'role'>): Role => (role === 'member' ? 'customer' : role);

const membershipOf = ({ role, workloadIds }: AccountMember): Membership => ({
  role,
  all_workloads: workloadIds === null,
});

/** The account that a member is in, as they see it. */
export const ownMembership = (member: AccountMember): NonNullable<User['member']> => {
  const { firstname, lastname, email } = member.account;
  return { ...membershipOf(member), account: `${firstname} ${lastname}`.trim() || email };
};

/** Whether a member may do this; everybody else may. */
export const mayAsMember = (duty: MemberDuty, viewer: Pick<Viewer, 'member'> | null): boolean =>
  memberMay(duty, viewer?.member && membershipOf(viewer.member));

/** @throws PanelError MEMBER_ROLE, which names the roles that may, MEMBER_LIMITED for a role that may without the limit */
export function checkMemberRole(duty: MemberDuty, viewer: Pick<Viewer, 'member'> | null): void {
  const member = viewer?.member;
  if (!member || mayAsMember(duty, viewer)) return;
  if (memberMay(duty, { role: member.role, all_workloads: true })) throw new PanelError('MEMBER_LIMITED');
  const roles = MEMBER_DUTIES[duty].map((role) => MEMBER_ROLE_NAMES[role]).join(', ');
  throw new PanelError('MEMBER_ROLE', { role: MEMBER_ROLE_NAMES[member.role], ...(roles && { roles }) });
}

/**
 * A viewer as the account that they are in: what is asked and changed is the customer's, and the log names the member. Without
 * it a member is a customer who owns nothing, so that what forgets it shows nothing.
 */
export const asAccount = (viewer: Viewer): Viewer =>
  viewer.member ? { ...viewer, user: viewer.member.account } : viewer;
