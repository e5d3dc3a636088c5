import type { BinnedSite } from '@panel/core';

type Asked = Pick<BinnedSite, 'task_id'>;

/** Why a site in the bin can be neither restored nor deleted now, or nothing. */
export const cannotChangeBinned = ({ task_id }: Asked): string | undefined =>
  task_id ? 'The site is already being deleted for good.' : undefined;

/** Why one of the selected sites keeps the others from it, or nothing. */
export function cannotChangeAllBinned(sites: readonly BinnedSite[]): string | undefined {
  const busy = sites.find(cannotChangeBinned);
  return busy && `${busy.fqdn}: ${cannotChangeBinned(busy)}`;
}
