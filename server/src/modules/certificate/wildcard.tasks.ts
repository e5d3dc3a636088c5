import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import * as v from 'valibot';
import { randomBytes } from 'node:crypto';
import { defineKind, type StepContext, type TaskKinds } from '../../tasks/task-kind.ts';
import { requestSteps } from './certificate-steps.ts';
import { certificateOfTask, removeFormer, writeSslSetting } from './certificate.repo.ts';
import { ofPartner, removeCovered } from './wildcard.repo.ts';

export const WildcardPayload = definePayload(v.object({ sitesDomain: v.string() }));
export type WildcardPayload = PayloadOf<typeof WildcardPayload>;

const domainOf = ({ task }: Pick<StepContext, 'task'>): string => WildcardPayload.of(task.payload).sitesDomain;
const ownerOf = ({ task }: Pick<StepContext, 'task'>) => ofPartner(task.resourceId);
const madeBy = ({ app, task }: StepContext) => certificateOfTask(app.db, task.id);

const steps = requestSteps({
  leaves: 'Sites keep the certificates that they have.',
  ownerOf,
  async issue(context) {
    const { app, signal, note } = context;
    const hosts = [`*.${domainOf(context)}`];
    return { hosts, issued: await app.authority.issue(hosts, { signal, note }) };
  },
  isThere: async (context) => (await madeBy(context)) !== undefined,
  // A name that no process knows anything about.
  hostOf: async (context) => `check-${randomBytes(8).toString('hex')}.${domainOf(context)}`,
  isAsWanted: async (context, seen) => (await madeBy(context))?.fingerprint === seen,
});

/** One certificate for all names below a partner's sites domain, so that their sites need none of their own. */
export const wildcardKinds: TaskKinds = {
  'certificate.wildcard': defineKind({
    payload: WildcardPayload,
    label: 'Requesting a certificate for all subdomains',
    resource: 'certificate',
    stale: ['ssl'],
    steps,
    undoOnFailure: true,
    async succeeded(tx, context) {
      const { resourceId, id } = context.task;
      const row = await certificateOfTask(tx, id);
      if (row) await removeFormer(tx, row);
      await removeCovered(tx, resourceId, domainOf(context));
      await writeSslSetting(tx, ofPartner(resourceId), { error: null, failedAt: null });
      return null;
    },
    // Their sites get certificates of their own until it is tried again.
    async failed(tx, { app, task }, { message }) {
      await writeSslSetting(tx, ofPartner(task.resourceId), { error: message, failedAt: app.clock.now() });
      return null;
    },
  }),
};
