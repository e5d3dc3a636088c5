import type { DataTag, QueryFunction, QueryKey, QueryObserverOptions } from '@tanstack/react-query';
import type { CallName, Read } from '@panel/contract/reads';
import type { Api, CallContext } from '../http/api.ts';
import { calls } from './calls.ts';

type OutputOf<Name extends CallName> = Name extends `${infer Group extends keyof Api & string}.${infer Call}`
  ? Call extends keyof Api[Group]
    ? Api[Group][Call] extends (...input: never[]) => Promise<infer Output>
      ? Output
      : never
    : never
  : never;

type Options<Output, Select> = Omit<QueryObserverOptions<Output, Error, Select>, 'queryKey' | 'queryFn'> & {
  context?: CallContext;
};
type Query<Output> = { queryKey: DataTag<QueryKey, Output, Error>; queryFn: QueryFunction<Output> };
type Utils = { queryOptions: (options: object) => object };

/** The query of a read, with key and request from its call and input. What a route `reads` and what its page asks for are the same. */
export function queryOf<Name extends CallName, Given, Select = OutputOf<Name>>(
  { call, input }: Read<Name>,
  options?: Given & Options<OutputOf<Name>, Select>,
): NoInfer<Given & Query<OutputOf<Name>>> {
  const [group = '', name = ''] = call.split('.');
  const utils = (calls as unknown as Record<string, Record<string, Utils>>)[group]?.[name];
  return utils?.queryOptions({ ...options, input }) as Given & Query<OutputOf<Name>>;
}
