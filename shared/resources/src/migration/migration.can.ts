import { t } from '@panel/core';
import { MIGRATION_TRANSITIONS } from '@panel/contract/status';
import type { Migration } from '@panel/core';

type Asked<K extends keyof Migration> = Pick<Migration, K>;

/** Whether the migration waits or runs. */
export const isMoving = ({ status }: Asked<'status'>): boolean => status === 'pending' || status === 'inprogress';

const WORKING = t('A task is still working on this migration. Wait until it has finished.');

/** Why a status cannot be set now, or nothing. Customers cancel; the other steps are the staff's. */
export function cannotMoveTo(
  { status }: Asked<'status'>,
  to: 'inprogress' | 'cancelled' | 'ready' | 'failed',
): string | undefined {
  if (MIGRATION_TRANSITIONS[status].includes(to)) return undefined;
  switch (to) {
    case 'inprogress':
      return t('Only a migration that waits can be started.');
    case 'ready':
      return t('The copy must be complete first.');
    case 'cancelled':
    case 'failed':
      return t('The migration is no longer open.');
  }
}

/** Why staff cannot give it up, or nothing: its task is cancelled instead. */
export const cannotGiveUp = ({ status }: Asked<'status'>): string | undefined =>
  status === 'inprogress' ? WORKING : cannotMoveTo({ status }, 'failed');

/** Why its address cannot be changed now, or nothing. */
export const cannotChangeAddress = ({ status }: Asked<'status'>): string | undefined =>
  status === 'pending' || status === 'completed' ? undefined : t('The address of this migration is final.');

/** Why the migration cannot be deleted now, or nothing. */
export const cannotDelete = ({ status }: Asked<'status'>): string | undefined =>
  status === 'inprogress' ? t('The migration is in progress. Cancel it first.') : undefined;
