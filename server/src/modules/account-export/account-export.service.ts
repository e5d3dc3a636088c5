import { ACCOUNT_EXPORT_PATH, type AccountExport } from '@panel/contract';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { signTicket } from '../../context/download-ticket.ts';
import { found } from '../../context/scope.ts';
import { isDuplicate } from '../../db/query-error.ts';
import { PanelError } from '../../kernel/errors.ts';
import { removeDiscarded } from '../../storage/discarded.ts';
import { discardEnded, insertExport, newestExport, type ExportRow } from './account-export.repo.ts';

const LINK_MS = 3_600_000;

const wireExport = ({ id, status, size, createdAt, expiresAt }: ExportRow): AccountExport => ({
  ...{ id, status, size, created_at: createdAt.toISOString() },
  expires_at: expiresAt?.toISOString() ?? null,
});

/** Whether an archive can be downloaded now. */
export const isReady = ({ status, expiresAt }: ExportRow, now: Date): boolean =>
  status === 'ready' && expiresAt !== null && expiresAt > now;

/** The caller's newest export; null once it has ended. */
export async function showExport({ app, viewer }: CallContext): Promise<AccountExport | null> {
  const row = await newestExport(app.db, found(viewer).user.id);
  if (!row || (row.status === 'ready' && !isReady(row, app.clock.now()))) return null;
  return wireExport(row);
}

/** Begins an export in place of an earlier one. @throws PanelError EXPORT_RUNNING */
export async function startExport(context: CallContext): Promise<AccountExport> {
  const { app, partner } = context;
  const { id: customerId, email } = signedIn(context);
  const begun = await app.db
    .transaction(async (tx) => {
      const folders = await discardEnded(tx, customerId);
      const row = found(await insertExport(tx, { partnerId: partner.id, customerId, createdAt: app.clock.now() }));
      await app.tasks.enqueue(tx, {
        ...{ kind: 'account.export', partnerId: partner.id, customerId, userId: customerId },
        ...{ resourceId: row.id, title: email, payload: {} },
      });
      return { row, folders };
    })
    .catch((error: unknown) => {
      throw isDuplicate(error) ? new PanelError('EXPORT_RUNNING') : error;
    });
  for (const folder of begun.folders) await removeDiscarded(app, folder);
  return wireExport(begun.row);
}

/** A signed address of the caller's archive. @throws PanelError NOT_FOUND */
export async function linkExport({ app, partner, viewer }: CallContext) {
  const row = found(await newestExport(app.db, found(viewer).user.id));
  if (!isReady(row, app.clock.now())) throw new PanelError('NOT_FOUND');
  const until = Math.min(app.clock.now().getTime() + LINK_MS, row.expiresAt?.getTime() ?? 0);
  const token = signTicket(app, { use: 'account-export', partnerId: partner.id }, { id: row.id, until });
  return { status: true as const, url: ACCOUNT_EXPORT_PATH + token, expires_at: new Date(until).toISOString() };
}
