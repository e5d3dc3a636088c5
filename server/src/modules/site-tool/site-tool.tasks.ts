import { NEW_BACKUP } from '../backup/backup-steps.ts';
import { described, said, titled } from '../../context/said.ts';
import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import * as v from 'valibot';
import type { TableCount } from '@panel/contract';
import type { StepDefinition, TaskKind } from '../../tasks/task-kind.ts';
import { safetySteps } from '../backup/replace-steps.ts';
import { overviewLink } from '../site/site-task-steps.ts';
import { phpKind } from './php-settings.tasks.ts';
import { replaceText } from './search-replace.ts';
import { commandStep, toolKind, verifyStep } from './tool-kind.ts';
import { clearCaches, deleteDebugLog, runCronHook } from './wordpress-tools.ts';

/** With the backup that is made first. Its name is without the texts. */
export const ReplacePayload = definePayload(v.object({ ...NEW_BACKUP, isClearCache: v.boolean() }));
export type ReplacePayload = PayloadOf<typeof ReplacePayload>;
/** Sealed, because people also replace what nobody else may read. */
export type ReplaceSecrets = { search: string; replace: string };
export const CronPayload = definePayload(v.object({ hook: v.string() }));
export type CronPayload = PayloadOf<typeof CronPayload>;
export const DebugPayload = definePayload(v.object({ enabled: v.boolean() }));
export type DebugPayload = PayloadOf<typeof DebugPayload>;

const cacheStep = (): StepDefinition =>
  commandStep({
    name: 'cache',
    title: 'Clearing the cache',
    cancel: 'now',
    leaves: 'Some of the cache is cleared.',
    async run({ app, task, note, signal }) {
      const { transients, files } = await clearCaches(app.hosting, task.resourceId, signal);
      note(`${countOf(transients, 'transient')} and ${countOf(files, 'cached file')} deleted`);
    },
  });

const countOf = (count: number, thing: string): string =>
  `${count.toLocaleString('en-US')} ${thing}${count === 1 ? '' : 's'}`;

const total = (tables: readonly TableCount[]): number =>
  tables.reduce((sum, { replacements }) => sum + replacements, 0);

const replaceStep = (): StepDefinition =>
  commandStep({
    name: 'replace',
    title: 'Replacing the text in all tables',
    cancel: 'now',
    leaves: 'Nothing is replaced.',
    async run({ app, task, secrets, note, signal }) {
      const { search = '', replace = '' } = secrets;
      const { tables, others } = await replaceText(
        app.hosting,
        task.resourceId,
        { search, replace, run: task.id },
        signal,
      );
      for (const { table, replacements } of tables) note(`${table}: ${countOf(replacements, 'replacement')}`);
      if (others > 0) note(`and ${countOf(others, 'more table')} that are not listed`);
      note(`${countOf(total(tables), 'replacement')} in ${countOf(tables.length, 'table')}`);
    },
  });

const replaceKind = toolKind({
  payload: ReplacePayload,
  label: 'Search and replace',
  backsUp: true,
  steps: ({ task }) => [
    ...safetySteps('Nothing is replaced.'),
    replaceStep(),
    ...(ReplacePayload.of(task.payload).isClearCache ? [cacheStep()] : []),
    // The database keeps its new text, because only its owner knows whether it is meant so.
    {
      ...verifyStep(
        'The text was replaced, but the site does not answer as it should now. Restore the backup made before the change, or replace the new text with the old one.',
      ),
      // The backup has a step `verify`.
      name: 'answer',
    },
  ],
  succeeded: ({ task }) => ({
    type: 'site_tool',
    ...described(said('The text was replaced in the database of {site}.', { site: task.title })),
    link: overviewLink(task.resourceId),
  }),
});

const cacheKind = toolKind({ label: 'Clearing the cache', steps: () => [cacheStep()] });

const cronKind = toolKind({
  payload: CronPayload,
  label: 'Running a scheduled event',
  steps: ({ task }) => {
    const { hook } = CronPayload.of(task.payload);
    const run: StepDefinition['run'] = async ({ app, task: { resourceId }, signal }) =>
      void (await runCronHook(app.hosting, resourceId, hook, signal));
    const leaves = 'What the event has done so far stays.';
    return [commandStep({ name: 'run', ...titled(said('Running {hook}', { hook })), cancel: 'now', leaves, run })];
  },
});

const debugKind = toolKind({
  payload: DebugPayload,
  label: 'Switching the debug log',
  steps: ({ task }) => {
    const { enabled } = DebugPayload.of(task.payload);
    return [
      {
        name: 'switch',
        title: enabled ? 'Switching the debug log on' : 'Switching the debug log off',
        cancel: 'no',
        run: ({ app, task: { resourceId } }) => app.hosting.setDebugLog(resourceId, enabled),
        check: async ({ app, task: { resourceId } }) => (await app.hosting.debugLog(resourceId)).enabled === enabled,
      },
    ];
  },
});

const emptyKind = toolKind({
  label: 'Emptying the debug log',
  steps: () => [
    commandStep({
      name: 'empty',
      title: 'Deleting the debug log',
      cancel: 'no',
      run: async ({ app, task, signal }) => void (await deleteDebugLog(app.hosting, task.resourceId, signal)),
    }),
  ],
});

/** The handlers of each tool of a site. */
export const siteToolTasks = {
  'site.search-replace': replaceKind,
  'site.clear-cache': cacheKind,
  'site.run-cron': cronKind,
  'site.debug-log': debugKind,
  'site.empty-debug-log': emptyKind,
  'site.php-settings': phpKind,
} as const satisfies Record<string, TaskKind>;

export type SiteToolKind = keyof typeof siteToolTasks;
