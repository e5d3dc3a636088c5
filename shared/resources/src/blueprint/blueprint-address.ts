export const BLUEPRINTS_PATH = '/blueprints';
/** The blueprints of one site. */
export const siteBlueprintsPath = (siteId: string): string => `/manage-site/blueprints/${encodeURIComponent(siteId)}`;
