import { SECTION_ATTRIBUTE } from '@panel/contract';
import { and, isNotNull, or, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { IS_APP, IS_SITE } from './schema.ts';
import { ownedBy, within, type Scope } from './select-page.ts';

type Workloads = { kind: AnyColumn; partnerId: AnyColumn; customerId: AnyColumn; binnedAt: AnyColumn };

/** Workloads of the section of sites: no application is in its lists, its numbers or its calls. */
export const isSite = ({ kind }: Pick<Workloads, 'kind'>): SQL => sql`${kind} ${sql.raw(IS_SITE)}`;

/** Workloads of the section of applications. */
export const isApp = ({ kind }: Pick<Workloads, 'kind'>): SQL => sql`${kind} ${sql.raw(IS_APP)}`;

/** Workloads to which an address leads: also a site that is being created, and applications once they are hosted. */
export const hasVisitors = (table: Pick<Workloads, 'kind'> & { assignedAt: AnyColumn }): SQL | undefined =>
  or(isSite(table), isNotNull(table.assignedAt));

/** Whether the partner of a query shows applications; the same as `sectionOn` of the contract. */
export const hasApps = (table: { isSpecial: AnyColumn; attributes: AnyColumn }): SQL =>
  sql`(${table.isSpecial} and ${table.attributes} ->> ${sql.raw(`'${SECTION_ATTRIBUTE.applications}'`)} is distinct from 'false')`;

/** `within` and `ownedBy` for the sites among the workloads. */
export const sitesWithin = (table: Workloads, scope: Scope): SQL | undefined =>
  and(within(table, scope), isSite(table));
/** Of which section the workloads of a query are; `within` for those of every section. */
export type InSection = (table: Workloads, scope: Scope) => SQL | undefined;

/** Of no section. */
export const noWorkloads = (): SQL => sql`false`;

export const sitesOwnedBy = (table: Workloads, scope: Scope): SQL | undefined =>
  and(ownedBy(table, scope), isSite(table));

export const appsOwnedBy = (table: Workloads, scope: Scope): SQL | undefined =>
  and(ownedBy(table, scope), isApp(table));

/** `within` for the applications among the workloads. */
export const appsWithin = (table: Workloads, scope: Scope): SQL | undefined => and(within(table, scope), isApp(table));
