import type { CustomerAccount, CustomerState } from '@panel/contract';
import type { UserRow } from '../../context/call-context.ts';
import { isInvited } from '../user/public-user.ts';
import type { CustomerFacts } from './customer.repo.ts';

/** The same as the conditions of the list (customer.repo.ts). */
export function stateOf(row: UserRow): CustomerState {
  if (row.deletesAt) return 'deleting';
  if (row.suspendedAt) return 'suspended';
  return isInvited(row) ? 'invited' : 'active';
}

const time = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

/** A customer as staff see them in the list. */
export const publicCustomer =
  (facts: ReadonlyMap<string, CustomerFacts>) =>
  (row: UserRow): CustomerAccount => {
    const fact = facts.get(row.id);
    return {
      id: row.id,
      email: row.email,
      firstname: row.firstname,
      lastname: row.lastname,
      phone_number: row.phoneNumber,
      state: stateOf(row),
      tags: fact?.tags ?? [],
      plan_type: row.planType,
      sites: fact?.sites ?? 0,
      apps: fact?.apps ?? 0,
      last_sign_in_at: time(row.lastSignInAt),
      invitation_until: time(fact?.invitationUntil),
      suspended_at: time(row.suspendedAt),
      deletes_at: time(row.deletesAt),
      created_at: row.createdAt.toISOString(),
    };
  };
