import type { BinnedApp, BinnedSite } from '@panel/core';

/** What the bins of sites and of applications have in common. */
export type Binned = Pick<BinnedSite & BinnedApp, keyof BinnedSite & keyof BinnedApp>;
/** Whose bin. */
export type BinKind = 'site' | 'app';
