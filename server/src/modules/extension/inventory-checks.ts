import type { AppContext } from '../../context/app-context.ts';
import type { Scope } from '../../db/select-page.ts';
import { checkInventory } from './inventory.ts';
import { sitesToCheck } from './installed.repo.ts';

/** A list that is opened renews what is older than an hour; without anyone looking, a day. */
const OLD_SECONDS = 3600;
const DAY_SECONDS = 24 * 3600;
/** Reading a site starts its WordPress, so one request or one minute reads a few. */
const AFTER_A_REQUEST = 8;
const A_MINUTE = 4;
/** At the viewer's request. A site that was read a moment ago is not read again. */
const NOW = { olderThanSeconds: 10, limit: 50 } as const;
const AT_ONCE = 3;

type Deps = Pick<AppContext, 'hosting' | 'db' | 'log' | 'machine'>;

async function checkAll(deps: Deps, siteIds: readonly string[], width: number): Promise<void> {
  const rest = [...siteIds];
  const lane = async (): Promise<void> => {
    for (let id = rest.shift(); id !== undefined; id = rest.shift()) await checkInventory(deps, id);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

/** Reads a scope's sites that were not read for an hour, a few at a time. */
export const checkOldInventories = async (deps: Deps, scope: Scope): Promise<void> =>
  checkAll(
    deps,
    await sitesToCheck(deps.db, deps.machine.id, scope, { olderThanSeconds: OLD_SECONDS, limit: AFTER_A_REQUEST }),
    1,
  );

/** Reads a scope's sites now, at most 50; the longest unread first. */
export const checkSites = async (deps: Deps, scope: Scope): Promise<void> =>
  checkAll(deps, await sitesToCheck(deps.db, deps.machine.id, scope, NOW), AT_ONCE);

/** Reads sites that nobody looked at for a day. */
export const checkForgottenInventories = async (deps: Deps): Promise<void> =>
  checkAll(
    deps,
    await sitesToCheck(deps.db, deps.machine.id, null, { olderThanSeconds: DAY_SECONDS, limit: A_MINUTE }),
    1,
  );
