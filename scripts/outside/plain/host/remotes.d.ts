/* The host knows its remotes by address only. */
declare module 'mf_help/remote' {
  import type { RemotePages } from '@panel/core';

  export const pages: RemotePages;
}
