import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { listOf } from '../lib/list-of.ts';
import { HostingError } from './hosting-error.ts';

/** Settings of the hosting driver; every field has a default in `hostingConfigFromEnv`. */
export type HostingConfig = {
  /** Sites live in `{dataDir}/sites`, helper scripts in `{dataDir}/runtime`. */
  dataDir: string;
  /** WordPress is unpacked here once per version. */
  cacheDir: string;
  /** A folder with other versions of WordPress; null for none. */
  wordpressVersions: string | null;
  /** The MariaDB server for new WordPress sites; null or absent for SQLite. */
  databaseUrl?: string | null;
  php: 'auto' | 'native' | 'wasm';
  /** The interpreter to look for, a name in PATH or an absolute path. */
  phpBinary: string;
  /** Other interpreters, each of another release series, which sites can get; native PHP only. */
  phpVersions: readonly string[];
  sandbox: 'auto' | 'off';
  /** Whether TRUST_PROXY covers this machine's loopback addresses; the start warns if hosted code can reach them. */
  loopbackTrusted?: boolean;
  /** The npm registry from which builds install, and the panel gets their tools. */
  registry?: string;
  /** Whether repositories may be fetched over http; for tests on private networks. */
  plainGit?: boolean;
  idleMinutes: number;
  /** Maximum running sites; `null` means 20 on native PHP and 4 on php-wasm (0.3 GB each). */
  maxRunning: number | null;
};

export const NPM_REGISTRY = 'https://registry.npmjs.org/';
const REPOSITORY = path.resolve(import.meta.dirname, '../../..');

/** Reads `WORDPRESS_VERSIONS`, `SITES_DATABASE_URL`, `PHP_RUNTIME`, `PHP_BINARY`, `PHP_VERSIONS`, `SANDBOX`, `SITE_IDLE_MINUTES`, `SITE_MAX_RUNNING` and `CACHE_DIR`. */
export function hostingConfigFromEnv(env: Record<string, string | undefined>, dataDir: string): HostingConfig {
  return {
    dataDir: path.resolve(dataDir),
    cacheDir: path.resolve(env['CACHE_DIR'] ?? defaultCacheDir(dataDir)),
    wordpressVersions: env['WORDPRESS_VERSIONS'] ? path.resolve(env['WORDPRESS_VERSIONS']) : null,
    databaseUrl: env['SITES_DATABASE_URL'] || null,
    php: oneOf('PHP_RUNTIME', env['PHP_RUNTIME'], ['auto', 'native', 'wasm']),
    phpBinary: env['PHP_BINARY'] ?? 'php',
    phpVersions: listOf(env['PHP_VERSIONS'] ?? ''),
    sandbox: oneOf('SANDBOX', env['SANDBOX'], ['auto', 'off']),
    registry: env['NPM_REGISTRY'] || NPM_REGISTRY,
    plainGit: (env['EGRESS_ALLOW'] ?? '') !== '',
    idleMinutes: positive('SITE_IDLE_MINUTES', env['SITE_IDLE_MINUTES']) ?? 15,
    maxRunning: positive('SITE_MAX_RUNNING', env['SITE_MAX_RUNNING']),
  };
}

/** The checkout's own cache if it is writable, so that tests and starts fetch WordPress once. */
function defaultCacheDir(dataDir: string): string {
  try {
    accessSync(REPOSITORY, constants.W_OK);
    return path.join(REPOSITORY, '.cache', 'hosting');
  } catch {
    return path.join(dataDir, 'cache');
  }
}

function oneOf<T extends string>(name: string, value: string | undefined, allowed: readonly [T, ...T[]]): T {
  if (value === undefined || value === '') return allowed[0];
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined)
    throw new HostingError('UNSUPPORTED', `${name} must be one of ${allowed.join(', ')}.`, { retryable: false });
  return found;
}

function positive(name: string, value: string | undefined): number | null {
  if (value === undefined || value === '') return null;
  const number = Number(value);
  if (!Number.isFinite(number) || number <= 0) {
    throw new HostingError('UNSUPPORTED', `${name} must be a number above 0.`, { retryable: false });
  }
  return number;
}
