import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import * as v from 'valibot';
import { importFiles } from '../../archive/stored-zips.ts';
import type { StepDefinition } from '../../tasks/task-kind.ts';
import { hostedText } from '../../hosting/hosted-text.ts';
import { runPhp } from '../site-tool/run-php.ts';
import { commandStep } from '../site-tool/tool-kind.ts';
import type { SiteSource } from '../site-install/site-install.tasks.ts';
import { uploadedSite } from '../site-install/uploaded-site.ts';
import { recordFacts } from '../site/site.repo.ts';

/** `importId`: the archive in `importFiles`. */
export const ImportPayload = definePayload(
  v.object({
    importId: v.string(),
    kind: v.picklist(['wordpress', 'static']),
    otherTables: v.optional(v.boolean(), false),
  }),
);
export type ImportPayload = PayloadOf<typeof ImportPayload>;

/** What the panel knows of a WordPress that it did not install itself. */
const DESCRIBE = `$user = get_users(array('role' => 'administrator', 'number' => 1, 'orderby' => 'ID'))[0] ?? null;
$answer(array(
  'title' => $plain(wp_specialchars_decode((string) get_option('blogname'), ENT_QUOTES), 120),
  'adminUser' => $user ? $plain($user->user_login, 60) : '',
  'adminEmail' => $user ? $plain($user->user_email, 254) : '',
));`;

const Description = v.object({ title: hostedText(120), adminUser: hostedText(60), adminEmail: hostedText(254) });

export const describeStep = (): StepDefinition =>
  commandStep({
    name: 'describe',
    title: 'Reading its title and administrator',
    async run({ app, task, signal }) {
      const facts = await runPhp(app.hosting, task.resourceId, {
        ...{ code: DESCRIBE, schema: Description, signal },
        failure: 'We could not read the title of the site.',
      });
      await recordFacts(app.db, task.resourceId, facts);
    },
  });

/**
 * A new site from an uploaded archive (`planImport` decides which are accepted). Its file is removed when the task has ended.
 * Another kind of task that makes a site from an archive passes its own variant to `createKind`; without a task,
 * `hosting.steps({ …spec, from: { kind: 'import', file, list } })` are the steps.
 */
export const importSource: SiteSource = {
  label: 'Creating the site from your files',
  kind: 'import',
  provide: [],
  origin(context) {
    const { importId, otherTables } = ImportPayload.of(context.task.payload);
    return { kind: 'import', otherTables, ...uploadedSite(context, importFiles(context.app.config).fileOf(importId)) };
  },
  finish: (payload) => (ImportPayload.of(payload).kind === 'wordpress' ? [describeStep()] : []),
  cleanUp: ({ app, task }) => importFiles(app.config).remove(ImportPayload.of(task.payload).importId),
};
