import { isOpenAccount } from '../db/open-account.ts';
import { PanelError } from '../kernel/errors.ts';
import type { PartnerRow, UserRow } from './call-context.ts';

/** @throws PanelError ACCOUNT_SUSPENDED for a customer who is suspended, or whose deletion has begun */
export function checkOpenAccount(
  { supportEmail: email }: Pick<PartnerRow, 'supportEmail'>,
  user: Pick<UserRow, 'suspendedAt' | 'deletesAt'>,
): void {
  if (!isOpenAccount(user)) throw new PanelError('ACCOUNT_SUSPENDED', { email });
}
