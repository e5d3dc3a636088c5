import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { postgresFolder } from '../db/embedded/open-embedded-postgres.ts';
import { addressIn } from '../db/embedded/settings.ts';
import { MIGRATIONS_FOLDER } from '../db/migrate.ts';
import { openReadOnly } from '../db/open-read-only.ts';
import { checkChains } from '../modules/audit/audit-chain.service.ts';
import { createSecretBox, existingSecretKey } from '../security/secret-box.ts';
import type { Database } from '../db/database.ts';
import {
  certificatesNotRenewed,
  migrationsDone,
  serverVersion,
  tasksFailed,
  tasksWaiting,
} from './installation.repo.ts';
import { notice, right, wrong, type Check, type Finding } from './findings.ts';

type Settings = Pick<Config, 'databaseUrl' | 'dataDir' | 'secretKey'>;

const HOUR = 60;
/** The oldest that the panel works with (server/src/db/open-postgres.ts). */
const OLDEST = 15;

/**
 * The database as it is: nothing is migrated. The embedded one can be read while its panel runs; PGlite has room for one
 * process only.
 */
export const database = (config: Settings): Check => ({
  about: 'Database',
  async look() {
    const folder = postgresFolder(path.resolve(config.dataDir));
    const isEmbedded = !config.databaseUrl;
    if (isEmbedded && existsSync(path.join(config.dataDir, 'db')) && !existsSync(folder))
      return [
        notice(
          'The database is PGlite, which one process can open: it was not looked into.',
          '`npm run move-database` moves it to PostgreSQL.',
        ),
      ];
    const sockets = isEmbedded ? await socketsOf(folder) : null;
    if (isEmbedded && sockets === null)
      return [
        notice(
          existsSync(folder)
            ? 'The embedded PostgreSQL does not run, so it was not looked into.'
            : 'There is no database yet.',
          'Start the panel, then run the doctor again.',
        ),
      ];
    const opened = await openReadOnly(config.databaseUrl ?? addressIn(sockets ?? ''), 'panel doctor').catch(
      (error: unknown) =>
        wrong(
          `The database cannot be opened: ${error instanceof Error ? error.message : String(error)}`,
          isEmbedded ? 'Restart the panel.' : 'Check DATABASE_URL and that PostgreSQL runs.',
        ),
    );
    if ('level' in opened) return [opened];
    try {
      return await lookInto(opened.db, config);
    } finally {
      await opened.close();
    }
  },
});

/** The folder of the socket of a PostgreSQL that runs: the fifth line of its postmaster.pid. */
async function socketsOf(folder: string): Promise<string | null> {
  const lines = await readFile(path.join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  return lines.split('\n')[4]?.trim() || null;
}

async function lookInto(db: Database, config: Settings): Promise<Finding[]> {
  const version = await serverVersion(db);
  const migrated = await migrations(db);
  const found = [
    version >= OLDEST
      ? right(`PostgreSQL ${version} answers.`)
      : wrong(`PostgreSQL ${version} is too old.`, `Upgrade it to ${OLDEST} or newer.`),
    migrated,
  ];
  // The tables of another version are not those that the checks know.
  if (migrated.level !== 'right') return found;
  return [...found, ...(await work(db)), await certificates(db), ...(await auditLog(db, config))];
}

async function migrations(db: Database): Promise<Finding> {
  const done = await migrationsDone(db);
  if (done === null)
    return notice('The database is empty.', 'The first start fills it. If there was one, check DATABASE_URL.');
  const known = readdirSync(MIGRATIONS_FOLDER).filter((name) => name.endsWith('.sql')).length;
  if (done === known) return right(`All ${known} migrations have run.`);
  return done < known
    ? notice(
        `Migrations that have not run: ${known - done}.`,
        'Restart the panel with this version: it runs them first.',
      )
    : wrong(
        'The database was written by a newer version of the panel.',
        'Start that version. An older one does not know its tables.',
      );
}

async function work(db: Database): Promise<Finding[]> {
  const waiting = await tasksWaiting(db, HOUR / 4);
  const failed = await tasksFailed(db, 24 * HOUR);
  return [
    waiting === 0
      ? right('No task waits for longer than 15 minutes.')
      : wrong(
          `Tasks that have waited for longer than 15 minutes: ${waiting}.`,
          'Start a panel with ROLE=worker (or all), or stop what holds its places.',
        ),
    failed === 0
      ? right('No task failed since yesterday.')
      : notice(`Tasks that failed since yesterday: ${failed}.`, 'Open /admin/sites and look at those that failed.'),
  ];
}

async function certificates(db: Database): Promise<Finding> {
  const ending = await certificatesNotRenewed(db);
  return ending === 0
    ? right('Every certificate was renewed in time.')
    : wrong(
        `Sites and partners whose certificate was not renewed in time: ${ending}.`,
        'Renewals fail: open the site’s SSL page, which says why.',
      );
}

async function auditLog(db: Database, config: Settings): Promise<Finding[]> {
  const key = existingSecretKey(config);
  if (key === null)
    return [
      wrong(
        `There is no key in ${config.dataDir}, so no secret of the database can be read.`,
        'Put the secret.key of this installation back, set SECRET_KEY, or check DATA_DIR.',
      ),
    ];
  const secrets = createSecretBox(key);
  const found: Finding[] = [];
  for await (const { partnerId, fault } of checkChains({ db, secrets }))
    if (fault)
      found.push(
        wrong(
          `The audit log of partner ${partnerId} is not as it was written: ${fault.kind} at line ${fault.seq}.`,
          'Somebody changed the database, or SECRET_KEY is another one. Compare with a backup of the database.',
        ),
      );
  return found.length > 0 ? found : [right('The audit log is as it was written.')];
}
