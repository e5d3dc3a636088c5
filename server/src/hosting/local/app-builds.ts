import { randomBytes } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { BuildSettings } from '@panel/contract';
import { withArchive } from '../../archive/packed-content.ts';
import { PROCESS_NAME } from '../../kernel/process-name.ts';
import { findTemplate } from '../builds/templates.ts';
import type { Builds, BuildProgress, BuildSpec, Release } from '../driver.ts';
import { abortedError, HostingError, throwIfAborted, toHostingError } from '../hosting-error.ts';
import { copyTree, exists } from '../runtime/wordpress-source.ts';
import { inHosting, unpack } from './import-site.ts';
import {
  BUILD,
  linkedRelease,
  readRelease,
  releaseFolder,
  removeReleases,
  storeRelease,
  switchLive,
  WELCOME_RELEASE,
  type ReleaseRecord,
} from './releases.ts';
import { removeTree } from './remove-tree.ts';
import type { SiteFolder } from './site-folder.ts';
import type { SiteTools } from './site-tools.ts';

/** Finished content in a folder, which has it in `public`. */
export type Made = Pick<ReleaseRecord, 'runtime' | 'nodeVersion' | 'spaFallback' | 'start' | 'env'> & {
  folder: string;
};

type Deps = {
  folderOf(siteId: string): SiteFolder;
  toolsOf(siteId: string): Promise<SiteTools>;
};

/** What counts where nothing was recognized and nobody chose. */
export const NO_SETTINGS: BuildSettings = {
  framework: null,
  package_manager: null,
  root_folder: '',
  install_command: null,
  build_command: null,
  output_folder: null,
  runtime: 'static',
  start_command: null,
  node_version: null,
  spa_fallback: false,
  build_network: false,
};

/** Lends a folder beside the releases, which a killed panel's successor removes. */
async function withBuildFolder<T>(folder: SiteFolder, use: (work: string) => Promise<T>): Promise<T> {
  const work = path.join(folder.root, `${BUILD}${PROCESS_NAME}-${randomBytes(6).toString('hex')}`);
  await mkdir(work, { mode: 0o711 });
  try {
    return await use(work);
  } finally {
    if (await exists(work)) await removeTree(work);
  }
}

/** Builds releases, stores them beside each other, and switches between them. */
export function createAppBuilds({ folderOf, toolsOf }: Deps): Builds {
  /** The release of what a build has made. Its files are counted, and its rules read, inside of the sandbox. */
  const store = async (
    folder: SiteFolder,
    tools: SiteTools,
    { buildId, made, p }: { buildId: string; made: Made; p: BuildProgress },
  ): Promise<Release> => {
    p.stage('release');
    const { folder: work, ...about } = made;
    const mount = { ...folder.mount, live: work };
    const storing = { signal: p.signal };
    const { files, bytes } = await tools.agent.need(mount, 'usage', {}, 'measure the release', {
      ...storing,
      deadlineMs: MEASURE_MS,
    });
    if (bytes > tools.maxBytes) throw tooLarge(bytes, tools.maxBytes);
    const { skipped, ...rules } =
      made.runtime === 'static'
        ? await tools.agent.need(mount, 'rules', { folder: 'public' }, 'read the rules of the release', storing)
        : { skipped: 0, redirects: [], headers: [] };
    if (skipped > 0) p.log(`_redirects and _headers: ${skipped} lines ask for something that is not offered here.`);
    throwIfAborted(p.signal);
    await chmod(work, 0o711);
    await storeRelease(folder, work, { buildId, files, bytes, rules, ...about });
    return { buildId, runtime: made.runtime, nodeVersion: made.nodeVersion, files, bytes };
  };

  const make = async (
    folder: SiteFolder,
    tools: SiteTools,
    { spec, work, p }: { spec: BuildSpec; work: string; p: BuildProgress },
  ): Promise<Made> => {
    const { source, settings } = spec;
    const files = { folder: work, runtime: 'static', nodeVersion: null, start: null, env: {} } as const;
    const told = { packageManager: null, commit: null };
    if (source.kind === 'zip') {
      p.stage('fetch');
      const found = await source.list().catch(inHosting);
      if (found.kind !== 'static')
        throw new HostingError('UNSUPPORTED', 'This archive contains a WordPress. Upload it as a site instead.', {
          retryable: false,
        });
      p.log(`Unpacking ${found.count} files; ${found.skipped} are not part of the release.`);
      await withArchive(source.file, (zip) => unpack(tools, folder, { work, zip, found }, p)).catch(inHosting);
      const spaFallback = settings.spa_fallback ?? false;
      p.recognized({ framework: null, settings: { ...NO_SETTINGS, spa_fallback: spaFallback }, ...told });
      return { ...files, spaFallback };
    }
    if (source.kind === 'template') {
      p.stage('fetch');
      const template = await findTemplate(source.id);
      if (template.release === null) throw needsBuilds();
      p.log(`${template.name}: using the output that is shipped with the panel.`);
      await copyTree(template.release, path.join(work, 'public'), p.signal);
      const spaFallback = settings.spa_fallback ?? template.spa_fallback;
      const { framework } = template;
      p.recognized({ framework, settings: { ...NO_SETTINGS, framework, spa_fallback: spaFallback }, ...told });
      return { ...files, spaFallback };
    }
    throw needsBuilds();
  };

  return {
    buildsMissing: () => null,
    nodeVersions: () => [],
    async build(siteId, spec, p) {
      const folder = folderOf(siteId);
      const known = (await linkedRelease(folder)) === spec.buildId ? await readRelease(folder, spec.buildId) : null;
      if (known) return known;
      releaseFolder(folder, spec.buildId);
      const tools = await toolsOf(siteId);
      try {
        return await withBuildFolder(folder, async (work) =>
          store(folder, tools, { buildId: spec.buildId, made: await make(folder, tools, { spec, work, p }), p }),
        );
      } catch (error) {
        if (p.signal.aborted) throw abortedError(p.signal);
        throw toHostingError(error, 'build the release');
      }
    },
    async publish(siteId, buildId) {
      const folder = folderOf(siteId);
      if ((await readRelease(folder, buildId)) === null || !(await exists(releaseFolder(folder, buildId))))
        throw new HostingError('UNSUPPORTED', 'This release is no longer kept. Build it again.', { retryable: false });
      await switchLive(folder, buildId);
    },
    async liveRelease(siteId) {
      const live = await linkedRelease(folderOf(siteId));
      return live === WELCOME_RELEASE ? null : live;
    },
    keepReleases: (siteId, buildIds) => removeReleases(folderOf(siteId), new Set(buildIds)),
    serverLog: async () => ({ lines: [], bytes: 0 }),
  };
}

const MEASURE_MS = 60_000;
const MEGABYTE = 1024 ** 2;

const tooLarge = (bytes: number, most: number): HostingError =>
  new HostingError(
    'LIMIT',
    `The release has ${Math.ceil(bytes / MEGABYTE)} MB; the plan allows ${Math.floor(most / MEGABYTE)} MB. Remove what the application does not need, or choose a larger plan.`,
    { retryable: false },
  );

const needsBuilds = (): HostingError =>
  new HostingError('RUNTIME_MISSING', 'Builds do not run on this server.', { retryable: false });
