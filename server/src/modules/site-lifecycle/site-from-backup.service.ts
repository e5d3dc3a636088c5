import type { SiteFromBackupInput } from '@panel/contract';
import type { CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { checkTenant } from '../../context/tenant.ts';
import { writeNewSite } from '../site-install/new-site.ts';
import { refuseAbuse } from '../site/start-site-task.ts';
import { startSiteTask } from '../site/start-site-task.ts';
import type { Started } from '../site/start-site-task.ts';
import { newSiteName } from '../site/site-name.ts';
import { taskSite } from '../site/site.repo.ts';
import type { FromBackupPayload } from './site-from-backup.tasks.ts';
import { findBackup } from '../backup/backup.repo.ts';

/**
 * Makes a new site of the caller from one of their backups, also from that of a site in the bin. Plan limits apply as for any new site.
 * @throws PanelError NOT_FOUND, BACKUP_NOT_COMPLETE, NAME_TAKEN, SITE_QUOTA, VALIDATION, TENANT_MISMATCH, ABUSE
 */
export async function createSiteFromBackup(context: CallContext, input: SiteFromBackupInput): Promise<Started> {
  const { backup: chosen, fqdn } = input;
  await checkTenant(context, input);
  await checkTenant(context, chosen);
  refuseAbuse(context);
  const row = found(await findBackup(context.app.db, scopeOf(context), { id: chosen.id, deleted: true }));
  // An application is restored, not made a site.
  if (row.content !== null) throw new PanelError('NOT_FOUND');
  if (row.status !== 'succeeded') throw new PanelError('BACKUP_NOT_COMPLETE');
  const name = newSiteName(fqdn, context.partner.sitesDomain, 'fqdn');
  // A site with a backup exists: they are deleted together.
  const { type, title, adminUser, adminEmail, nodeId } = found(await taskSite(context.app.db, row.workloadId));
  return context.app.db.transaction(async (tx) => {
    // Where backups are kept in a folder, it is that of this machine.
    const fields = { fqdn, name, type, title, adminUser, adminEmail, nodeId };
    const site = await writeNewSite(context, tx, fields, { licenseKey: input.license_key });
    const payload: FromBackupPayload = { backupId: row.id, backupName: row.name };
    return startSiteTask(context, tx, { kind: 'site.create-from-backup', site, payload });
  });
}
