import { contract, WIRE_PATHS, type CallMeta } from '@panel/contract';
import type { GenericSchema } from 'valibot';

export type Call = {
  name: string;
  method: string;
  declared: string;
  wire: string;
  meta: CallMeta;
  input: GenericSchema | undefined;
  detailed: boolean;
};

/** Every call of the contract, as the tests need it. */
export const allCalls: readonly Call[] = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries(calls).map(([name, { '~orpc': definition }]): Call => {
    const { route, meta, inputSchema } = definition;
    const declared = route.path ?? '';
    return {
      name: `${group}.${name}`,
      method: route.method ?? 'GET',
      declared,
      wire: WIRE_PATHS[declared] ?? declared,
      meta: meta as CallMeta,
      input: inputSchema as unknown as GenericSchema | undefined,
      detailed: route.inputStructure === 'detailed',
    };
  }),
);
