import { STAFF_ROLES, type StaffRole } from '@panel/contract/staff-roles';
import { t, type Staff, type User } from '@panel/core';

type Viewer = Pick<User, 'role' | 'staff_role'>;

const isOwner = ({ role, staff_role }: Viewer): boolean => role === 'superadmin' || staff_role === 'owner';

/** The roles that the viewer can give: only owners make others owners. */
export const rolesToGive = (viewer: Viewer): readonly StaffRole[] =>
  isOwner(viewer) ? STAFF_ROLES : STAFF_ROLES.filter((role) => role !== 'owner');

/** Why the viewer can neither change the role of a member of staff nor remove them, or nothing. */
export const cannotChangeStaff = (
  { is_self: isSelf, staff_role: role }: Pick<Staff, 'is_self' | 'staff_role'>,
  viewer: Viewer,
): string | null => {
  if (isSelf) return t('You can’t change your own role.');
  return role === 'owner' && !isOwner(viewer) ? t('Only owners change owners.') : null;
};

/** Why no invitation can be sent again, or nothing. */
export const cannotInviteStaff = (member: Pick<Staff, 'invited' | 'staff_role'>, viewer: Viewer): string | null => {
  if (!member.invited) return t('This staff member has already signed in.');
  return member.staff_role === 'owner' && !isOwner(viewer) ? t('Only owners change owners.') : null;
};

/** What a member of staff is called: their name, or their email while they have none. */
export const staffName = ({ firstname, lastname, email }: Pick<Staff, 'firstname' | 'lastname' | 'email'>): string =>
  `${firstname} ${lastname}`.trim() || email;
