import type { FinalizeTransfer, FtpStarted } from '@panel/contract';
import type { CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { checkTenant } from '../../context/tenant.ts';
import { refuseAbuse } from '../site/start-site-task.ts';
import { startSiteTask } from '../site/start-site-task.ts';
import type { Started } from '../site/start-site-task.ts';
import { lockIdle } from '../site/find-site.ts';
import { moveSite } from '../site/site.repo.ts';
import { accessStarted, needSftp, writeAccess } from './site-access.service.ts';
import { EMPTY_SITE } from './site-transfer.tasks.ts';

/**
 * Makes an empty site of a reserved one, or of one whose installation failed, and opens its files over SFTP. The
 * password is in this answer only, and in no stored response.
 * @throws PanelError NOT_FOUND, TASK_RUNNING, BAD_TRANSITION, TENANT_MISMATCH, ABUSE, SITE_UNAVAILABLE without SFTP
 */
export async function finalizeTransfer(
  context: CallContext,
  input: FinalizeTransfer,
): Promise<Started & { ftp: FtpStarted }> {
  await checkTenant(context, input);
  refuseAbuse(context);
  await needSftp(context);
  const { started, password } = await context.app.db.transaction(async (tx) => {
    const site = await lockIdle(context, tx, input.site_id);
    if (!site.assignedAt || (site.status !== 'created' && site.type !== 'ftp')) throw new PanelError('NOT_FOUND');
    const to = site.status === 'created' ? 'deploying' : 'processing';
    if (site.status !== 'created' && site.status !== 'failed')
      throw new PanelError('BAD_TRANSITION', { from: site.status, to });
    await moveSite(tx, site.id, to, { type: 'ftp' });
    const access = await writeAccess(context, tx, site.id, input.period);
    return {
      ...access,
      started: await startSiteTask(context, tx, { kind: 'site.finalize-transfer', site, payload: EMPTY_SITE }),
    };
  });
  context.app.edge.invalidate(started.fqdn);
  return { ...started, ftp: await accessStarted(context, { id: input.site_id }, password, input.period) };
}
