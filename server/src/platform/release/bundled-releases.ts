import { setTimeout } from 'node:timers/promises';
import type { Build, Release } from '@panel/contract/release';
import type { AppContext } from '../../context/app-context.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { packagesIn, readBuild, readBuilt, ReleaseError, type Built } from '../web/builds.ts';
import { findChannel, recordChange, saveChannel } from './channel.repo.ts';
import { contentDigest } from './check-release.ts';
import { storeRelease } from './publish.service.ts';
import { BUNDLED_BY, findRelease, type ReleaseRow } from './release.repo.ts';
import { STABLES_KEPT } from './channel-actions.ts';
import { StoreError } from './release-store.ts';
import { storedFiles } from './stored-files.ts';

type Deps = Pick<AppContext, 'config' | 'db' | 'clock' | 'log' | 'releases'>;
const WAIT_MS = 60_000;
const POLL_MS = 100;
/**
 * After this time, another process takes over from one that was killed while publishing; the embedded database has
 * only one process.
 */
const takeOverMs = ({ config }: Pick<Deps, 'config'>): number => (config.databaseUrl ? 20_000 : 0);

const releaseOf = ({ build }: Pick<Built, 'build'>, now: Date): Release => ({
  ...build,
  format: 1,
  commit: '',
  createdAt: now.toISOString(),
});

/** A new version becomes stable for all partners. */
async function makeStable(tx: Database, { package: name, version }: Build, at: Date): Promise<void> {
  const scope = { package: name, partnerId: null };
  const policy = await findChannel(tx, scope);
  const stables = [...(policy?.stables ?? []), { version, at: at.toISOString(), by: BUNDLED_BY }].slice(-STABLES_KEPT);
  await saveChannel(tx, { ...scope, stables, changedAt: at, changedBy: BUNDLED_BY });
  const detail = `${name}: stable was ${policy?.stables.at(-1)?.version ?? 'nothing'}, is ${version} now, for all partners; bundled with the panel.`;
  await recordChange(tx, { ...scope, by: BUNDLED_BY, action: 'promote', partner: null, detail }, at);
}

/** Signs and stores a build. Of several processes that start together, one does it and the others wait. */
async function publishBuild(deps: Deps, built: Built): Promise<void> {
  const release = releaseOf(built, deps.clock.now());
  const text = JSON.stringify(release);
  const signature = deps.releases.keys.installation.sign(text);
  const stored = {
    release,
    text,
    signature,
    files: built.files,
    by: BUNDLED_BY,
    staleMs: takeOverMs(deps),
    also: (tx: Database, at: Date) => makeStable(tx, release, at),
  };
  const end = Date.now() + WAIT_MS;
  while ((await storeRelease(deps, stored)) === 'busy') {
    if (Date.now() > end)
      throw new ReleaseError(
        `${release.package} ${release.version} is being published by another process, and it takes long. Start again.`,
      );
    await setTimeout(POLL_MS);
  }
}

/** Rebuilds a bundled release that the storage has lost. */
async function repairBundled({ releases, log }: Deps, row: ReleaseRow, distRoot: string): Promise<void> {
  const refused = await releases.refusalOf(row);
  if (!refused) return;
  const built = readBuilt(distRoot, readBuild(distRoot, row.package));
  await releases.store.put(
    row,
    storedFiles({ text: row.manifest, signature: releases.keys.installation.sign(row.manifest), files: built.files }),
  );
  log.warn({ package: row.package, version: row.version, refused }, 'a release was restored to the storage');
}

/** `missing` publishes only packages without any release. */
export type Which = 'all' | 'missing';

async function publishPackage(deps: Deps, id: string, distRoot: string, which: Which): Promise<void> {
  if (which === 'missing' && (await findChannel(deps.db, { package: id, partnerId: null }))) return;
  const build = readBuild(distRoot, id);
  const row = await findRelease(deps.db, build);
  if (!row?.publishedAt) return publishBuild(deps, readBuilt(distRoot, build));
  if (row.contentDigest !== contentDigest(releaseOf({ build }, row.claimedAt)))
    throw new ReleaseError(
      `${id} ${build.version} was published before with other content. Build it again: npm run build`,
    );
  if (row.publishedBy === BUNDLED_BY && !row.removedAt) await repairBundled(deps, row, distRoot);
}

const isOfStorage = (error: unknown): error is Error =>
  error instanceof StoreError || (error instanceof PanelError && error.code === 'STORE_UNAVAILABLE');

/** Calls, hosted sites and open pages need no storage, so a panel that has run before starts without it. */
async function orWithoutStorage({ db, log }: Deps, id: string, error: unknown): Promise<void> {
  if (!isOfStorage(error)) throw error;
  const policy = await findChannel(db, { package: id, partnerId: null });
  if (!policy?.stables.length) throw new ReleaseError(error.message);
  log.error(
    { err: error, package: id },
    'started without the release storage; pages return with it, and the next start publishes the bundled releases',
  );
}

/**
 * Publishes what came with the panel (`*\/dist` below `distRoot`), signed with the installation's key. A version that
 * was never seen becomes stable for everybody; one that is known changes nothing.
 * @throws ReleaseError when something is not built, or there is no storage for the first releases
 */
export async function publishBundled(deps: Deps, distRoot: string, which: Which = 'all'): Promise<void> {
  for (const id of packagesIn(distRoot))
    await publishPackage(deps, id, distRoot, which).catch((error: unknown) => orWithoutStorage(deps, id, error));
}
