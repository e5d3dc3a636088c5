import { sweepAudit } from '../context/audit.repo.ts';
import { sweepAttempts } from '../context/rate-limit.repo.ts';
import { sweepKeys } from '../http/idempotency.repo.ts';
import { sweepBatches } from '../metrics/batch.repo.ts';
import { sweepHealth } from '../metrics/health.repo.ts';
import { sweepLimitHits } from '../metrics/limit-hit.repo.ts';
import { sweepTraffic } from '../metrics/traffic.repo.ts';
import { modules } from '../modules/index.ts';
import { sweepBeacons } from '../platform/release/beacon.repo.ts';
import { sweepInvitations } from '../platform/team/team.repo.ts';
import { DAY_MS, type Sweep } from '../tasks/define-module.ts';
import { sweepTurns } from '../tasks/task-queue.repo.ts';

/** The lists show 30 days. */
const COUNTS_KEPT_MS = 31 * DAY_MS;

/** What belongs to the rooms, beside that of modules. */
const ROOM_SWEEPS: readonly Sweep[] = [
  { every: 'hour', remove: ({ db }, now) => sweepAttempts(db, now) },
  { every: 'hour', remove: ({ db }, now) => sweepInvitations(db, now) },
  { every: 'hour', remove: ({ db }) => sweepTurns(db) },
  // A process brings a batch again within seconds once the database is back.
  { every: 'hour', keepMs: DAY_MS, remove: ({ db }, before) => sweepBatches(db, before) },
  { every: 'hour', keepMs: COUNTS_KEPT_MS, remove: ({ db }, before) => sweepHealth(db, before) },
  {
    every: 'hour',
    remove: ({ db }, now) =>
      sweepBeacons(db, {
        failures: new Date(now.getTime() - DAY_MS),
        counts: new Date(now.getTime() - COUNTS_KEPT_MS),
      }),
  },
  { every: 'day', keepMs: 7 * DAY_MS, remove: ({ db }, before) => sweepKeys(db, before) },
  { every: 'day', keepMs: COUNTS_KEPT_MS, remove: ({ db }, before) => sweepLimitHits(db, before) },
  // Charts show a year.
  { every: 'day', keepMs: 400 * DAY_MS, remove: ({ db }, before) => sweepTraffic(db, before) },
  { every: 'day', keepMs: 90 * DAY_MS, remove: ({ db }, before) => sweepAudit(db, before) },
];

async function removeOf(every: Sweep['every'], app: Parameters<Sweep['remove']>[0]): Promise<void> {
  const now = app.clock.now().getTime();
  for (const sweep of [...ROOM_SWEEPS, ...modules.flatMap(({ sweeps = [] }) => sweeps)])
    if (sweep.every === every) await sweep.remove(app, new Date(now - (sweep.keepMs ?? 0)));
}

/**
 * Removes what has expired, or what others can create without limit, such as sessions, links, counted attempts and images
 * that were not saved. Run it hourly.
 */
export const sweepExpired = (app: Parameters<Sweep['remove']>[0]): Promise<void> => removeOf('hour', app);

/** Removes records that are older than what lists and charts show. Run it daily. */
export const removeOldRecords = (app: Parameters<Sweep['remove']>[0]): Promise<void> => removeOf('day', app);
