import path from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Clock, Logger } from '../../kernel/clock-and-log.ts';
import type { Database } from '../../db/database.ts';
import { createFolderStore } from './folder-store.ts';
import { createOpener, type Opener } from './open-release.ts';
import { readOperatorToken, type TokenCheck } from './operator-token.ts';
import { createRefusalNotes } from './refusal-notes.ts';
import { createPageViews, type PageViews } from './page-views.ts';
import { createReleaseFiles, type ReleaseFiles } from './release-files.ts';
import { createReleaseKeys, type ReleaseKeys } from './release-keys.ts';
import type { ReleaseId, ReleaseStore } from './release-store.ts';
import { breakOffClaims, findRelease } from './release.repo.ts';
import { createStateReader, type StateReader } from './registry-state.ts';
import { createSourceMaps, type SourceMaps } from './source-maps.ts';
import { createReleaseUsageTracker } from './release-usage-tracker.ts';

declare module '../../context/app-context.ts' {
  interface AppContext {
    releases: ReleaseCore;
  }
}

/** Dependencies of the release services; one per process (ADR 0020). */
export type ReleaseCore = Opener &
  SourceMaps & {
    store: ReleaseStore;
    keys: ReleaseKeys;
    isOperator: TokenCheck;
    /** The current registry. */
    state: StateReader;
    files: ReleaseFiles;
    /** Tokens of page views. */
    views: PageViews;
    /** Records that releases are in use; stored at intervals. */
    served: (ids: readonly ReleaseId[]) => void;
    /** Waits until recorded uses are stored. */
    noted: () => Promise<void>;
    close(): Promise<void>;
  };

async function openStore(config: Pick<Config, 'releasesS3' | 'dataDir'>): Promise<ReleaseStore> {
  if (!config.releasesS3) return createFolderStore(path.join(config.dataDir, 'releases'));
  // The SDK takes a while to load; most installations don't need it.
  const { createS3Store } = await import('./s3-store.ts');
  return createS3Store(config.releasesS3);
}

type Deps = {
  config: Config;
  db: Database;
  /** Whether no other process changes this database; default false. */
  alone?: boolean;
  log: Logger;
  clock: Clock;
  secretKey: Buffer;
};

/** Opens storage, keys and state of the releases. The storage itself is first used when it is asked for a file. */
export async function createReleaseCore({
  config,
  db,
  alone = false,
  log,
  clock,
  secretKey,
}: Deps): Promise<ReleaseCore> {
  const store = await openStore(config);
  // A process that is alone has just started, so no upload is running.
  if (alone) await breakOffClaims(db);
  const keys = createReleaseKeys({ config, db, clock }, secretKey);
  const notes = createReleaseUsageTracker(db, log, clock);
  const refusals = createRefusalNotes({ db, log, clock });
  const state = createStateReader(db, alone);
  const opener = createOpener({ store, findKey: keys.find, log, found: refusals.add }, (id) => findRelease(db, id));
  /** A revoked release is refused, whatever the storage holds. */
  const unlessRevoked =
    (open: Opener['open']): Opener['open'] =>
    async (id) => {
      const opened = await open(id);
      return opened && (await state.recent()).revocation(id) ? { ...opened, refused: 'P105' } : opened;
    };
  return {
    store,
    keys,
    isOperator: readOperatorToken(config),
    state,
    ...opener,
    open: unlessRevoked(opener.open),
    look: unlessRevoked(opener.look),
    ...createSourceMaps({ ...opener, store }),
    files: createReleaseFiles(store),
    views: createPageViews(secretKey, clock),
    served: notes.add,
    noted: notes.idle,
    async close() {
      await notes.idle();
      await refusals.idle();
      store.close();
    },
  };
}
