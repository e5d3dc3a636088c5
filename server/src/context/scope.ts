import type { Scope } from '../db/select-page.ts';
import { isStaff, signedIn, type CallContext } from './call-context.ts';
import { PanelError } from '../kernel/errors.ts';

/** The caller's scope. @throws PanelError UNAUTHENTICATED */
export function scopeOf(context: CallContext): Scope {
  const user = signedIn(context);
  return { partnerId: context.partner.id, customerId: isStaff(user) ? 'staff' : user.id };
}

/**
 * The result of a query within the scope.
 * @throws PanelError NOT_FOUND, also for objects of others
 */
export function found<T>(row: T | null | undefined): T {
  if (row === null || row === undefined) throw new PanelError('NOT_FOUND');
  return row;
}
