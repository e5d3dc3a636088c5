import { CUSTOMER_GRACE_DAYS, type CustomerDetail } from '@panel/contract';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext, type UserRow } from '../../context/call-context.ts';
import { found, scopeOf } from '../../context/scope.ts';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/select-page.ts';
import { endPendingOf } from '../session/pending-sign-in.repo.ts';
import { deleteSessionsOf } from '../session/session.repo.ts';
import { useUpTokensOf } from '../session/token.repo.ts';
import { changeCustomer, findCustomer } from './customer.repo.ts';
import { showCustomer } from './customer.service.ts';
import { addressesOf } from './customer-site.repo.ts';

const DAY_MS = 24 * 3_600_000;

type State = Pick<UserRow, 'suspendedAt' | 'deletesAt'>;

export type StateChange = {
  scope: Scope;
  id: string;
  action: string;
  /** Who does it; null for an account that is deleted. */
  userId: string | null;
  next(now: Date, row: UserRow): Partial<State>;
  /** In the same transaction, only if something changes. */
  also?(tx: Database, row: UserRow): Promise<void>;
};

type By = Pick<CallContext, 'app'> & { partner: { id: string }; request: Parameters<typeof audit>[2]['request'] };

/**
 * A change as part of the caller's transaction. Returns the addresses of the customer's sites, which the edge has to forget
 * once it is committed.
 * @throws PanelError NOT_FOUND
 */
export async function changeStateIn(
  { app, partner, request }: By,
  tx: Database,
  { scope, id, action, userId, next, also }: StateChange,
): Promise<string[]> {
  const now = app.clock.now();
  const row = found(await findCustomer(tx, scope, id, { lock: true }));
  const state = next(now, row);
  // Repeated, it changes nothing and is not recorded again.
  if (Object.keys(state).length === 0) return [];
  await changeCustomer(tx, id, state, now);
  await deleteSessionsOf(tx, id);
  await endPendingOf(tx, id);
  // What undoes a deletion by its customer undoes no other one.
  if ('deletesAt' in state) await useUpTokensOf(tx, id, now, ['keep_account']);
  await audit(tx, action, { partnerId: partner.id, userId, customerId: id, request }, { customerId: id });
  await also?.(tx, row);
  return addressesOf(tx, id);
}

/**
 * One transaction decides: everything that asks whether an account is open reads these columns (`isOpenAccount`), so a
 * process that dies leaves either state whole. Sites are not touched.
 * @throws PanelError NOT_FOUND
 */
export async function changeState(context: By, change: StateChange): Promise<void> {
  const { app } = context;
  const addresses = await app.db.transaction((tx) => changeStateIn(context, tx, change));
  for (const address of addresses) app.edge.invalidate(address);
}

/** A change by staff. */
async function change(
  context: CallContext,
  id: string,
  action: string,
  next: StateChange['next'],
): Promise<CustomerDetail> {
  await changeState(context, { scope: scopeOf(context), id, action, userId: signedIn(context).id, next });
  return showCustomer(context, id);
}

/** Begins the grace period; a repeated call does not begin it again. */
export const beginDeletion: StateChange['next'] = (now, { deletesAt }) =>
  deletesAt ? {} : { deletesAt: new Date(now.getTime() + CUSTOMER_GRACE_DAYS * DAY_MS) };

/** A customer who was suspended before still is. */
export const undoDeletion: StateChange['next'] = (_now, { deletesAt }) => (deletesAt ? { deletesAt: null } : {});

export const suspension: StateChange['next'] = (now, { suspendedAt }) => (suspendedAt ? {} : { suspendedAt: now });
export const unsuspension: StateChange['next'] = (_now, { suspendedAt }) => (suspendedAt ? { suspendedAt: null } : {});

/** @throws PanelError NOT_FOUND */
export const suspendCustomer = (context: CallContext, id: string): Promise<CustomerDetail> =>
  change(context, id, 'customer.suspend', suspension);

/** @throws PanelError NOT_FOUND */
export const unsuspendCustomer = (context: CallContext, id: string): Promise<CustomerDetail> =>
  change(context, id, 'customer.unsuspend', unsuspension);

/** @throws PanelError NOT_FOUND */
export const deleteCustomer = (context: CallContext, id: string): Promise<CustomerDetail> =>
  change(context, id, 'customer.delete', beginDeletion);

/** @throws PanelError NOT_FOUND */
export const restoreCustomer = (context: CallContext, id: string): Promise<CustomerDetail> =>
  change(context, id, 'customer.restore', undoDeletion);
