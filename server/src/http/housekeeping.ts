import type { AppContext } from '../process/app-context.ts';
import { sweepApiTokens } from '../modules/api-token/api-token.repo.ts';
import { sweepFailedBackups } from '../modules/backup/backup.repo.ts';
import { sweepMails, sweepSiteMails } from '../modules/mail/mail.repo.ts';
import { sweepBatches } from '../metrics/batch.repo.ts';
import { sweepTraffic } from '../metrics/traffic.repo.ts';
import { sweepHealth } from '../metrics/health.repo.ts';
import { sweepLimitHits } from '../metrics/limit-hit.repo.ts';
import { sweepHolds } from '../modules/site/site-hold.repo.ts';
import { sweepUptime } from '../modules/site/site-uptime.repo.ts';
import { sweepRuns } from '../modules/extension/sweep-runs.ts';
import { sweepNotifications } from '../modules/notification/notification.repo.ts';
import { sweepAccesses } from '../modules/site-access/site-access.repo.ts';
import { sweepImages } from '../modules/partner/brand-image.repo.ts';
import { sweepBeacons } from '../platform/release/beacon.repo.ts';
import { sweepInvitations } from '../platform/team/team.repo.ts';
import { sweepNonces } from '../modules/session/sso-nonce.repo.ts';
import { sweepSessions } from '../modules/session/session.repo.ts';
import { sweepTokens } from '../modules/session/token.repo.ts';
import { sweepTurns } from '../tasks/task-queue.repo.ts';
import { sweepAudit } from './audit.repo.ts';
import { sweepKeys } from './idempotency.repo.ts';
import { sweepAttempts } from './rate-limit.repo.ts';

const DAY_MS = 24 * 3_600_000;
const KEYS_KEPT_MS = 7 * DAY_MS;
/** Sent emails, ended API tokens, and audit entries of anonymous requests. */
const TRACES_KEPT_MS = 90 * DAY_MS;
/** Caught emails of each partner's hosted sites, because hosted code decides how many it sends. */
const SITE_MAILS_KEPT = 500;
/** Unread notifications are no longer useful after this time. */
const NOTIFICATIONS_KEPT_MS = 180 * DAY_MS;
const FAILURES_KEPT_MS = DAY_MS;
/** A process brings a batch again within seconds once the database is back. */
const BATCHES_KEPT_MS = DAY_MS;
/** Charts show a year. */
const TRAFFIC_KEPT_MS = 400 * DAY_MS;
/** The lists show 30 days. */
const COUNTS_KEPT_MS = 31 * DAY_MS;

type Deps = Pick<AppContext, 'db' | 'clock'>;

/**
 * Removes what has expired, or what others can create without limit: sessions, links, nonces, invitations, counted
 * attempts, turns in the queue, images that were not saved within a day, browser reports, marks of stored batches, delays of the loop beyond
 * the newest 1,000, and emails of hosted sites except the last 500 of a partner. Run it hourly.
 */
export async function sweepExpired({ db, clock }: Deps): Promise<void> {
  const now = clock.now();
  await sweepSessions(db, now);
  await sweepTokens(db, now);
  await sweepNonces(db, now);
  await sweepAttempts(db, now);
  await sweepInvitations(db, now);
  await sweepTurns(db);
  await sweepImages(db, new Date(now.getTime() - DAY_MS));
  await sweepBeacons(db, {
    failures: new Date(now.getTime() - FAILURES_KEPT_MS),
    counts: new Date(now.getTime() - COUNTS_KEPT_MS),
  });
  await sweepBatches(db, new Date(now.getTime() - BATCHES_KEPT_MS));
  await sweepSiteMails(db, SITE_MAILS_KEPT);
  await sweepHealth(db, new Date(now.getTime() - COUNTS_KEPT_MS));
  await sweepHolds(db, now);
}

/**
 * Removes idempotency keys older than 7 days, limit hits, changes of plugins and themes, SFTP accesses and scheduled backups that failed older than 31 days, traffic and checks older than 400 days, emails,
 * ended API tokens and anonymous audit entries older than 90 days, and notifications older than 180. Run it daily.
 */
export async function removeOldRecords(app: Deps & Pick<AppContext, 'storage' | 'config'>): Promise<void> {
  const { db, clock } = app;
  const now = clock.now();
  await sweepKeys(db, new Date(now.getTime() - KEYS_KEPT_MS));
  await sweepMails(db, new Date(now.getTime() - TRACES_KEPT_MS));
  await sweepNotifications(db, new Date(now.getTime() - NOTIFICATIONS_KEPT_MS));
  await sweepTraffic(db, new Date(now.getTime() - TRAFFIC_KEPT_MS));
  await sweepUptime(db, new Date(now.getTime() - TRAFFIC_KEPT_MS));
  await sweepLimitHits(db, new Date(now.getTime() - COUNTS_KEPT_MS));
  await sweepRuns(app, new Date(now.getTime() - COUNTS_KEPT_MS));
  await sweepFailedBackups(db, new Date(now.getTime() - COUNTS_KEPT_MS));
  await sweepAccesses(db, new Date(now.getTime() - COUNTS_KEPT_MS));
  await sweepApiTokens(db, new Date(now.getTime() - TRACES_KEPT_MS));
  await sweepAudit(db, new Date(now.getTime() - TRACES_KEPT_MS));
}
