import type { Scope } from '../db/select-page.ts';
import { isStaff, signedIn, type AccountMember, type CallContext, type UserRow } from './call-context.ts';
import { PanelError } from '../kernel/errors.ts';

/** The caller's scope. @throws PanelError UNAUTHENTICATED */
export function scopeOf(context: CallContext): Scope {
  const user = signedIn(context);
  return scopeOfUser(context.partner.id, user, context.viewer?.member);
}

/** The scope of a user; of a member who makes a call for their account, with the limit of the member. */
export function scopeOfUser(
  partnerId: string,
  user: Pick<UserRow, 'id' | 'role'>,
  member?: Pick<AccountMember, 'account' | 'workloadIds'>,
): Scope {
  if (isStaff(user)) return { partnerId, customerId: 'staff' };
  const limit = member?.account.id === user.id ? member.workloadIds : null;
  return { partnerId, customerId: user.id, ...(limit && { workloadIds: limit }) };
}

/**
 * The result of a query within the scope.
 * @throws PanelError NOT_FOUND, also for objects of others
 */
export function found<T>(row: T | null | undefined): T {
  if (row === null || row === undefined) throw new PanelError('NOT_FOUND');
  return row;
}
