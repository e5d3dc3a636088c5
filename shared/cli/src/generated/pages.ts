import { usage } from '../fault.ts';
import { note } from '../output/print.ts';

export type Page<T = Record<string, unknown>> = {
  pageIndex: number;
  pageSize: number;
  totalCount: number;
  totalPage: number;
  pageElements: T[];
};
export type PageOptions = { page?: string; pageSize?: string; all?: boolean };

const LARGEST = 100;
/** Entries that `--all` reads at most. */
export const MOST = 10_000;

function whole(text: string | undefined, flag: string, max: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d{1,7}$/.test(text) || value < 1 || value > max)
    throw usage(`--${flag} must be a whole number from 1 to ${max}, not "${text}".`);
  return value;
}

/** Reads the page that was asked for, or all of them up to `MOST` entries. */
export async function readPages<T>(
  { page, pageSize, all }: PageOptions,
  readPage: (query: { pageIndex?: number; pageSize?: number }) => Promise<Page<T>>,
): Promise<Page<T>> {
  const [number, size] = [whole(page, 'page', 1_000_000), whole(pageSize, 'page-size', LARGEST)];
  if (!all) return readPage({ pageIndex: number === undefined ? undefined : number - 1, pageSize: size });
  if (number !== undefined) throw usage('Choose --page or --all, not both.');
  const perPage = size ?? LARGEST;
  const elements: T[] = [];
  let total: number;
  let index = 0;
  do {
    const { pageElements, totalCount } = await readPage({ pageIndex: index, pageSize: perPage });
    elements.push(...pageElements);
    total = pageElements.length === 0 ? elements.length : totalCount;
    index += 1;
  } while (elements.length < total && elements.length < MOST);
  if (elements.length < total) note(`Only the first ${elements.length} of ${total} are shown.`);
  return { pageIndex: 0, pageSize: elements.length, totalCount: total, totalPage: 1, pageElements: elements };
}
