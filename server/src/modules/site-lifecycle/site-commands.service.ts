import type { SiteCreateInput, WpInfo } from '@panel/contract';
import { isKeptInBin } from '@panel/contract/status';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { audit } from '../../context/audit.repo.ts';
import { PanelError } from '../../kernel/errors.ts';
import { checkTenant } from '../../context/tenant.ts';
import type { DeletePayload } from '../site-bin/site-delete.tasks.ts';
import { needSftp } from '../site-access/site-access.service.ts';
import { lastBackup } from '../backup/backup.repo.ts';
import { childOf } from '../site/site-staging.repo.ts';
import { chosenBlueprint } from '../blueprint/blueprint-source.ts';
import { newSiteName } from '../site/site-name.ts';
import type { InstallPayload } from '../site-install/site-install.tasks.ts';
import { runningDeletion } from './site.service.ts';
import { protectionFields } from '../site/site-protection.ts';
import { lockIdle } from '../site/find-site.ts';
import { findSite } from '../site/find-site.ts';
import { writeNewSite } from '../site-install/new-site.ts';
import { refuseAbuse, startSiteTask, type Started } from '../site/start-site-task.ts';
import { moveSite } from '../site/site.repo.ts';
import { needPort } from '../site/site-ports.ts';

type Chosen = { version?: string; php_version?: string; image_id?: string };

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

type Initiate = {
  fqdn: string;
  user_id?: string | null;
  customer_id?: string | null;
  source?: 'ftp';
  license_key?: string | null;
};

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
      site: await writeNewSite(context, tx, { fqdn: input.fqdn, name }, { licenseKey: input.license_key }),
    }),
  );
}

/**
 * Reserves a name and installs WordPress.
 * @throws PanelError NAME_TAKEN, SITE_QUOTA, VALIDATION, NOT_FOUND, BLUEPRINT_NOT_COMPLETE, TENANT_MISMATCH, ABUSE, LICENSE_NOT_VALID,
 *   LICENSE_USED
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
    const site = await writeNewSite(context, tx, fields, { licenseKey: input.license_key });
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
    needPort(context.app, site, 'wordpress');
    if (!site.assignedAt) throw new PanelError('NOT_FOUND');
    if (site.status !== 'created' && site.status !== 'failed')
      throw new PanelError('BAD_TRANSITION', { from: site.status, to: 'deploying' });
    // It was installed before, and a change of it failed. Its backups lead out of that.
    if (await lastBackup(tx, site.id)) throw new PanelError('BAD_TRANSITION', { from: site.status, to: 'deploying' });
    await moveSite(tx, site.id, site.status === 'failed' ? 'processing' : 'deploying', installFields(input.wp_info));
    return startSiteTask(context, tx, { kind: 'site.finalize', site, payload, secrets: installSecrets(input.wp_info) });
  });
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
    if (child) await lockIdle(context, tx, child.workloadId);
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
