import { CUSTOMER_GRACE_DAYS, type CustomerDetail } from '@panel/contract';
import type { CallContext, UserRow } from '../../context/call-context.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { endPendingOf } from '../session/pending-sign-in.repo.ts';
import { deleteSessionsOf } from '../session/session.repo.ts';
import { changeCustomer, findCustomer } from './customer.repo.ts';
import { record, showCustomer } from './customer.service.ts';
import { addressesOf } from './customer-site.repo.ts';

const DAY_MS = 24 * 3_600_000;

type State = Pick<UserRow, 'suspendedAt' | 'deletesAt'>;

/**
 * One transaction decides: everything that asks whether an account is open reads these columns (`isOpenAccount`), so a
 * process that dies leaves either state whole. Sites are not touched.
 */
async function change(
  context: CallContext,
  id: string,
  action: string,
  next: (now: Date, row: UserRow) => Partial<State>,
): Promise<CustomerDetail> {
  const { app } = context;
  const now = app.clock.now();
  const addresses = await app.db.transaction(async (tx) => {
    const row = found(await findCustomer(tx, scopeOf(context), id, { lock: true }));
    const state = next(now, row);
    // Repeated, it changes nothing and is not recorded again.
    if (Object.keys(state).length === 0) return [];
    await changeCustomer(tx, id, state, now);
    await deleteSessionsOf(tx, id);
    await endPendingOf(tx, id);
    await record(context, tx, action, id);
    return addressesOf(tx, id);
  });
  for (const address of addresses) app.edge.invalidate(address);
  return showCustomer(context, id);
}

/** @throws PanelError NOT_FOUND */
export const suspendCustomer = (context: CallContext, id: string): Promise<CustomerDetail> =>
  change(context, id, 'customer.suspend', (now, { suspendedAt }) => (suspendedAt ? {} : { suspendedAt: now }));

/** @throws PanelError NOT_FOUND */
export const unsuspendCustomer = (context: CallContext, id: string): Promise<CustomerDetail> =>
  change(context, id, 'customer.unsuspend', (_now, { suspendedAt }) => (suspendedAt ? { suspendedAt: null } : {}));

/** Begins the grace period; a repeated call does not begin it again. @throws PanelError NOT_FOUND */
export const deleteCustomer = (context: CallContext, id: string): Promise<CustomerDetail> =>
  change(context, id, 'customer.delete', (now, { deletesAt }) =>
    deletesAt ? {} : { deletesAt: new Date(now.getTime() + CUSTOMER_GRACE_DAYS * DAY_MS) },
  );

/** Undoes a deletion; a customer who was suspended before still is. @throws PanelError NOT_FOUND */
export const restoreCustomer = (context: CallContext, id: string): Promise<CustomerDetail> =>
  change(context, id, 'customer.restore', (_now, { deletesAt }) => (deletesAt ? { deletesAt: null } : {}));
