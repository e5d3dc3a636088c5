import { t } from '@panel/core';
import type { Team } from '@panel/core';
import { isAccepted } from './team.labels.ts';

/** Why a team has no key to revoke, or nothing. */
export const cannotRevoke = ({ keys }: Pick<Team, 'keys'>): string | undefined =>
  keys.some(isAccepted) ? undefined : t('The team has no key that is accepted.');
