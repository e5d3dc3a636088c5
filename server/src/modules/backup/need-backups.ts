import type { AppContext } from '../../context/app-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { hasPort } from '../site/site-ports.ts';
import { isApplication } from './pack-workload.ts';
import type { SiteRow } from '../site/site.repo.ts';

/**
 * Backups are for sites that run (spec, Manage-site menu: "only CMS/containerized sites"), and applications. Archives of static ones are made for other
 * reasons only, such as moves.
 * @throws PanelError NOT_FOUND for a site that has none
 */
export function needBackups(app: Pick<AppContext, 'hosting'>, site: Pick<SiteRow, 'kind'>): void {
  const isRun = app.hosting.runsProcess(site.kind) || isApplication(app, site);
  if (!hasPort(app, site, 'snapshots') || !isRun) throw new PanelError('NOT_FOUND');
}
