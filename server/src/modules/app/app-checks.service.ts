import type { AppChecks } from '@panel/contract';
import type { CallContext } from '../../context/call-context.ts';
import { readFacts } from '../site/site-health.repo.ts';
import { siteHealth } from '../site/site-health.ts';
import { uptimeOf } from '../site/site-uptime.repo.ts';
import { checkAfterwards, checkIfAsked } from '../site-lifecycle/fresh-checks.ts';
import { findApp } from './app-access.ts';

/**
 * What the checks of an application saw. Old evidence is renewed after the response, or before it if the caller asks for that.
 * @throws PanelError NOT_FOUND
 */
export async function appChecks(
  context: CallContext,
  { id, check }: { id: string; check?: 'now' | undefined },
): Promise<AppChecks> {
  const { app } = context;
  const read = async () => {
    const { workload, taskId, health } = await findApp(context, id);
    return { ...workload, taskId, health: siteHealth({ ...readFacts(health), status: workload.status, taskId }) };
  };
  let row = await read();
  if (check === 'now' && (await checkIfAsked(app, row))) row = await read();
  checkAfterwards(context, row);
  return { evidence: [...row.evidence, ...row.deliveryEvidence], uptime: await uptimeOf(app.db, row, row.health) };
}
