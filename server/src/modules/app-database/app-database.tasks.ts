import type { Database } from '../../db/database.ts';
import { defineKind, outlineOf, type StepContext, type StepDefinition, type TaskError } from '../../tasks/task-kind.ts';
import { APP_RESOURCE } from '../site/find-site.ts';
import { beginWaiting } from '../app/queue-build.ts';
import { changeDatabase, databaseOf, removeDatabaseRow } from '../app-account/app-database.repo.ts';

const TASK = { resource: APP_RESOURCE, stale: ['app', 'database'] } as const;
const RETRY = { times: 3, backoffSeconds: 5 } as const;

/** The password that the database is to have. */
async function passwordOf({ app, task }: Pick<StepContext, 'app' | 'task'>): Promise<string> {
  const row = await databaseOf(app.db, task.resourceId);
  if (!row) throw new Error(`The database of the application ${task.resourceId} is gone.`);
  return app.secrets.open(row.sealed);
}

const setStep = (title: string): StepDefinition => ({
  ...{ name: 'database', title, cancel: 'no', retry: RETRY },
  run: async (context) => context.app.hosting.setAppDatabase(context.task.resourceId, await passwordOf(context)),
  check: async (context) => context.app.hosting.entersAppDatabase(context.task.resourceId, await passwordOf(context)),
});

/** A process that runs has the address that it was started with. Interrupted, this is done again. */
function restartStep(): StepDefinition {
  let isDone = false;
  return {
    ...{ name: 'restart', title: 'Restarting the application', cancel: 'no' },
    async run({ app, task }) {
      await app.hosting.sleep(task.resourceId);
      isDone = true;
    },
    check: async () => isDone,
  };
}

async function failed(tx: Database, { task }: StepContext, { message }: TaskError): Promise<null> {
  await changeDatabase(tx, task.resourceId, { status: 'failed', error: message.slice(0, 2000) });
  return null;
}

const setKind = (label: string, title: string) => {
  const steps = () => [setStep(title), restartStep()];
  return defineKind({
    ...{ ...TASK, label, steps, failed },
    outline: () => steps().map(outlineOf),
    async succeeded(tx, { task }) {
      await changeDatabase(tx, task.resourceId, { status: 'ready', error: null });
      return null;
    },
    ended: ({ app, task }) => beginWaiting(app, task.resourceId),
  });
};

export const createKind = setKind('Creating the database', 'Creating the database');
export const rotateKind = setKind('Changing the password of the database', 'Changing the password');

const dropStep: StepDefinition = {
  ...{ name: 'database', title: 'Deleting the database', cancel: 'no', retry: RETRY },
  run: ({ app, task }) => app.hosting.dropAppDatabase(task.resourceId),
  check: async ({ app, task }) => (await app.hosting.appDatabase(task.resourceId)) === null,
};

const dropSteps = () => [dropStep, restartStep()];

export const dropKind = defineKind({
  ...{ ...TASK, label: 'Deleting the database', steps: dropSteps, failed },
  outline: () => dropSteps().map(outlineOf),
  async succeeded(tx, { task }) {
    await removeDatabaseRow(tx, task.resourceId);
    return null;
  },
  ended: ({ app, task }) => beginWaiting(app, task.resourceId),
});
