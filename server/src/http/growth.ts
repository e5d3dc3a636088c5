import type { AppContext } from '../context/app-context.ts';
import type { MatchedCall } from './call-matcher.ts';
import { PanelError } from '../kernel/errors.ts';

/** Calls that make the data folder grow by more than a row, besides those that take a file. */
const GROWS: ReadonlySet<string> = new Set([
  'site.create',
  'site.finalize',
  'github.deploy',
  'site.rename',
  'site.upgrade',
  'site.moveDatabase',
  'backup.create',
  'backup.createSite',
  'backup.restore',
  'backup.prove',
  'blueprint.create',
  'staging.create',
  'staging.publish',
  'staging.refresh',
  'staging.revert',
  'siteBuilder.publish',
  'partnerAdmin.uploadImage',
  'release.publish',
]);

/**
 * Rejects such a call while the disk has less free space than the reserve.
 * @throws PanelError DISK_FULL
 */
export async function refuseGrowth(
  { disk }: Pick<AppContext, 'disk'>,
  call: Pick<MatchedCall, 'name' | 'meta'>,
): Promise<void> {
  if ((call.meta.upload || GROWS.has(call.name)) && (await disk.isLow())) throw new PanelError('DISK_FULL');
}
