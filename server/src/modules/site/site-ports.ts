import type { AppContext } from '../../context/app-context.ts';
import type { PortName } from '../../hosting/driver.ts';
import { PanelError } from '../../kernel/errors.ts';
import type { SiteRow } from './site.repo.ts';

type Deps = Pick<AppContext, 'hosting'>;

/** Whether a site has a port of hosting. What can be done with it depends on this, and not on what it is. */
export const hasPort = ({ hosting }: Deps, site: Pick<SiteRow, 'kind'>, port: PortName): boolean =>
  hosting.portsOf(site.kind).has(port);

/** @throws PanelError NOT_FOUND for a site that does not have the port */
export function needPort(app: Deps, site: Pick<SiteRow, 'kind'>, port: PortName): void {
  if (!hasPort(app, site, port)) throw new PanelError('NOT_FOUND');
}
