import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import * as v from 'valibot';
import type { PhpSettings } from '@panel/contract';
import { isDeepStrictEqual } from 'node:util';
import type { StepContext, StepDefinition } from '../../tasks/task-kind.ts';
import { checkSite } from '../site/site-checks.ts';
import { siteOf } from '../site/site-task-steps.ts';
import { storePhpSettings } from './site-php.repo.ts';
import { toolKind, verifyStep } from './tool-kind.ts';

/** `before` is what applies again when the site does not answer with the new settings. */
const SETTINGS = v.object({ memory_mb: v.number(), upload_mb: v.number(), execution_seconds: v.number() });
export const PhpPayload = definePayload(v.object({ settings: SETTINGS, before: v.nullable(SETTINGS) }));
export type PhpPayload = PayloadOf<typeof PhpPayload>;

const payloadOf = ({ task }: Pick<StepContext, 'task'>) => PhpPayload.of(task.payload);

/** Stores the settings and stops the site; it starts with them. */
async function apply({ app, task }: StepContext, settings: PhpSettings | null): Promise<void> {
  await storePhpSettings(app.db, task.resourceId, settings);
  await app.hosting.sleep(task.resourceId);
}

const applyStep: StepDefinition = {
  name: 'apply',
  title: 'Restarting the site with the new settings',
  cancel: 'no',
  run: (context) => apply(context, payloadOf(context).settings),
  check: async (context) => isDeepStrictEqual((await siteOf(context)).phpSettings, payloadOf(context).settings),
  async undo(context) {
    await apply(context, payloadOf(context).before);
    const site = await siteOf(context);
    await checkSite(context.app, site, site.fqdn);
  },
};

/** Changes the PHP settings of a site. When it does not answer with them, the old ones apply again. */
export const phpKind = toolKind({
  payload: PhpPayload,
  label: 'Changing the PHP settings',
  steps: () => [
    applyStep,
    verifyStep('The site does not answer with these settings, so the old ones apply again. Choose larger values.'),
  ],
  undoOnFailure: true,
});
