import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import type { HostingStep, PublicFiles, SiteSpec } from '../../driver.ts';
import { compileRules, type CompiledRules } from '../../static/site-rules.ts';
import { linkedRelease, readRelease, releaseFolder, storeRelease, switchLive, WELCOME_RELEASE } from '../releases.ts';
import { archivedEnvironment, packApp, unpackApp } from '../app-archive.ts';
import { storeMade, withBuildFolder } from '../store-release.ts';
import { recover, withWorkFolder, writeRecord, type SiteFolder } from '../site-folder.ts';
import { exists } from '../../runtime/wordpress-source.ts';
import { welcomePage } from '../static-site.ts';
import { serveRelease } from '../app-server.ts';
import { verifyApp } from './verify-app.ts';
import type { LocalKind } from './kind.ts';

/** An application begins with a welcome page, which its first build replaces. */
function appSteps(folder: SiteFolder, spec: SiteSpec): HostingStep[] {
  return [
    {
      name: 'files',
      title: 'Preparing the application',
      async run() {
        await mkdir(folder.root, { recursive: true, mode: 0o711 });
        await recover(folder);
        await writeRecord(folder, spec);
        if ((await linkedRelease(folder)) !== null) return;
        await withWorkFolder(folder, async (work) => {
          await mkdir(path.join(work, 'public'), { mode: 0o755 });
          await writeFile(path.join(work, 'public', 'index.html'), welcomePage(spec));
          await storeRelease(folder, work, {
            ...{ buildId: WELCOME_RELEASE, runtime: 'static', nodeVersion: null, files: 1, bytes: 0 },
            ...{ rules: { redirects: [], headers: [] }, spaFallback: false, start: null, env: {} },
          });
        });
        await switchLive(folder, WELCOME_RELEASE);
      },
      check: () => exists(folder.publicDir),
    },
  ];
}

/** By release: its rules, or null where a server answers. */
const known = new LRUCache<string, { rules: CompiledRules | null }>({ max: 1000 });

/** The files of the live release; null where a server answers. */
async function releasedFiles(folder: SiteFolder): Promise<PublicFiles | null> {
  const buildId = await linkedRelease(folder);
  if (buildId === null) return null;
  const release = releaseFolder(folder, buildId);
  let found = known.get(release);
  if (!found) {
    const record = await readRelease(folder, buildId);
    if (record === null) return null;
    const isStatic = record.runtime === 'static';
    found = { rules: isStatic ? compileRules({ ...record.rules, spaFallback: record.spaFallback }) : null };
    known.set(release, found);
  }
  return found.rules && { root: path.join(release, 'public'), mode: 'site', rules: found.rules };
}

/** The only release of a copy beside an application. */
const REHEARSED = 'rehearsed';
const SILENT = { stage: () => undefined, log: () => undefined, signal: new AbortController().signal };

/** An application: releases that builds have made, of which one answers, as files or with a server of its own. */
export const nodeKind: LocalKind = {
  name: 'node',
  ports: ['snapshots', 'fileAccess', 'builds', 'repositories', 'appDatabases', 'appCommands'],
  steps: (_toolsOf, folder, spec) => appSteps(folder, spec),
  publicFiles: releasedFiles,
  pack: packApp,
  unpackBeside: ({ tools, folder }, file, variables) =>
    withBuildFolder(folder, async (work) => {
      const { release, checked } = await unpackApp(tools, folder, { work, file });
      const made = { ...release, folder: work, env: archivedEnvironment(release, variables) };
      await storeMade(folder, tools, { buildId: REHEARSED, made, p: SILENT });
      await switchLive(folder, REHEARSED);
      return checked;
    }),
  async serve(runtime, folder, options) {
    const buildId = (await linkedRelease(folder)) ?? '';
    // One copy does not wait because that of another backup has ended.
    return serveRelease(runtime, folder, { buildId, isNew: buildId === REHEARSED }, options);
  },
  verify: verifyApp,
};
