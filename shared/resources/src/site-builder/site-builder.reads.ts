import { read } from '@panel/contract/reads';

/** The draft of a site of the site builder. */
export const builderDraftRead = (id: string) => read('siteBuilder.draft', { id });
