import { randomBytes } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { PROCESS_NAME } from '../../kernel/process-name.ts';
import type { BuildProgress, Release } from '../driver.ts';
import { HostingError, throwIfAborted } from '../hosting-error.ts';
import { exists } from '../runtime/wordpress-source.ts';
import { BUILD, storeRelease, type ReleaseRecord } from './releases.ts';
import { removeTree } from './remove-tree.ts';
import type { SiteFolder } from './site-folder.ts';
import type { SiteTools } from './site-tools.ts';
import { sentence } from '../../lib/sentence.ts';

const MEASURE_MS = 60_000;
const MEGABYTE = 1024 ** 2;

/** Finished content in a folder, which has it in `public`. */
export type Made = Pick<ReleaseRecord, 'runtime' | 'nodeVersion' | 'spaFallback' | 'start' | 'env'> & {
  folder: string;
};

/** Lends a folder beside the releases, which a killed panel's successor removes. */
export async function withBuildFolder<T>(folder: SiteFolder, use: (work: string) => Promise<T>): Promise<T> {
  const work = path.join(folder.root, `${BUILD}${PROCESS_NAME}-${randomBytes(6).toString('hex')}`);
  await mkdir(work, { mode: 0o755 });
  try {
    return await use(work);
  } finally {
    if (await exists(work)) await removeTree(work);
  }
}

/** The release of what a build has made. Its files are counted, and its rules read, inside of the sandbox. */
export async function storeMade(
  folder: SiteFolder,
  tools: SiteTools,
  { buildId, made, p }: { buildId: string; made: Made; p: Pick<BuildProgress, 'stage' | 'log' | 'signal'> },
): Promise<Release> {
  p.stage('release');
  const { folder: work, ...about } = made;
  const mount = { ...folder.mount, live: work };
  const storing = { signal: p.signal };
  const { files, bytes } = await tools.agent.need(mount, 'usage', {}, 'We could not measure the release.', {
    ...storing,
    deadlineMs: MEASURE_MS,
  });
  if (bytes > tools.maxBytes) throw tooLarge(bytes, tools.maxBytes);
  const { skipped, ...rules } =
    made.runtime === 'static'
      ? await tools.agent.need(
          mount,
          'rules',
          { folder: 'public' },
          'We could not read the rules of the release.',
          storing,
        )
      : { skipped: 0, redirects: [], headers: [] };
  if (skipped > 0) p.log(`_redirects and _headers: ${skipped} lines ask for something that is not offered here.`);
  throwIfAborted(p.signal);
  await chmod(work, 0o755);
  await storeRelease(folder, work, { buildId, files, bytes, rules, ...about });
  return { buildId, runtime: made.runtime, nodeVersion: made.nodeVersion, files, bytes };
}

const tooLarge = (bytes: number, most: number): HostingError =>
  new HostingError(
    'LIMIT',
    sentence(
      'The release has {size} MB, and the plan allows {limit} MB. Remove what the application does not need, or choose a larger plan.',
      { size: Math.ceil(bytes / MEGABYTE), limit: Math.floor(most / MEGABYTE) },
    ),
    { retryable: false },
  );
