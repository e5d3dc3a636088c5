import type { ExtensionKind } from '@panel/contract';
import { compareVersions, newestOf } from '@panel/contract/compare-versions';
import type { AppContext } from '../../context/app-context.ts';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/select-page.ts';
import { PanelError } from '../../kernel/errors.ts';
import {
  directoryVersions,
  itemsToCheck,
  storeDirectoryVersion,
  type DirectoryItemKey,
} from './directory-item.repo.ts';
import { versionsOf, type ExtensionRow } from './extension.repo.ts';

/** What one opening of the library asks the directory for, and how old an answer must be for that. */
const AT_ONCE = 5;
const OLD_MS = 3_600_000;
/** The owner of the answers that nobody waits for. */
const NOBODY = 'directory';

type Deps = Pick<AppContext, 'db' | 'directory' | 'clock'>;

/** Asks for the newest version of some items, one after the other. @returns how many it asked for before the directory was gone */
export async function checkVersions(
  { db, directory }: Pick<Deps, 'db' | 'directory'>,
  items: readonly DirectoryItemKey[],
  signal?: AbortSignal,
): Promise<number> {
  let done = 0;
  for (const item of items) {
    if (!directory || signal?.aborted) break;
    try {
      const found = await directory.item(item.kind, item.slug, NOBODY, true);
      await storeDirectoryVersion(db, item, found?.version ?? null);
      done += 1;
    } catch (error) {
      if (error instanceof PanelError) break;
      throw error;
    }
  }
  return done;
}

/** After a library was opened: some items of it, whose version was not asked for within the hour. */
export async function checkOldVersions(deps: Deps, scope: Scope, kind: ExtensionKind): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - OLD_MS);
  await checkVersions(deps, await itemsToCheck(deps.db, { scope, kind, before, limit: AT_ONCE }));
}

/** The versions of the directory that are newer than all of the library, by slug. */
export async function newerInDirectory(
  db: Database,
  scope: Scope,
  kind: ExtensionKind,
  rows: readonly ExtensionRow[],
): Promise<Map<string, string>> {
  const slugs = [...new Set(rows.filter(({ source }) => source === 'directory').map(({ slug }) => slug))];
  const offered = await directoryVersions(db, kind, slugs);
  if (offered.size === 0) return offered;
  const library = await versionsOf(db, scope, kind, [...offered.keys()]);
  return new Map(
    [...offered].filter(([slug, version]) => {
      const newest = newestOf(library.filter((row) => row.slug === slug));
      return newest === undefined || compareVersions(version, newest.version) > 0;
    }),
  );
}
