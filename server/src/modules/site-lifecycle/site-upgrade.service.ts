import type { CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { compareVersions } from '@panel/contract/compare-versions';
import { startSiteTask } from '../site/start-site-task.ts';
import type { Started } from '../site/start-site-task.ts';
import { lockIdle } from '../site/find-site.ts';
import { findSite } from '../site/find-site.ts';
import { moveSite, type SiteRow } from '../site/site.repo.ts';
import type { UpgradePayload } from './site-upgrade.tasks.ts';
import { needPort } from '../site/site-ports.ts';

type Upgrade = {
  kind: 'site.upgrade' | 'site.php-version';
  /** The field of the input. */
  field: 'version' | 'php_version';
  version: string;
  backupName: string;
  /** Why the site cannot get the version, or nothing. */
  refusal(site: SiteRow): string | undefined;
};

/**
 * Starts an upgrade of a ready WordPress site; a task makes a backup first.
 * @throws PanelError NOT_FOUND, SITE_NOT_READY, TASK_RUNNING, VALIDATION
 */
async function startUpgrade(
  context: CallContext,
  fqdn: string,
  { kind, field, version, backupName: name, refusal }: Upgrade,
): Promise<Started> {
  const found = await findSite(context, { fqdn });
  return context.app.db.transaction(async (tx) => {
    const site = await lockIdle(context, tx, found.id);
    needPort(context.app, site, field === 'version' ? 'wordpress' : 'runtimes');
    if (site.status !== 'ready') throw new PanelError('SITE_NOT_READY');
    const reason = refusal(site);
    if (reason !== undefined) throw new PanelError('VALIDATION', {}, { fields: { [field]: reason } });
    await moveSite(tx, site.id, 'processing');
    const payload: UpgradePayload = { type: 'system_generated', name, version };
    return startSiteTask(context, tx, { kind, site, payload }, async (started) => ({ ...started, [field]: version }));
  });
}

/**
 * Upgrades the WordPress of a ready site (spec §4, “WordPress upgrade”), after a backup. An older version is rejected:
 * databases cannot be taken back.
 * @throws PanelError NOT_FOUND, SITE_NOT_READY, TASK_RUNNING, VALIDATION
 */
export async function upgradeWordPress(
  context: CallContext,
  { fqdn, version }: { fqdn: string; version: string },
): Promise<Started & { version: string }> {
  const started = await startUpgrade(context, fqdn, {
    ...{ kind: 'site.upgrade', field: 'version', version },
    backupName: `Before the upgrade to WordPress ${version}`,
    refusal(site) {
      if (!context.app.hosting.capabilities().wpVersions.includes(version))
        return 'This WordPress version cannot be installed.';
      return site.version !== null && compareVersions(version, site.version) <= 0
        ? `The site has WordPress ${site.version}. Choose a newer version.`
        : undefined;
    },
  });
  return { ...started, version };
}

/**
 * Changes the PHP version of a ready WordPress site, after a backup. An older one is possible: no data depends on it.
 * @throws PanelError NOT_FOUND, SITE_NOT_READY, TASK_RUNNING, VALIDATION
 */
export async function changePhp(
  context: CallContext,
  { fqdn, php_version: version }: { fqdn: string; php_version: string },
): Promise<Started & { php_version: string }> {
  const started = await startUpgrade(context, fqdn, {
    ...{ kind: 'site.php-version', field: 'php_version', version },
    backupName: `Before the change to PHP ${version}`,
    refusal({ phpVersion }) {
      if (!context.app.hosting.capabilities().phpVersions.some(({ id }) => id === version))
        return 'This PHP version is not available.';
      return phpVersion?.startsWith(`${version}.`)
        ? `The site has PHP ${phpVersion}. Choose another version.`
        : undefined;
    },
  });
  return { ...started, php_version: version };
}
