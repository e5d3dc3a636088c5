import { useSearchParams } from '@panel/core/router';
import type { FileListing } from '@panel/resources/file';
import type { SearchWant } from './file-search.tsx';

type Next = {
  folder: string;
  file?: string;
  line?: number;
  page?: number;
  search?: string;
};

const ORDERS = ['name', 'size', 'modified_at'] as const;

/** The folder, the file and the search that are open, and the order of the list, in the address: a reload and Back find them. */
export function useOpenFolder() {
  const [params, setParams] = useSearchParams();
  const of = (name: string) => params.get(name);
  const set = (changes: Readonly<Record<string, string | null>>, kept: readonly string[]) =>
    setParams(
      (before) => {
        const after = new URLSearchParams([...before].filter(([name]) => kept.includes(name)));
        for (const [name, value] of Object.entries(changes)) {
          if (value === null || value === '') after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { preventScrollReset: true },
    );
  const LOOK = ['order', 'desc', 'hidden', 'want'];
  const listing: FileListing = {
    pageIndex: Math.max(0, Math.trunc(Number(of('page'))) || 0),
    orderBy: ORDERS.find((one) => one === of('order')) ?? 'name',
    sortOrder: of('desc') === null ? 'asc' : 'desc',
    hidden: of('hidden') === 'no' ? 'false' : 'true',
  };
  return {
    folder: of('folder') ?? '',
    file: of('file'),
    line: Number(of('line')) || undefined,
    words: of('search') ?? '',
    want: (of('want') === 'content' ? 'content' : 'names') as SearchWant,
    listing,
    go: ({ folder, file, line, page, search }: Next) =>
      set(
        {
          ...{ folder, file: file ?? null, search: search ?? null },
          ...{ line: line ? String(line) : null, page: page ? String(page) : null },
        },
        LOOK,
      ),
    /** Looks at the same folder otherwise. */
    look: (changes: Readonly<Record<'order' | 'desc' | 'hidden' | 'want' | 'search', string | null>> | object) =>
      set({ ...changes, page: null }, [...LOOK, 'folder', 'search']),
  };
}
