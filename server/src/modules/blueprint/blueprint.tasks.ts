import { described, reasonOf, said } from '../../context/said.ts';
import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import * as v from 'valibot';
import { defineKind, type TaskKinds } from '../../tasks/task-kind.ts';
import { archiveEnd, archiveSteps, type ArchiveKind } from '../backup/archive-steps.ts';
import { removeWork } from '../backup/backup-archive.ts';
import { SITE_TASK, siteOf } from '../site/site-task-steps.ts';
import { recordFacts } from '../site/site.repo.ts';
import { blueprintOfTask, deleteBlueprint, recordBlueprint, type BlueprintRow } from './blueprint.repo.ts';

export const BlueprintPayload = definePayload(v.object({ name: v.string(), includesContent: v.boolean() }));
export type BlueprintPayload = PayloadOf<typeof BlueprintPayload>;

/** The page with a site's blueprints. */
export const blueprintLink = (siteId: string): string => `/manage-site/blueprints/${siteId}`;

const BLUEPRINTS: ArchiveKind<BlueprintRow> = {
  find: blueprintOfTask,
  record: recordBlueprint,
  remove: deleteBlueprint,
  manifest: ({ siteFqdn, includesContent }) => ({ fqdn: siteFqdn, includes_content: includesContent }),
};
const end = archiveEnd(BLUEPRINTS);

const steps = archiveSteps(BLUEPRINTS, {
  what: 'blueprint',
  title: 'Packing plugins, themes and settings',
  leaves: 'The site stays as it is. No blueprint is kept.',
  async pack(context, toFile) {
    const { app, task } = context;
    const row = await blueprintOfTask(app.db, task.id);
    const { version } = await siteOf(context);
    if (row) await recordBlueprint(app.db, row, { wpVersion: version });
    await app.hosting.makeBlueprint(task.resourceId, toFile, {
      content: BlueprintPayload.of(task.payload).includesContent,
    });
  },
});

/** Tasks that make blueprints. Each works on a site, which stays as it is and keeps answering. */
export const blueprintKinds: TaskKinds = {
  'blueprint.create': defineKind({
    payload: BlueprintPayload,
    ...SITE_TASK,
    stale: [...SITE_TASK.stale, 'blueprint'],
    label: 'Making the blueprint',
    steps,
    async succeeded(tx, { app, task }) {
      await removeWork(app, task.id);
      await recordFacts(tx, task.resourceId, { taskId: null });
      const { name } = BlueprintPayload.of(task.payload);
      return {
        type: 'blueprint_created',
        ...described(said('The blueprint “{name}” of {site} is ready.', { name, site: task.title })),
        link: blueprintLink(task.resourceId),
      };
    },
    async failed(tx, context, error) {
      const { task } = context;
      await end.failed(tx, context, error);
      await recordFacts(tx, task.resourceId, { taskId: null });
      return {
        type: 'blueprint_failed',
        ...described(
          said('The blueprint of {site} could not be made. {reason}', { site: task.title, reason: reasonOf(error) }),
        ),
        link: blueprintLink(task.resourceId),
      };
    },
    async cancelled(tx, context) {
      await end.cancelled(tx, context);
      await recordFacts(tx, context.task.resourceId, { taskId: null });
      return null;
    },
  }),
};
