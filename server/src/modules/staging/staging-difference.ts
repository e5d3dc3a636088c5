import { KEPT_TABLES, LIVE_TABLES, type KeptTables, type StagingDifference } from '@panel/contract';
import type { CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import type { TableFacts } from '../../hosting/driver.ts';
import { readable } from '../site-tool/site-tool.service.ts';
import { findSite } from '../site/find-site.ts';
import { findPair } from './staging-pair.ts';

/** Tables by name with the rows of both sites. */
function tablesOf(live: readonly TableFacts[], staging: readonly TableFacts[]): StagingDifference['tables'] {
  const rows = (tables: readonly TableFacts[]) => new Map(tables.map((table) => [table.name, table.rows]));
  const [ours, theirs] = [rows(live), rows(staging)];
  return [...new Set([...ours.keys(), ...theirs.keys()])]
    .sort()
    .map((table) => ({ table, live: ours.get(table) ?? null, staging: theirs.get(table) ?? null }));
}

/**
 * The kinds of tables that only visitors of the live site write, of those in which it has rows. A shop that keeps its orders
 * among its posts has none there: what belongs to an order without the order would help nobody.
 */
const liveKinds = (live: readonly TableFacts[]): KeptTables[] =>
  LIVE_TABLES.filter((kind) => live.some((table) => table.kind === kind && table.rows > 0));

/** The same of a site, read now. @throws PanelError SITE_UNAVAILABLE */
export async function keptByDefault(context: CallContext, liveId: string): Promise<KeptTables[]> {
  const { hosting } = context.app;
  return liveKinds(await readable(context, liveId, () => hosting.tables(liveId, new Date(0))));
}

/** How many rows of each kind are newer. */
const newerOf = (live: readonly TableFacts[]): StagingDifference['newer'] =>
  KEPT_TABLES.map((kind) => ({
    kind,
    rows: live.reduce((sum, table) => sum + (table.kind === kind ? (table.newer ?? 0) : 0), 0),
  })).filter(({ rows }) => rows > 0);

/**
 * What publishing a staging site would change on its live site. Both are read now.
 * @throws PanelError NOT_FOUND, SITE_NOT_READY, SITE_UNAVAILABLE
 */
export async function differenceOf(context: CallContext, siteId: string): Promise<StagingDifference> {
  const { record, liveId, stagingId } = await findPair(context, siteId);
  for (const id of [liveId, stagingId])
    if ((await findSite(context, { id })).status !== 'ready') throw new PanelError('SITE_NOT_READY');
  const { hosting } = context.app;
  const since = record.baselineAt ?? new Date(0);
  const [files, live, staging] = await readable(context, stagingId, () =>
    Promise.all([
      hosting.compareFiles(stagingId, liveId),
      hosting.tables(liveId, since),
      hosting.tables(stagingId, since),
    ]),
  );
  return { files, tables: tablesOf(live, staging), newer: newerOf(live), keeps: liveKinds(live) };
}
