import type { AppContext } from '../../context/app-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { hasPort } from '../site/site-ports.ts';
import type { SiteRow } from '../site/site.repo.ts';

/**
 * Backups are for sites that run (spec, Manage-site menu: "only CMS/containerized sites"). Archives of static ones are made for other
 * reasons only, such as moves.
 * @throws PanelError NOT_FOUND for a site that has none
 */
export function needBackups(app: Pick<AppContext, 'hosting'>, site: Pick<SiteRow, 'kind'>): void {
  if (!hasPort(app, site, 'snapshots') || !app.hosting.runsProcess(site.kind)) throw new PanelError('NOT_FOUND');
}
