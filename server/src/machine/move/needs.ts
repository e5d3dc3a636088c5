import { list } from '@panel/contract';
import { createHash } from 'node:crypto';
import { access, statfs } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import type { Config } from '../../config/config.ts';
import type { HostingDriver } from '../../hosting/index.ts';
import { readRecord, siteFolder } from '../../hosting/local/site-folder.ts';
import type { PanelError } from '../../kernel/errors.ts';
import { itemsOf, treesOf } from './trees.ts';

/** What a machine must have for workloads that move there together. */
export const Needs = v.object({
  /** Release series of PHP. */
  php: list(v.string(), { max: 100 }),
  /** Versions of WordPress whose files the machine shares among its sites. */
  cores: list(v.string(), { max: 100 }),
  /** Whether one of them is built or runs here. */
  builds: v.boolean(),
  /** Which databases are on a server of its own; the digest of its address where several machines can reach it. */
  servers: list(v.object({ of: v.picklist(['sites', 'apps']), digest: v.nullable(v.string()) }), { max: 100 }),
  bytes: v.number(),
  /** Whether the panel runs as root, so that each site has a user of its own. */
  isRoot: v.boolean(),
});
export type Needs = v.InferOutput<typeof Needs>;

/** Why a machine cannot take a workload, as an error of the catalogue; null when it can. */
export type Refusal = { code: Extract<PanelError['code'], `MOVE_${string}`>; values: Record<string, string> } | null;

export type MoveConfig = Pick<Config, 'dataDir' | 'storageUrl' | 'sitesDatabaseUrl' | 'appsDatabaseUrl'>;

const isRoot = process.getuid?.() === 0;
const LOOPBACK = /^(?:localhost|127\.[\d.]+|\[?::1\]?|)$/;

/** Machines with the same address of a database server reach the same server, unless each means itself. */
function digestOfServer(address: string | undefined): string | null {
  if (address === undefined || !URL.canParse(address) || LOOPBACK.test(new URL(address).hostname)) return null;
  return createHash('sha256').update(new URL(address).host).digest('hex');
}

/** Whether a database server is one that several machines reach. */
export const isSharedServer = (address: string | undefined): boolean => digestOfServer(address) !== null;

const serverOf = ({ sitesDatabaseUrl, appsDatabaseUrl }: MoveConfig, of: 'sites' | 'apps') =>
  digestOfServer(of === 'sites' ? sitesDatabaseUrl : appsDatabaseUrl);

const SERIES = /^\d+\.\d+/;

type Moving = { id: string; kind: string; phpVersion: string | null };

/** What workloads of this machine need of another one. */
export async function needsOf(config: MoveConfig, driver: HostingDriver, workloads: readonly Moving[]): Promise<Needs> {
  const needs: Needs = { php: [], cores: [], builds: false, servers: [], bytes: 0, isRoot };
  for (const { id, kind, phpVersion } of workloads) {
    const ports = driver.portsOf(kind);
    const core = (await readRecord(siteFolder(config.dataDir, id)).catch(() => null))?.core;
    const php = SERIES.exec(phpVersion ?? '')?.[0];
    if (ports.has('wordpress') && php !== undefined) needs.php.push(php);
    if (core !== undefined) needs.cores.push(core);
    if (ports.has('builds')) needs.builds = true;
    if (ports.has('wordpress') && (await driver.databaseEngine(id).catch(() => 'sqlite')) !== 'sqlite')
      needs.servers.push({ of: 'sites', digest: serverOf(config, 'sites') });
    if (ports.has('appDatabases') && (await driver.appDatabase(id).catch(() => null)) !== null)
      needs.servers.push({ of: 'apps', digest: serverOf(config, 'apps') });
    for (const { folder } of await treesOf(config.dataDir, id, config.storageUrl === undefined))
      for await (const { size } of itemsOf(path.join(config.dataDir, folder))) needs.bytes += size;
  }
  return needs;
}

/** Room that a machine keeps beside what arrives. */
const SPARE_BYTES = 256 * 2 ** 20;

/** Why this machine cannot take what needs this. */
export async function whyRefused(config: MoveConfig, driver: HostingDriver, needs: Needs): Promise<Refusal> {
  const { phpVersions, wpVersions } = driver.capabilities();
  const php = needs.php.find((wanted) => !phpVersions.some(({ id }) => id === wanted));
  if (php !== undefined) return { code: 'MOVE_NO_PHP', values: { version: php } };
  for (const version of needs.cores) {
    const kept = await access(path.join(config.dataDir, 'core', version)).then(
      () => true,
      () => false,
    );
    if (!kept && !wpVersions.includes(version)) return { code: 'MOVE_NO_WORDPRESS', values: { version } };
  }
  if (needs.builds && driver.buildsMissing() !== null) return { code: 'MOVE_NO_BUILDS', values: {} };
  for (const { of, digest } of needs.servers)
    if (digest === null || digest !== serverOf(config, of)) return { code: 'MOVE_DATABASE', values: {} };
  if (needs.isRoot !== isRoot) return { code: 'MOVE_OTHER_USER', values: {} };
  const { bavail, bsize } = await statfs(config.dataDir);
  return bavail * bsize < needs.bytes + SPARE_BYTES ? { code: 'MOVE_NO_ROOM', values: {} } : null;
}
