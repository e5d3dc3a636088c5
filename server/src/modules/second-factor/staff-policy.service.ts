import type { StaffPolicy } from '@panel/contract';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { setStaffPolicy } from './second-factor.repo.ts';

/**
 * Requires a second factor of the partner's staff, or ends that; open tabs of staff without one are led to set it up.
 * @throws PanelError SECOND_FACTOR_MISSING when the caller would be locked out
 */
export async function saveStaffPolicy(context: CallContext, policy: StaffPolicy): Promise<StaffPolicy> {
  const { app, partner, request } = context;
  const user = signedIn(context);
  if (policy.second_factor && user.secondFactorAt === null) throw new PanelError('SECOND_FACTOR_MISSING');
  await app.db.transaction(async (tx) => {
    await setStaffPolicy(tx, partner.id, policy.second_factor, app.clock.now());
    await audit(tx, 'staff_policy.save', { partnerId: partner.id, userId: user.id, request }, policy);
  });
  await app.partners.changed(partner.id);
  return policy;
}
