import { addressOf } from '../config.ts';
import type { AppContext } from '../process/app-context.ts';
import { addressChanged, rememberAddress } from '../db/setting.repo.ts';
import { createSitePictures } from '../hosting/browser/site-pictures.ts';
import { lookAgain } from '../platform/release/refusals.ts';
import { checkForgottenInventories } from '../modules/extension/inventory-checks.ts';
import { renewPicture } from '../modules/site-picture/renew-picture.ts';
import { measureSite } from '../modules/site/site-checks.ts';
import { takeSitesToMeasure, standingSites } from '../modules/site/site.repo.ts';

const MEASURE_EVERY_MS = 60_000;
/** How soon a repaired release is recognised, even if no page requests it. */
const LOOK_EVERY_MS = 60_000;
const READ_EVERY_MS = 60_000;
const PICTURE_EVERY_MS = 15_000;
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

/**
 * Periodic work of one process, every minute, without a record. Work that must run once for the whole installation,
 * and must not be missed, is a schedule (schedules.ts). Returns a function that stops it.
 */
export function startHousekeeping(app: AppContext): () => Promise<void> {
  const pictures = app.config.sitePictures ? createSitePictures(app.config.dataDir, app.hosting) : null;
  let current: Promise<void> = Promise.resolve();
  const waiting = new Set<string>();
  const chore = (name: string, work: (app: AppContext) => Promise<void>) => () => {
    // One that takes longer than its interval is not queued a second time: the end would wait for all of them.
    if (waiting.has(name)) return;
    waiting.add(name);
    current = current
      .then(() => work(app))
      .catch((error: unknown) => app.log.warn({ err: error }, `${name} failed`))
      .finally(() => waiting.delete(name));
  };
  const timers = [
    setInterval(chore('measuring', measureOldSites), MEASURE_EVERY_MS),
    setInterval(chore('reading plugins and themes', checkForgottenInventories), READ_EVERY_MS),
    setInterval(chore('looking at refused releases', lookAgain), LOOK_EVERY_MS),
    ...(pictures
      ? [
          setInterval(
            chore('taking pictures', (of) => renewPicture(of, pictures)),
            PICTURE_EVERY_MS,
          ),
        ]
      : []),
  ];
  chore('moving to the new address', followAddress)();
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all([pictures?.close(), current]);
  };
}
