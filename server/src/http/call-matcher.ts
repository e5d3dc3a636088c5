import { StandardOpenAPIMatcher } from '@orpc/openapi/standard';
import type { AnyRouter } from '@orpc/server';
import { declaredPath, WIRE_PATHS, type CallMeta } from '@panel/contract';

export type MatchedCall = {
  /** e.g. `site.byId` */
  name: string;
  meta: CallMeta;
  /** As declared, e.g. `/site/id/{id}`. */
  declared: string;
};

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** Finds the call of a request; HEAD is a GET without its body. */
export type CallMatcher = {
  match(method: string, wirePath: string): Promise<MatchedCall | null>;
  /** The methods that a path takes, for `Allow`. */
  methodsOf(wirePath: string): Promise<string[]>;
};

/** Reads the routes from the implemented contract, so that a call without a handler never matches. */
export function createCallMatcher(router: AnyRouter): CallMatcher {
  const matcher = new StandardOpenAPIMatcher();
  matcher.init(router);

  async function match(method: string, wirePath: string): Promise<MatchedCall | null> {
    // The names on the left of WIRE_PATHS exist only in the declaration.
    if (Object.hasOwn(WIRE_PATHS, wirePath)) return null;
    const found = await matcher.match(
      method === 'HEAD' ? 'GET' : method,
      `/${declaredPath(wirePath).replace(/^\/|\/$/g, '')}`,
    );
    if (!found) return null;
    const { meta, route } = found.procedure['~orpc'];
    return { name: found.path.join('.'), meta: meta as CallMeta, declared: route.path ?? wirePath };
  }

  return {
    match,
    async methodsOf(wirePath) {
      const allowed = await Promise.all(
        METHODS.map(async (method) => ((await match(method, wirePath)) ? [method] : [])),
      );
      return allowed.flat().flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    },
  };
}
