import { t } from '@panel/core';
import type { Binned } from './binned.ts';

type Asked = Pick<Binned, 'task_id'>;

/** Why something in the bin can be neither restored nor deleted now, or nothing. */
export const cannotChangeBinned = ({ task_id }: Asked): string | undefined =>
  task_id ? t('It is already being deleted for good.') : undefined;

/** Why one of those that are selected keeps the others from it, or nothing. */
export function cannotChangeAllBinned(items: readonly Pick<Binned, 'fqdn' | 'task_id'>[]): string | undefined {
  const busy = items.find(cannotChangeBinned);
  return busy && `${busy.fqdn}: ${cannotChangeBinned(busy)}`;
}
