import { calls } from '../../context/implement.ts';
import { hoursSince, listProcesses, newestEvents } from '../../metrics/health.repo.ts';
import { heldSites, releaseSite } from '../../modules/site/site-hold.repo.ts';

const EVENTS = 100;
const DAY_MS = 24 * 3_600_000;

export const healthRoutes = {
  overview: calls.health.overview.handler(async ({ context: { app } }) => {
    const now = app.clock.now();
    const [processes, events, hours, held] = await Promise.all([
      listProcesses(app.db, now),
      newestEvents(app.db, EVENTS),
      hoursSince(app.db, new Date(now.getTime() - DAY_MS)),
      heldSites(app.db, now),
    ]);
    return {
      processes: processes.map(({ id: _id, startedAt, seenAt, ...row }) => ({
        ...row,
        startedAt: startedAt.toISOString(),
        seenAt: seenAt.toISOString(),
      })),
      events: events.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
      hours: hours.map(({ hour, ...row }) => ({ ...row, hour: hour.toISOString() })),
      held: held.map(({ siteId, fqdn, since, until }) => ({
        ...{ siteId, fqdn: fqdn ?? siteId },
        ...{ since: since.toISOString(), until: until.toISOString() },
      })),
    };
  }),

  release: calls.health.release.handler(async ({ context: { app }, input: { siteId } }) => {
    await releaseSite(app.db, siteId, app.clock.now());
    await app.holds.look();
    return { status: true as const, message: 'The site can run again.' };
  }),
};
