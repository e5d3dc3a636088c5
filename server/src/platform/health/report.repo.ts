import { eq } from 'drizzle-orm';
import { described, said } from '../../context/said.ts';
import type { Database } from '../../db/database.ts';
import { notification, workload, user } from '../../db/schema.ts';
import { addHealth, batchOf } from '../../metrics/health.repo.ts';
import { holdSite } from '../../modules/site/site-hold.repo.ts';
import { workloadLink } from '../../modules/site/workload-link.repo.ts';
import type { Report } from '../../process/watchdog/report.ts';

const LINK = '/admin/health';

/** The site that the process worked for: what it was stopped in, or the only one that was under way. */
export function blamedSite({ work, running }: Pick<Report, 'work' | 'running'>): string | null {
  if (work) return work.siteId ?? null;
  const ids = new Set(running.flatMap(({ siteId }) => siteId ?? []));
  const [only] = ids;
  return ids.size === 1 && only !== undefined ? only : null;
}

/** Notifies the operators, each once for a report. */
async function notifyOperators(tx: Database, id: string, description: string): Promise<void> {
  const operators = await tx.select({ id: user.id }).from(user).where(eq(user.role, 'superadmin'));
  if (operators.length === 0) return;
  await tx
    .insert(notification)
    .values(
      operators.map((operator) => ({
        ...{ userId: operator.id, type: 'panel_ended' as const, description, link: LINK },
        dedupeKey: `panel_ended:${id}:${operator.id}`,
      })),
    )
    .onConflictDoNothing();
}

/**
 * Stores why a process was ended, holds the site that it worked for, and notifies operators and owner, once for each
 * report. @returns the site, or null when none is to blame or the report was stored before
 */
export async function storeReport(db: Database, report: Report, now: Date): Promise<string | null> {
  const { id, work, running, silentMs, stack, rssBytes } = report;
  return db.transaction(async (tx) => {
    const event = {
      ...{ at: new Date(report.at), kind: 'silence' as const, ms: Math.round(silentMs), cpuMs: 0 },
      ...{ works: work ? [work] : running.slice(0, 5), stack, rssBytes },
    };
    if (!(await addHealth(tx, batchOf(report.process, event, id)))) return null;
    const siteId = blamedSite(report);
    const seconds = Math.round(silentMs / 1000);
    const ended = `A process of the panel did not answer for ${seconds} s and was ended.`;
    if (siteId === null) {
      await notifyOperators(tx, id, ended);
      return null;
    }
    const until = await holdSite(tx, siteId, now);
    const [row] = await tx.select().from(workload).where(eq(workload.id, siteId));
    const name = row?.fqdn ?? siteId;
    const time = `${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    await notifyOperators(tx, id, `${ended} It worked for ${name}, which is kept asleep until ${time}.`);
    if (row?.customerId)
      await tx
        .insert(notification)
        .values({
          ...{ partnerId: row.partnerId, userId: row.customerId, type: 'site_held' as const },
          ...described(said('{site} caused a problem on the server and is paused until {time}.', { site: name, time })),
          link: await workloadLink(tx, siteId, 'overview'),
          dedupeKey: `site_held:${id}`,
        })
        .onConflictDoNothing();
    return siteId;
  });
}
