import type { PhpVersion, Site } from '@panel/core';

/** The installable version that a site has, or undefined. */
export const phpOf = (
  versions: readonly PhpVersion[],
  { php_version: running }: Pick<Site, 'php_version'>,
): PhpVersion | undefined => versions.find(({ id }) => running === id || running?.startsWith(`${id}.`));

/** What a new site gets: the chosen version where it is still there, otherwise the default. */
export const chosenPhp = (versions: readonly PhpVersion[], id: string): PhpVersion | undefined =>
  versions.find((one) => one.id === id) ?? versions.find((one) => one.is_default);

/** Extensions of one version that another lacks; null where they are not known. */
export function missingExtensions(now: PhpVersion | undefined, next: PhpVersion): string[] | null {
  if (!now?.extensions || !next.extensions) return null;
  const there = new Set(next.extensions.map((name) => name.toLowerCase()));
  return now.extensions.filter((name) => !there.has(name.toLowerCase())).sort((a, b) => a.localeCompare(b));
}
