import { signedIn, isStaff, type CallContext } from '../../http/call-context.ts';

/** Whose sites a query may touch. Nothing of this module reads sites without one (decision: Tenancy). */
export type SiteScope = { partnerId: string; reach: { customerId: string } | 'staff' };

/** The scope of whoever sent the request: a customer's own sites, or for staff all of the partner's. */
export function scopeOf(context: CallContext): SiteScope {
  const user = signedIn(context);
  return { partnerId: context.partner.id, reach: isStaff(user) ? 'staff' : { customerId: user.id } };
}

/** The owner whose counter holds how many sites the scope has. */
export const counterOf = ({ partnerId, reach }: SiteScope): string =>
  reach === 'staff' ? partnerId : reach.customerId;
