import type { QueryFunction, QueryKey } from '@tanstack/react-query';
import { declaredAt } from '../http/declared-at.ts';

/** Whether a key is one of `calls`: of a call of the contract, of a group of them, or of all. */
export const isContractKey = ([path]: QueryKey): boolean => Array.isArray(path) && declaredAt(path) !== undefined;

const functions = new WeakSet<object>();

/** Whether `calls` has made this function: it loads what the contract declares, and nothing else. */
export const isContractFunction = (queryFn: unknown): boolean =>
  typeof queryFn === 'function' && functions.has(queryFn);

type Options = { queryFn: QueryFunction<never> };

/** The same utilities; the functions in the options that they make are known to `isContractFunction`. */
export function withKnownFunctions<Utils extends object>(utils: Utils): Utils {
  return new Proxy(utils, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name === 'queryOptions' || name === 'infiniteOptions')
        return (...given: unknown[]) => {
          // Older targets make `value.apply(…)` of a spread, and every name of this function is one of the utilities.
          const options = Reflect.apply(value as () => Options, undefined, given) as Options;
          functions.add(options.queryFn);
          return options;
        };
      const isBelow = typeof name === 'string' && (typeof value === 'object' || typeof value === 'function');
      return isBelow && value !== null ? withKnownFunctions(value) : value;
    },
  });
}
