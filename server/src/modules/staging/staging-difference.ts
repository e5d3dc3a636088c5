import {
  KEPT_TABLES,
  LIVE_TABLES,
  type ContentDifference,
  type DifferenceText,
  type KeptTables,
  type Published,
  type StagingDifference,
} from '@panel/contract';
import type { CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import type { HostingDriver, PostText, TableFacts } from '../../hosting/driver.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { readable } from '../site/readable.ts';
import { textOf } from '../file/file-text.ts';
import { findSite } from '../site/find-site.ts';
import { findPair, type Pair } from './staging-pair.ts';

/** Of a file whose text is compared. */
const TEXT_BYTES = 96 * 1024;

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
 * What the content of both sites differs in. It is no reason to compare nothing else when that fails: a site may have more
 * than is compared, or print what is none of our answers.
 */
export const contentOf = (
  hosting: HostingDriver,
  { stagingId, liveId, copied }: { stagingId: string; liveId: string; copied: Date | null },
  log: (error: HostingError) => void,
): Promise<ContentDifference | null> =>
  hosting.compareContent(stagingId, liveId, copied).catch((error: unknown) => {
    if (!(error instanceof HostingError)) throw error;
    log(error);
    return null;
  });

/** A pair of which both sites are ready. @throws PanelError NOT_FOUND, SITE_NOT_READY */
async function readyPair(context: CallContext, siteId: string): Promise<Pair> {
  const pair = await findPair(context, siteId);
  for (const id of [pair.liveId, pair.stagingId])
    if ((await findSite(context, { id })).status !== 'ready') throw new PanelError('SITE_NOT_READY');
  return pair;
}

/**
 * What publishing a staging site would change on its live site. Both are read now.
 * @throws PanelError NOT_FOUND, SITE_NOT_READY, SITE_UNAVAILABLE
 */
export async function differenceOf(context: CallContext, siteId: string): Promise<StagingDifference> {
  const { record, liveId, stagingId } = await readyPair(context, siteId);
  const { hosting } = context.app;
  const since = record.baselineAt ?? new Date(0);
  const log = (error: HostingError) =>
    context.log.warn({ err: error, siteId, detail: error.detail }, 'the content of two sites could not be compared');
  const [files, live, staging, content] = await readable(context, stagingId, () =>
    Promise.all([
      hosting.compareFiles(stagingId, liveId),
      hosting.tables(liveId, since),
      hosting.tables(stagingId, since),
      contentOf(hosting, { stagingId, liveId, copied: record.contentAt }, log),
    ]),
  );
  return { files, tables: tablesOf(live, staging), newer: newerOf(live), keeps: liveKinds(live), content };
}

type Side = DifferenceText['live'];

const postSide = (post: PostText | null): Side =>
  post && {
    text: [post.title, post.excerpt, post.content].filter((text) => text !== '').join('\n\n'),
    whole: post.whole,
  };

/** A file of a site as one side; null without it. */
async function fileSide(hosting: HostingDriver, siteId: string, path: string): Promise<Side> {
  const file = await hosting.fileText(siteId, path, TEXT_BYTES);
  if (file === null) return null;
  return { text: file.content && textOf(file.content), whole: file.content !== null };
}

/**
 * A post or a file of both sites, read now. @throws PanelError NOT_FOUND, also where neither site has it, SITE_NOT_READY,
 * SITE_UNAVAILABLE
 */
export async function differenceText(
  context: CallContext,
  { id, post, path }: { id: string; post?: number | undefined; path?: string | undefined },
): Promise<DifferenceText> {
  const { liveId, stagingId } = await readyPair(context, id);
  const { hosting } = context.app;
  const side = async (siteId: string): Promise<Side> => {
    if (post !== undefined) return postSide(await hosting.postText(siteId, post));
    return path === undefined ? null : fileSide(hosting, siteId, path);
  };
  const [live, staging] = await readable(context, stagingId, () => Promise.all([side(liveId), side(stagingId)]));
  if (live === null && staging === null) throw new PanelError('NOT_FOUND');
  return { live, staging };
}

/** What the last publish changed, as it was compared before. @throws PanelError NOT_FOUND */
export async function publishedDifference(context: CallContext, siteId: string): Promise<Published> {
  const { publishedAt, publishedDifference: difference } = (await findPair(context, siteId)).record;
  return { last_publish_date: publishedAt?.toISOString() ?? null, difference: publishedAt && difference };
}
