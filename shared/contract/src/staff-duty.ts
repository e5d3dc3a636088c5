import type { Audience } from './schemas/manifest.ts';
import type { StaffDuty } from './staff-roles.ts';

/** Below these is the account of whoever calls. */
const OWN = ['/security/', '/passkeys', '/notification', '/user/', '/auth/'];
/** Below these, money is spent or given back. */
const MONEY = ['/stripe/', '/license', '/partner/license', '/partner/invoice', '/site/license'];

const isBelow = (path: string, starts: readonly string[]): boolean => starts.some((start) => path.startsWith(start));
export const isOwnAccount = (path: string): boolean => isBelow(path, OWN);
export const isMoney = (path: string): boolean => isBelow(path, MONEY);

/**
 * The duty of a call that declares none: reading and the own account are for any role, money for billing. Of the rest,
 * support changes what customers can change by themselves; what only staff can change is for those who manage the panel.
 */
export function dutyOfCall({
  method,
  path,
  audience,
  changes,
}: {
  method: string;
  path: string;
  audience: Audience;
  changes?: boolean | undefined;
}): StaffDuty {
  const isReading = method === 'GET' && !changes;
  if (audience === 'public' || audience === 'superadmin' || isReading) return 'any';
  // A call for staff alone is not about one's own account.
  if (audience !== 'staff' && isOwnAccount(path)) return 'any';
  if (isMoney(path)) return 'billing';
  return audience === 'staff' ? 'manage' : 'support';
}
