import type { OutgoingHttpHeaders } from 'node:http';

export type Directives = ReadonlyMap<string, string>;

/** The name that a `Surrogate-Control` may be meant for, as the edge tells a site that fills its cache. */
export const SURROGATE = 'edge';
export const SURROGATE_CAPABILITY = `${SURROGATE}="Surrogate/1.0"`;

export const oneLine = (value: OutgoingHttpHeaders[string]): string | undefined =>
  value === undefined ? undefined : Array.isArray(value) ? value.join(', ') : String(value);

/** The parts of a header between separators that are in no quoted string. One pass. */
function partsOf(header: string, separator: ',' | ';'): string[] {
  const parts: string[] = [];
  let isQuoted = false;
  let from = 0;
  for (let at = 0; at < header.length; at += 1) {
    const char = header[at];
    if (isQuoted && char === '\\') at += 1;
    else if (char === '"') isQuoted = !isQuoted;
    else if (char === separator && !isQuoted) {
      parts.push(header.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, header.slice(from)];
}

/** `name=value` and `name` of a header, names in lower case, the first of each (RFC 9111 §5.2). A name with a space is another one. */
export function directivesOf(header: string): Directives {
  const found = new Map<string, string>();
  for (const part of partsOf(header, ',')) {
    const at = part.indexOf('=');
    const name = (at < 0 ? part.trim() : part.slice(0, at).trimStart()).toLowerCase();
    if (name !== '' && !found.has(name)) found.set(name, at < 0 ? '' : part.slice(at + 1));
  }
  return found;
}

/** The parts of a `Surrogate-Control` that are for the edge: `max-age=60;name` is for who has that name. */
function ofSurrogate(header: string): string {
  const forUs = partsOf(header, ',').map((part) => partsOf(part, ';'));
  return forUs
    .filter(([, ...targets]) => targets.every((target) => target.trim() === SURROGATE))
    .map(([directive]) => directive)
    .join(',');
}

/** What a site says to shared caches. `isTargeted`: to those in front of it alone, so that Expires does not count either. */
export type Control = { directives: Directives; isTargeted: boolean };

/**
 * What applies of `CDN-Cache-Control` (RFC 9213), `Surrogate-Control` (W3C Edge Architecture) and `Cache-Control`: the first of them
 * that says something, alone.
 */
export function controlOf(headers: Readonly<Record<string, string | undefined>>): Control {
  for (const said of [headers['cdn-cache-control'], ofSurrogate(headers['surrogate-control'] ?? '')]) {
    const directives = directivesOf(said ?? '');
    if (directives.size > 0) return { directives, isTargeted: true };
  }
  return { directives: directivesOf(headers['cache-control'] ?? ''), isTargeted: false };
}

/** Seconds of a directive; undefined where it is missing or no number. */
export const secondsOf = (directives: Directives, name: string): number | undefined => {
  const digits = /^"?(\d{1,15})"?\s*$/.exec(directives.get(name) ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
};
