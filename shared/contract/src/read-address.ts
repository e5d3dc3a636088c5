import { contract } from './contract.ts';
import type { Read } from './reads.ts';
import { WIRE_PATHS } from './wire.ts';

type Declared = { '~orpc': { route: { method?: string; path?: string } } };

const isParameter = (value: unknown): value is string => typeof value === 'string' && /^:[a-z]+$/i.test(value);

/**
 * The wire address of a read, with path and query filled as the browser's client fills them
 * (shared/core/src/http/read-address.test.ts compares both). An input `:id` stays, for the server to fill.
 * @throws Error for a call that is no GET
 */
export function readAddress({ call, input }: Read): string {
  const [group = '', name = ''] = call.split('.');
  const { method, path = '' } =
    (contract as unknown as Record<string, Record<string, Declared>>)[group]?.[name]?.['~orpc'].route ?? {};
  if (method !== 'GET') throw new Error(`${call} is no GET of the contract: a page cannot read it first.`);
  const values = (input ?? {}) as Readonly<Record<string, unknown>>;
  const inPath = new Set<string>();
  // bounded: the path of a call of the contract, 100 characters
  const filled = path.replace(/\{([^}]+)\}/g, (_, parameter: string) => {
    inPath.add(parameter);
    const value = values[parameter];
    return isParameter(value) ? value : encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    if (inPath.has(key) || value === undefined) continue;
    for (const each of Array.isArray(value) ? value : [value]) query.append(key, String(each));
  }
  return (WIRE_PATHS[filled] ?? filled) + (query.size > 0 ? `?${query}` : '');
}
