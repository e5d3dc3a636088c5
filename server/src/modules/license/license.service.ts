import {
  LICENSES_MAX,
  productsFor,
  type DistributeInput,
  type License,
  type LicenseProject,
  type Site,
} from '@panel/contract';
import { audit } from '../../context/audit.repo.ts';
import { isStaff, signedIn, type CallContext } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { paymentsOfSubscription } from '../../context/payment-at.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { checkTenant, type TenantHints } from '../../context/tenant.ts';
import { findUserByEmail } from '../user/user.repo.ts';
import { lockIdle, lockIdleApp } from '../site/find-site.ts';
import type { SiteRow } from '../site/site.repo.ts';
import { showSite } from '../site/find-site.ts';
import { notifyOwners } from './license-notice.repo.ts';
import {
  findLicense,
  giveLicense,
  isValid,
  listLicenses,
  lockLicense,
  otherUses,
  updateLicense,
  withUse,
  type LicenseRow,
} from './license.repo.ts';
import { productOf, publicLicense } from './public-license.ts';
import { endPlans, planOf, setPlan } from './site-plan.ts';

const NOUN: Readonly<Record<LicenseProject, string>> = { site: 'site', app: 'application' };
const nowOf = (context: CallContext): Date => context.app.clock.now();

/** Licences of the caller's scope, at most so many. */
export async function showLicenses(
  context: CallContext,
  key?: string,
  project?: LicenseProject,
  bought?: boolean,
): Promise<License[]> {
  const rows = await listLicenses(context.app.db, scopeOf(context), { key, project, bought, limit: LICENSES_MAX });
  return rows.map(publicLicense(nowOf(context)));
}

/** Valid licences of the caller's scope that another site can use. */
export async function availableLicenses(context: CallContext, project: LicenseProject): Promise<License[]> {
  const free = { validAt: nowOf(context), free: productsFor(project), limit: LICENSES_MAX };
  const rows = await listLicenses(context.app.db, scopeOf(context), free);
  return rows.map(publicLicense(nowOf(context)));
}

/**
 * The “developer” licences of the specification: valid ones that the partner gave to the caller, so that nothing is paid for them.
 * The catalogue's own developer plans have neither limits nor prices, so they are not sold.
 */
export async function givenLicenses(context: CallContext, project: LicenseProject): Promise<License[]> {
  const wanted = { project, given: true, validAt: nowOf(context), limit: LICENSES_MAX };
  return (await listLicenses(context.app.db, scopeOf(context), wanted)).map(publicLicense(nowOf(context)));
}

/**
 * What a customer can put a WordPress site on. A customer asks about nobody else: the answer would say who has an account.
 * @throws PanelError NOT_FOUND, TENANT_MISMATCH
 */
export async function wordPressLicenses(
  context: CallContext,
  { email, partnerId }: { email: string; partnerId?: string | undefined },
): Promise<{ status: boolean; licenses: number; sites_used: number; sites_left: number }> {
  const { app, partner } = context;
  await checkTenant(context, { partner_id: partnerId ?? null });
  const viewer = signedIn(context);
  const owner = isStaff(viewer) ? await findUserByEmail(app.db, partner.id, email) : viewer;
  if (owner?.partnerId !== partner.id || owner.email !== email) throw new PanelError('NOT_FOUND');
  const wanted = { project: 'site' as const, owner: owner.id, validAt: nowOf(context), limit: LICENSES_MAX };
  const rows = await listLicenses(app.db, scopeOf(context), wanted);
  const used = rows.reduce((sum, { sites }) => sum + sites.length, 0);
  const left = rows.reduce((sum, row) => sum + Math.max(0, productOf(row).sites - row.sites.length), 0);
  return { status: left > 0, licenses: rows.length, sites_used: used, sites_left: left };
}

/** A licence as its owner sees it. */
export async function shown(context: CallContext, row: LicenseRow): Promise<License> {
  const [listed] = await withUse(context.app.db, [row]);
  return publicLicense(nowOf(context))(found(listed));
}

const record = (context: CallContext, action: string, detail: Record<string, unknown>): Promise<void> => {
  const { app, partner, request } = context;
  return audit(app.db, action, { partnerId: partner.id, userId: signedIn(context).id, request }, detail);
};

type Assign = TenantHints & { licenseId: string; siteId: string };

/**
 * The licence of the scope, if the workload can run on it. The caller has locked the workload.
 * @throws PanelError NOT_FOUND, LICENSE_NOT_VALID, LICENSE_USED
 */
export async function usableLicense(
  context: CallContext,
  tx: Database,
  { id, customerId }: Pick<SiteRow, 'id' | 'customerId'>,
  which: { id: string } | { key: string },
  project: LicenseProject,
): Promise<LicenseRow> {
  const license = found(await lockLicense(tx, scopeOf(context), which));
  if (license.customerId !== customerId) throw new PanelError('NOT_FOUND');
  const { sites, project: isFor } = productOf(license);
  if (!isValid(license, nowOf(context)) || isFor !== project) throw new PanelError('LICENSE_NOT_VALID');
  if ((await otherUses(tx, license.key, id)) >= sites)
    throw new PanelError('LICENSE_USED', { limit: sites === 1 ? `1 ${NOUN[project]}` : `${sites} ${NOUN[project]}s` });
  return license;
}

/**
 * Gives a site the plan of a licence of its customer. The licence that it had is free again. Repeated, it changes
 * nothing.
 * @throws PanelError NOT_FOUND, also for a staging site, which has the plan of its live site; TASK_RUNNING,
 *   SITE_NOT_READY, LICENSE_NOT_VALID, LICENSE_USED, TENANT_MISMATCH
 */
export async function assignLicense(
  context: CallContext,
  { licenseId, siteId, ...hints }: Assign,
): Promise<{ data: Site; task_id: string | null }> {
  await checkTenant(context, hints);
  const task_id = await assignTo(context, { licenseId, id: siteId }, 'site');
  return { data: await showSite(context, { id: siteId }), task_id };
}

/** The same for a site or an application. Returns the task that restarts it, or null. */
export async function assignTo(
  context: CallContext,
  { licenseId, id }: { licenseId: string; id: string },
  project: LicenseProject,
): Promise<string | null> {
  const { app } = context;
  const { fqdn, taskId } = await app.db.transaction(async (tx) => {
    const site = await (project === 'site' ? lockIdle : lockIdleApp)(context, tx, id);
    if (site.isStage) throw new PanelError('NOT_FOUND');
    if (site.status !== 'ready') throw new PanelError('SITE_NOT_READY');
    const license = await usableLicense(context, tx, site, { id: licenseId }, project);
    const task = await setPlan(app, tx, site, planOf(license), signedIn(context).id);
    return { fqdn: site.fqdn, taskId: task };
  });
  app.edge.invalidate(fqdn);
  await record(context, 'license.assign', { licenseId, siteId: id });
  return taskId;
}

/**
 * Turns the automatic renewal on or off.
 * @throws PanelError NOT_FOUND, LICENSE_NOT_VALID, CARD_MISSING, LICENSE_NOT_RENEWABLE where the partner has not allowed it
 */
export async function setRenewal(context: CallContext, key: string, autoRenewal: boolean): Promise<License> {
  await askForRenewal(
    context,
    found((await listLicenses(context.app.db, scopeOf(context), { key, limit: 1 }))[0]),
    autoRenewal,
  );
  const row = await context.app.db.transaction(async (tx) => {
    const license = found(await lockLicense(tx, scopeOf(context), { key }));
    if (license.autoRenewal === autoRenewal) return license;
    if (autoRenewal && !isValid(license, nowOf(context))) throw new PanelError('LICENSE_NOT_VALID');
    if (autoRenewal && !license.canRenew)
      throw new PanelError('LICENSE_NOT_RENEWABLE', { contact: context.partner.supportEmail });
    return updateLicense(tx, license.id, { autoRenewal }, nowOf(context));
  });
  return shown(context, row);
}

/** The renewal of a bought licence is the provider's: the row follows what it has accepted. */
async function askForRenewal({ app, partner }: CallContext, row: LicenseRow, on: boolean): Promise<void> {
  if (row.subscriptionId === null || row.autoRenewal === on || row.deactivatedAt !== null) return;
  const payments = await paymentsOfSubscription(app, row.subscriptionId);
  if (!payments) throw new PanelError('PAYMENT_OFF', { contact: partner.supportEmail });
  await payments.setRenewal(row.subscriptionId, on);
}

/** Ends a licence now. Its sites lose its plan as soon as no task works on them. @throws PanelError NOT_FOUND */
export async function deactivateLicense(context: CallContext, id: string): Promise<License> {
  const { app, partner } = context;
  const { subscriptionId, deactivatedAt } = found(await findLicense(app.db, scopeOf(context), id));
  if (subscriptionId !== null && deactivatedAt === null) {
    const payments = await paymentsOfSubscription(app, subscriptionId);
    if (!payments) throw new PanelError('PAYMENT_OFF', { contact: partner.supportEmail });
    // Before the row: what has ended here must not be charged again.
    await payments.endNow(subscriptionId);
  }
  const row = await app.db.transaction(async (tx) => {
    const license = found(await lockLicense(tx, scopeOf(context), { id }));
    if (license.deactivatedAt) return license;
    return updateLicense(tx, id, { deactivatedAt: nowOf(context), autoRenewal: false }, nowOf(context));
  });
  await endPlans(app, row.key);
  await record(context, 'license.deactivate', { licenseId: id });
  return shown(context, row);
}

type Given = Pick<DistributeInput, 'product_identifier' | 'months' | 'autoRenewal'>;

/**
 * Gives a licence to a customer of the partner, who is notified.
 * @throws PanelError VALIDATION for an email that no customer has, TENANT_MISMATCH
 */
export async function distributeLicense(context: CallContext, input: DistributeInput): Promise<License> {
  const { app, partner } = context;
  await checkTenant(context, input);
  const customer = await findUserByEmail(app.db, partner.id, input.email);
  if (customer?.role !== 'customer' || customer.partnerId !== partner.id)
    throw new PanelError('VALIDATION', {}, { fields: { email: 'None of your customers has this email.' } });
  return shown(context, await giveTo(context, customer.id, input));
}

/** Gives a licence to a customer of the partner, who is notified. */
export async function giveTo(
  context: CallContext,
  customerId: string,
  { product_identifier: product, months: termMonths, autoRenewal = false }: Given,
): Promise<LicenseRow> {
  const row = await context.app.db.transaction(async (tx) => {
    const owner = { partnerId: context.partner.id, customerId };
    const given = await giveLicense(tx, { ...owner, product, termMonths, autoRenewal }, nowOf(context));
    await notifyOwners(tx, 'license_received', [given]);
    return given;
  });
  await record(context, 'license.distribute', { licenseId: row.id, customerId, product });
  return row;
}
