import { MIGRATION_TRANSITIONS } from '@panel/contract/status';
import type { Migration } from '@panel/core';

type Asked<K extends keyof Migration> = Pick<Migration, K>;

/** Whether the migration waits or runs. */
export const isMoving = ({ status }: Asked<'status'>): boolean => status === 'pending' || status === 'inprogress';

/** Why a status cannot be set now, or nothing. Customers cancel; the other steps are the staff's. */
export function cannotMoveTo(
  { status }: Asked<'status'>,
  to: 'inprogress' | 'cancelled' | 'completed' | 'ready' | 'failed',
): string | undefined {
  if (MIGRATION_TRANSITIONS[status].includes(to)) return undefined;
  switch (to) {
    case 'inprogress':
      return 'Only a migration that waits can be started.';
    case 'completed':
      return 'Only a migration in progress can be completed.';
    case 'ready':
      return 'The copy must be complete first.';
    case 'cancelled':
    case 'failed':
      return 'The migration is no longer open.';
  }
}

/** Why the migration cannot be deleted now, or nothing. */
export const cannotDelete = ({ status }: Asked<'status'>): string | undefined =>
  status === 'inprogress' ? 'The migration is in progress. Cancel it first.' : undefined;
