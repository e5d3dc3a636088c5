import { matchRoutes } from 'react-router';
import type { Declared } from './access.ts';
import type { RouteDeclaration } from './schemas/manifest.ts';

export type RouteMatch = { remoteId: string; route: RouteDeclaration; params: Record<string, string | undefined> };

/** One declared route in the form of the router's table. */
type Entry = { path: string; owner: Pick<RouteMatch, 'remoteId' | 'route'>; literals: readonly (string | null)[] };

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

/** A badly encoded address stays as it is: the router does the same, and logs a warning. */
function decodable(pathname: string): string {
  try {
    decodeURIComponent(pathname);
    return pathname;
  } catch {
    return pathname.replaceAll('%', '%25');
  }
}

const tables = new WeakMap<RouteDeclaration, Entry>();

function entryOf(remoteId: string, route: RouteDeclaration): Entry {
  const known = tables.get(route);
  if (known && known.owner.remoteId === remoteId) return known;
  const literals = segmentsOf(route.path).map((part) => (/^:|^\*$/.test(part) ? null : part.toLowerCase()));
  const entry: Entry = { path: route.path, owner: { remoteId, route }, literals };
  tables.set(route, entry);
  return entry;
}

/** The frame asks for the route of each link in the same manifests. */
const entriesIn = new WeakMap<readonly Declared[], readonly Entry[]>();

function entriesOf(manifests: readonly Declared[]): readonly Entry[] {
  const known = entriesIn.get(manifests);
  if (known) return known;
  const entries = manifests.flatMap(({ id, routes }) => routes.map((route) => entryOf(id, route)));
  entriesIn.set(manifests, entries);
  return entries;
}

/** Parameters of an address that matches one pattern (`:name`, `:name?` and `*` at the end), otherwise null. */
export const matchPattern = (pattern: string, pathname: string): RouteMatch['params'] | null =>
  matchRoutes([{ path: pattern }], decodable(pathname))?.[0]?.params ?? null;

/**
 * The declared route of an address (`pathname`, as the browser sends it), or null. React Router decides, as in the
 * browser's own table, so that server, guard and router never disagree. It compiles every pattern anew for each
 * address, so routes whose fixed segments are missing in the address are skipped.
 */
export function findRoute(manifests: readonly Declared[], pathname: string): RouteMatch | null {
  const address = decodable(pathname);
  const given = segmentsOf(address).map((part) => decodeURIComponent(part).toLowerCase());
  const entries = entriesOf(manifests).filter(({ literals }) =>
    literals.every((word, index) => word === null || word === given[index]),
  );
  const match = matchRoutes(entries, address)?.at(-1);
  return match ? { ...match.route.owner, params: match.params } : null;
}

/** Fills `:name` of a pattern from parameters; missing optional ones are left out. */
export function fillPattern(pattern: string, params: Record<string, string | undefined>): string {
  const parts = pattern.split('/').flatMap((part) => {
    if (!part.startsWith(':')) return [part];
    const value = params[part.slice(1).replace(/\?$/, '')];
    return value === undefined ? [] : [encodeURIComponent(value)];
  });
  return parts.join('/') || '/';
}

/**
 * Fills `:name` in the path and in the values of the query (`=%3Aname`, as a query encodes it) of a read; null when a
 * parameter is missing.
 */
export function fillRead(read: string, params: Record<string, string | undefined>): string | null {
  let complete = true;
  const filled = read.replace(/(?<=\/):(\w+)|(?<==)%3A(\w+)(?=&|$)/g, (_all, inPath?: string, inQuery?: string) => {
    const value = params[inPath ?? inQuery ?? ''];
    complete &&= value !== undefined;
    return encodeURIComponent(value ?? '');
  });
  return complete ? filled : null;
}

/** The parent pages of a route, outermost first, then the route itself, for breadcrumbs. */
export function routeTrail(manifests: readonly Declared[], match: RouteMatch): RouteDeclaration[] {
  const all = manifests.flatMap((manifest) => manifest.routes);
  const trail = [match.route];
  let parent = match.route.parent;
  while (parent && trail.length < 8) {
    const above = all.find((route) => route.path === parent);
    if (!above || trail.includes(above)) break;
    trail.unshift(above);
    parent = above.parent;
  }
  return trail;
}
