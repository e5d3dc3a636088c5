import { contract } from '../../shared/contract/src/contract.ts';
import { PlainError } from './plain-error.mjs';

/** The part of a valibot schema that is read here. */
type Schema = {
  type: string;
  entries?: Record<string, Schema>;
  item?: Schema;
  wrapped?: Schema;
  options?: readonly string[];
};
type Declared = {
  '~orpc': {
    route: { method?: string; summary?: string };
    meta: { audience: string; section?: string };
    inputSchema?: Schema;
    outputSchema?: Schema;
  };
};

/** One mutating call: its name, and whether an id is its whole input. */
export type ChangingCall = { name: string; summary: string; takesIdAlone: boolean };

/** The contract's description of a resource's list; the generator writes nothing beyond it. */
export type ListFacts = {
  group: string;
  list: string;
  audience: string;
  section: string | undefined;
  sortable: string[];
  searchName: string | undefined;
  /** Fields of one row, in order, with the kind that decides how they are shown. */
  fields: { name: string; kind: 'text' | 'choice' | 'time' | 'other' }[];
  key: string;
  label: string;
  changes: ChangingCall[];
};

const inner = (schema: Schema | undefined): Schema | undefined => (schema?.wrapped ? inner(schema.wrapped) : schema);

const kindOf = (name: string, schema: Schema): ListFacts['fields'][number]['kind'] => {
  if (schema.type === 'picklist') return 'choice';
  if (schema.type !== 'string') return 'other';
  return name.endsWith('_at') ? 'time' : 'text';
};

const calls = (group: string): Record<string, Declared> | undefined =>
  (contract as unknown as Record<string, Record<string, Declared>>)[group];

const rowOf = (call: Declared | undefined): Record<string, Schema> | undefined =>
  call?.['~orpc'].outputSchema?.entries?.['pageElements']?.item?.entries;

const pagedGroups = (): string[] =>
  Object.keys(contract).filter((group) => Object.values(calls(group) ?? {}).some((call) => rowOf(call)));

/**
 * Facts about the paged list of `group`.
 * @throws PlainError when the contract has none: declare the call first
 */
export function listFacts(group: string): ListFacts {
  const declared = calls(group);
  const list = ['filter', 'list', ...Object.keys(declared ?? {})].find((name) => rowOf(declared?.[name]));
  const found = list === undefined ? undefined : declared?.[list];
  const row = rowOf(found);
  if (!declared || !found || !list || !row) {
    throw new PlainError(
      `The contract has no paged list for "${group}". Declare it first in shared/contract/src/calls, or name one it has with --calls: ${pagedGroups().join(', ')}.`,
    );
  }
  const fields = Object.entries(row).map(([name, schema]) => ({ name, kind: kindOf(name, schema) }));
  const texts = fields.filter(({ kind }) => kind === 'text').map(({ name }) => name);
  const first = (...names: string[]): string => names.find((name) => texts.includes(name)) ?? texts[0] ?? 'id';
  const input = found['~orpc'].inputSchema?.entries ?? {};
  return {
    group,
    list,
    audience: found['~orpc'].meta.audience,
    section: found['~orpc'].meta.section,
    sortable: [...(inner(input['orderBy'])?.options ?? [])],
    searchName: ['keyword', 'searchKey'].find((name) => name in input),
    fields,
    key: first('id', 'fqdn', 'name'),
    label: first('name', 'fqdn', 'title', 'description', 'email'),
    changes: Object.entries(declared)
      .filter(([, call]) => call['~orpc'].route.method !== 'GET')
      .map(([name, call]) => ({
        name,
        summary: call['~orpc'].route.summary ?? name,
        takesIdAlone: Object.keys(call['~orpc'].inputSchema?.entries ?? {}).join() === 'id',
      })),
  };
}
