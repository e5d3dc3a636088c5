import { read } from '@panel/contract/reads';

/** The staging environment of a live site. */
export const stagingRead = (siteId: string) => read('staging.ofParent', { id: siteId });
