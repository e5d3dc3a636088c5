import { read } from '@panel/contract/reads';

/** The domain of a site. */
export const siteDomainRead = (id: string) => read('domain.bySite', { id });
