import path from 'node:path';
import { chmod } from 'node:fs/promises';
import {
  createLocalDriver,
  hostingConfigFromEnv,
  type HostingDriver,
  type HostingRuntime,
  type LocalDriverOptions,
  type SiteKind,
} from '../hosting/index.ts';
import type { PortName } from '../hosting/driver.ts';
import { compareFakeDatabase, createFakeAppDatabases, FAKE_DATABASES } from './fake-app-databases.ts';
import { createFakeCommands } from './fake-app-commands.ts';
import { createFakeBuilds } from './fake-builds.ts';
import { createPlainRepositories } from './plain-repositories.ts';

const PHP_VERSION = '8.4.25';
const WP_VERSION = '7.1.1';

const INFO = { wpVersion: WP_VERSION, phpVersion: PHP_VERSION };

const unused = async (): Promise<never> => {
  throw new Error('Tests with the fast driver run no PHP.');
};

/** A WordPress is a static site here, and so is the release of an application. */
const hosted = (kind: SiteKind): SiteKind => (kind === 'wordpress' || kind === 'node' ? 'static' : kind);
const APP_PORTS: ReadonlySet<PortName> = new Set([
  'builds',
  'snapshots',
  'fileAccess',
  'logs',
  'appDatabases',
  'appCommands',
]);

/** A runtime for static sites only: without PHP and WordPress. */
const NO_PHP: HostingRuntime = {
  description: 'static sites for tests',
  wordpress: { version: WP_VERSION, core: '', wpCli: '' },
  php: {
    kind: 'native',
    phpVersion: PHP_VERSION,
    versions: [
      { id: '8.4', version: PHP_VERSION, extensions: ['Core', 'imagick', 'pdo_sqlite', 'redis'] },
      { id: '8.5', version: '8.5.9', extensions: ['Core', 'pdo_sqlite'] },
    ],
    sharesCore: false,
    own: async () => undefined,
    serve: unused,
    script: unused,
    wp: unused,
    release: async () => undefined,
  },
};

/**
 * The local driver with real folders and real HTTP, but a WordPress is a static site, so that everything above it is tested
 * in milliseconds. WordPress itself is tested on the real driver.
 */
export async function createFastDriver(
  dataDir: string,
  {
    sandbox = 'off',
    ...options
  }: { sandbox?: 'auto' | 'off' } & Pick<LocalDriverOptions, 'reach' | 'sourceIdleMs' | 'kinds'> = {},
): Promise<HostingDriver> {
  const config = {
    dataDir,
    cacheDir: hostingConfigFromEnv({}, dataDir).cacheDir,
    php: 'auto',
    phpBinary: 'php',
    phpVersions: [],
    sandbox,
    wordpressVersions: null,
    idleMinutes: 15,
    maxRunning: null,
  } as const;
  // A temporary folder is closed to other users, and the site agent runs as the user of the site.
  await chmod(dataDir, 0o711);
  const local = await createLocalDriver({ config, runtime: NO_PHP, ...options });
  return {
    ...local,
    ...createFakeBuilds(local, path.join(dataDir, 'fake-releases')),
    ...createFakeAppDatabases(path.join(dataDir, FAKE_DATABASES)),
    ...createFakeCommands(),
    ...createPlainRepositories(path.join(dataDir, 'plain-repositories')),
    // A WordPress keeps its process in every question but how it answers.
    runsProcess: (kind) => kind !== 'node' && local.runsProcess(kind),
    portsOf: (kind) => (kind === 'node' ? APP_PORTS : local.portsOf(kind)),
    // Pages show where a client connects; what it gets is tested on the real driver.
    files: { ...local.files, available: async () => true },
    // The copy of an application has no real database either.
    async rehearse(siteId, file, { database, ...options } = {}) {
      const check = database && (await compareFakeDatabase(file));
      const { ok, checks, info } = await local.rehearse(siteId, file, options);
      return { ok: ok && check?.ok !== false, checks: [...(check ? [check] : []), ...checks], info };
    },
    repositoriesMissing: () => null,
    capabilities: () => ({ ...local.capabilities(), databaseTool: true }),
    steps: (spec) => local.steps({ ...spec, kind: hosted(spec.kind) }),
    create: (spec, p) => local.create({ ...spec, kind: hosted(spec.kind) }, p),
    // Nothing of a static site has a version.
    upgrade: async () => undefined,
    usePhp: async () => undefined,
    publicFiles: async (siteId, kind) => (await local.publicFiles?.(siteId, hosted(kind))) ?? null,
    verify: async (siteId, fqdn, use) => ({ ...(await local.verify(siteId, fqdn, use)), info: INFO }),
    async info(siteId) {
      // A site that a scenario has only written down has no files, and so no versions, as on the real driver.
      const { files } = await local.usage(siteId);
      return files > 0 ? INFO : await local.info(siteId);
    },
  };
}
