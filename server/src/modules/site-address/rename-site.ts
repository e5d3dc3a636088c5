import type { CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { findSite, lockIdle } from '../site/find-site.ts';
import { newSiteName } from '../site/site-name.ts';
import { childOf } from '../site/site-staging.repo.ts';
import { moveSite, takeHost } from '../site/site.repo.ts';
import { startSiteTask, type Started } from '../site/start-site-task.ts';

/** Renames a site on a sub-domain. @throws PanelError NOT_FOUND, NAME_TAKEN, VALIDATION, TASK_RUNNING, SITE_NOT_READY, RENAME_NOT_SUBDOMAIN, STAGING_EXISTS, STAGING_NAME */
export async function renameSite(
  context: CallContext,
  fqdn: string,
  to: string,
  kind: 'site.rename' | 'migration.cut-over' = 'site.rename',
  more: Record<string, unknown> = {},
): Promise<Started> {
  const found = await findSite(context, { fqdn });
  if (found.isStage) throw new PanelError('STAGING_NAME');
  if (found.domainType !== 'sub_domain') throw new PanelError('RENAME_NOT_SUBDOMAIN');
  newSiteName(to, context.partner.sitesDomain, 'new_fqdn');
  const started = await context.app.db.transaction(async (tx) => {
    const site = await lockIdle(context, tx, found.id);
    if (site.status !== 'ready') throw new PanelError('SITE_NOT_READY');
    if (await childOf(tx, site.id)) throw new PanelError('STAGING_EXISTS');
    if (!(await takeHost(tx, site.id, to))) throw new PanelError('NAME_TAKEN');
    await moveSite(tx, site.id, 'processing');
    const payload = { ...more, from: site.fqdn, to, sitesDomain: context.partner.sitesDomain };
    return startSiteTask(context, tx, { kind, site, payload });
  });
  context.app.edge.invalidate(fqdn);
  return started;
}
