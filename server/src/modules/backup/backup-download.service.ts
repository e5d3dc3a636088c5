import { BACKUP_DOWNLOAD_PATH } from '@panel/contract';
import * as v from 'valibot';
import type { AppContext } from '../../context/app-context.ts';
import type { CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { checkTenant, type TenantHints } from '../../context/tenant.ts';
import { showBackup } from './backup.service.ts';

/** Long enough to resume the download of a large archive. */
const VALID_MS = 3_600_000;

/** The sealed content of a signed address. */
const Ticket = v.object({ use: v.literal('backup'), partner: v.string(), backup: v.string(), until: v.number() });

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
  const ticket: v.InferOutput<typeof Ticket> = { use: 'backup', partner: context.partner.id, backup: row.id, until };
  const token = Buffer.from(context.app.secrets.seal(JSON.stringify(ticket)), 'base64').toString('base64url');
  return { status: true, url: BACKUP_DOWNLOAD_PATH + token, expires_at: new Date(until).toISOString() };
}

/**
 * The backup of a signed address.
 * @throws PanelError NOT_FOUND for another partner's or a changed one, TOKEN_INVALID when it has ended
 */
export function openTicket(
  { secrets, clock }: Pick<AppContext, 'secrets' | 'clock'>,
  token: string,
  partnerId: string,
) {
  const ticket = (() => {
    try {
      return v.parse(Ticket, JSON.parse(secrets.open(token)));
    } catch {
      throw new PanelError('NOT_FOUND');
    }
  })();
  if (ticket.partner !== partnerId) throw new PanelError('NOT_FOUND');
  if (ticket.until < clock.now().getTime()) throw new PanelError('TOKEN_INVALID');
  return { id: ticket.backup };
}
