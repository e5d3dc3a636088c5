import type { DirectoryBrowse, ExtensionKind } from '@panel/contract';

/** A plugin or theme of the directory. Its texts are plain, its addresses are claims. */
export type FoundItem = {
  slug: string;
  version: string;
  name: string;
  author: string;
  summary: string;
  iconUrl: string | null;
  downloadUrl: string | null;
  rating: number | null;
  ratingCount: number;
  activeInstalls: number;
  requiresWp: string | null;
  requiresPhp: string | null;
  testedWp: string | null;
  updatedAt: string | null;
  tags: string[];
  downloaded: number;
};
export type FoundDetails = FoundItem & { description: string; changelog: string };
export type FoundPage = { items: FoundItem[]; total: number };

export type DirectoryBytes = { kind: ExtensionKind; bytes: Uint8Array; isOne: boolean };
/** `missing`: the directory says that it has none. `form`: what it says is nothing that we know. */
export type DirectoryAnswer = FoundPage | { item: FoundDetails } | { refused: 'missing' | 'form' };

export type DirectoryQuestion = {
  keyword?: string | undefined;
  browse: DirectoryBrowse;
  pageIndex: number;
  pageSize: number;
};
