import type { SiteCreateInput, WpInfo } from '@panel/contract';
import { isKeptInBin } from '@panel/contract/status';
import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { signedIn, type CallContext, type UserRow } from '../../context/call-context.ts';
import { audit } from '../../context/audit.repo.ts';
import { PanelError } from '../../kernel/errors.ts';
import { checkTenant } from '../../context/tenant.ts';
import type { DeletePayload } from './site-delete.tasks.ts';
import { needSftp } from '../site-access/site-access.service.ts';
import { lastBackup } from '../backup/backup.repo.ts';
import { childOf } from '../staging/staging.repo.ts';
import { chosenBlueprint } from '../blueprint/blueprint-source.ts';
import { newSiteName } from './site-name.ts';
import type { InstallPayload } from './site-install.tasks.ts';
import { findSite, lockIdle, protectionFields, runningDeletion } from './site.service.ts';
import { reserveBin, reserveSite } from './site-quota.repo.ts';
import { insertSite, moveSite, recordTask, takeHost, type NewSite, type SiteRow } from './site.repo.ts';

export type Started = {
  status: true;
  task_id: string;
  site_id: string | null;
  fqdn: string;
  title?: string;
  message?: string;
};
type Chosen = { version?: string; php_version?: string; image_id?: string };

/**
 * Flagged users can start nothing new (spec §1).
 * @throws PanelError ABUSE
 */
export function refuseAbuse(context: CallContext): void {
  if (signedIn(context).isAbuseSystem) throw new PanelError('ABUSE');
}

/**
 * Rejects versions that cannot be installed now.
 * @throws PanelError VALIDATION
 */
function checkChoice({ app }: CallContext, { version, php_version, image_id }: Chosen): void {
  const { wpVersions, phpVersions } = app.hosting.capabilities();
  const fields: Record<string, string> = {};
  if (version !== undefined && !wpVersions.includes(version))
    fields['version'] = 'This WordPress version cannot be installed.';
  if (php_version !== undefined && !phpVersions.some(({ id }) => id === php_version))
    fields['php_version'] = 'This PHP version is not available.';
  if (image_id !== undefined && image_id !== IMAGE_ID) fields['image_id'] = 'This image does not exist.';
  if (Object.keys(fields).length > 0) throw new PanelError('VALIDATION', {}, { fields });
}

/** This release has one image. */
export const IMAGE_ID = 'wordpress';

/**
 * Inserts a site of the caller, or of another customer of the partner, within the plan.
 * @throws PanelError NAME_TAKEN, SITE_QUOTA
 */
export async function writeNewSite(
  context: CallContext,
  tx: Database,
  values: Partial<NewSite> & { fqdn: string; name: string },
  user: Pick<UserRow, 'id' | 'planType'> = signedIn(context),
): Promise<SiteRow> {
  await reserveSite(tx, context.partner.id, user);
  await reserveBin(tx, user);
  const row = await insertSite(tx, {
    partnerId: context.partner.id,
    customerId: user.id,
    type: 'wordpress',
    infraDomainId: randomUUID(),
    ...values,
  });
  if (!row) throw new PanelError('NAME_TAKEN');
  return row;
}

type Work = {
  /** A kind of task on sites. */
  kind: string;
  site: SiteRow;
  payload?: Record<string, unknown>;
  secrets?: Record<string, string>;
};

/** Stores a task on a site, and that it works on the site; returns its id. @throws PanelError TASK_RUNNING */
export async function enqueueSiteTask(
  context: CallContext,
  tx: Database,
  { kind, site, payload = {}, secrets }: Work,
): Promise<string> {
  const taskId = await context.app.tasks.enqueue(tx, {
    kind,
    partnerId: site.partnerId,
    customerId: site.customerId,
    // The operator's token is no person.
    userId: context.bearer ? null : signedIn(context).id,
    resourceId: site.id,
    title: site.fqdn,
    payload,
    secrets,
  });
  await recordTask(tx, site.id, taskId);
  return taskId;
}

/**
 * Stores a task on a site, the change of the site, and the response for a repeated request, in one transaction. `more`
 * adds to the response what it stores in the same transaction.
 */
export async function startSiteTask<Answer extends Started = Started>(
  context: CallContext,
  tx: Database,
  work: Work,
  more: (started: Started) => Promise<Answer> = async (started) => started as Answer,
): Promise<Answer> {
  const taskId = await enqueueSiteTask(context, tx, work);
  const { site } = work;
  const site_id = site.assignedAt ? site.id : null;
  const answer = await more({ status: true, task_id: taskId, site_id, fqdn: site.fqdn });
  await context.remember(tx, answer);
  return answer;
}

const installSecrets = (info: WpInfo) => ({ adminPassword: info.admin_password });
const installFields = (info: WpInfo) => ({
  title: info.title,
  adminUser: info.admin_user,
  adminEmail: info.admin_email,
});

type Source = Chosen & { blueprint?: { id: string | null } | null };

/**
 * What is installed: versions, and the blueprint to start from.
 * @throws PanelError VALIDATION, NOT_FOUND, BLUEPRINT_NOT_COMPLETE
 */
async function installPayload(context: CallContext, input: Source): Promise<InstallPayload> {
  checkChoice(context, input);
  const { version: wpVersion, php_version: phpVersion, blueprint } = input;
  return { wpVersion, phpVersion, ...(await chosenBlueprint(context, blueprint)) };
}

type Initiate = { fqdn: string; user_id?: string | null; customer_id?: string | null; source?: 'ftp' };

/**
 * Reserves a name for an empty site.
 * @throws PanelError NAME_TAKEN, SITE_QUOTA, VALIDATION, TENANT_MISMATCH, ABUSE, SITE_UNAVAILABLE for files over SFTP
 *   where this server offers none
 */
export async function initiateSite(context: CallContext, input: Initiate): Promise<Started> {
  await checkTenant(context, input);
  refuseAbuse(context);
  if (input.source === 'ftp') await needSftp(context);
  const name = newSiteName(input.fqdn, context.partner.sitesDomain, 'fqdn');
  return context.app.db.transaction(async (tx) =>
    startSiteTask(context, tx, {
      kind: 'site.initiate',
      site: await writeNewSite(context, tx, { fqdn: input.fqdn, name }),
    }),
  );
}

/**
 * Reserves a name and installs WordPress.
 * @throws PanelError NAME_TAKEN, SITE_QUOTA, VALIDATION, NOT_FOUND, BLUEPRINT_NOT_COMPLETE, TENANT_MISMATCH, ABUSE
 */
export async function createSite(context: CallContext, input: SiteCreateInput): Promise<Started> {
  await checkTenant(context, input);
  refuseAbuse(context);
  const payload = await installPayload(context, input);
  const name = newSiteName(input.fqdn, context.partner.sitesDomain, 'fqdn');
  const fields = {
    fqdn: input.fqdn,
    name,
    imageId: input.image_id ?? null,
    ...installFields(input.wp_info),
    ...(await protectionFields(input.password_protection ?? null)),
  };
  return context.app.db.transaction(async (tx) => {
    const site = await writeNewSite(context, tx, fields);
    return startSiteTask(context, tx, { kind: 'site.create', site, payload, secrets: installSecrets(input.wp_info) });
  });
}

/**
 * Installs a reserved site, or one whose installation failed.
 * @throws PanelError NOT_FOUND, TASK_RUNNING, BAD_TRANSITION, BLUEPRINT_NOT_COMPLETE, ABUSE
 */
export async function finalizeSite(
  context: CallContext,
  input: { site_id: string; wp_info: WpInfo } & Source,
): Promise<Started> {
  refuseAbuse(context);
  const payload = await installPayload(context, input);
  return context.app.db.transaction(async (tx) => {
    const site = await lockIdle(context, tx, input.site_id);
    if (site.type !== 'wordpress' || !site.assignedAt) throw new PanelError('NOT_FOUND');
    if (site.status !== 'created' && site.status !== 'failed')
      throw new PanelError('BAD_TRANSITION', { from: site.status, to: 'deploying' });
    // It was installed before, and a change of it failed. Its backups lead out of that.
    if (await lastBackup(tx, site.id)) throw new PanelError('BAD_TRANSITION', { from: site.status, to: 'deploying' });
    await moveSite(tx, site.id, site.status === 'failed' ? 'processing' : 'deploying', installFields(input.wp_info));
    return startSiteTask(context, tx, { kind: 'site.finalize', site, payload, secrets: installSecrets(input.wp_info) });
  });
}

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

/**
 * Deletes a site: it stays in the bin for 7 days. One that was never installed is deleted for good.
 * @throws PanelError NOT_FOUND, TASK_RUNNING, BAD_TRANSITION
 */
export async function deleteSite(context: CallContext, id: string): Promise<Started> {
  const started = await context.app.db.transaction(async (tx) => {
    const going = await runningDeletion(context, tx, id);
    if (going)
      return {
        status: true,
        task_id: going.taskId,
        site_id: going.row.assignedAt ? going.row.id : null,
        fqdn: going.row.fqdn,
      } satisfies Started;
    const site = await lockIdle(context, tx, id);
    // A deletion that failed half way is repeated.
    if (site.status !== 'moving') await moveSite(tx, site.id, 'moving');
    const { status, fileSize: file_size, isStage } = site;
    const kept = isKeptInBin({ site_id: site.assignedAt && site.id, status, file_size, isStage });
    const child = await childOf(tx, site.id);
    if (child) await lockIdle(context, tx, child.siteId);
    const payload: DeletePayload = { status, hasStaging: child !== undefined };
    return startSiteTask(context, tx, { kind: kept ? 'site.bin' : 'site.delete', site, payload });
  });
  context.app.edge.invalidate(started.fqdn);
  const { app, partner, request } = context;
  await audit(
    app.db,
    'site.delete',
    { partnerId: partner.id, userId: signedIn(context).id, request },
    { siteId: id, fqdn: started.fqdn },
  );
  return started;
}

/** Deletes a failed site that never got an id. @throws PanelError NOT_FOUND, TASK_RUNNING, CONFLICT */
export async function deleteFailedSite(context: CallContext, fqdn: string): Promise<Started> {
  const site = await findSite(context, { fqdn });
  if (site.taskId) throw new PanelError('TASK_RUNNING', {}, { task_id: site.taskId });
  if (site.assignedAt || (site.status !== 'failed' && site.status !== 'moving')) throw new PanelError('CONFLICT');
  return deleteSite(context, site.id);
}
