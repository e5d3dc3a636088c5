import path from 'node:path';
import type { AppContext } from '../context/app-context.ts';
import { said } from '../context/said.ts';
import type { Database } from '../db/database.ts';
import { bucketPlace } from '../lib/bucket-address.ts';
import { isOverdue, whyNotSealed } from './backup-rules.ts';
import { lastBackup } from './last-backup.ts';
import { changeProgress, type Progress } from './progress.repo.ts';
import { tellOperators } from './tell-operators.ts';

type Deps = Pick<AppContext, 'config' | 'clock' | 'db' | 'mail'>;

const REASON_MAX = 500;

/** Where backups go, for people, without credentials. */
export const placeOf = (backupTo: string): string =>
  URL.canParse(backupTo) ? bucketPlace(backupTo) : `folder ${path.resolve(backupTo)}`;

/** Why something failed, in one bounded text that never has the credentials of the storage. */
export function reasonWithoutSecrets(error: unknown, backupTo: string | undefined): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  const url = backupTo !== undefined && URL.canParse(backupTo) ? new URL(backupTo) : null;
  const secrets = url === null ? [] : [url.username, url.password].flatMap((one) => [one, decodeURIComponent(one)]);
  return secrets
    .filter((one) => one !== '')
    .reduce((cleaned, secret) => cleaned.replaceAll(secret, '…'), text)
    .replaceAll(/\p{C}+/gu, ' ')
    .slice(0, REASON_MAX)
    .toWellFormed();
}

type Last = Progress['last'];

/** The data folder may be another one than that of the process that made the last backup: restored, or on another machine. */
export const newest = (own: Last, stored: Last): Last =>
  own === null || (stored !== null && stored.at > own.at) ? stored : own;

/** What is known now, with what was written down before. */
async function lookedAt({ config, clock }: Deps, backupTo: string, before: Progress | null): Promise<Progress> {
  const now = clock.now().toISOString();
  return {
    ...{ seenAt: now, since: before?.since ?? now },
    ...{ place: placeOf(backupTo), hours: config.backupHours, keep: config.backupKeep },
    problem: whyNotSealed(config),
    last: newest(await lastBackup(config.dataDir), before?.last ?? null),
    failing: before?.failing ?? null,
    startedAt: before?.startedAt ?? null,
    missing: before?.missing ?? null,
  };
}

type Change = (looked: Progress, tx: Database) => Promise<Progress> | Progress;

async function note(deps: Deps, change: Change): Promise<void> {
  const { backupTo } = deps.config;
  if (backupTo === undefined) return;
  await changeProgress(deps.db, async (before, tx) =>
    settled(deps, tx, await change(await lookedAt(deps, backupTo, before), tx)),
  );
}

/** Tells the operators when backups work again, and when there was none for too long; each once. */
async function settled(deps: Deps, tx: Database, looked: Progress): Promise<Progress> {
  const { last, failing, missing, hours, since } = looked;
  const trouble = failing?.at ?? missing;
  const worksAgain = last !== null && trouble !== null && last.at > trouble;
  if (worksAgain) {
    await tellOperators(deps, tx, {
      type: 'installation_backup_works',
      text: said('The backup of the whole installation was made and read back again.'),
      subjectOf: ({ t }) => t('The installation is backed up again'),
      about: last.at,
    });
    return { ...looked, failing: null, missing: null };
  }
  const from = last?.at ?? since;
  if (missing === from || !isOverdue(from, hours, deps.clock.now())) return looked;
  await tellOperators(deps, tx, {
    type: 'installation_backup_missing',
    text: said(
      'No backup of the whole installation was made since {from}. One is due every {hours, plural, one {hour} other {# hours}}.',
      { from: new Date(from), hours },
    ),
    subjectOf: ({ t }) => t('The backup of the installation is overdue'),
    about: from,
  });
  return { ...looked, missing: from };
}

/** Writes down how backups do, every minute, also while one is made or hangs. */
export const noteProgress = (deps: Deps): Promise<void> => note(deps, (looked) => looked);

/** One begins; null once it ended, or was killed. */
export const noteStart = (deps: Deps, startedAt: string | null): Promise<void> =>
  note(deps, (looked) => ({ ...looked, startedAt }));

/** A scheduled backup failed: the operators get a notification of the first failure of a series. */
export const noteFailure = (deps: Deps, error: unknown): Promise<void> =>
  note(deps, async (looked, tx) => {
    const reason = reasonWithoutSecrets(error, deps.config.backupTo);
    const at = deps.clock.now().toISOString();
    const since = looked.failing?.since ?? at;
    if (looked.failing === null)
      await tellOperators(deps, tx, {
        type: 'installation_backup_failed',
        text: said('The backup of the whole installation failed. The panel tries again every 30 minutes.'),
        subjectOf: ({ t }) => t('The installation could not be backed up'),
        reason,
        about: since,
      });
    return { ...looked, startedAt: null, failing: { since, at, reason } };
  });
