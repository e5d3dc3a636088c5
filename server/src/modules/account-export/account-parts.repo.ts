import { and, asc, eq, gt, inArray, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import {
  apiToken,
  app,
  auditLog,
  dnsZone,
  invoice,
  license,
  loginIdentity,
  loginProvider,
  user,
  workload,
  workloadHost,
} from '../../db/schema.ts';
import { isSite } from '../../db/section.ts';

/** Rows of one file by their id: a page after `afterId`. Columns are named one by one: a new one may be a secret. */
type PartPage = (
  db: Database,
  customerId: string,
  afterId: string | null,
) => Promise<({ id: string } & Record<string, unknown>)[]>;

const after = (column: AnyColumn, afterId: string | null): SQL | undefined =>
  afterId ? gt(column, afterId) : undefined;
const AT_ONCE = 200;
/** Records of a zone may be many. */
const ZONES_AT_ONCE = 20;

const hosts = sql<
  string[]
>`coalesce((select jsonb_agg(${workloadHost.fqdn} order by ${workloadHost.fqdn}) from ${workloadHost} where ${eq(workloadHost.workloadId, workload.id)}), '[]'::jsonb)`;
const { id, name, fqdn, kind, type, status, version, phpVersion, planType, title, isStage, binnedAt, createdAt } =
  workload;
const hosted = {
  id,
  name,
  fqdn,
  hosts,
  kind,
  type,
  status,
  planType,
  title,
  fileSize: workload.fileSize,
  binnedAt,
  createdAt,
};

const sites: PartPage = (db, customerId, afterId) =>
  db
    .select({ ...hosted, version, phpVersion, isStage })
    .from(workload)
    .where(and(eq(workload.customerId, customerId), isSite(workload), after(workload.id, afterId)))
    .orderBy(asc(workload.id))
    .limit(AT_ONCE);

const applications: PartPage = (db, customerId, afterId) =>
  db
    .select({
      ...hosted,
      ...{ appType: app.type, mode: app.mode, part: app.part, source: app.source, repository: app.repository },
      ...{ branch: app.branch, autoDeploy: app.autoDeploy, settings: app.settings, builds: app.builds },
    })
    .from(app)
    .innerJoin(workload, eq(workload.id, app.id))
    .where(and(eq(workload.customerId, customerId), after(workload.id, afterId)))
    .orderBy(asc(workload.id))
    .limit(AT_ONCE);

const dns: PartPage = (db, customerId, afterId) =>
  db
    .select({
      ...{ id: dnsZone.id, fqdn: dnsZone.fqdn, serial: dnsZone.serial, records: dnsZone.records },
      nameservers: dnsZone.nameservers,
      createdAt: dnsZone.createdAt,
    })
    .from(dnsZone)
    .where(
      and(
        inArray(
          dnsZone.resourceId,
          db.select({ id: workload.id }).from(workload).where(eq(workload.customerId, customerId)),
        ),
        after(dnsZone.id, afterId),
      ),
    )
    .orderBy(asc(dnsZone.id))
    .limit(ZONES_AT_ONCE);

const invoices: PartPage = (db, customerId, afterId) =>
  db
    .select({
      ...{ id: invoice.id, number: invoice.number, status: invoice.status, description: invoice.description },
      ...{
        total: invoice.total,
        amountPaid: invoice.amountPaid,
        currency: invoice.currency,
        createdAt: invoice.createdAt,
      },
    })
    .from(invoice)
    .where(and(eq(invoice.customerId, customerId), after(invoice.id, afterId)))
    .orderBy(asc(invoice.id))
    .limit(AT_ONCE);

const licenses: PartPage = (db, customerId, afterId) =>
  db
    .select({
      ...{ id: license.id, product: license.product, provider: license.provider, quantity: license.quantity },
      ...{ autoRenewal: license.autoRenewal, fromDate: license.fromDate, toDate: license.toDate },
      ...{ deactivatedAt: license.deactivatedAt, createdAt: license.createdAt },
    })
    .from(license)
    .where(and(eq(license.customerId, customerId), after(license.id, afterId)))
    .orderBy(asc(license.id))
    .limit(AT_ONCE);

const activity: PartPage = (db, customerId, afterId) =>
  db
    .select({
      ...{ id: auditLog.id, at: auditLog.at, action: auditLog.action, objectKind: auditLog.objectKind },
      ...{ objectId: auditLog.objectId, ip: auditLog.ip, userAgent: auditLog.userAgent, outcome: auditLog.outcome },
      byStaff: sql<boolean>`${auditLog.actorId} is not null or ${auditLog.userId} is distinct from ${auditLog.customerId}`,
    })
    .from(auditLog)
    .where(and(eq(auditLog.customerId, customerId), after(auditLog.id, afterId)))
    .orderBy(asc(auditLog.id))
    .limit(AT_ONCE);

/** The account itself, as one row. */
const account: PartPage = async (db, customerId, afterId) => {
  if (afterId !== null) return [];
  const { id: userId, email, firstname, lastname, phoneNumber, language, lastSignInAt, secondFactorAt } = user;
  const own = { id: userId, email, firstname, lastname, phoneNumber, language, planType: user.planType };
  const [row] = await db
    .select({ ...own, lastSignInAt, secondFactorSince: secondFactorAt, createdAt: user.createdAt })
    .from(user)
    .where(eq(user.id, customerId));
  const linked = await db
    .select({ provider: loginProvider.name, email: loginIdentity.email, createdAt: loginIdentity.createdAt })
    .from(loginIdentity)
    .innerJoin(loginProvider, eq(loginProvider.id, loginIdentity.providerId))
    .where(eq(loginIdentity.userId, customerId))
    .orderBy(asc(loginIdentity.id));
  const tokens = await db
    .select({
      ...{ name: apiToken.name, scopes: apiToken.scopes, createdAt: apiToken.createdAt },
      ...{ expiresAt: apiToken.expiresAt, lastUsedAt: apiToken.lastUsedAt, revokedAt: apiToken.revokedAt },
    })
    .from(apiToken)
    .where(eq(apiToken.customerId, customerId))
    .orderBy(asc(apiToken.id));
  return row ? [{ ...row, linkedAccounts: linked, apiTokens: tokens }] : [];
};

/** The files of an archive. Where a spreadsheet helps there is a CSV as well. */
export const PARTS: Readonly<Record<string, { page: PartPage; csv?: readonly string[] }>> = {
  account: { page: account },
  sites: { page: sites },
  applications: { page: applications },
  dns: { page: dns },
  licenses: { page: licenses },
  invoices: {
    page: invoices,
    csv: ['number', 'createdAt', 'status', 'description', 'total', 'amountPaid', 'currency'],
  },
  activity: {
    page: activity,
    csv: ['at', 'action', 'objectKind', 'objectId', 'ip', 'userAgent', 'outcome', 'byStaff'],
  },
};
