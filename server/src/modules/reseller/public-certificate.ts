import type { PanelCertificate } from '@panel/contract';
import { servesPanel } from '../../config/tls.ts';
import type { AppContext } from '../../context/app-context.ts';
import { isPublicHost, type KnownCertificate } from '../certificate/panel-host.repo.ts';

type Deps = Pick<AppContext, 'config' | 'authority'>;

function stateOf({ config, authority }: Deps, host: string, isServed: boolean): PanelCertificate['state'] {
  if (!servesPanel(config)) return 'unneeded';
  if (isServed) return 'issued';
  if (authority.isInstant) return 'on_visit';
  return isPublicHost(host) ? 'missing' : 'local';
}

/** The certificate of a panel's host as the operator sees it. */
export function publicCertificate(app: Deps, host: string, known: KnownCertificate | undefined): PanelCertificate {
  const { notAfter = null, error = null, taskId = null } = known ?? {};
  return {
    state: stateOf(app, host, notAfter !== null),
    not_after: notAfter?.toISOString() ?? null,
    error: error && { message: error.message, at: error.at.toISOString() },
    task_id: taskId,
  };
}
