import type { AppContext } from '../context/app-context.ts';
import type { MatchedCall } from './call-matcher.ts';
import { PanelError } from '../kernel/errors.ts';

/**
 * Rejects a call that makes the data folder grow while the disk has less free space than the reserve.
 * @throws PanelError DISK_FULL
 */
export async function refuseGrowth({ disk }: Pick<AppContext, 'disk'>, call: Pick<MatchedCall, 'meta'>): Promise<void> {
  if ((call.meta.upload || call.meta.grows) && (await disk.isLow())) throw new PanelError('DISK_FULL');
}
