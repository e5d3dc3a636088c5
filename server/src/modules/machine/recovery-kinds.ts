/** Restores of what was on a lost machine: of sites, and of applications. */
export const RECOVER_SITE = 'workload.recover';
export const RECOVER_APP = 'app.recover';
export const RECOVER_KINDS = [RECOVER_SITE, RECOVER_APP] as const;
