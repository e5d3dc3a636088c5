import { calls } from '@panel/core';

/** How often the list of connections is read again while clients may connect. */
const WHILE_OPEN_MS = 10_000;

const WHILE_EMPTY_MS = 5_000;

/** Whether the files of a site have arrived; read again until its home page has. */
export const ftpFilesQuery = (id: string) =>
  calls.siteAccess.ftpFiles.queryOptions({
    input: { id },
    refetchInterval: ({ state }) => (state.data?.arrived === 'index' ? false : WHILE_EMPTY_MS),
  });

/** SFTP access to the files of a site. */
export const ftpQuery = (id: string) =>
  calls.siteAccess.ftp.queryOptions({
    input: { id },
    refetchInterval: ({ state }) => (state.data?.access ? WHILE_OPEN_MS : false),
  });

/** How often the access to a database is read again while it is open: it ends by itself. */
const UNTIL_END_MS = 60_000;

/** Access to the database of a site in the browser. */
export const databaseQuery = (id: string) =>
  calls.siteAccess.mysql.queryOptions({
    input: { id },
    refetchInterval: ({ state }) => (state.data?.access ? UNTIL_END_MS : false),
  });
