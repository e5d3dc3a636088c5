import { calls } from '@panel/core';

/** Scheduled events, read from inside the site. */
export const cronQuery = (id: string) => calls.siteTool.cron.queryOptions({ input: { id } });

export const debugLogQuery = (id: string) => calls.siteTool.debugLog.queryOptions({ input: { id } });

/** Sizes of the entries of one folder; measuring takes a while, so they stay fresh for a minute. */
export const folderSizesQuery = (id: string, folder: string) =>
  calls.siteTool.folderSizes.queryOptions({ input: { id, folder }, staleTime: 60_000 });

export const phpSettingsQuery = (id: string) => calls.siteTool.phpSettings.queryOptions({ input: { id } });
