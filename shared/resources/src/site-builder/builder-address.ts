import { BUILDER_FILES_PATH, builderPageFile } from '@panel/contract/schemas';

/** A file of a site's draft as the published site has it: a page, a picture, or the editor's canvas. */
export const builderFilePath = (siteId: string, file: string): string =>
  `${BUILDER_FILES_PATH}${encodeURIComponent(siteId)}/${file}`;

/** A page of the draft as visitors would see it. */
export const previewPath = (siteId: string, page: { slug: string }, index: number): string =>
  builderFilePath(siteId, builderPageFile(page, index));

/** The site's editor. */
export const editorPath = (siteId: string): string => `/site-builder/edit/${encodeURIComponent(siteId)}`;
