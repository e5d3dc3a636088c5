import { setTimeout as wait } from 'node:timers/promises';
import type { SiteEvidence } from '../../db/schema.ts';
import type { AppContext } from '../../context/app-context.ts';
import { HostingError, type HostingErrorCode } from '../../hosting/index.ts';
import { defineKind, type TaskKinds } from '../../tasks/task-kind.ts';
import { lookAtDelivery } from './delivery-checks.ts';
import { lookAtSite, type SiteFacts } from '../site/site-checks.ts';
import {
  checkAgain,
  storeCheck,
  takeSiteToCheck,
  type CheckOutcome,
  type TakenSite,
} from '../site/site-uptime.repo.ts';

/**
 * Checks at the same time. Each takes the next site by itself, so that one that hangs holds up no other. One place of the fewest
 * running sites (4, on php-wasm) stays for visitors.
 */
const AT_ONCE = 3;
/** A site that has not answered all questions by then has failed. */
const DEADLINE_MS = 60_000;
/** The rest follows with the next run, so that other tasks get their turn. */
const RUN_MS = 100_000;
const COULD_NOT_SECONDS = 5 * 60;

/** What says nothing about the site: this server has not got it, or cannot check anything now. */
const NOT_THE_SITE: readonly HostingErrorCode[] = [
  'SITE_NOT_FOUND',
  'RUNTIME_MISSING',
  'DISK_FULL',
  'BUSY',
  'HELD',
  'ABORTED',
];

type Limits = { deadlineMs: number; signal: AbortSignal };

/** The check itself with a deadline; null when it says nothing about the site. */
async function lookInTime(app: AppContext, site: TakenSite, { deadlineMs, signal }: Limits): Promise<SiteFacts | null> {
  const failed = (detail: string): SiteFacts => ({
    evidence: [{ name: 'HTTP', ok: false, detail, checked_at: app.clock.now().toISOString(), by: 'schedule' }],
    phpVersion: null,
  });
  const ends = new AbortController();
  const stopped = AbortSignal.any([signal, ends.signal]);
  const look = lookAtSite(app, site, site.fqdn, 'schedule').catch((error: unknown) => {
    if (error instanceof HostingError && NOT_THE_SITE.includes(error.code)) return null;
    if (error instanceof HostingError) return failed(error.message);
    app.log.warn({ err: error, siteId: site.id }, 'a scheduled check could not be made');
    return null;
  });
  const late = new Promise<SiteFacts | null>((resolve) => {
    const timer = setTimeout(() => resolve(failed('The site did not answer in time.')), deadlineMs);
    const stop = () => {
      clearTimeout(timer);
      resolve(null);
    };
    if (stopped.aborted) stop();
    else stopped.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([look, late]);
  } finally {
    ends.abort();
  }
}

/** The checks of DNS, certificate and cache, each of which has a time limit of its own; null when they could not be made. */
const deliveryInTime = (app: AppContext, site: TakenSite, { deadlineMs }: Limits): Promise<SiteEvidence[] | null> => {
  const late = new AbortController();
  return Promise.race([
    lookAtDelivery(app, site, 'schedule').catch((error: unknown) => {
      app.log.warn({ err: error, siteId: site.id }, 'the delivery of a site could not be checked');
      return null;
    }),
    wait(deadlineMs, null, { signal: late.signal }).catch(() => null),
  ]).finally(() => late.abort());
};

/** Checks the site whose check is the longest overdue; undefined when none is due. */
export async function checkNextSite(
  app: AppContext,
  limits: Limits = { deadlineMs: DEADLINE_MS, signal: new AbortController().signal },
): Promise<CheckOutcome | 'unknown' | undefined> {
  const taken = await takeSiteToCheck(app.db, app.machine.id);
  if (!taken) return undefined;
  const [facts, delivery] = await Promise.all([lookInTime(app, taken, limits), deliveryInTime(app, taken, limits)]);
  const everySeconds = app.config.siteCheckMinutes * 60;
  if (facts === null) {
    await checkAgain(app.db, taken.id, Math.min(everySeconds, COULD_NOT_SECONDS));
    return 'unknown';
  }
  return storeCheck(app.db, { taken, facts, delivery, now: app.clock.now(), everySeconds });
}

/** Checks due sites until there are none, or the run is over. Returns how many it checked, by outcome. */
export async function checkDueSites(app: AppContext, signal: AbortSignal): Promise<Map<string, number>> {
  const outcomes = new Map<string, number>();
  const until = performance.now() + RUN_MS;
  const lane = async (): Promise<void> => {
    while (!signal.aborted && performance.now() < until) {
      const outcome = await checkNextSite(app, { deadlineMs: DEADLINE_MS, signal });
      if (outcome === undefined) return;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return outcomes;
}

/**
 * Checks the due sites of this machine. The schedule starts one task for the installation, whose machine checks its own sites; where
 * there are others, each looks after its own.
 */
export async function checkOwnSites(app: AppContext, signal: AbortSignal): Promise<void> {
  if (app.machine.hasOthers()) await checkDueSites(app, signal);
}

/** Scheduled checks of all sites, every few minutes (schedules.ts). */
export const uptimeKinds: TaskKinds = {
  'panel.checks': defineKind({
    label: 'Checking sites',
    resource: 'panel',
    stale: [],
    steps: [
      {
        name: 'check',
        title: 'Checking sites whose last check is old',
        cancel: 'now',
        leaves: 'What was checked is stored. The rest is checked by the next run.',
        async run({ app, note, signal }) {
          const outcomes = await checkDueSites(app, signal);
          note([...outcomes].map(([outcome, count]) => `${outcome}: ${count}`).join(', ') || 'No site was due.');
        },
        // The result of each site is stored on its own; one that is missing is due again.
        check: async () => true,
      },
    ],
  }),
};
