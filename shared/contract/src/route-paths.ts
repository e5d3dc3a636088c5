/**
 * First parts of addresses that the server answers itself, calls and files: a page below one of them would be gone with
 * the next reload. A test holds them against the contract.
 */
export const RESERVED_SEGMENTS = [
  'brand-images',
  'chat-frame',
  'dev',
  'healthz',
  'notification',
  'nucal',
  'partner',
  'platform',
  'remotes',
  'shell',
  'site',
  'sso',
  'user',
] as const;

const LITERAL = /^[a-z0-9_-]+$/i;
const PARAMETER = /^:[a-z][a-z0-9_]*$/i;
const PARAMETER_OR_NOTHING = /^:[a-z][a-z0-9_]*\?$/i;

const partsOf = (path: string): string[] => path.split('/').slice(1);

/** Is it a path that server and browser read alike? Only its end may be open (`:id?`, `*`). */
function isWellFormed(path: string): boolean {
  const parts = partsOf(path);
  return parts.every(
    (part, index) =>
      LITERAL.test(part) ||
      PARAMETER.test(part) ||
      (index === parts.length - 1 && (part === '*' || PARAMETER_OR_NOTHING.test(part))),
  );
}

/** Why a remote may not have a page at this path, as a sentence; null when it may. */
export function pathFault(path: string): string | null {
  if (!isWellFormed(path))
    return `The route ${path} is no path for a page. Use words of letters, digits, - and _, each after one slash; parts like :id; and only at the end :id? or *.`;
  const first = partsOf(path)[0] ?? '';
  if (!LITERAL.test(first))
    return `The route ${path} would take the addresses of others. Begin it with a word of your own, as in /notes/:id.`;
  return (RESERVED_SEGMENTS as readonly string[]).includes(first.toLowerCase())
    ? `The route ${path} is below /${first}, which the panel needs for itself. Begin it with another word.`
    : null;
}

/**
 * What a path claims, written so that two that lead to the same page are equal: routers see no difference between
 * letters of another size, names of parameters, and a slash at the end; an open end is also none.
 */
export function claimsOf(path: string): string[] {
  const parts = partsOf(path)
    .filter(Boolean)
    .map((part) => (part.startsWith(':') ? ':' : part.toLowerCase()));
  const hasOpenEnd = /(?:\/\*|\?)\/*$/.test(path);
  return [parts.join('/'), ...(hasOpenEnd ? [parts.slice(0, -1).join('/')] : [])];
}
