import path from 'node:path';
import type { BuildSettings } from '@panel/contract';
import { withArchive } from '../../archive/packed-content.ts';
import type { BuildLimits } from '../builds/build-limits.ts';
import { buildCode } from '../builds/code-build.ts';
import { findTemplate, listTemplates } from '../builds/templates.ts';
import { nodeMajors } from '../builds/tools.ts';
import type { Builds, BuildProgress, BuildSpec } from '../driver.ts';
import { abortedError, HostingError, throwIfAborted, toHostingError } from '../hosting-error.ts';
import { ownVariables } from '../node/app-environment.ts';
import type { NodeRuntime } from '../node/node-runtime.ts';
import { copyTree, exists } from '../runtime/wordpress-source.ts';
import { archivedEnvironment, unpackApp } from './app-archive.ts';
import { inHosting, unpack } from './import-site.ts';
import { linkedRelease, readRelease, releaseFolder, removeReleases, switchLive, WELCOME_RELEASE } from './releases.ts';
import { repositoryOf } from './repositories.ts';
import { workloadOf } from '../preview-id.ts';
import { askFirst, logFileOf, serveRelease } from './app-server.ts';
import type { LocalKind } from './kinds/index.ts';
import { storeMade, withBuildFolder, type Made } from './store-release.ts';
import { readServerLog } from './server-log.ts';
import { hashesNote } from './site-archive.ts';
import { readRecord, type SiteFolder } from './site-folder.ts';
import { createSiteGate } from './site-gate.ts';
import type { SiteTools } from './site-tools.ts';

type Deps = {
  folderOf(siteId: string): SiteFolder;
  toolsOf(siteId: string): Promise<SiteTools>;
  /** What runs applications, where something does. */
  node: NodeRuntime | undefined;
  registry: string;
  plainGit: boolean;
  buildLimits: Partial<BuildLimits> | undefined;
  /** Starts another server, and lets the old one end once it has answered. */
  replaceServer(siteId: string, serve: NonNullable<LocalKind['serve']>): Promise<void>;
  /** Lets a server end after its requests. */
  retireServer(siteId: string): Promise<void>;
  /** Has other processes take up what is live now. */
  afterSwitch(siteId: string): Promise<void>;
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

/** Builds releases, stores them beside each other, and switches between them. */
export function createAppBuilds({
  folderOf,
  toolsOf,
  node,
  registry,
  plainGit,
  buildLimits,
  replaceServer,
  retireServer,
  afterSwitch,
}: Deps): Builds & {
  /** Stops the builds of an application that is to be deleted. */
  endBuilds(siteId: string): Promise<void>;
} {
  const publishing = createSiteGate();
  const running = new Map<string, Map<AbortController, Promise<void>>>();
  /** Counts a build of an application. Returns what ends that. */
  const startedBuild = (siteId: string, stop: AbortController): (() => void) => {
    const ended = Promise.withResolvers<void>();
    const ofSite = running.get(siteId) ?? new Map<AbortController, Promise<void>>();
    running.set(siteId, ofSite.set(stop, ended.promise));
    return () => {
      ofSite.delete(stop);
      if (ofSite.size === 0) running.delete(siteId);
      ended.resolve();
    };
  };
  const missing = node ? node.missing : NOT_HERE;

  const makeCode = async (
    folder: SiteFolder,
    { agent, limits }: SiteTools,
    { spec, work, p }: { spec: BuildSpec; work: string; p: BuildProgress },
  ): Promise<Made> => {
    if (!node || missing !== null) throw needsBuilds(missing ?? NOT_HERE);
    // A preview is built of the repository of its application. Its code may write anything into what it caches, so production has
    // another cache than all previews.
    const appId = workloadOf(folder.siteId);
    const of = folderOf(appId);
    const cache = appId === folder.siteId ? 'cache' : 'cache-previews';
    const own = { siteId: folder.siteId, work, cache: path.join(of.root, cache) };
    const place = { ...own, repository: repositoryOf(of), plan: limits };
    const built = await buildCode({ node, agent, registry, plainGit, limits: buildLimits }, place, spec, p);
    const { settings, start } = built;
    return {
      ...{ folder: built.folder, runtime: start ? 'node' : 'static', spaFallback: settings.spa_fallback },
      ...{ nodeVersion: settings.node_version, start, env: start ? ownVariables(spec.variables.run) : {} },
    };
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
    if (source.kind === 'archive') {
      p.stage('fetch');
      const { release, checked } = await unpackApp(tools, folder, { work, file: source.file });
      if (release.runtime === 'node' && missing !== null) throw needsBuilds(missing);
      p.log(hashesNote(checked));
      return { ...release, folder: work, env: archivedEnvironment(release, spec.variables.run) };
    }
    if (source.kind === 'release') {
      const from = folderOf(source.siteId);
      const release = await readRelease(from, source.buildId);
      const files = path.join(releaseFolder(from, source.buildId), 'public');
      if (release === null || !(await exists(files))) throw releaseGone();
      if (release.runtime === 'node' && missing !== null) throw needsBuilds(missing);
      await copyTree(files, path.join(work, 'public'), p.signal);
      p.log('Using the release as it was built. Nothing is built again.');
      const { runtime, nodeVersion, spaFallback, start } = release;
      const env = archivedEnvironment(release, spec.variables.run);
      return { runtime, nodeVersion, spaFallback, start, env, folder: work };
    }
    if (source.kind === 'template') {
      p.stage('fetch');
      const template = await findTemplate(source.id);
      if (template.release === null) return makeCode(folder, tools, { spec, work, p });
      p.log(`${template.name}: using the output that is shipped with the panel.`);
      await copyTree(template.release, path.join(work, 'public'), p.signal);
      const spaFallback = settings.spa_fallback ?? template.spa_fallback;
      const { framework } = template;
      p.recognized({ framework, settings: { ...NO_SETTINGS, framework, spa_fallback: spaFallback }, ...told });
      return { ...files, spaFallback };
    }
    return makeCode(folder, tools, { spec, work, p });
  };

  return {
    async endBuilds(siteId) {
      const builds = [...(running.get(siteId) ?? [])];
      for (const [stop] of builds) stop.abort();
      await Promise.all(builds.map(([, ended]) => ended));
    },
    buildsMissing: () => missing,
    templates: async () =>
      (await listTemplates(missing)).map(({ backend = null, spa_fallback: _spa, ...template }) => ({
        ...template,
        backend,
      })),
    nodeVersions: () => nodeMajors(),
    async build(siteId, spec, given) {
      const stop = new AbortController();
      const p = { ...given, signal: AbortSignal.any([given.signal, stop.signal]) };
      const folder = folderOf(siteId);
      const known = (await linkedRelease(folder)) === spec.buildId ? await readRelease(folder, spec.buildId) : null;
      if (known) return known;
      releaseFolder(folder, spec.buildId);
      const tools = await toolsOf(siteId);
      const end = startedBuild(siteId, stop);
      try {
        return await withBuildFolder(folder, async (work) =>
          storeMade(folder, tools, { buildId: spec.buildId, made: await make(folder, tools, { spec, work, p }), p }),
        );
      } catch (error) {
        if (p.signal.aborted) throw abortedError(p.signal);
        throw toHostingError(error, 'We could not build the release.');
      } finally {
        end();
      }
    },
    publish: (siteId, buildId, p) =>
      publishing.exclusive(siteId, async () => {
        const folder = folderOf(siteId);
        const release = await readRelease(folder, buildId);
        if (release === null || !(await exists(releaseFolder(folder, buildId)))) throw releaseGone();
        throwIfAborted(p.signal);
        if (release.runtime === 'static') {
          await switchLive(folder, buildId);
          await retireServer(siteId);
        } else {
          if (missing !== null) throw needsBuilds(missing);
          const { url } = await readRecord(folder);
          await replaceServer(siteId, async (serving, _folder, options) => {
            const process = await serveRelease(serving, folder, { buildId, isNew: true }, options);
            try {
              await askFirst(process, url, p);
              await switchLive(folder, buildId);
            } catch (error) {
              await process.stop();
              throw error;
            }
            return process;
          });
        }
        await afterSwitch(siteId);
      }),
    async liveRelease(siteId) {
      const live = await linkedRelease(folderOf(siteId));
      return live === WELCOME_RELEASE ? null : live;
    },
    keepReleases: (siteId, buildIds) => removeReleases(folderOf(siteId), new Set(buildIds)),
    serverLog: (siteId) => readServerLog(logFileOf(folderOf(siteId))),
  };
}

const NOT_HERE = 'Builds and servers do not run on this server.';

const releaseGone = (): HostingError =>
  new HostingError('UNSUPPORTED', 'This release is no longer kept. Build it again.', { retryable: false });

const needsBuilds = (missing: string): HostingError =>
  new HostingError('RUNTIME_MISSING', missing, { retryable: false });
