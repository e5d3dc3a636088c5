import type { InferContractRouterInputs } from '@orpc/contract';
import type { Contract } from './contract.ts';

type Inputs = InferContractRouterInputs<Contract>;

/** A call by its name in the contract: `site.filter`. */
export type CallName = {
  [Group in keyof Inputs & string]: `${Group}.${keyof Inputs[Group] & string}`;
}[keyof Inputs & string];

type InputOf<Name extends CallName> = Name extends `${infer Group extends keyof Inputs & string}.${infer Call}`
  ? Call extends keyof Inputs[Group]
    ? Inputs[Group][Call]
    : never
  : never;

/** What is read: one call and its input. Data only, so that a page's query and the manifest share one definition. */
export type Read<Name extends CallName = CallName> = { readonly call: Name; readonly input: InputOf<Name> };

type Rest<Input> = undefined extends Input ? [input?: Input] : [input: Input];

/**
 * Names what a page reads, once: `read('site.overview', { id })`. The query of the page is made from it, and a route lists
 * it in `reads`, with `:id` where the path has it.
 */
export const read = <Name extends CallName>(call: Name, ...[input]: Rest<InputOf<Name>>): Read<Name> => ({
  call,
  input: input as InputOf<Name>,
});

/** The state of a list: its page (zero-based), order, search and filters. */
export type ListState<Column extends string = string> = {
  pageIndex: number;
  pageSize: number;
  orderBy: Column;
  sortOrder: 'asc' | 'desc';
  keyword: string;
  filters: Record<string, string[]>;
};

/** What a list can be ordered and filtered by, and how it begins. */
export type ListDefaults<Column extends string = string> = {
  columns: readonly Column[];
  orderBy: Column;
  sortOrder?: 'asc' | 'desc';
  pageSize?: number;
  filters?: readonly string[];
};

/** The state of a list when its address sets none (`readListState` of @panel/core). */
export const firstPage = <Column extends string>({
  orderBy,
  sortOrder = 'desc',
  pageSize = 10,
}: ListDefaults<Column>): ListState<Column> => ({
  pageIndex: 0,
  pageSize,
  orderBy,
  sortOrder,
  keyword: '',
  filters: {},
});
