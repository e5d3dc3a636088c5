import { isStaff, type PartnerRow, type UserRow } from './call-context.ts';

/** Where staff set up the second factor that their partner requires. */
export const SET_UP_PAGE = '/security';

/** Whether the partner requires a second factor of this user. */
export const isRequired = (partner: Pick<PartnerRow, 'staffSecondFactor'>, user: Pick<UserRow, 'role'>): boolean =>
  partner.staffSecondFactor && isStaff(user);

/** Whether the user has to set up a second factor before anything else. */
export const needsSecondFactor = (
  partner: Pick<PartnerRow, 'staffSecondFactor'>,
  user: Pick<UserRow, 'role' | 'secondFactorAt'>,
): boolean => isRequired(partner, user) && user.secondFactorAt === null;
