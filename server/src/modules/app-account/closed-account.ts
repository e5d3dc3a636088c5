import type { AppContext } from '../../context/app-context.ts';
import { isOpenAccount, isOpenPartner } from '../../db/open-account.ts';
import { findUserOfPartner } from '../user/user.repo.ts';
import { appsAreOn } from './app-account.repo.ts';

/** Why nothing is done for an application by itself, such as a scheduled command or backup; null when something is. */
export async function closedAccount(
  app: Pick<AppContext, 'db'>,
  { partnerId, customerId }: { partnerId: string; customerId: string | null },
): Promise<string | null> {
  if (!(await appsAreOn(app.db, partnerId))) return 'Applications were switched off.';
  if (!(await isOpenPartner(app.db, partnerId))) return 'The account was suspended.';
  const customer = customerId === null ? undefined : await findUserOfPartner(app.db, partnerId, customerId);
  return customer && (customer.isAbuseSystem || !isOpenAccount(customer)) ? 'The account was suspended.' : null;
}
