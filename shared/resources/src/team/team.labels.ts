import { t } from '@panel/core';
import type { Team, TeamKey } from '@panel/core';
import type { StatusTone } from '@panel/contract/status';

export const KEY_STATES: Readonly<Record<TeamKey['state'], { label: string; tone: StatusTone }>> = {
  active: { label: t('Active'), tone: 'success' },
  ending: { label: t('Being replaced'), tone: 'warning' },
  ended: { label: t('Replaced'), tone: 'neutral' },
  revoked: { label: t('Revoked'), tone: 'danger' },
};

/** Whether the panel accepts a key now. */
export const isAccepted = ({ state }: Pick<TeamKey, 'state'>): boolean => state === 'active' || state === 'ending';

/** The key that a team works with now: the newest that is accepted, otherwise the newest. */
export const currentKey = ({ keys }: Pick<Team, 'keys'>): TeamKey | undefined => keys.find(isAccepted) ?? keys[0];

/** The key that was used last. */
export const lastUsed = ({ keys }: Pick<Team, 'keys'>): TeamKey | undefined =>
  keys
    .filter((key) => key.lastUsedAt !== null)
    .sort((a, b) => (b.lastUsedAt ?? '').localeCompare(a.lastUsedAt ?? ''))[0];

/** The command with which a team adds its key to the panel at `origin`. */
export const enrollCommand = (code: string, origin: string): string =>
  `npx panel-remote release enroll ${code} team.pem --to ${origin}`;
