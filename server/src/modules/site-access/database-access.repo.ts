import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { workload, siteAccess } from '../../db/schema.ts';
import { isOpen } from './site-access.repo.ts';

type Secret = { siteId: string; secretHash: string; now: Date };

const isThat = ({ siteId, secretHash, now }: Secret) =>
  and(eq(siteAccess.workloadId, siteId), eq(siteAccess.passwordHash, secretHash), isOpen('database', now));

/**
 * Replaces the secret of the open access to a site's database, whatever it was: a link or a session. The access now
 * belongs to `userId`. The result is the access, or undefined when none is open.
 */
export async function replaceSecret(
  db: Database,
  { siteId, secretHash, now }: Secret,
  userId: string,
): Promise<{ expiresAt: Date } | undefined> {
  const [row] = await db
    .update(siteAccess)
    .set({ passwordHash: secretHash, userId })
    .where(and(eq(siteAccess.workloadId, siteId), isOpen('database', now)))
    .returning({ expiresAt: siteAccess.expiresAt });
  return row;
}

/** Exchanges the secret of a link for that of a session; of two browsers with the same link, one gets the access. */
export async function exchangeSecret(
  db: Database,
  link: Secret,
  sessionHash: string,
): Promise<{ expiresAt: Date } | undefined> {
  const [row] = await db
    .update(siteAccess)
    .set({ passwordHash: sessionHash })
    .where(isThat(link))
    .returning({ expiresAt: siteAccess.expiresAt });
  return row;
}

/** The name of the session with a secret, while no task changes the site. */
export async function findSessionName(db: Database, session: Secret): Promise<string | undefined> {
  const [row] = await db
    .select({ name: siteAccess.userName })
    .from(siteAccess)
    .innerJoin(workload, eq(workload.id, siteAccess.workloadId))
    .where(and(isThat(session), eq(workload.status, 'ready')));
  return row?.name;
}

/** Ends the access to all databases whose newest link is a person's. */
export async function endDatabasesOf(tx: Database, userId: string, now: Date): Promise<void> {
  await tx
    .update(siteAccess)
    .set({ endedAt: now })
    .where(and(eq(siteAccess.userId, userId), eq(siteAccess.kind, 'database'), isNull(siteAccess.endedAt)));
}
