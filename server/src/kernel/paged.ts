import type { Page } from '@panel/contract';

/** The range of an ordered list that a repo reads. */
export type Slice<Column extends string = string> = {
  limit: number;
  offset: number;
  orderBy: Column;
  sortOrder: 'asc' | 'desc';
};

/** A repo's result: the rows of the slice, and the total. */
export type Sliced<Row> = { rows: readonly Row[]; total: number };

type ListInput<Column extends string> = {
  pageIndex: number;
  pageSize: number;
  orderBy?: Column;
  sortOrder?: 'asc' | 'desc';
};

/**
 * Answers a paged call with the common envelope (data calls §3): `read` gets the requested slice, `wire` maps each
 * row to the contract. Newest first by default; names and words in their own order (data calls §9).
 */
export async function paged<Column extends string, Row, Item, Found extends Sliced<Row>, More extends object = object>(
  { pageIndex, pageSize, orderBy, sortOrder }: ListInput<Column>,
  read: (slice: Slice<Column | 'created_at'>) => Promise<Found & Sliced<Row>>,
  wire: (row: Row) => Item,
  more?: (found: Found) => More,
): Promise<Page<Item> & More> {
  const column = orderBy ?? 'created_at';
  const found = await read({
    limit: pageSize,
    offset: pageIndex * pageSize,
    orderBy: column,
    sortOrder: sortOrder ?? (column === 'created_at' ? 'desc' : 'asc'),
  });
  return {
    pageIndex,
    pageSize,
    totalCount: found.total,
    totalPage: Math.ceil(found.total / pageSize),
    pageElements: found.rows.map(wire),
    ...(more?.(found) as More),
  };
}
