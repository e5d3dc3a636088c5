import { and, asc, desc, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isDuplicate } from '../../db/query-error.ts';
import { packageRule, release, team, teamInvitation, teamKey } from '../../db/schema.ts';

export type TeamRow = typeof team.$inferSelect;
export type TeamKeyRow = typeof teamKey.$inferSelect;
export type InvitationRow = typeof teamInvitation.$inferSelect;

/** Teams by name. */
export const listTeams = (db: Database): Promise<TeamRow[]> => db.select().from(team).orderBy(asc(team.name));

export async function findTeam(db: Database, id: string): Promise<TeamRow | null> {
  const [row] = await db.select().from(team).where(eq(team.id, id));
  return row ?? null;
}

/** Writes a team; null when another one has its name. */
export async function insertTeam(
  tx: Database,
  values: Pick<TeamRow, 'name' | 'createdBy' | 'createdAt'>,
): Promise<TeamRow | null> {
  const [row] = await tx.insert(team).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

/**
 * Holds up other changes of teams' names and packages, until the transaction ends. Call it first: two changes that lock
 * the same names or packages in different orders would wait for each other.
 */
export async function lockTeams(tx: Database): Promise<void> {
  await tx.execute(sql`lock table ${team} in share row exclusive mode`);
}

/** Renames a team; false when another one has the name, and the transaction has to be rolled back. */
export async function renameTeam(tx: Database, id: string, name: string): Promise<boolean> {
  try {
    await tx.update(team).set({ name }).where(eq(team.id, id));
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

/** Packages with an owner, and the owner. */
export const listRules = (db: Database) => db.select().from(packageRule).orderBy(asc(packageRule.package));

export const packagesOfTeam = async (db: Database, teamId: string): Promise<string[]> =>
  (
    await db
      .select({ package: packageRule.package })
      .from(packageRule)
      .where(eq(packageRule.teamId, teamId))
      .orderBy(asc(packageRule.package))
  ).map((row) => row.package);

/** When something is changed, and by whom. */
export type Changed = { at: Date; by: string };

/** Gives a package to a team; false when it belongs to another one. */
export async function givePackage(tx: Database, teamId: string, name: string, { at, by }: Changed): Promise<boolean> {
  const set = { teamId, changedAt: at, changedBy: by };
  const given = await tx
    .insert(packageRule)
    .values({ package: name, ...set })
    .onConflictDoUpdate({
      target: packageRule.package,
      set,
      setWhere: or(isNull(packageRule.teamId), eq(packageRule.teamId, teamId)),
    })
    .returning({ package: packageRule.package });
  return given.length === 1;
}

/** Takes a package back to the operator. */
export async function takePackage(tx: Database, teamId: string, name: string, { at, by }: Changed): Promise<void> {
  await tx
    .update(packageRule)
    .set({ teamId: null, changedAt: at, changedBy: by })
    .where(and(eq(packageRule.package, name), eq(packageRule.teamId, teamId)));
}

/** All keys of teams, the newest first. */
export const listKeys = (db: Database): Promise<TeamKeyRow[]> =>
  db.select().from(teamKey).orderBy(desc(teamKey.addedAt), asc(teamKey.keyId));

/** A team's key and the team's name. */
export async function findKey(db: Database, keyId: string): Promise<(TeamKeyRow & { team: string }) | null> {
  const [row] = await db
    .select({ key: teamKey, team: team.name })
    .from(teamKey)
    .innerJoin(team, eq(team.id, teamKey.teamId))
    .where(eq(teamKey.keyId, keyId));
  return row ? { ...row.key, team: row.team } : null;
}

/** Adds a key; false when it is known already. */
export async function insertKey(
  tx: Database,
  values: Pick<TeamKeyRow, 'keyId' | 'teamId' | 'publicKey' | 'addedAt' | 'addedBy'>,
): Promise<boolean> {
  const added = await tx.insert(teamKey).values(values).onConflictDoNothing().returning({ keyId: teamKey.keyId });
  return added.length === 1;
}

/** Gives an end to a team's other keys that have none. */
export async function endOtherKeys(tx: Database, teamId: string, keyId: string, at: Date): Promise<void> {
  await tx
    .update(teamKey)
    .set({ endsAt: at })
    .where(
      and(
        eq(teamKey.teamId, teamId),
        ne(teamKey.keyId, keyId),
        isNull(teamKey.revokedAt),
        or(isNull(teamKey.endsAt), gt(teamKey.endsAt, at)),
      ),
    );
}

/** Revokes a key; false when it is revoked already. */
export async function revokeKey(tx: Database, keyId: string, { at, by }: Changed): Promise<boolean> {
  const revoked = await tx
    .update(teamKey)
    .set({ revokedAt: at, revokedBy: by })
    .where(and(eq(teamKey.keyId, keyId), isNull(teamKey.revokedAt)))
    .returning({ keyId: teamKey.keyId });
  return revoked.length === 1;
}

/** Notes what a key was used for. */
export async function noteUse(db: Database, keyId: string, use: string, at: Date): Promise<void> {
  await db.update(teamKey).set({ lastUsedAt: at, lastUse: use }).where(eq(teamKey.keyId, keyId));
}

export const listInvitations = (db: Database, now: Date): Promise<InvitationRow[]> =>
  db.select().from(teamInvitation).where(gt(teamInvitation.expiresAt, now));

export async function saveInvitation(tx: Database, row: InvitationRow): Promise<void> {
  await tx.insert(teamInvitation).values(row).onConflictDoUpdate({ target: teamInvitation.teamId, set: row });
}

export async function findInvitation(db: Database, codeHash: string, now: Date): Promise<InvitationRow | null> {
  const [row] = await db
    .select()
    .from(teamInvitation)
    .where(and(eq(teamInvitation.codeHash, codeHash), gt(teamInvitation.expiresAt, now)));
  return row ?? null;
}

/** Uses up an invitation; false when someone else was faster, or it was replaced. */
export async function takeInvitation(tx: Database, codeHash: string): Promise<boolean> {
  const taken = await tx
    .delete(teamInvitation)
    .where(eq(teamInvitation.codeHash, codeHash))
    .returning({ teamId: teamInvitation.teamId });
  return taken.length === 1;
}

export async function sweepInvitations(db: Database, now: Date): Promise<void> {
  await db.delete(teamInvitation).where(lt(teamInvitation.expiresAt, now));
}

/** Packages that have a release. */
export const releasedPackages = async (db: Database): Promise<string[]> =>
  (await db.selectDistinct({ package: release.package }).from(release)).map((row) => row.package);

/** Packages that a key has already released. */
export const releasedWith = async (db: Database, keyId: string): Promise<string[]> =>
  (
    await db
      .selectDistinct({ package: release.package })
      .from(release)
      .where(eq(release.keyId, keyId))
      .orderBy(asc(release.package))
  ).map((row) => row.package);
