import { randomUUID } from 'node:crypto';
import { IMPORT_ZIP_MAX_BYTES } from '@panel/contract';
import { importFiles } from '../../archive/stored-zips.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { onDisk } from '../../context/uploaded-file.ts';
import { checkTenant, type TenantHints } from '../../context/tenant.ts';
import { writeNewSite } from '../site-install/new-site.ts';
import { refuseAbuse } from '../site/start-site-task.ts';
import { startSiteTask } from '../site/start-site-task.ts';
import type { Started } from '../site/start-site-task.ts';
import type { ImportPayload } from './site-import.tasks.ts';
import { newSiteName } from '../site/site-name.ts';

type Import = { fqdn: string; file: File; other_tables: 'true' | 'false'; license_key?: string | undefined };

/**
 * Makes a site from an uploaded zip. Its list of contents is checked first; nothing is stored of an archive that is
 * refused.
 * @throws PanelError ARCHIVE_REFUSED with the reason, TOO_LARGE, NAME_TAKEN, SITE_QUOTA, VALIDATION, TENANT_MISMATCH, ABUSE
 */
export async function importUpload(
  context: CallContext,
  { fqdn, file, other_tables, license_key: licenseKey, ...hints }: TenantHints & Import,
): Promise<Started> {
  await checkTenant(context, hints);
  refuseAbuse(context);
  if (file.size > IMPORT_ZIP_MAX_BYTES)
    throw new PanelError('TOO_LARGE', { limit: `${IMPORT_ZIP_MAX_BYTES / 1024 ** 2} MB` });
  const { app } = context;
  const name = newSiteName(fqdn, context.partner.sitesDomain, 'fqdn');
  const upload = onDisk(file);
  const { kind } = await app.uploads.run('importPlan', signedIn(context).id, { file: upload.path });
  const payload: ImportPayload = { importId: randomUUID(), kind, otherTables: other_tables === 'true' };
  const files = importFiles(app.config);
  try {
    // The file before the task, because a worker may begin at once; and before the transaction, which others wait for.
    await files.take(payload.importId, upload);
    return await app.db.transaction(async (tx) => {
      // A site without WordPress has the type of those whose files come by FTP: the specification names no other.
      // Its archive is on this machine.
      const nodeId = app.machine.here();
      const fields = { fqdn, name, nodeId, type: kind === 'wordpress' ? ('wordpress' as const) : ('ftp' as const) };
      const site = await writeNewSite(context, tx, fields, { licenseKey });
      return startSiteTask(context, tx, { kind: 'site.import', site, payload });
    });
  } catch (error) {
    await files.remove(payload.importId);
    throw error;
  }
}
