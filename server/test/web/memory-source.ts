import { packagesIn, readBuild, readBuilt } from '../../src/platform/web/builds.ts';
import { baseOf, SHELL_ID, type ReleaseSource, type Served } from '../../src/platform/web/release-source.ts';

/** Builds in a folder as releases for everyone, without a database: all that page tests need. */
export function memorySource(distRoot: string): ReleaseSource {
  const builds = packagesIn(distRoot).map((id) => readBuilt(distRoot, readBuild(distRoot, id)));
  const served = builds.map(({ build }): Served => ({ release: build, base: baseOf(build), refused: null }));
  const shell = served.find(({ release }) => release.package === SHELL_ID);
  if (!shell) throw new Error('There is no shell.');
  return {
    setFor: async () => ({
      shell,
      newestShell: shell.release.version,
      remotes: served.filter((each) => each !== shell),
    }),
    release: async ({ package: name, version }) =>
      builds.find(({ build }) => build.package === name && build.version === version)?.build ?? null,
    async file({ package: name, version }, file, form) {
      const built = builds.find(({ build }) => build.package === name && build.version === version);
      if (!built || !Object.hasOwn(built.build.integrity, file)) return null;
      return built.files.get(form === 'whole' ? file : `${file}.${form}`) ?? null;
    },
  };
}
