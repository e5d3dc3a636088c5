import assert from 'node:assert/strict';
import { createDevelopmentSource } from '../../src/platform/release/development-source.ts';
import { readBuild } from '../../src/platform/web/builds.ts';
import { baseOf, SHELL_ID, type ReleaseSource } from '../../src/platform/web/release-source.ts';

/** Builds in a folder for everyone, without a database and releases: all that page tests need. */
export function memorySource(distRoot: string): ReleaseSource {
  const release = readBuild(distRoot, SHELL_ID);
  const none: ReleaseSource = {
    setFor: async () => ({
      shell: { release, base: baseOf(release), refused: null },
      newestShell: release.version,
      remotes: [],
    }),
    release: async () => null,
    file: async () => null,
    sourceMap: async () => null,
  };
  return createDevelopmentSource(none, distRoot, { error: (_fields, message) => assert.fail(message) });
}
