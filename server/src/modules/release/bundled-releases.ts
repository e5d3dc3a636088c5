import type { Release } from '@panel/contract/release';
import type { AppContext } from '../../context.ts';
import { packagesIn, readBuild, readBuilt, ReleaseError, stampOf, type Built } from '../../web/builds.ts';
import { bumpRevision, findChannel, recordChange, saveChannel } from './channel.repo.ts';
import { contentDigest } from './check-release.ts';
import { storedFiles, storeRelease } from './publish.service.ts';
import { findRelease, type ReleaseRow } from './release.repo.ts';
import { STABLES_KEPT } from './channel-actions.ts';

type Parts = Pick<AppContext, 'db' | 'clock' | 'log' | 'releases'>;
const BY = 'installation';

const releaseOf = ({ build }: Pick<Built, 'build'>, now: Date): Release => ({ ...build, format: 1, commit: '', createdAt: now.toISOString() });

/** Signs and stores a build; false when this very version was published before. */
async function publishBuild(parts: Parts, built: Built): Promise<boolean> {
  const release = releaseOf(built, parts.clock.now());
  const text = JSON.stringify(release);
  return !(await storeRelease(parts, { release, text, signature: parts.releases.keys.installation.sign(text), files: built.files, by: BY }));
}

/** What came with the panel can be made again from the build, when the storage has lost it. */
async function mend({ releases, log }: Parts, row: ReleaseRow, distRoot: string): Promise<void> {
  const opened = await releases.open(row);
  if (!opened?.refused) return;
  const built = readBuilt(distRoot, readBuild(distRoot, row.package));
  await releases.store.put(row, storedFiles({ text: row.manifest, signature: releases.keys.installation.sign(row.manifest), files: built.files }));
  log.warn({ package: row.package, version: row.version, refused: opened.refused }, 'a release was put back into the storage');
}

async function makeStable({ db, clock }: Parts, builds: readonly Built[]): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    await bumpRevision(tx);
    for (const { build } of builds) {
      const scope = { package: build.package, partnerId: null };
      const line = await findChannel(tx, scope);
      const stables = [...(line?.stables ?? []), { version: build.version, at: now.toISOString(), by: BY }].slice(-STABLES_KEPT);
      await saveChannel(tx, { ...scope, stables, changedAt: now, changedBy: BY });
      const before = line?.stables.at(-1)?.version;
      await recordChange(tx, { by: BY, action: 'promote', package: build.package, partnerId: null, partner: null, detail: `${build.package}: stable for all partners was ${before ?? 'nothing'}, is ${build.version} now; it came with the panel.` }, now);
    }
  });
}

/**
 * Publishes what came with the panel (`*\/dist` below `distRoot`), signed with the installation's key. A version that
 * was never seen becomes stable for everybody; one that is known changes nothing.
 * @throws ReleaseError when something is not built
 */
export async function publishBundled(parts: Parts, distRoot: string): Promise<void> {
  const fresh: Built[] = [];
  for (const id of packagesIn(distRoot)) {
    const build = readBuild(distRoot, id);
    const row = await findRelease(parts.db, build);
    if (row?.publishedAt) {
      if (row.contentDigest !== contentDigest(releaseOf({ build }, row.claimedAt))) throw new ReleaseError(`${id} ${build.version} was published before with other content. Build it again: pnpm build`);
      if (row.publishedBy === BY && !row.removedAt) await mend(parts, row, distRoot);
      continue;
    }
    const built = readBuilt(distRoot, build);
    if (await publishBuild(parts, built)) fresh.push(built);
  }
  if (fresh.length > 0) await makeStable(parts, fresh);
}

/** Publishes again whenever a build has replaced one (development). Looks at the time of six files. */
export function followBundled(parts: Parts, distRoot: string): () => Promise<void> {
  let stamp = stampOf(distRoot);
  let publishing: Promise<void> = Promise.resolve();
  return () => {
    const now = stampOf(distRoot);
    if (now !== null && now !== stamp) {
      stamp = now;
      publishing = publishing.then(() => publishBundled(parts, distRoot)).catch((error: unknown) => parts.log.error({ err: error }, 'a new build could not be published'));
    }
    return publishing;
  };
}
