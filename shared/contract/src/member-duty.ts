import type { Audience } from './schemas/manifest.ts';
import type { MemberDuty } from './member-roles.ts';
import { isMoney, isOwnAccount } from './staff-duty.ts';
import type { StaffDuty } from './staff-roles.ts';

/**
 * The duty of a call that declares none. What is neither one’s own account nor money is reading or changing what is hosted;
 * what reads credentials is a change for staff too (`dutyOfCall`).
 */
export function memberDutyOfCall({
  method,
  path,
  audience,
  changes,
  staff,
}: {
  method: string;
  path: string;
  audience: Audience;
  changes?: boolean | undefined;
  staff: StaffDuty;
}): MemberDuty {
  if (audience === 'public' || audience === 'staff' || audience === 'superadmin' || isOwnAccount(path)) return 'own';
  const isReading = staff === 'any' && (method !== 'GET' || !changes);
  if (isMoney(path)) return isReading ? 'any' : 'billing';
  return isReading ? 'see' : 'change';
}
