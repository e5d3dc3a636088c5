import { READ_PATHS } from './call-paths.ts';

/** What the server answers itself besides calls. A test compares the list with the server. */
export const SERVER_PATHS = [
  '/brand-images/*',
  '/chat-frame',
  '/dev/*',
  '/healthz',
  '/remotes/*',
  '/shell/*',
  '/site-builder-files/*',
] as const;

const LITERAL = /^[a-z0-9_-]+$/i;
const PARAMETER = /^:[a-z][a-z0-9_]*$/i;
const PARAMETER_OR_NOTHING = /^:[a-z][a-z0-9_]*\?$/i;

const partsOf = (path: string): string[] => path.split('/').slice(1);

/** Whether server and browser read a path alike. Only its end may be open (`:id?`, `*`). */
function isWellFormed(path: string): boolean {
  const parts = partsOf(path);
  return parts.every(
    (part, index) =>
      LITERAL.test(part) ||
      PARAMETER.test(part) ||
      (index === parts.length - 1 && (part === '*' || PARAMETER_OR_NOTHING.test(part))),
  );
}

const isOpen = (part: string | undefined): boolean => /^[:{]/.test(part ?? '');

/** Whether some address matches both paths. A path that ends in `*` matches everything below it, and itself. */
function overlap(one: readonly string[], other: readonly string[]): boolean {
  const [[a, ...restOfOne], [b, ...restOfOther]] = [one, other];
  if (a === '*' || b === '*') return true;
  if (a === undefined || b === undefined) return a === b;
  return (isOpen(a) || isOpen(b) || a.toLowerCase() === b.toLowerCase()) && overlap(restOfOne, restOfOther);
}

/** A path without its open end, and with it: `/a/:id?` matches `/a` and `/a/:id`. */
const lengthsOf = (path: string): string[][] => {
  const parts = partsOf(path);
  return parts.at(-1)?.endsWith('?') ? [parts.slice(0, -1), parts] : [parts];
};

/**
 * Why a remote may not have a page at this path, as a sentence; null when it may. `answered` are the paths of the
 * server's own GET responses, which would replace the page after a reload.
 */
export function pathFault(path: string, answered: readonly string[] = [...READ_PATHS, ...SERVER_PATHS]): string | null {
  if (!isWellFormed(path))
    return `The route ${path} is not a valid page path. Use segments of letters, digits, - and _, each after one slash; parts like :id; and only at the end :id? or *.`;
  if (!LITERAL.test(partsOf(path)[0] ?? ''))
    return `The route ${path} would match addresses of other packages. Begin it with a segment of your own, as in /notes/:id.`;
  const taken = answered.find((each) =>
    lengthsOf(path).some((parts) => overlap(parts, each.split('/').filter(Boolean))),
  );
  return taken ? `The route ${path} is at ${taken}, which the server answers itself. Choose another path.` : null;
}

/**
 * A normalised path, equal for two paths of the same page: routers ignore letter case, parameter names, a trailing
 * slash, and an open end.
 */
export function claimsOf(path: string): string[] {
  const parts = partsOf(path)
    .filter(Boolean)
    .map((part) => (part.startsWith(':') ? ':' : part.toLowerCase()));
  const hasOpenEnd = /(?:\/\*|\?)\/*$/.test(path);
  return [parts.join('/'), ...(hasOpenEnd ? [parts.slice(0, -1).join('/')] : [])];
}
