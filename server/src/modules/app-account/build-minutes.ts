import { appLimitsOf, errorCatalogue } from '@panel/contract';
import type { AppContext } from '../../context/app-context.ts';
import { signedIn, type CallContext, type UserRow } from '../../context/call-context.ts';
import { found } from '../../context/scope.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { findUserOfPartner } from '../user/user.repo.ts';
import { buildSeconds } from './app-account.repo.ts';
import { isOpenAccount, isOpenPartner } from '../../db/open-account.ts';

type Customer = Pick<UserRow, 'id' | 'planType' | 'isAbuseSystem'>;

/** The first moment of the month (UTC), and of the next one. */
export function monthOf(now: Date): { from: Date; until: Date } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { from: new Date(Date.UTC(year, month)), until: new Date(Date.UTC(year, month + 1)) };
}

/** Seconds of builds that a customer used in this month, and how many the plan has. */
export async function buildTime({ db, clock }: Pick<AppContext, 'db' | 'clock'>, customer: Customer) {
  const { from, until } = monthOf(clock.now());
  const used = await buildSeconds(db, customer.id, from);
  return { used, limit: appLimitsOf(customer.planType).buildMinutes * 60, renewsAt: until };
}

/**
 * An account that is flagged, or whose build time of the month is used up, starts no build and publishes nothing (spec §1).
 * @throws PanelError ABUSE
 */
export async function refuseBuilds(app: Pick<AppContext, 'db' | 'clock'>, customer: Customer): Promise<void> {
  if (await isExhausted(app, customer)) throw new PanelError('ABUSE');
}

async function isExhausted(app: Pick<AppContext, 'db' | 'clock'>, customer: Customer): Promise<boolean> {
  if (customer.isAbuseSystem) return true;
  const { used, limit } = await buildTime(app, customer);
  return used >= limit;
}

/** The same for a task, before it builds and before it publishes. @throws HostingError LIMIT */
export async function refuseTask(
  app: Pick<AppContext, 'db' | 'clock'>,
  { partnerId, customerId }: { partnerId: string; customerId: string | null },
): Promise<void> {
  const customer = customerId === null ? undefined : await findUserOfPartner(app.db, partnerId, customerId);
  // A push still arrives while nobody can sign in.
  if ((customer && !isOpenAccount(customer)) || !(await isOpenPartner(app.db, partnerId)))
    throw new HostingError('LIMIT', 'The account of this application is suspended.', { retryable: false });
  if (customer && (await isExhausted(app, customer)))
    throw new HostingError('LIMIT', errorCatalogue.ABUSE.message, { retryable: false });
}

/**
 * The customer of an application may build: staff build on the customer's time.
 * @throws PanelError ABUSE
 */
export async function refuseBuildsOf(
  context: CallContext,
  tx: Database,
  { partnerId, customerId }: { partnerId: string; customerId: string | null },
): Promise<void> {
  const caller = signedIn(context);
  const given = { db: tx, clock: context.app.clock };
  if (customerId === caller.id || customerId === null) return refuseBuilds(given, caller);
  return refuseBuilds(given, found(await findUserOfPartner(tx, partnerId, customerId)));
}
