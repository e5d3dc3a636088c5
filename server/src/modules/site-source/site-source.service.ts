import { protocolOf, type FinalizeFtp, type FinalizeGithub } from '@panel/contract';
import type { Database } from '../../db/database.ts';
import { signedIn, type CallContext } from '../../http/call-context.ts';
import { PanelError } from '../../http/errors.ts';
import { found } from '../../http/scope.ts';
import { checkTenant } from '../../http/tenant.ts';
import { findAccount, findDeployment, saveOrigin } from '../github/github.repo.ts';
import { refuseAbuse, startSiteTask, type Started } from '../site/site-commands.service.ts';
import { lockIdle } from '../site/site.service.ts';
import { moveSite } from '../site/site.repo.ts';
import type { SourcePayload, SourceSecrets } from './source-step.ts';

type Source = { payload: SourcePayload; secrets?: SourceSecrets };

function sourceOf(input: FinalizeGithub | FinalizeFtp): Source {
  if (input.type === 'github') {
    const { github_repository: repository, github_branch: branch } = input;
    return { payload: { source: { kind: 'github', repository, branch } } };
  }
  const { ftp_host: host, ftp_username: username, ftp_password: password, ftp_path: path = '/' } = input;
  return {
    payload: { source: { kind: 'server', ...protocolOf(input), host, username, path } },
    secrets: { password },
  };
}

async function needGithub(context: CallContext, tx: Database): Promise<void> {
  if (!(await findAccount(tx, signedIn(context).id))) throw new PanelError('GITHUB_NOT_CONNECTED');
}

/**
 * Publishes a reserved site from a repository or another server, or one whose publication failed.
 * @throws PanelError NOT_FOUND, TASK_RUNNING, BAD_TRANSITION, TENANT_MISMATCH, ABUSE, GITHUB_NOT_CONNECTED
 */
export async function finalizeSource(context: CallContext, input: FinalizeGithub | FinalizeFtp): Promise<Started> {
  await checkTenant(context, input);
  refuseAbuse(context);
  const { type } = input;
  const started = await context.app.db.transaction(async (tx) => {
    const site = await lockIdle(context, tx, input.site_id);
    if (!site.assignedAt || (site.status !== 'created' && site.type !== type)) throw new PanelError('NOT_FOUND');
    if (type === 'github') await needGithub(context, tx);
    const to = site.status === 'created' ? (type === 'github' ? 'deploying' : 'migrating') : 'processing';
    if (site.status !== 'created' && site.status !== 'failed')
      throw new PanelError('BAD_TRANSITION', { from: site.status, to });
    await moveSite(tx, site.id, to, { type });
    const { payload, secrets } = sourceOf(input);
    if (payload.source.kind === 'github') await saveOrigin(tx, site.id, payload.source);
    return startSiteTask(context, tx, { kind: 'site.finalize-source', site, payload, ...(secrets && { secrets }) });
  });
  context.app.edge.invalidate(started.fqdn);
  return started;
}

/**
 * Deploys the latest commit of a site's branch.
 * @throws PanelError NOT_FOUND, TASK_RUNNING, SITE_NOT_READY, GITHUB_NOT_CONNECTED, ABUSE
 */
export async function deployLatest(context: CallContext, id: string): Promise<Started> {
  refuseAbuse(context);
  return context.app.db.transaction(async (tx) => {
    const site = await lockIdle(context, tx, id);
    const { repository, branch } = found(site.type === 'github' ? await findDeployment(tx, id) : undefined);
    if (site.status !== 'ready') throw new PanelError('SITE_NOT_READY');
    await needGithub(context, tx);
    await moveSite(tx, id, 'processing');
    const payload: SourcePayload = { source: { kind: 'github', repository, branch } };
    return startSiteTask(context, tx, { kind: 'site.deploy', site, payload });
  });
}
