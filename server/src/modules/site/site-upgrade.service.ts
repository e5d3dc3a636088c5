import type { CallContext } from '../../http/call-context.ts';
import { PanelError } from '../../http/errors.ts';
import { compareVersions } from '../../lib/compare-versions.ts';
import { startSiteTask, type Started } from './site-commands.service.ts';
import { findSite, lockIdle } from './site.service.ts';
import { moveSite } from './site.repo.ts';
import type { UpgradePayload } from './site-upgrade.tasks.ts';

/**
 * Upgrades the WordPress of a ready site (spec §4, “WordPress upgrade”), after a backup. An older version is rejected:
 * databases cannot be taken back.
 * @throws PanelError NOT_FOUND, SITE_NOT_READY, TASK_RUNNING, VALIDATION
 */
export async function upgradeWordPress(
  context: CallContext,
  { fqdn, version }: { fqdn: string; version: string },
): Promise<Started & { version: string }> {
  const found = await findSite(context, { fqdn });
  return context.app.db.transaction(async (tx) => {
    const site = await lockIdle(context, tx, found.id);
    if (site.type !== 'wordpress') throw new PanelError('NOT_FOUND');
    if (site.status !== 'ready') throw new PanelError('SITE_NOT_READY');
    const refuse = (reason: string) => new PanelError('VALIDATION', {}, { fields: { version: reason } });
    if (!context.app.hosting.capabilities().wpVersions.includes(version))
      throw refuse('This WordPress version cannot be installed.');
    if (site.version !== null && compareVersions(version, site.version) <= 0)
      throw refuse(`The site has WordPress ${site.version}. Choose a newer version.`);
    await moveSite(tx, site.id, 'processing');
    const name = `Before the upgrade to WordPress ${version}`;
    const payload: UpgradePayload = { type: 'system_generated', name, version };
    return startSiteTask(context, tx, { kind: 'site.upgrade', site, payload }, async (started) => ({
      ...started,
      version,
    }));
  });
}
