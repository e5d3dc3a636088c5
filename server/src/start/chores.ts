import { addressOf } from '../config/config.ts';
import type { AppContext } from '../context/app-context.ts';
import { addressChanged, rememberAddress } from '../db/setting.repo.ts';
import { runAs } from '../lib/running-work.ts';
import { sweepUploads } from '../context/uploaded-file.ts';
import { lookAgain } from '../platform/release/refusals.ts';
import { proveAgain } from '../modules/backup/prove-again.ts';
import { continuePlans } from '../modules/extension/plan-advance.ts';
import { checkForgottenInventories } from '../modules/extension/inventory-checks.ts';
import { checkWatchedDomains } from '../modules/dns/watched-domains.ts';
import { renewPicture } from '../modules/site-picture/renew-picture.ts';
import { measureSite } from '../modules/site/site-checks.ts';
import { takeSitesToMeasure, standingSites } from '../modules/site/site.repo.ts';
import { sweepDiscarded } from '../storage/discarded.ts';
import { removeLeftovers } from './leftover-files.ts';

const MEASURE_EVERY_MS = 60_000;
/** How soon a repaired release is recognised, even if no page requests it. */
const LOOK_EVERY_MS = 60_000;
const READ_EVERY_MS = 60_000;
const DOMAINS_EVERY_MS = 60_000;
const PICTURE_EVERY_MS = 15_000;
/** How soon a plan notices that a site is free again. */
const PLANS_EVERY_MS = 5000;
/** Far more than any installation's sites in a week. */
const PROOFS_EVERY_MS = 30_000;
const DISCARDED_EVERY_MS = 5 * 60_000;
const LEFTOVERS_EVERY_MS = 24 * 3_600_000;
const SIZE_FRESH_SECONDS = 3600;
const MEASURED_AT_ONCE = 10;
const RENAME_MS = 120_000;

/** Measures sites whose size is outdated. A site that can't be measured now is tried again an hour later. */
async function measureOldSites(app: AppContext): Promise<void> {
  for (const id of await takeSitesToMeasure(app.db, SIZE_FRESH_SECONDS, MEASURED_AT_ONCE)) {
    await measureSite(app, id).catch((error: unknown) =>
      app.log.warn({ err: error, siteId: id }, 'a site could not be measured'),
    );
  }
}

/**
 * A WordPress stores its own address with the port. When the embedded panel starts at another one, this moves its
 * sites there; if interrupted, the next start continues. Processes that share a database must share a PUBLIC_URL
 * anyway.
 */
async function followAddress(app: AppContext): Promise<void> {
  if (app.config.databaseUrl || !(await addressChanged(app.db, app.config.publicUrl))) return;
  for (const { id, fqdn } of await standingSites(app.db)) {
    const quiet = { note: () => undefined, signal: AbortSignal.timeout(RENAME_MS) };
    await app.hosting
      .rename(id, { fqdn, url: addressOf(app.config, fqdn) }, quiet)
      .catch((error: unknown) =>
        app.log.error({ err: error, siteId: id }, 'a site could not be moved to the new address'),
      );
  }
  await rememberAddress(app.db, app.config.publicUrl);
}

const startDueProof = async (app: AppContext): Promise<void> => void (await proveAgain(app));

/** Uploads of killed processes, and archives that belong to nothing. */
async function removeLeftFiles(app: AppContext): Promise<void> {
  await sweepUploads(app.config);
  await removeLeftovers(app);
}

/**
 * Periodic work of one process, every minute or daily, without a record. Work that must run once for the whole installation,
 * and must not be missed, is a schedule (schedules.ts). Returns a function that stops it.
 */
export function startHousekeeping(app: AppContext): () => Promise<void> {
  const { pictures } = app;
  const closing = new AbortController();
  let current: Promise<void> = Promise.resolve();
  const waiting = new Set<string>();
  const chore = (name: string, work: (app: AppContext) => Promise<void>) => () => {
    // One that takes longer than its interval is not queued a second time: the end would wait for all of them.
    if (waiting.has(name)) return;
    waiting.add(name);
    current = current
      .then(() => runAs({ kind: 'chore', name }, () => work(app)))
      .catch((error: unknown) => app.log.warn({ err: error }, `${name} failed`))
      .finally(() => waiting.delete(name));
  };
  const timers = [
    setInterval(chore('measuring', measureOldSites), MEASURE_EVERY_MS),
    setInterval(chore('reading plugins and themes', checkForgottenInventories), READ_EVERY_MS),
    setInterval(chore('looking at refused releases', lookAgain), LOOK_EVERY_MS),
    setInterval(chore('checking domains', checkWatchedDomains), DOMAINS_EVERY_MS),
    setInterval(chore('continuing plans', continuePlans), PLANS_EVERY_MS),
    setInterval(chore('proving old backups again', startDueProof), PROOFS_EVERY_MS),
    setInterval(chore('removing discarded folders', sweepDiscarded), DISCARDED_EVERY_MS),
    setInterval(chore('removing files without an owner', removeLeftFiles), LEFTOVERS_EVERY_MS),
    ...(pictures
      ? [
          setInterval(
            chore('taking pictures', (of) => renewPicture(of, pictures, closing.signal)),
            PICTURE_EVERY_MS,
          ),
        ]
      : []),
  ];
  chore('moving to the new address', followAddress)();
  chore('removing files without an owner', removeLeftFiles)();
  return async () => {
    for (const timer of timers) clearInterval(timer);
    closing.abort();
    await current;
  };
}
