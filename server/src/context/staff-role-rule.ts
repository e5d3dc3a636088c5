import { mayDo, STAFF_DUTIES, STAFF_ROLE_NAMES, type StaffDuty } from '@panel/contract';
import type { UserRow, Viewer } from './call-context.ts';
import { PanelError } from '../kernel/errors.ts';

type Member = Pick<UserRow, 'role' | 'staffRole'>;

/** A user as the contract decides about them. */
export const memberOf = ({ role, staffRole }: Member) => ({ role, staff_role: staffRole });

/**
 * Whoever of the staff makes a call needs a role for it, also while they are signed in as a customer: that gives nobody more
 * than they have. @throws PanelError STAFF_ROLE
 */
export function checkStaffRole(duty: StaffDuty, viewer: Pick<Viewer, 'user' | 'actor'> | null): void {
  const who = viewer && memberOf(viewer.actor ?? viewer.user);
  if (mayDo(duty, who)) return;
  const roles = STAFF_DUTIES[duty].map((role) => STAFF_ROLE_NAMES[role]).join(', ');
  throw new PanelError('STAFF_ROLE', { role: STAFF_ROLE_NAMES[who?.staff_role ?? 'read_only'], roles });
}
