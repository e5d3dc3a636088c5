import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BuildSettings } from '@panel/contract';
import type { Builds, BuildSpec, HostingDriver, Release } from '../hosting/driver.ts';
import { abortedError, HostingError } from '../hosting/hosting-error.ts';
import { textInArchive } from './text-in-archive.ts';

const SETTINGS: BuildSettings = {
  framework: 'vite',
  package_manager: 'npm',
  root_folder: '',
  install_command: null,
  build_command: 'npm run build',
  output_folder: 'dist',
  runtime: 'static',
  start_command: null,
  node_version: '24',
  spa_fallback: true,
  build_network: false,
};
const COMMIT = { id: '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567', message: 'Say hello', author: 'Ada' };
const HELD_LINES = 3;

const sourceName = ({ source }: BuildSpec): string => (source.kind === 'git' ? source.branch : source.kind);

/** Of what is on the disk, so that it is there after a process was killed. */
const read = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(() => null);
async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

/**
 * Builds for tests of what is above them: a release is one page that names its build. A branch named `fails` fails, one named
 * `hangs` runs until it is cancelled, and `waits-build` and `waits-publish` do so until there is a file `go`. Real builds are tested on
 * the real driver.
 * @param folder what it keeps
 */
export function createFakeBuilds(driver: Pick<HostingDriver, 'create' | 'destroy'>, folder: string): Builds {
  const releaseOf = (siteId: string, buildId: string) => path.join(folder, siteId, `${buildId}.html`);
  const liveOf = (siteId: string) => path.join(folder, siteId, 'live');
  const waiting = async (signal: AbortSignal): Promise<void> => {
    while ((await read(path.join(folder, 'go'))) === null) {
      await wait(20, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) throw abortedError(signal);
    }
  };

  const page = (spec: BuildSpec): string =>
    `<!doctype html><title>Release</title><h1>Release of ${sourceName(spec)}</h1><p>${spec.buildId}</p>\n`;

  return {
    buildsMissing: () => null,
    nodeVersions: () => ['24', '22'],
    templates: async () => [
      {
        ...{ id: 'static-page', name: 'Static page', description: 'One page of HTML and CSS.' },
        ...{ framework: 'static', runtime: 'static', backend: null, missing: null, picture: null, tags: ['html'] },
      },
      {
        ...{ id: 'express-api', name: 'Express API', description: 'A small API with Express.' },
        ...{ framework: 'express', runtime: 'node', backend: null, missing: null, picture: null, tags: ['api'] },
      },
      {
        ...{ id: 'notes', name: 'Notes with a database', description: 'A page, an API and a database.' },
        ...{
          framework: 'vite',
          runtime: 'static',
          backend: 'notes-api',
          missing: null,
          picture: null,
          tags: ['react'],
        },
      },
    ],
    async build(siteId, spec, p): Promise<Release> {
      p.stage('fetch');
      const { source } = spec;
      const commit = source.kind === 'git' ? { ...COMMIT, id: source.commit ?? COMMIT.id } : null;
      if (source.kind !== 'release')
        p.recognized({ framework: 'vite', packageManager: 'npm', settings: SETTINGS, commit });
      p.stage('build');
      for (let line = 1; line <= HELD_LINES; line += 1) p.log(`line ${line} of ${sourceName(spec)}`);
      const branch = sourceName(spec);
      if (branch === 'hangs') {
        await wait(600_000, undefined, { signal: p.signal }).catch(() => undefined);
        throw abortedError(p.signal);
      }
      if (branch === 'waits-build') await waiting(p.signal);
      if (branch === 'fails')
        throw new HostingError('BUILD_FAILED', 'The command "npm run build" ended with code 1.', { retryable: false });
      p.stage('release');
      const kept = source.kind === 'release' ? await read(releaseOf(source.siteId, source.buildId)) : null;
      if (source.kind === 'release' && kept === null)
        throw new HostingError('UNSUPPORTED', 'This release is no longer kept. Build it again.', { retryable: false });
      const text =
        kept ??
        (spec.source.kind === 'archive' ? await textInArchive(spec.source.file, 'public/index.html') : page(spec));
      await write(releaseOf(siteId, spec.buildId), text);
      return { buildId: spec.buildId, runtime: 'static', nodeVersion: null, files: 1, bytes: 100 };
    },
    async publish(siteId, buildId, p) {
      const text = await read(releaseOf(siteId, buildId));
      if (text === null)
        throw new HostingError('START_FAILED', 'This release is gone. Deploy again.', { retryable: false });
      if (text.includes('of waits-publish<')) await waiting(p.signal);
      await driver.destroy(siteId);
      await driver.create(
        {
          ...{ siteId, kind: 'static', fqdn: `${siteId}.test`, url: `http://${siteId}.test`, title: 'Release' },
          ...{ adminUser: '', adminEmail: '', adminPassword: '', files: { 'index.html': text } },
        },
        p,
      );
      await write(liveOf(siteId), buildId);
    },
    liveRelease: (siteId) => read(liveOf(siteId)),
    async keepReleases(siteId, buildIds) {
      for (const name of await readdir(path.join(folder, siteId)).catch(() => []))
        if (name.endsWith('.html') && !buildIds.includes(name.slice(0, -'.html'.length)))
          await rm(path.join(folder, siteId, name));
    },
    serverLog: async () => ({ lines: ['listening'], bytes: 10 }),
  };
}
