import { isForVisitors } from '../agent/child/visitor-headers.ts';

/** A line of a `_redirects` file. `from` ends with `/*` for everything below it; `:name` is one part of the path. */
export type Redirect = { from: string; to: string; status: number; force: boolean };
/** A block of a `_headers` file. */
export type HeaderRule = { path: string; set: [name: string, value: string][] };
/** What a release says about its files, validated when it was built. */
export type SiteRules = { redirects: readonly Redirect[]; headers: readonly HeaderRule[]; spaFallback: boolean };

export type Found = { to: string; status: number; force: boolean };
/** Rules that answer a request in a time that their number bounds. */
export type CompiledRules = {
  redirect(path: string): Found | null;
  headers(path: string): [name: string, value: string][];
  spaFallback: boolean;
};

/** Files of a release that are rules and no pages. */
export const RULE_FILES: ReadonlySet<string> = new Set(['/_headers', '/_redirects']);

type Pattern = { parts: string[]; rest: boolean };

const patternOf = (text: string): Pattern => {
  const rest = text.endsWith('/*');
  return { parts: (rest ? text.slice(0, -2) : text).split('/').slice(1), rest };
};
const isPattern = (text: string): boolean => text.endsWith('/*') || text.includes('/:');
const plain = (path: string): string => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);

/** The values of a pattern's names in a path; null when it does not match. */
function match({ parts, rest }: Pattern, path: string[]): Map<string, string> | null {
  if (rest ? path.length < parts.length : path.length !== parts.length) return null;
  const values = new Map<string, string>();
  for (const [index, part] of parts.entries()) {
    const given = path[index] ?? '';
    if (part.startsWith(':')) {
      if (given === '') return null;
      values.set(part.slice(1), given);
    } else if (part !== given) return null;
  }
  if (rest) values.set('splat', path.slice(parts.length).join('/'));
  return values;
}

/** Puts values in the place of their names. A path stays one on this host, whatever was requested. */
function target(to: string, values: ReadonlyMap<string, string>): string {
  const filled = to.replace(/:\w+/g, (whole) => values.get(whole.slice(1)) ?? whole);
  return to.startsWith('/') ? filled.replace(/^[/\\]+/, '/') : filled;
}

/** Prepares rules once for all requests: exact paths in a map, patterns in their order. The first rule that matches applies. */
export function compileRules({ redirects, headers, spaFallback }: SiteRules): CompiledRules {
  const exact = new Map<string, { index: number; rule: Redirect }>();
  const patterns: { index: number; rule: Redirect; pattern: Pattern }[] = [];
  for (const [index, rule] of redirects.entries()) {
    if (isPattern(rule.from)) patterns.push({ index, rule, pattern: patternOf(rule.from) });
    else if (!exact.has(plain(rule.from))) exact.set(plain(rule.from), { index, rule });
  }
  // Releases of earlier versions may have stored more than builds keep now.
  const blocks = headers.map(({ path, set }) => ({
    pattern: patternOf(path),
    set: set.filter(([name]) => name !== 'set-cookie' && isForVisitors(name)),
  }));
  return {
    spaFallback,
    redirect(path) {
      const found = exact.get(plain(path));
      const parts = plain(path).split('/').slice(1);
      for (const { index, rule, pattern } of patterns) {
        if (found && found.index < index) break;
        const values = match(pattern, parts);
        if (values) return { to: target(rule.to, values), status: rule.status, force: rule.force };
      }
      return found
        ? { to: target(found.rule.to, new Map()), status: found.rule.status, force: found.rule.force }
        : null;
    },
    headers(path) {
      const parts = path.split('/').slice(1);
      return blocks.flatMap(({ pattern, set }) => (match(pattern, parts) ? set : []));
    },
  };
}

/** Folders in which build tools put files whose names change with their content. */
const HASHED_FOLDERS = /^\/(?:_astro|_next\/static|_nuxt|_app\/immutable|assets|static|build)\//;
/** Eight characters or more, of which one is a digit or a capital. */
const isHash = (text: string): boolean => /^[A-Za-z0-9_-]{8,64}$/.test(text) && /[0-9A-Z]/.test(text);

/** Whether the part of a name before its ending ends with a hash, after a dot or a hyphen (which may be part of it). */
function hasHash(name: string): boolean {
  const end = name.lastIndexOf('.');
  const stem = name.slice(Math.max(0, end - 80), Math.max(0, end));
  const at = [stem.lastIndexOf('.'), stem.lastIndexOf('-'), stem.indexOf('-')];
  return at.some((one) => one >= 0 && isHash(stem.slice(one + 1)));
}

/** Whether the name of a file is that of its content, so that browsers can keep it forever. */
export const isImmutable = (path: string): boolean =>
  HASHED_FOLDERS.test(path) && hasHash(path.slice(path.lastIndexOf('/') + 1));
