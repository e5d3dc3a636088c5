import * as v from 'valibot';
import { queryInteger } from './fields.ts';

export const PAGE_SIZE = 10;
export const PAGE_SIZE_MAX = 100;

/** Input of every paged list (spec §3): a zero-based page, its size, and an order. */
export function listQuery<const C extends readonly [string, ...string[]]>(columns: C) {
  return {
    pageIndex: v.optional(queryInteger(0, 1_000_000), 0),
    pageSize: v.optional(queryInteger(1, PAGE_SIZE_MAX), PAGE_SIZE),
    orderBy: v.optional(v.picklist(columns), 'created_at'),
    sortOrder: v.optional(v.picklist(['asc', 'desc'])),
  };
}

/** The common list envelope (data calls §3). */
export function page<T extends v.GenericSchema>(element: T) {
  return v.object({
    pageIndex: v.number(),
    pageSize: v.number(),
    totalCount: v.number(),
    totalPage: v.number(),
    pageElements: v.array(element),
  });
}

export type Page<T> = { pageIndex: number; pageSize: number; totalCount: number; totalPage: number; pageElements: T[] };
