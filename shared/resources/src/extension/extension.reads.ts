import type { ExtensionKind } from '@panel/contract';
import { read, type ListState } from '@panel/contract/reads';

/** How the library and the list of installed items begin (data calls §9). The server orders both by name. */
export const EXTENSION_LIST = { columns: ['name'], orderBy: 'name', sortOrder: 'asc', pageSize: 100 } as const;

/** These lists count their pages from 1. */
const pageOf = ({ pageIndex, pageSize, keyword }: ListState) => ({
  pageIndex: pageIndex + 1,
  pageSize,
  keyword: keyword || undefined,
});

export const libraryRead = (kind: ExtensionKind, state: ListState) => read(`${kind}.list`, pageOf(state));
export const installedRead = (kind: ExtensionKind, state: ListState) => read(`${kind}.installed`, pageOf(state));
