import path from 'node:path';
import * as v from 'valibot';
import {
  addresses,
  bucket,
  folder,
  hosts,
  isThisMachine,
  isUrl,
  list,
  networks,
  origins,
  overrides,
  port,
  positive,
  positiveOrOff,
  proxies,
  portOrOff,
  releaseKeys,
  resolvers,
  roles,
  url,
  type ProcessRole,
  type ReleaseKeyEntry,
} from './schemas.ts';
import { databaseConfig, databaseVariables, type DatabaseConfig } from './database.ts';
import { installationConfig, installationVariables, type InstallationConfig } from './installation.ts';
import { githubConfig, githubVariables, missingOfGithubApp, type GithubConfig } from './github.ts';
import { extensionsConfig, extensionVariables, type ExtensionsConfig } from './extensions.ts';
import { healthConfig, healthVariables, type HealthConfig } from './health.ts';
import { paymentsConfig, paymentVariables, type PaymentsConfig } from './payments.ts';
import { shown } from './shown.ts';
import { sitesConfig, siteVariables, type SitesConfig } from './sites.ts';
import { tlsConfig, tlsVariables, type TlsConfig } from './tls.ts';
import { trustedPeers } from '../lib/client-address.ts';

export type { ProcessRole, ReleaseKeyEntry } from './schemas.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

/** An invalid environment variable; the message is one line with its name, its value and what is allowed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const variables = {
  PORT: { schema: port, fallback: '8099', allowed: 'a port number from 0 to 65535 (0: any free one)' },
  ...tlsVariables,
  ...databaseVariables,
  ...siteVariables,
  ...healthVariables,
  ...installationVariables,
  ...paymentVariables,
  ...githubVariables,
  ...extensionVariables,
  SFTP_PORT: {
    schema: portOrOff,
    fallback: '2022',
    allowed: 'off, or a port number from 0 to 65535 (0: any free one)',
  },
  DNS_PORT: {
    schema: portOrOff,
    fallback: '8053',
    allowed: 'off, or a port number from 0 to 65535 (0: any free one)',
  },
  DNS_RESOLVERS: {
    schema: resolvers,
    fallback: undefined,
    allowed:
      'a list of addresses like 9.9.9.9, 127.0.0.1:8053 or [2620:fe::fe]:53 separated by commas, or nothing for those of the system',
  },
  POWERDNS_URL: {
    schema: url('http:', 'https:'),
    fallback: undefined,
    allowed:
      'an address like http://:key@127.0.0.1:8081, the API of a PowerDNS server, or nothing for the embedded one',
  },
  SITE_ADDRESSES: {
    schema: addresses,
    fallback: '127.0.0.1,::1',
    allowed: 'a list of the public IPv4 and IPv6 addresses of hosted sites separated by commas',
  },
  HOST: {
    schema: hosts,
    fallback: 'localhost',
    allowed:
      'localhost, or a list of addresses to listen on separated by commas, like 0.0.0.0 for all of IPv4 or :: for all',
  },
  DATA_DIR: {
    schema: folder,
    fallback: '.data',
    allowed: 'a folder that can be written',
  },
  PUBLIC_URL: {
    schema: v.pipe(
      v.string(),
      isUrl(['http:', 'https:']),
      v.check((text) => URL.canParse(text) && new URL(text).pathname === '/'),
    ),
    fallback: undefined,
    allowed: 'an address like https://panel.example.com without a path',
  },
  ROLE: { schema: roles, fallback: 'all', allowed: 'all, or a list of api, worker and edge separated by commas' },
  LOG_LEVEL: { schema: v.picklist(LOG_LEVELS), fallback: 'info', allowed: LOG_LEVELS.join(', ') },
  LOG_MAX_MB: {
    schema: positive,
    fallback: '50',
    allowed: 'a number above 0: the size of all parts of the log together',
  },
  DISK_RESERVE_MB: {
    schema: positive,
    fallback: undefined,
    allowed: 'a number above 0: free MB below which nothing that grows is started',
  },
  SMTP_URL: {
    schema: url('smtp:', 'smtps:'),
    fallback: undefined,
    allowed: 'an address like smtp://user:password@host:587, or nothing to catch emails',
  },
  MAIL_FROM: { schema: v.pipe(v.string(), v.email()), fallback: undefined, allowed: 'an email address' },
  PHP_RUNTIME: { schema: v.picklist(['auto', 'native', 'wasm']), fallback: 'auto', allowed: 'auto, native, wasm' },
  PHP_BINARY: {
    schema: v.pipe(v.string(), v.nonEmpty()),
    fallback: 'php',
    allowed: 'a program in PATH or an absolute path',
  },
  PHP_VERSIONS: {
    schema: list,
    fallback: undefined,
    allowed: 'a list of other PHP programs separated by commas, like /usr/bin/php8.3,/usr/bin/php8.4, or nothing',
  },
  SANDBOX: { schema: v.picklist(['auto', 'off']), fallback: 'auto', allowed: 'auto, off' },
  SITE_PICTURES: { schema: v.picklist(['auto', 'off']), fallback: 'auto', allowed: 'auto, off' },
  EGRESS: {
    schema: v.picklist(['on', 'off']),
    fallback: 'on',
    allowed: 'on, off (off lets hosted sites reach no other server)',
  },
  EGRESS_ALLOW: {
    schema: networks,
    fallback: undefined,
    allowed:
      'a list of addresses and networks like 10.0.0.0/8 separated by commas, which hosted sites may reach besides public ones',
  },
  SEED: { schema: v.picklist(['demo', 'none']), fallback: 'demo', allowed: 'demo, none' },
  SECRET_KEY: {
    schema: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/i)),
    fallback: undefined,
    allowed: '64 hexadecimal digits, or nothing for a key file in DATA_DIR',
  },
  TRUST_PROXY: {
    schema: proxies,
    fallback: 'off',
    allowed:
      'off, or a list of the addresses and networks of your own proxies separated by commas, like 127.0.0.1, 10.0.0.0/8 or loopback',
  },
  CACHE_DIR: {
    schema: folder,
    fallback: path.resolve(import.meta.dirname, '../../.cache'),
    allowed: 'a folder that can be written',
  },
  WORDPRESS_VERSIONS: {
    schema: folder,
    fallback: undefined,
    allowed: 'a folder with a folder for each other version of WordPress, or nothing for none',
  },
  SITES_DATABASE_URL: {
    schema: url('mysql:', 'mariadb:'),
    fallback: undefined,
    allowed:
      'an address like mysql://user:password@host:3306 or mysql://user:password@localhost?socket=/run/mysqld/mysqld.sock, or nothing for SQLite',
  },
  GEO_DATABASE: {
    schema: folder,
    fallback: undefined,
    allowed: 'a file that finds the country of an address (MMDB), or nothing for none',
  },
  WEB_DEVELOPMENT: {
    schema: folder,
    fallback: undefined,
    allowed: 'the folder of the builds that replace releases on this machine, or nothing',
  },
  WEB_OVERRIDES: {
    schema: overrides,
    fallback: undefined,
    allowed: 'a list like mf-sites=http://localhost:3001/entry.js separated by commas',
  },
  RELEASE_KEYS: {
    schema: releaseKeys,
    fallback: undefined,
    allowed:
      'a list separated by commas, like mf-orders=KEY for the key of a package, *=KEY for one of every package; KEY is an Ed25519 public key (raw, base64)',
  },
  BACKUP_PROOF_DAYS: { schema: positiveOrOff, fallback: '7', allowed: 'off, or a number of days above 0' },
  STORAGE_URL: {
    schema: bucket,
    fallback: undefined,
    allowed:
      'an address like s3://key:secret@s3.example.com/bucket/prefix?region=eu-central-1 (s3+http:// without encryption), or nothing for a folder in DATA_DIR',
  },
  RELEASES_S3: {
    schema: v.pipe(
      url('http:', 'https:'),
      v.check((text) => new URL(text).pathname.length > 1),
    ),
    fallback: undefined,
    allowed:
      'an address like https://key:secret@s3.example.com/bucket/prefix?region=eu-central-1, or nothing for a folder in DATA_DIR',
  },
  OPERATOR_TOKEN: {
    schema: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{24,200}$/)),
    fallback: undefined,
    allowed: '24 to 200 characters without spaces, or nothing for none (in development: a file in DATA_DIR/keys)',
  },
  DEV_ORIGINS: {
    schema: origins,
    fallback: undefined,
    allowed: 'none, or a list of origins like http://localhost:3001 or http://localhost:* separated by commas',
  },
  WEB_DIR: { schema: folder, fallback: undefined, allowed: 'the folder of the built front end' },
} as const;

type Variables = typeof variables;
type Parsed = {
  [K in keyof Variables]:
    | v.InferOutput<Variables[K]['schema']>
    | (Variables[K]['fallback'] extends string ? never : undefined);
};

/** The validated settings of one process. Sizes and times carry their unit in the name. */
type PartsConfig = DatabaseConfig &
  TlsConfig &
  SitesConfig &
  HealthConfig &
  PaymentsConfig &
  GithubConfig &
  ExtensionsConfig &
  InstallationConfig;

export type Config = PartsConfig & {
  port: number;
  /** Addresses to listen on; by default the two loopback addresses. */
  hosts: readonly string[];
  /** The port for SFTP clients; null for none. */
  sftpPort: number | null;
  /** The port of the authoritative DNS server, UDP and TCP; null for none. */
  dnsPort: number | null;
  /** Recursive resolvers, as `address` or `address:port`; those of the system when empty. */
  dnsResolvers: readonly string[];
  /** The API of a PowerDNS server with its key as the password; undefined means the embedded server. */
  powerdnsUrl: string | undefined;
  /** Where hosted sites are reached: the default records of their domains. */
  siteAddresses: readonly string[];
  /** Absolute path. */
  dataDir: string;
  /** Supplies scheme and port of every address in pages and emails; default `http://localhost:{port}`. */
  publicUrl: string;
  roles: readonly ProcessRole[];
  logLevel: (typeof LOG_LEVELS)[number];
  /** Free space in MB below which nothing that grows is started; undefined means a share of the disk. */
  diskReserveMb: number | undefined;
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  phpRuntime: 'auto' | 'native' | 'wasm';
  phpBinary: string;
  /** Other PHP programs, each of another release series, which sites can get. */
  phpVersions: readonly string[];
  /** A folder with other versions of WordPress, unpacked. */
  wordpressVersions: string | undefined;
  /** The MariaDB server for the databases of new WordPress sites; undefined means SQLite files. */
  sitesDatabaseUrl: string | undefined;
  sandbox: 'auto' | 'off';
  /** Pictures of sites where Chromium starts in our sandbox; never without one. */
  sitePictures: boolean;
  /** Whether hosted sites can reach other servers at all. */
  egress: boolean;
  /** Private addresses and networks that hosted sites may reach. */
  egressAllow: readonly string[];
  seed: 'demo' | 'none';
  secretKey: string | undefined;
  /** Addresses and networks of the installation's own proxies, whose X-Forwarded-* headers count. */
  trustProxy: readonly string[];
  /** Reproducible files: the dump of an empty database, and downloads. */
  cacheDir: string;
  /** A database of addresses (MMDB), for visits by region. */
  geoDatabase: string | undefined;
  /** The folder with the front end's packages, each with its `dist`; default the checkout. */
  webDir: string | undefined;
  /** Development: a folder like `webDir`, whose builds run instead of releases and are never published. */
  webDevelopment: string | undefined;
  /** Remotes served from elsewhere: id → address of the entry. */
  webOverrides: Record<string, string>;
  /** Development servers from which staff may run a remote in their own session; `*` matches any port. */
  devOrigins: readonly string[];
  /** Trusted public keys for releases, besides the installation's own and those of teams (ADR 0041). */
  releaseKeys: readonly ReleaseKeyEntry[];
  /** The bucket for backups, as `https://key:secret@host/bucket/prefix?region=…`; undefined means a folder in `dataDir`. */
  storageUrl: string | undefined;
  /** The newest backup of each site is proven again when its proof is older; null for never. */
  backupProofDays: number | null;
  /** Release storage; undefined means a folder in `dataDir`. */
  releasesS3: string | undefined;
  /** Token for `pnpm release` and other operator commands. */
  operatorToken: string | undefined;
  /**
   * Development features such as the page of caught emails; off in production, and where the panel has a public name
   * or listens to other machines.
   */
  development: boolean;
};

/** Whether the process listens to this machine only. */
export const isLocal = ({ hosts }: Pick<Config, 'hosts'>): boolean => hosts.every(trustedPeers(['loopback']));

/**
 * Reads the environment. Unknown variables are ignored, an empty one counts as absent.
 * @throws ConfigError one line: variable, value, what is allowed
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => {
      const given = env[name] === '' ? undefined : env[name];
      const value = given ?? variable.fallback;
      if (value === undefined) return [name, undefined];
      const result = v.safeParse(variable.schema as v.GenericSchema<unknown, unknown>, value);
      if (result.success) return [name, result.output];
      throw new ConfigError(`${name} is ${JSON.stringify(shown(name, value))}, but must be ${variable.allowed}.`);
    }),
  ) as Parsed;
  if ((parsed.OPERATOR_EMAIL === undefined) !== (parsed.SITES_DOMAIN === undefined))
    throw new ConfigError('OPERATOR_EMAIL and SITES_DOMAIN belong together: set both, or neither.');
  if (parsed.NAMESERVER_DOMAIN && !parsed.OPERATOR_EMAIL)
    throw new ConfigError('NAMESERVER_DOMAIN is for a new installation: it needs OPERATOR_EMAIL and SITES_DOMAIN.');
  const missing = missingOfGithubApp(parsed);
  if (missing.length > 0) throw new ConfigError(`A GitHub App also needs ${missing.join(', ')}.`);
  const publicUrl = (parsed.PUBLIC_URL ?? `http://localhost:${parsed.PORT}`).replace(/\/$/, '');
  const development = env['NODE_ENV'] !== 'production' && isThisMachine(publicUrl) && isLocal({ hosts: parsed.HOST });
  return {
    port: parsed.PORT,
    hosts: parsed.HOST,
    ...tlsConfig(parsed),
    ...databaseConfig(parsed),
    ...sitesConfig(parsed),
    ...healthConfig(parsed),
    ...installationConfig(parsed),
    ...paymentsConfig(parsed, development),
    ...githubConfig(parsed),
    ...extensionsConfig(parsed),
    sftpPort: parsed.SFTP_PORT,
    dnsPort: parsed.DNS_PORT,
    dnsResolvers: parsed.DNS_RESOLVERS ?? [],
    powerdnsUrl: parsed.POWERDNS_URL,
    siteAddresses: parsed.SITE_ADDRESSES,
    backupProofDays: parsed.BACKUP_PROOF_DAYS,
    dataDir: parsed.DATA_DIR,
    publicUrl,
    roles: parsed.ROLE,
    logLevel: parsed.LOG_LEVEL,
    diskReserveMb: parsed.DISK_RESERVE_MB,
    smtpUrl: parsed.SMTP_URL,
    mailFrom: parsed.MAIL_FROM,
    phpRuntime: parsed.PHP_RUNTIME,
    phpBinary: parsed.PHP_BINARY,
    phpVersions: parsed.PHP_VERSIONS ?? [],
    wordpressVersions: parsed.WORDPRESS_VERSIONS,
    sitesDatabaseUrl: parsed.SITES_DATABASE_URL,
    sandbox: parsed.SANDBOX,
    sitePictures: parsed.SITE_PICTURES === 'auto' && parsed.SANDBOX === 'auto',
    egress: parsed.EGRESS === 'on',
    egressAllow: parsed.EGRESS_ALLOW ?? [],
    seed: parsed.SEED,
    secretKey: parsed.SECRET_KEY,
    trustProxy: parsed.TRUST_PROXY,
    cacheDir: parsed.CACHE_DIR,
    geoDatabase: parsed.GEO_DATABASE,
    webDir: parsed.WEB_DIR,
    webDevelopment: parsed.WEB_DEVELOPMENT,
    webOverrides: parsed.WEB_OVERRIDES ?? {},
    releaseKeys: parsed.RELEASE_KEYS ?? [],
    storageUrl: parsed.STORAGE_URL,
    releasesS3: parsed.RELEASES_S3,
    operatorToken: parsed.OPERATOR_TOKEN,
    devOrigins: parsed.DEV_ORIGINS ?? (development ? ['http://localhost:*'] : []),
    development,
  };
}

/** Scheme, host and port at which a host name (panel or hosted site) is reached from outside. */
export function addressOf(config: Pick<Config, 'publicUrl'>, host: string): string {
  return addressesOf(config)(host);
}

/** The same for many host names, e.g. those of a list. */
export function addressesOf({ publicUrl }: Pick<Config, 'publicUrl'>): (host: string) => string {
  const { protocol, port } = new URL(publicUrl);
  return (host) => `${protocol}//${host}${port ? `:${port}` : ''}`;
}
