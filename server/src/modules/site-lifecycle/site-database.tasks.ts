import { DATABASE_ENGINES } from '@panel/contract';
import { NEW_BACKUP } from '../backup/backup-steps.ts';
import { described, said, sentence, titled } from '../../context/said.ts';
import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import * as v from 'valibot';
import type { DatabaseEngine } from '../../hosting/driver.ts';
import { defineKind, outlineOf, type StepDefinition } from '../../tasks/task-kind.ts';
import { removeWork } from '../backup/backup-archive.ts';
import { answerStep, safetySteps } from '../backup/replace-steps.ts';
import { endFailedReplacement, REPLACE_TASK } from '../backup/replace-task.ts';
import { overviewLink } from '../site/site-task-steps.ts';
import { moveSite } from '../site/site.repo.ts';

/** Where the tables go, and the backup that is made first. */
export const DatabasePayload = definePayload(v.object({ ...NEW_BACKUP, database: v.picklist(DATABASE_ENGINES) }));
export type DatabasePayload = PayloadOf<typeof DatabasePayload>;

const leaves = 'The site keeps its database.';
const nameOf = (engine: DatabaseEngine | undefined): string => (engine === 'sqlite' ? 'SQLite' : 'MariaDB');

const moveStep = (database?: DatabaseEngine): StepDefinition => ({
  name: 'database',
  ...titled(said('Moving the database to {name}', { name: nameOf(database) })),
  cancel: 'no',
  leaves,
  async run({ app, task }) {
    await app.hosting.moveDatabase(task.resourceId, DatabasePayload.of(task.payload).database);
  },
  check: async ({ app, task }) =>
    (await app.hosting.databaseEngine(task.resourceId)) === DatabasePayload.of(task.payload).database,
});

const steps = ({ database }: Partial<DatabasePayload>): StepDefinition[] => [
  ...safetySteps(leaves),
  moveStep(database),
  // The way back needs nothing of the new database, which may be the reason.
  answerStep(
    'The site does not answer as it should with the other database.',
    database === 'sqlite' ? 'mariadb' : 'sqlite',
  ),
];

/** Moves the tables of a site. When the site does not answer afterwards, it gets the content of the backup back. */
export const databaseKind = defineKind({
  payload: DatabasePayload,
  ...REPLACE_TASK,
  label: 'Moving the database',
  steps: ({ task }) => steps(DatabasePayload.of(task.payload)),
  outline: (payload) => steps(DatabasePayload.of(payload)).map(outlineOf),
  async succeeded(tx, { app, task }) {
    await removeWork(app, task.id);
    await moveSite(tx, task.resourceId, 'ready', { taskId: null });
    const { database } = DatabasePayload.of(task.payload);
    return {
      type: 'site_tool',
      ...described(said('The database of {site} is on {name}.', { site: task.title, name: nameOf(database) })),
      link: overviewLink(task.resourceId),
    };
  },
  async failed(tx, context, error) {
    const { resourceId, title } = context.task;
    const reason = await endFailedReplacement(tx, context, error, sentence('Its previous content was restored.'));
    return {
      type: 'site_tool',
      ...described(said('The database of {site} could not be moved. {reason}', { site: title, reason })),
      link: overviewLink(resourceId),
    };
  },
});
