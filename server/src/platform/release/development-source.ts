import { packagesIn, readBuild, readBuilt, stampOf, type Built } from '../web/builds.ts';
import { baseOf, type ReleaseSource, type Served } from '../web/release-source.ts';
import { nameOf } from './release-store.ts';
import { fileOf } from './stored-files.ts';

type Builds = { shell: Served; remotes: readonly Served[] };

const byPackage = (a: Served, b: Served): number => a.release.package.localeCompare(b.release.package);

/**
 * Development: the builds below `root` run instead of the releases of the same packages, whatever the registry's
 * policy is. They are never published, so the next ordinary start serves what it served before. A new build runs from
 * the next page view; files of earlier ones remain available to open tabs.
 * @throws ReleaseError when something is not built
 */
export function createDevelopmentSource(
  released: ReleaseSource,
  root: string,
  log: { error(fields: object, message: string): void },
): ReleaseSource {
  const known = new Map<string, Built>();
  let stamp = stampOf(root);
  let current = read();

  function read(): Builds {
    const served = packagesIn(root).map((id): Served => {
      const build = readBuild(root, id);
      if (!known.has(nameOf(build))) known.set(nameOf(build), readBuilt(root, build));
      return { release: build, base: baseOf(build), refused: null };
    });
    const [shell, ...remotes] = served as [Served, ...Served[]];
    return { shell, remotes };
  }

  /** The builds as they are now; the previous ones while one is being replaced. */
  function builds(): Builds {
    const now = stampOf(root);
    if (now === null || now === stamp) return current;
    stamp = now;
    try {
      current = read();
    } catch (error) {
      log.error({ err: error }, 'a new build could not be read');
    }
    return current;
  }

  return {
    async setFor(visitor, tab) {
      const { shell, remotes } = builds();
      const isBuilt = ({ release }: Served) => remotes.some((each) => each.release.package === release.package);
      const others = (await released.setFor(visitor, tab)).remotes.filter((each) => !isBuilt(each));
      return { shell, newestShell: shell.release.version, remotes: [...remotes, ...others].sort(byPackage) };
    },
    sourceMap: released.sourceMap,
    release: async (id) => known.get(nameOf(id))?.build ?? released.release(id),
    async file(id, name, form) {
      const built = known.get(nameOf(id));
      if (!built) return released.file(id, name, form);
      return Object.hasOwn(built.build.integrity, name) ? (built.files.get(fileOf(name, form)) ?? null) : null;
    },
  };
}
