import {
  protocolOf,
  type FinalizeFtp,
  type FinalizeGithub,
  type FinalizeSiteBuilder,
  type SiteSource,
} from '@panel/contract';
import type { Database } from '../../db/database.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { checkMemberRole } from '../../context/member-rule.ts';
import { PanelError } from '../../kernel/errors.ts';
import { found } from '../../context/scope.ts';
import { checkTenant } from '../../context/tenant.ts';
import { findAccount, findDeployment, saveOrigin } from '../github/github.repo.ts';
import { refuseAbuse } from '../site/start-site-task.ts';
import { startSiteTask } from '../site/start-site-task.ts';
import type { Started } from '../site/start-site-task.ts';
import { lockIdle } from '../site/find-site.ts';
import { findSite } from '../site/find-site.ts';
import { moveSite } from '../site/site.repo.ts';
import { findSource, saveSource } from './site-source.repo.ts';
import type { SourcePayload } from './source-step.ts';
import { type SourceSecrets } from './source-step.ts';

type Source = { payload: SourcePayload; secrets?: SourceSecrets };
type Input = FinalizeGithub | FinalizeFtp | FinalizeSiteBuilder;

/** What a task needs to know; the row of the site remembers the rest. */
async function saveOf(tx: Database, siteId: string, input: Input): Promise<Source> {
  if (input.type === 'site_builder') return { payload: { source: { kind: 'builder' } } };
  if (input.type === 'github') {
    const origin = { repository: input.github_repository, branch: input.github_branch };
    await saveOrigin(tx, siteId, origin);
    return { payload: { source: { kind: 'github', ...origin } } };
  }
  const { ftp_host: host, ftp_username: username, ftp_password: password, ftp_path: path = '/' } = input;
  const server = { ...protocolOf(input), host };
  const hostKey = await saveSource(tx, siteId, server, input.ftp_host_key);
  return { payload: { source: { kind: 'server', ...server, username, path, hostKey } }, secrets: { password } };
}

/** The server from which the files of a site are copied. @throws PanelError NOT_FOUND, also for a site without one */
export async function showSource(context: CallContext, id: string): Promise<SiteSource> {
  const site = await findSite(context, { id });
  const { protocol, host, port, hostKey, offeredKey } = found(await findSource(context.app.db, site.id));
  return { protocol, host, port, host_key: hostKey, offered_key: offeredKey };
}

async function needGithub(context: CallContext, tx: Database): Promise<void> {
  if (!(await findAccount(tx, signedIn(context).id))) throw new PanelError('GITHUB_NOT_CONNECTED');
}

/**
 * Publishes a reserved site from a repository, another server or the site builder, or one whose publication failed.
 * @throws PanelError NOT_FOUND, TASK_RUNNING, BAD_TRANSITION, TENANT_MISMATCH, ABUSE, GITHUB_NOT_CONNECTED, MEMBER_LIMITED
 */
export async function finalizeSource(context: CallContext, input: Input): Promise<Started> {
  await checkTenant(context, input);
  refuseAbuse(context);
  const { type } = input;
  const started = await context.app.db.transaction(async (tx) => {
    const site = await lockIdle(context, tx, input.site_id);
    if (!site.assignedAt || (site.status !== 'created' && site.type !== type)) throw new PanelError('NOT_FOUND');
    if (type === 'github') {
      // The connection reads every repository of the account, also those of sites to which a member is not limited.
      checkMemberRole('create', context.viewer);
      await needGithub(context, tx);
    }
    const to = site.status === 'created' ? (type === 'ftp_migration' ? 'migrating' : 'deploying') : 'processing';
    if (site.status !== 'created' && site.status !== 'failed')
      throw new PanelError('BAD_TRANSITION', { from: site.status, to });
    await moveSite(tx, site.id, to, { type });
    const { payload, secrets } = await saveOf(tx, site.id, input);
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
