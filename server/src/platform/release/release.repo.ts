import { and, desc, eq, getTableColumns, gt, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { release } from '../../db/schema.ts';
import type { ReleaseId } from './release-store.ts';

/** The author of releases that came with the panel. */
export const BUNDLED_BY = 'installation';

export type ReleaseRow = typeof release.$inferSelect;
/** A published release without its text. */
export type ReleaseHead = Omit<ReleaseRow, 'manifest'>;

const is = ({ package: name, version }: ReleaseId) => and(eq(release.package, name), eq(release.version, version));

export async function findRelease(db: Database, id: ReleaseId): Promise<ReleaseRow | null> {
  const [row] = await db.select().from(release).where(is(id));
  return row ?? null;
}

type NewRelease = Pick<
  ReleaseRow,
  'package' | 'version' | 'manifest' | 'digest' | 'contentDigest' | 'keyId' | 'bytes' | 'claimedAt' | 'publishedBy'
>;

/** A removed version can be published again with the same content only, and by one upload at a time. */
const mayComeBack = ({ contentDigest }: NewRelease, staleBefore: Date) =>
  and(
    isNotNull(release.removedAt),
    eq(release.contentDigest, contentDigest),
    or(lt(release.claimedAt, staleBefore), lte(release.claimedAt, release.removedAt)),
  );

/**
 * Claims the version for an upload: also from an interrupted one older than `staleBefore`, and again after its
 * removal, where the row stays removed until the upload ends, so that a version never changes its content. False when
 * it is published, or another upload is running.
 */
export async function claimRelease(db: Database, row: NewRelease, staleBefore: Date): Promise<boolean> {
  const taken = await db
    .insert(release)
    .values(row)
    .onConflictDoUpdate({
      target: [release.package, release.version],
      set: row,
      setWhere: or(
        and(isNull(release.publishedAt), isNull(release.removedAt), lt(release.claimedAt, staleBefore)),
        mayComeBack(row, staleBefore),
      ),
    })
    .returning({ version: release.version });
  return taken.length === 1;
}

/** Makes a claimed release visible. */
export async function markPublished(tx: Database, id: ReleaseId, at: Date): Promise<void> {
  await tx.update(release).set({ publishedAt: at, lastServedAt: at, removedAt: null }).where(is(id));
}

/** Releases a claim, so that the next upload need not wait. */
export async function dropClaim(db: Database, id: ReleaseId): Promise<void> {
  await db.delete(release).where(and(is(id), isNull(release.publishedAt)));
  await db
    .update(release)
    .set({ claimedAt: release.removedAt })
    .where(and(is(id), isNotNull(release.removedAt)));
}

/** Aborts unfinished uploads, so that the next attempt need not wait. */
export async function breakOffClaims(db: Database): Promise<void> {
  await db
    .update(release)
    .set({ claimedAt: new Date(0) })
    .where(or(isNull(release.publishedAt), gt(release.claimedAt, release.removedAt)));
}

/**
 * Replaces the text of a published release with another of the same content; false when the row has changed
 * meanwhile.
 */
export async function replaceText(
  tx: Database,
  { package: name, version, digest }: ReleaseRow,
  text: Pick<ReleaseRow, 'manifest' | 'digest' | 'keyId' | 'bytes'>,
): Promise<boolean> {
  const replaced = await tx
    .update(release)
    .set(text)
    .where(
      and(
        is({ package: name, version }),
        eq(release.digest, digest),
        isNotNull(release.publishedAt),
        isNull(release.removedAt),
      ),
    )
    .returning({ version: release.version });
  return replaced.length === 1;
}

/** Marks a release as removed, before its files are deleted. */
export async function markRemoved(tx: Database, id: ReleaseId, at: Date): Promise<void> {
  await tx.update(release).set({ removedAt: at }).where(is(id));
}

export type Revocation = ReleaseId & { at: Date; by: string; reason: string };

/** Revokes a published release, for good; false when there is none, or it is revoked already. */
export async function markRevoked(
  tx: Database,
  { package: name, version, at, by, reason }: Revocation,
): Promise<boolean> {
  const revoked = await tx
    .update(release)
    .set({ revokedAt: at, revokedBy: by, revokeReason: reason })
    .where(and(is({ package: name, version }), isNotNull(release.publishedAt), isNull(release.revokedAt)))
    .returning({ version: release.version });
  return revoked.length === 1;
}

/** All revoked releases, removed ones included, the latest first. */
export async function listRevocations(db: Database): Promise<Revocation[]> {
  const { package: name, version, revokedAt, revokedBy, revokeReason } = release;
  const rows = await db
    .select({ package: name, version, at: revokedAt, by: revokedBy, reason: revokeReason })
    .from(release)
    .where(isNotNull(revokedAt))
    .orderBy(desc(revokedAt));
  return rows.flatMap(({ at, by, reason, ...id }) => (at ? [{ ...id, at, by: by ?? '', reason: reason ?? '' }] : []));
}

/** All published releases that are not removed, newest first. */
export async function listHeads(db: Database): Promise<ReleaseHead[]> {
  const { manifest: _, ...columns } = getTableColumns(release);
  return db
    .select(columns)
    .from(release)
    .where(and(isNotNull(release.publishedAt), isNull(release.removedAt)))
    .orderBy(sql`${release.publishedAt} desc, ${release.package}, ${release.version}`);
}

/** Records that releases are in use. */
export async function noteServed(db: Database, ids: readonly ReleaseId[], at: Date): Promise<void> {
  if (ids.length > 0)
    await db
      .update(release)
      .set({ lastServedAt: at })
      .where(or(...ids.map(is)));
}
