import { BACKUP_DOWNLOAD_PATH } from '@panel/contract';
import type { CallContext } from '../../context/call-context.ts';
import { signTicket } from '../../context/download-ticket.ts';
import { PanelError } from '../../kernel/errors.ts';
import { checkTenant, type TenantHints } from '../../context/tenant.ts';
import { showBackup } from './backup.service.ts';

/** Long enough to resume the download of a large archive. */
const VALID_MS = 3_600_000;

/**
 * A signed address of a backup's archive.
 * @throws PanelError NOT_FOUND, BACKUP_NOT_COMPLETE, TENANT_MISMATCH
 */
export async function signDownload(
  context: CallContext,
  { id, ...hints }: TenantHints & { id: string },
): Promise<{ status: true; url: string; expires_at: string }> {
  await checkTenant(context, hints);
  const row = await showBackup(context, id);
  if (row.status !== 'succeeded') throw new PanelError('BACKUP_NOT_COMPLETE');
  const until = context.app.clock.now().getTime() + VALID_MS;
  const token = signTicket(context.app, { use: 'backup', partnerId: context.partner.id }, { id: row.id, until });
  return { status: true, url: BACKUP_DOWNLOAD_PATH + token, expires_at: new Date(until).toISOString() };
}
