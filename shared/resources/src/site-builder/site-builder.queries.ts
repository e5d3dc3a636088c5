import { calls, queryOf } from '@panel/core';
import { builderDraftRead } from './site-builder.reads.ts';

/** The draft of a site, with all pages. */
export const builderDraftQuery = (id: string) => queryOf(builderDraftRead(id));

/** What of a site is live. */
export const builderPublicationQuery = (id: string) => calls.siteBuilder.publication.queryOptions({ input: { id } });

/** The uploaded pictures of a site, the newest first. */
export const builderPicturesQuery = (id: string) => calls.siteBuilder.pictures.queryOptions({ input: { id } });
