import path from 'node:path';
import { APP_RUNTIMES } from '@panel/contract';
import * as v from 'valibot';
import { HostingError } from '../hosting-error.ts';
import { ownVariables } from '../node/app-environment.ts';
import { appGuide, PORTABLE_DATABASE, restoreGuide } from './restore-guide.ts';
import { linkedRelease, readRelease, releaseFolder, RELEASE_START, type ReleaseRecord } from './releases.ts';
import { packWithDump, unpack } from './site-archive.ts';
import { withBuildFolder } from './store-release.ts';
import { exists } from '../runtime/wordpress-source.ts';
import type { SnapshotOptions } from '../driver.ts';
import type { SiteFolder } from './site-folder.ts';
import type { SiteTools } from './site-tools.ts';
import type { Given } from './kinds/kind.ts';

/** What an archive says of its release. Variables are not in it: they are among the settings, sealed. */
const MANIFEST = v.object({
  format: v.literal(1),
  kind: v.literal('node'),
  release: v.object({
    runtime: v.picklist(APP_RUNTIMES),
    nodeVersion: v.nullable(v.string()),
    spaFallback: v.boolean(),
    start: v.nullable(RELEASE_START),
  }),
});
/** Which kind it is does not matter to its database. */
const ANY_MANIFEST = v.object({ format: v.literal(1) });
export type ArchivedRelease = v.InferOutput<typeof MANIFEST>['release'];

/** Writes the live release to an archive. A release that is published meanwhile is in the next one. */
export async function packApp(
  { tools, folder, record }: Given,
  partial: string,
  { settings, dump }: SnapshotOptions,
): Promise<void> {
  const buildId = await linkedRelease(folder);
  const release = buildId === null ? null : await readRelease(folder, buildId);
  if (buildId === null || release === null)
    throw new HostingError('UNSUPPORTED', 'This application has no release that could be backed up. Deploy it first.', {
      retryable: false,
    });
  const { runtime, nodeVersion, spaFallback, start } = release;
  const manifest = { format: 1, kind: 'node', release: { runtime, nodeVersion, spaFallback, start } } as const;
  const mount = { ...folder.mount, live: releaseFolder(folder, buildId) };
  const guide = restoreGuide(record.url, appGuide({ ...release, hasDatabase: dump !== undefined }));
  const packing = { guide, settings, links: true };
  await packWithDump(tools, { ...folder, mount }, { manifest, partial, packing, dump });
}

/**
 * Lends the dump of a database in an archive. `maxBytes`: as large as it was when it was made.
 * @throws HostingError UNSUPPORTED, INTEGRITY_MISMATCH
 */
export async function withDumpOf<T>(
  tools: Pick<SiteTools, 'agent'>,
  folder: SiteFolder,
  { file, maxBytes }: { file: string; maxBytes: number },
  use: (dump: string) => Promise<T>,
): Promise<T> {
  return withBuildFolder(folder, async (work) => {
    const what = { file, roots: [PORTABLE_DATABASE] };
    await unpack({ ...tools, maxBytes }, folder, work, what, ANY_MANIFEST);
    const dump = path.join(work, PORTABLE_DATABASE);
    if (!(await exists(dump)))
      throw new HostingError('UNSUPPORTED', 'This backup has no database. Choose another backup.', {
        retryable: false,
      });
    return use(dump);
  });
}

/** Unpacks the release of an archive into a folder, and compares each file with the list of the archive. */
export async function unpackApp(
  tools: SiteTools,
  folder: SiteFolder,
  { work, file }: { work: string; file: string },
): Promise<{ release: ArchivedRelease; checked: number | null }> {
  const { manifest, checked } = await unpack(tools, folder, work, { file, roots: ['public'], links: true }, MANIFEST);
  if (manifest === null)
    throw new HostingError('UNSUPPORTED', 'This backup does not belong to an application. Choose another backup.', {
      retryable: false,
    });
  return { release: manifest.release, checked };
}

/** The environment of a release from an archive. */
export const archivedEnvironment = (
  { start }: Pick<ReleaseRecord, 'start'>,
  variables: Readonly<Record<string, string>>,
): Record<string, string> => (start ? ownVariables(variables) : {});
