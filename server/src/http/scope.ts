import { isStaff, signedIn, type CallContext } from './call-context.ts';
import { PanelError } from './errors.ts';

/** Whose objects a query may touch: one customer's, or for staff all of the partner's (decision: Tenancy). */
export type Scope = { partnerId: string; customerId: string | 'staff' };

/** The caller's scope. @throws PanelError UNAUTHENTICATED */
export function scopeOf(context: CallContext): Scope {
  const user = signedIn(context);
  return { partnerId: context.partner.id, customerId: isStaff(user) ? 'staff' : user.id };
}

/** What a query of the scope found. @throws PanelError NOT_FOUND, for what belongs to others as well */
export function found<T>(row: T | null | undefined): T {
  if (row === null || row === undefined) throw new PanelError('NOT_FOUND');
  return row;
}
