import { implement } from '@orpc/server';
import { contract } from '@panel/contract';
import type { CallContext } from './call-context.ts';

/** The contract, ready for handlers: `calls.site.byId.handler(({ input, context }) => …)`. */
export const calls = implement(contract).$context<CallContext>();
