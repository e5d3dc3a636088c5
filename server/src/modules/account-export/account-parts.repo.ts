import { and, asc, desc, eq, gt, inArray, lt, or, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import {
  apiToken,
  app,
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
import { nextLines, type ListedLine } from '../audit/audit-list.repo.ts';
import { ownLine } from '../audit/wire-line.ts';

type Shown = Record<string, unknown>;
/** A customer of a partner. */
export type Whose = { customerId: string; partnerId: string };

/** A file: its rows, a page after another, and what it says of each. Columns are named one by one: a new one may be a secret. */
export type Part<Row = unknown> = {
  page(db: Database, whose: Whose, last: Row | null): Promise<Row[]>;
  shown(row: Row): Shown;
  /** The columns of a table, where a spreadsheet helps. */
  csv?: readonly string[];
};

/** Who pages and who shows are of one kind of row, which nobody else needs to know. */
const partOf = <Row extends object>({
  shown = (row) => row as Shown,
  ...rest
}: Omit<Part<Row>, 'shown'> & { shown?: (row: Row) => Shown }): Part => ({ ...rest, shown }) as Part;

/** Rows of one file by their id: a page after `afterId`. */
type PartPage = (db: Database, customerId: string, afterId: string | null) => Promise<({ id: string } & Shown)[]>;

const byId = (page: PartPage): Part =>
  partOf<{ id: string }>({ page: (db, { customerId }, last) => page(db, customerId, last?.id ?? null) });

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

const { number, description, total, amountPaid, refunded, currency } = invoice;
/** In the order of the index that a customer's invoices have. */
const invoices = partOf<Pick<typeof invoice.$inferSelect, 'id' | 'createdAt'>>({
  page: (db, { customerId }, last) =>
    db
      .select({
        ...{ id: invoice.id, number, status: invoice.status, description, total, amountPaid, refunded, currency },
        createdAt: invoice.createdAt,
      })
      .from(invoice)
      .where(
        and(
          eq(invoice.customerId, customerId),
          last
            ? or(
                lt(invoice.createdAt, last.createdAt),
                and(eq(invoice.createdAt, last.createdAt), gt(invoice.id, last.id)),
              )
            : undefined,
        ),
      )
      .orderBy(desc(invoice.createdAt), asc(invoice.id))
      .limit(AT_ONCE),
  csv: ['number', 'createdAt', 'status', 'description', 'total', 'amountPaid', 'refunded', 'currency'],
});

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

/** As the customer sees them in the panel: nothing that only staff see, such as where these were. */
const activity = partOf<ListedLine>({
  page: (db, lines, last) => nextLines(db, lines, {}, { after: last, limit: AT_ONCE }),
  shown: (row) => {
    const { id, created_at: at, action, object, by, ip, browser, system, outcome, details, changes } = ownLine(row);
    return {
      ...{ id, at, action, objectKind: object?.kind ?? null, objectId: object?.id ?? null },
      ...{ by, ip, browser, system, outcome, details, changes },
    };
  },
  csv: ['at', 'action', 'objectKind', 'objectId', 'by', 'ip', 'browser', 'system', 'outcome'],
});

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

/** The files of an archive. */
export const PARTS: Readonly<Record<string, Part>> = {
  account: byId(account),
  sites: byId(sites),
  applications: byId(applications),
  dns: byId(dns),
  licenses: byId(licenses),
  invoices,
  activity,
};
