import { compareVersions } from '@panel/contract/compare-versions';
import type { PhpVersion } from '../driver.ts';
import type { SiteMount, SiteRuntime } from './site-runtime.ts';

/** The release series of a version, e.g. `8.3` of `8.3.14`. */
export const seriesOf = (version: string): string => /^\d+\.\d+/.exec(version)?.[0] ?? version;

const versionOf = ({ phpVersion, extensions = null }: SiteRuntime): PhpVersion => ({
  id: seriesOf(phpVersion),
  version: phpVersion,
  extensions,
});

/** The versions of a runtime; the first is the one of sites for which none was chosen. */
export const versionsOf = (php: SiteRuntime): readonly PhpVersion[] => php.versions ?? [versionOf(php)];

/** The version that a site gets: the wanted series, or the next newer one, or the newest. Without one, the first. */
export function nearestPhp(versions: readonly PhpVersion[], wanted: string | undefined): PhpVersion | undefined {
  if (wanted === undefined) return versions[0];
  const sorted = [...versions].sort((a, b) => compareVersions(a.id, b.id));
  return sorted.find(({ id }) => compareVersions(id, wanted) >= 0) ?? sorted.at(-1);
}

/** The series to record for a site; notes when it is not the wanted one. */
export function choosePhp(
  php: SiteRuntime,
  wanted: string | undefined,
  p: { note?(line: string): void } = {},
): string | undefined {
  const id = nearestPhp(versionsOf(php), wanted)?.id;
  if (wanted !== undefined && id !== wanted)
    p.note?.(`PHP ${wanted} is not available on this server. The site gets PHP ${id} instead.`);
  return id;
}

/**
 * One runtime of several, each with another version of PHP. The version of a mount decides; the first runtime serves
 * mounts without one.
 */
export function joinPhpVersions(first: SiteRuntime, others: readonly SiteRuntime[]): SiteRuntime {
  const runtimes = [first, ...others.filter((one) => versionOf(one).id !== versionOf(first).id)];
  const versions = runtimes.map(versionOf);
  const all = (work: (one: SiteRuntime) => Promise<void> | undefined) =>
    Promise.all(runtimes.map(work)).then(() => undefined);
  const of = (given: SiteMount): [SiteRuntime, SiteMount] => {
    const wanted = nearestPhp(versions, given.phpVersion)?.id;
    const php = runtimes.find((one) => versionOf(one).id === wanted) ?? first;
    // What one build of PHP has compiled is of no use to another, which would look for it where the site can write.
    return [
      php,
      php === first || !given.core?.compiled ? given : { ...given, core: { ...given.core, compiled: null } },
    ];
  };
  return {
    ...first,
    versions,
    async serve(given, options) {
      const [php, mount] = of(given);
      return php.serve(mount, options);
    },
    async script(given, script, input, options) {
      const [php, mount] = of(given);
      return php.script(mount, script, input, options);
    },
    async wp(given, args, options) {
      const [php, mount] = of(given);
      return php.wp(mount, args, options);
    },
    release: (live) => all((one) => one.release(live)),
    close: () => all((one) => one.close?.()),
  };
}
