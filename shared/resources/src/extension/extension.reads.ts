import type { DirectoryBrowse, ExtensionKind } from '@panel/contract';
import { read, type ListState } from '@panel/contract/reads';

/** How the library and the list of installed items begin (data calls §9). The server orders both by name. */
export const EXTENSION_LIST = { columns: ['name'], orderBy: 'name', sortOrder: 'asc', pageSize: 100 } as const;

/** These lists count their pages from 1. */
const pageOf = ({ pageIndex, pageSize, keyword }: ListState) => ({
  pageIndex: pageIndex + 1,
  pageSize,
  keyword: keyword || undefined,
});

/** How the directory begins: what most sites use. */
export const DIRECTORY_LIST = {
  columns: ['name'],
  orderBy: 'name',
  sortOrder: 'asc',
  pageSize: 20,
  filters: ['browse'],
} as const;

const BROWSE: readonly DirectoryBrowse[] = ['popular', 'new', 'updated'];
/** What is listed where nothing is searched. */
export const browseOf = ({ filters }: ListState): DirectoryBrowse =>
  BROWSE.find((browse) => browse === filters['browse']?.[0]) ?? 'popular';

export const directoryRead = (kind: ExtensionKind, state: ListState) =>
  read(`${kind}.directory`, { ...pageOf(state), browse: browseOf(state) });
export const libraryRead = (kind: ExtensionKind, state: ListState) => read(`${kind}.list`, pageOf(state));
export const installedRead = (kind: ExtensionKind, state: ListState) => read(`${kind}.installed`, pageOf(state));
