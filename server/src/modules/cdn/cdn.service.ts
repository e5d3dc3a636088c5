import { CDN_DEFAULTS, type CdnCacheSettings, type CdnSettings } from '@panel/contract';
import { addressOf } from '../../config/config.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { CallContext } from '../../context/call-context.ts';
import { lockRow } from '../../db/lock-row.ts';
import { workload } from '../../db/schema.ts';
import { PanelError } from '../../kernel/errors.ts';
import { checkExpected, type Expected } from '../../kernel/expected.ts';
import { hostsOf, type SiteRow } from '../site/site.repo.ts';
import { findWorkload } from '../site/find-site.ts';
import { deleteCdnSetting, readCdnSetting, writeCdnSetting, type CdnSettingRow } from './cdn-setting.repo.ts';

const wireSettings = (row: CdnSettingRow | undefined): CdnCacheSettings =>
  row
    ? {
        file_type: row.fileTypes as CdnCacheSettings['file_type'],
        default_cache_time: row.defaultSeconds as CdnCacheSettings['default_cache_time'],
        is_stale: row.serveStale,
        ignore_cache: row.ignoreOrigin,
        qsh: row.queryStrings,
      }
    : CDN_DEFAULTS;

const offReason = ({ protectionUser, isStage }: SiteRow): CdnSettings['off_reason'] => {
  if (isStage) return 'staging';
  return protectionUser === null ? null : 'protected';
};

/**
 * What the cache keeps of a site.
 * @throws PanelError NOT_FOUND
 */
export async function showCdnSettings(context: CallContext, id: string): Promise<CdnSettings> {
  const { db, config } = context.app;
  const site = await findWorkload(context, { id });
  const row = await readCdnSetting(db, 'site', site.id);
  return {
    ...wireSettings(row),
    hostname: site.fqdn,
    origin: addressOf(config, site.fqdn),
    saved_at: row?.updatedAt.toISOString() ?? null,
    off_reason: offReason(site),
  };
}

/**
 * Changes what the cache keeps of a site; what it has is dropped.
 * @throws PanelError NOT_FOUND, VALIDATION for the address of another site, CONFLICT
 */
export async function saveCdnSettings(
  context: CallContext,
  id: string,
  { hostname, ...settings }: CdnCacheSettings & { hostname?: string },
  expected?: Expected<CdnCacheSettings>,
): Promise<void> {
  const { app } = context;
  const site = await findWorkload(context, { id });
  if (hostname !== undefined && hostname !== site.fqdn)
    throw new PanelError('VALIDATION', {}, { fields: { hostname: 'This is not the address of the site.' } });
  await app.db.transaction(async (tx) => {
    await lockRow(tx, workload, site.id);
    checkExpected(expected, wireSettings(await readCdnSetting(tx, 'site', site.id)));
    await writeCdnSetting(tx, 'site', site.id, settings);
  });
  await forgetCached(app, site.id);
}

/** Drops what the caches have of a site, and the settings by which they kept it. */
async function forgetCached(app: Pick<AppContext, 'db' | 'edge'>, siteId: string): Promise<void> {
  for (const host of await hostsOf(app.db, siteId)) app.edge.invalidate(host);
  await app.edge.purge(siteId, ['/*']);
}

/** The saved settings of a site, or null while the defaults apply. */
export async function savedCdnSettings(
  { db }: Pick<AppContext, 'db'>,
  siteId: string,
): Promise<CdnCacheSettings | null> {
  const row = await readCdnSetting(db, 'site', siteId);
  return row ? wireSettings(row) : null;
}

/** Gives a site these settings, or the defaults; for tasks. What the cache has is dropped. */
export async function putCdnSettings(
  app: Pick<AppContext, 'db' | 'edge'>,
  siteId: string,
  settings: CdnCacheSettings | null,
): Promise<void> {
  if (settings) await writeCdnSetting(app.db, 'site', siteId, settings);
  else await deleteCdnSetting(app.db, 'site', siteId);
  await forgetCached(app, siteId);
}

/**
 * Drops what the caches of all processes have of a site, and what is on its way into them.
 * @param id whose address it must be, where the call names both
 * @throws PanelError NOT_FOUND
 */
export async function purgeCache(
  context: CallContext,
  fqdn: string,
  addresses: readonly string[],
  id?: string,
): Promise<void> {
  const site = await findWorkload(context, { fqdn });
  if (id !== undefined && site.id !== id) throw new PanelError('NOT_FOUND');
  await context.app.edge.purge(site.id, addresses);
}
