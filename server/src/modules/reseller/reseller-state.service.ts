import { RESELLER_GRACE_DAYS, type Reseller } from '@panel/contract';
import type { CallContext, PartnerRow } from '../../context/call-context.ts';
import { found } from '../../context/scope.ts';
import type { Database } from '../../db/database.ts';
import { isOpenAccount } from '../../db/open-account.ts';
import { PanelError } from '../../kernel/errors.ts';
import { leaveOutTime } from './reseller-end.repo.ts';
import { changeReseller, deleteSessionsAt, lockResellers } from './reseller.repo.ts';
import { record, showReseller } from './reseller.service.ts';

const DAY_MS = 24 * 3_600_000;

type State = Partial<Pick<PartnerRow, 'suspendedAt' | 'deletesAt'>>;
type Change = { action: string; closes: boolean; next: (now: Date, row: PartnerRow) => State };

/** Since when the panel has been closed, for whichever reason; null for an open one. */
function closedSince({ suspendedAt, deletesAt }: Pick<PartnerRow, 'suspendedAt' | 'deletesAt'>): Date | null {
  const times = [suspendedAt?.getTime(), deletesAt && deletesAt.getTime() - RESELLER_GRACE_DAYS * DAY_MS];
  const known = times.filter((time) => typeof time === 'number');
  return known.length > 0 ? new Date(Math.min(...known)) : null;
}

/** The time for which a reason that has ended alone kept the panel closed, is given back. */
async function giveTimeBack(tx: Database, row: PartnerRow, state: State, now: Date): Promise<void> {
  const from = closedSince(row);
  // All that it has is being deleted.
  if (from === null || (row.deletesAt && row.deletesAt <= now)) return;
  const to = closedSince({ ...row, ...state }) ?? now;
  if (to > from) await leaveOutTime(tx, row.id, from, to);
}

/**
 * One transaction decides, as for customers (ADR 0106): whatever asks whether a partner is open reads these columns. The
 * partner of this host is locked as well and has to be open, so that two superadmins cannot close each other's panels.
 */
async function change(context: CallContext, id: string, { action, closes, next }: Change): Promise<Reseller> {
  const { app, partner: own } = context;
  const now = app.clock.now();
  await app.db.transaction(async (tx) => {
    const rows = await lockResellers(tx, [id, own.id]);
    const row = found(rows.find((each) => each.id === id));
    if (closes && id === own.id) throw new PanelError('PARTNER_OWN');
    if (!rows.some((each) => each.id === own.id && isOpenAccount(each)))
      throw new PanelError('PARTNER_SUSPENDED', { email: own.supportEmail });
    const state = next(now, row);
    if (Object.keys(state).length > 0) {
      await changeReseller(tx, id, state, now);
      await giveTimeBack(tx, row, state, now);
      if (closes) await deleteSessionsAt(tx, id);
    }
    // Also what changed nothing: the line that every call has otherwise would be in the log of this panel.
    await record(context, tx, action, { resellerId: id, name: row.name });
  });
  await app.partners.changed(id);
  return showReseller(context, id);
}

/** @throws PanelError NOT_FOUND, PARTNER_OWN */
export const suspendReseller = (context: CallContext, id: string): Promise<Reseller> =>
  change(context, id, {
    action: 'reseller.suspend',
    closes: true,
    next: (now, { suspendedAt }) => (suspendedAt ? {} : { suspendedAt: now }),
  });

/** @throws PanelError NOT_FOUND */
export const unsuspendReseller = (context: CallContext, id: string): Promise<Reseller> =>
  change(context, id, {
    action: 'reseller.unsuspend',
    closes: false,
    next: (_now, { suspendedAt }) => (suspendedAt ? { suspendedAt: null } : {}),
  });

/** Begins the grace period; a repeated call does not begin it again. @throws PanelError NOT_FOUND, PARTNER_OWN */
export const deleteReseller = (context: CallContext, id: string): Promise<Reseller> =>
  change(context, id, {
    action: 'reseller.delete',
    closes: true,
    next: (now, { deletesAt }) =>
      deletesAt ? {} : { deletesAt: new Date(now.getTime() + RESELLER_GRACE_DAYS * DAY_MS) },
  });

/**
 * Undoes a deletion; a partner that was suspended before still is.
 * @throws PanelError NOT_FOUND, PARTNER_DELETING once its days are over: its customers are being deleted
 */
export const restoreReseller = (context: CallContext, id: string): Promise<Reseller> =>
  change(context, id, {
    action: 'reseller.restore',
    closes: false,
    next(now, { deletesAt }) {
      if (deletesAt && deletesAt <= now) throw new PanelError('PARTNER_DELETING');
      return deletesAt ? { deletesAt: null } : {};
    },
  });
