import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import type { AppContext } from '../../context/app-context.ts';
import { isOpenAccount } from '../../db/open-account.ts';
import { createSharedWork } from '../../lib/shared-work.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { DAY_MS } from '../../tasks/define-module.ts';
import { partnerOfHost } from '../partner/partner.repo.ts';
import { readStatus, type StatusModel } from './status-model.ts';

/** How old an answer may be, so that visitors in an outage do not each ask the database. Changes of staff show at once. */
const FRESH_MS = 15_000;
/** After that, what was kept is shown. */
const PATIENCE_MS = 1000;
/** Then nobody waits for the database for this long on the same host. */
const AWAY_MS = 5000;
const WRITE_MS = 60_000;
/** An older page says nothing about now, and may be of a host that nobody has asked for since it was taken away. */
const KEPT_MS = DAY_MS;
const HOSTS_MAX = 1000;
/** Names without a page, which anybody may send, are apart: they push out no page. */
const ABSENT_MAX = 200;

/** More than the largest page: 70 incidents with 20 texts each. */
const KEPT_BOUNDS = { bytes: 16 * 1024 ** 2, depth: 8, elements: 100_000 };
const Kept = v.looseObject({
  company: v.string(),
  theme: v.string(),
  at: v.string(),
  parts: v.array(v.looseObject({ days: v.array(v.looseObject({ seconds: v.number(), failedSeconds: v.number() })) })),
  open: v.array(v.unknown()),
  past: v.array(v.unknown()),
});

class Late extends Error {}

/** When it was read, and until when it is current. */
type Times = { began: number; until: number };
type Known = Times & { model: StatusModel; writtenAt: number };
/** `isKept`: the database did not answer, so this is what it said last. */
export type StatusAnswer = { model: StatusModel; isKept: boolean };

const folderOf = (dataDir: string): string => path.join(dataDir, 'status-pages');
const fileOf = (dataDir: string, host: string): string =>
  path.join(folderOf(dataDir), `${createHash('sha256').update(host).digest('hex')}.json`);

/** Replaces the file as a whole, so that a reader never finds half of one. */
async function keep(dataDir: string, host: string, model: StatusModel): Promise<void> {
  const file = fileOf(dataDir, host);
  await mkdir(folderOf(dataDir), { recursive: true });
  const part = `${file}.${process.pid}.new`;
  await writeFile(part, JSON.stringify(model));
  await rename(part, file);
}

/** What was kept of a host; null for nothing, or no whole page. */
export async function keptIn(dataDir: string, host: string): Promise<StatusModel | null> {
  const text = await readFile(fileOf(dataDir, host), 'utf8').catch(() => null);
  // Written by `keep` alone, and whole; a disk that lost a part of it has no page.
  return text === null ? null : (parseJson(Kept, text, KEPT_BOUNDS) as StatusModel | null);
}

/** Removes files that nothing shows any more: of hosts that nobody has asked for since. */
export async function sweepKept({ config, clock }: Pick<AppContext, 'config' | 'clock'>): Promise<void> {
  const folder = folderOf(config.dataDir);
  const before = clock.now().getTime() - KEPT_MS;
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    // Another process may have removed it.
    const found = await stat(file).catch(() => null);
    if (found && found.mtimeMs < before) await rm(file, { force: true });
  }
}

/** Writes and removes files one after another, the newest state of each host, without anybody waiting for it. */
function createKeeper({ config, log }: Pick<AppContext, 'config' | 'log'>) {
  const due = new Map<string, StatusModel | null>();
  let isBusy = false;
  const work = async (): Promise<void> => {
    isBusy = true;
    for (const [host, model] of due) {
      due.delete(host);
      // Whether it can be written says nothing about the answer.
      await (model ? keep(config.dataDir, host, model) : rm(fileOf(config.dataDir, host), { force: true })).catch(
        (err: unknown) => log.warn({ err }, `a status page was not ${model ? 'kept' : 'removed'}`),
      );
    }
    isBusy = false;
  };
  return (host: string, model: StatusModel | null): void => {
    // A disk that takes nothing does not fill the memory; the host is asked for again.
    if (due.size >= HOSTS_MAX) return;
    due.set(host, model);
    if (!isBusy) void work();
  };
}

/**
 * What the status pages of all hosts show: from the database, or, when that does not answer within a second, what it said
 * last, from memory or from a file.
 */
export function createStatusPages(app: Pick<AppContext, 'db' | 'clock' | 'config' | 'log' | 'partners'>) {
  const known = new LRUCache<string, Known>({ max: HOSTS_MAX });
  const absent = new LRUCache<string, Times>({ max: ABSENT_MAX });
  /** Until when nobody waits for the database; of hosts with a page alone. */
  const away = new LRUCache<string, number>({ max: HOSTS_MAX });
  const shared = createSharedWork<StatusModel | null>();
  const file = createKeeper(app);
  let changes = 0;
  app.partners.onChange(() => {
    changes += 1;
    for (const each of [...known.values(), ...absent.values()]) each.until = 0;
  });

  const read = async (host: string): Promise<StatusModel | null> => {
    const [began, seen] = [performance.now(), changes];
    const row = await partnerOfHost(app.db, host);
    const model = row && isOpenAccount(row) ? await readStatus(app, row) : null;
    away.delete(host);
    const before = known.get(host);
    // One that was late may be a page that there is no more.
    if ((before ?? absent.get(host) ?? { began }).began > began) return model;
    const until = seen === changes ? began + FRESH_MS : 0;
    if (!model) {
      known.delete(host);
      absent.set(host, { began, until });
      file(host, null);
      return null;
    }
    const isDue = began - (before?.writtenAt ?? -WRITE_MS) >= WRITE_MS;
    const writtenAt = isDue ? began : (before?.writtenAt ?? began);
    absent.delete(host);
    known.set(host, { model, began, until, writtenAt });
    if (isDue) file(host, model);
    return model;
  };

  /** What the database said last, where that was a page and not long ago. */
  const lastKnown = async (host: string): Promise<StatusAnswer | null> => {
    if (absent.has(host)) return null;
    const model = known.get(host)?.model ?? (await keptIn(app.config.dataDir, host));
    if (!model || !(app.clock.now().getTime() - Date.parse(model.at) <= KEPT_MS)) return null;
    return { model, isKept: true };
  };

  return {
    /** Null for a host without an open panel. @throws what the database throws, where nothing was kept */
    async of(host: string): Promise<StatusAnswer | null> {
      const now = performance.now();
      const hit = known.get(host);
      if (hit && hit.until > now) return { model: hit.model, isKept: false };
      if ((absent.get(host)?.until ?? 0) > now) return null;
      const late = new AbortController();
      const asked = shared(`${changes} ${host}`, () => read(host));
      // Also when nobody waits for it any more.
      asked.catch((err: unknown) => app.log.debug({ err }, 'the status was not read'));
      try {
        const patience = (away.get(host) ?? 0) > now ? 0 : PATIENCE_MS;
        const model = await Promise.race([
          asked,
          wait(patience, null, { signal: late.signal }).then(() => Promise.reject(new Late('The database is late.'))),
        ]);
        return model && { model, isKept: false };
      } catch (error) {
        const kept = await lastKnown(host);
        if (kept) {
          away.set(host, performance.now() + AWAY_MS);
          return kept;
        }
        if (!(error instanceof Late)) throw error;
        // There is nothing better than its answer.
        const model = await asked;
        return model && { model, isKept: false };
      } finally {
        late.abort();
      }
    },
  };
}
