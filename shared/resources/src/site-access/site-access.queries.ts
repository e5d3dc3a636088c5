import { calls } from '@panel/core';

/** How often the list of connections is read again while clients may connect. */
const WHILE_OPEN_MS = 10_000;

/** SFTP access to the files of a site. */
export const ftpQuery = (id: string) =>
  calls.siteAccess.ftp.queryOptions({
    input: { id },
    refetchInterval: ({ state }) => (state.data?.access ? WHILE_OPEN_MS : false),
  });
