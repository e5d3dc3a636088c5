import { setTimeout as wait } from 'node:timers/promises';
import type { BuildSettings } from '@panel/contract';
import type { Builds, BuildSpec, HostingDriver, Release } from '../hosting/driver.ts';
import { abortedError, HostingError } from '../hosting/hosting-error.ts';

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

/**
 * Builds for tests of what is above them: a release is one page that names its build. A branch named `fails` fails, one named
 * `hangs` runs until it is cancelled. Real builds are tested on the real driver.
 */
export function createFakeBuilds(driver: Pick<HostingDriver, 'create' | 'destroy'>): Builds {
  const releases = new Map<string, string>();
  const live = new Map<string, string>();

  const page = (spec: BuildSpec): string =>
    `<!doctype html><title>Release</title><h1>Release of ${sourceName(spec)}</h1><p>${spec.buildId}</p>\n`;

  return {
    buildsMissing: () => null,
    nodeVersions: () => ['24', '22'],
    templates: async () => [
      {
        ...{ id: 'static-page', name: 'Static page', description: 'One page of HTML and CSS.' },
        ...{ framework: 'static', runtime: 'static', fullStack: false, missing: null, picture: null, tags: ['html'] },
      },
      {
        ...{ id: 'express', name: 'Express API', description: 'A small API with Express.' },
        ...{ framework: 'express', runtime: 'node', fullStack: false, missing: null, picture: null, tags: ['api'] },
      },
    ],
    async build(_siteId, spec, p): Promise<Release> {
      p.stage('fetch');
      p.recognized({
        framework: 'vite',
        packageManager: 'npm',
        settings: SETTINGS,
        commit: spec.source.kind === 'git' ? COMMIT : null,
      });
      p.stage('build');
      for (let line = 1; line <= HELD_LINES; line += 1) p.log(`line ${line} of ${sourceName(spec)}`);
      const branch = sourceName(spec);
      if (branch === 'hangs') {
        await wait(600_000, undefined, { signal: p.signal }).catch(() => undefined);
        throw abortedError(p.signal);
      }
      if (branch === 'fails')
        throw new HostingError('BUILD_FAILED', 'The command "npm run build" ended with code 1.', { retryable: false });
      p.stage('release');
      releases.set(spec.buildId, page(spec));
      return { buildId: spec.buildId, runtime: 'static', nodeVersion: null, files: 1, bytes: 100 };
    },
    async publish(siteId, buildId, p) {
      const text = releases.get(buildId);
      if (text === undefined)
        throw new HostingError('START_FAILED', 'This release is gone. Deploy again.', { retryable: false });
      await driver.destroy(siteId);
      await driver.create(
        {
          ...{ siteId, kind: 'static', fqdn: `${siteId}.test`, url: `http://${siteId}.test`, title: 'Release' },
          ...{ adminUser: '', adminEmail: '', adminPassword: '', files: { 'index.html': text } },
        },
        p,
      );
      live.set(siteId, buildId);
    },
    liveRelease: async (siteId) => live.get(siteId) ?? null,
    keepReleases: async () => undefined,
    serverLog: async () => ({ lines: ['listening'], bytes: 10 }),
  };
}
