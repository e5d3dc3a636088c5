import type { InferContractRouterInputs } from '@orpc/contract';
import { contract, type Contract } from './contract.ts';
import type { Read } from './read.ts';
import { WIRE_PATHS } from './wire.ts';

export type { Read };

type Inputs = InferContractRouterInputs<Contract>;
type Reader<Input> = undefined extends Input ? (input?: Input) => Read : (input: Input) => Read;
type Readers = { [Group in keyof Inputs]: { [Call in keyof Inputs[Group]]: Reader<Inputs[Group][Call]> } };
type Declared = { '~orpc': { route: { method?: string; path?: string } } };

const isParameter = (value: unknown): value is string => typeof value === 'string' && /^:[a-z]+$/i.test(value);

/** Fills path and query as the browser's client does (shared/core/src/http/read-address.test.ts compares them). */
function addressOf({ method, path = '' }: Declared['~orpc']['route'], input: Readonly<Record<string, unknown>>): Read {
  if (method !== 'GET') throw new Error(`${method} ${path} changes something: a page cannot read it first.`);
  const inPath = new Set<string>();
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    inPath.add(name);
    const value = input[name];
    return isParameter(value) ? value : encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (inPath.has(name) || value === undefined) continue;
    for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each));
  }
  return ((WIRE_PATHS[filled] ?? filled) + (query.size > 0 ? `?${query}` : '')) as Read;
}

/**
 * What the page of a route reads first, for `reads` in manifest.ts: `read.site.overview({ id: ':id' })`, where `:id`
 * comes from the path of the route. Throws for a call that is not a GET, which fails the build.
 */
export const read = Object.fromEntries(
  Object.entries(contract).map(([group, calls]) => [
    group,
    Object.fromEntries(
      Object.entries<Declared>(calls).map(([name, call]) => [
        name,
        (input: Readonly<Record<string, unknown>> = {}) => addressOf(call['~orpc'].route, input),
      ]),
    ),
  ]),
) as unknown as Readers;

/** A list's query when its address sets none (`readListState` of @panel/core). */
export const FIRST_PAGE = { pageIndex: 0, pageSize: 10, orderBy: 'created_at', sortOrder: 'desc' } as const;
