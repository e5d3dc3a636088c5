import { isContractProcedure, type AnyContractProcedure, type AnyContractRouter } from '@orpc/contract';
import type { CallMeta } from '../src/call.ts';
import { contract } from '../src/contract.ts';

/** What the client reads of a route, with its defaults left out: `compact` structures. */
const ofBrowser = ({ method, path, inputStructure, outputStructure }: AnyContractProcedure['~orpc']['route']) => ({
  method,
  path,
  inputStructure: inputStructure === 'compact' ? undefined : inputStructure,
  outputStructure: outputStructure === 'compact' ? undefined : outputStructure,
});

/** Which roles of staff and of members may make it, unless any may: the browser says so before somebody tries. */
const metaOf = (router: AnyContractProcedure) => {
  const { staff, member } = router['~orpc'].meta as CallMeta;
  return {
    ...(staff !== 'any' && { staff }),
    ...(member !== 'any' && member !== 'own' && member !== 'see' && { member }),
  };
};

/** A call without its schemas, errors, audience and documentation; `errorMap` and `meta` make it a call for oRPC. */
const withoutSchemas = (router: AnyContractRouter): unknown =>
  isContractProcedure(router)
    ? { '~orpc': { errorMap: {}, meta: metaOf(router), route: ofBrowser(router['~orpc'].route) } }
    : Object.fromEntries(Object.entries(router).map(([name, below]) => [name, withoutSchemas(below)]));

/** The routes for browser bundles, which forms complete with the schemas that they import. */
export const routesText = (): string => `${JSON.stringify(withoutSchemas(contract), null, 1)}\n`;
