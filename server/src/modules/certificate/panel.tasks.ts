import * as v from 'valibot';
import { described, reasonOf, said } from '../../context/said.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import { defineKind, type StepContext, type TaskKinds } from '../../tasks/task-kind.ts';
import { notifyOperators } from '../notification/notification.repo.ts';
import { requestSteps } from './certificate-steps.ts';
import { certificateOfTask, readSslSetting, removeFormer, removeOfTask, writeSslSetting } from './certificate.repo.ts';
import { issueFor } from './issue-for.ts';
import { isPanelHost, isPublicHost, ofPanel, PANEL_CERTIFICATE, panelHosts } from './panel-host.repo.ts';
import { wildcardFor } from './wildcard.repo.ts';

/** The panel's main host when it was requested. */
export const PanelPayload = definePayload(v.object({ host: v.string() }));
export type PanelPayload = PayloadOf<typeof PanelPayload>;

type Given = Pick<StepContext, 'task'>;
const hostOf = ({ task }: Given): string => PanelPayload.of(task.payload).host;
const ownerOf = ({ task }: Given) => ofPanel(task.resourceId);
const wanted = async (context: StepContext) => {
  const { db, clock } = context.app;
  return (await certificateOfTask(db, context.task.id)) ?? wildcardFor(db, hostOf(context), clock.now());
};

const steps = requestSteps({
  leaves: 'The panel keeps the certificate that it has.',
  ownerOf,
  async issue(context) {
    const { app, task, note } = context;
    const main = hostOf(context);
    const all = await panelHosts(app.db, task.resourceId);
    if (!all.includes(main))
      throw new HostingError('NOT_VERIFIED', 'The panel has another host now.', { retryable: false });
    if (await wildcardFor(app.db, main, app.clock.now())) {
      note('The certificate for all names of the domain is used.');
      return null;
    }
    const others = all.filter((host) => host !== main && (app.authority.kind !== 'acme' || isPublicHost(host)));
    return issueFor(context, { hosts: [main, ...others], main });
  },
  isThere: async (context) => (await wanted(context)) !== undefined,
  hostOf: async (context) => hostOf(context),
  isAsWanted: async (context, seen) => (await wanted(context))?.fingerprint === seen,
});

/** The certificate of the host of a partner's panel. Its visitors are served meanwhile with the one that is there. */
export const panelKinds: TaskKinds = {
  'certificate.panel': defineKind({
    payload: PanelPayload,
    label: 'Requesting the certificate of a panel',
    resource: PANEL_CERTIFICATE,
    stale: ['reseller', 'notification'],
    steps,
    undoOnFailure: true,
    async succeeded(tx, context) {
      const { resourceId, id } = context.task;
      // The host may have been changed meanwhile: the new one is due then.
      if (!(await isPanelHost(tx, resourceId, hostOf(context)))) {
        await removeOfTask(tx, id);
        return null;
      }
      const row = await certificateOfTask(tx, id);
      if (row) await removeFormer(tx, row);
      await writeSslSetting(tx, ofPanel(resourceId), { error: null, failedAt: null });
      return null;
    },
    async failed(tx, context, error) {
      const { app, task } = context;
      const host = hostOf(context);
      if (!(await isPanelHost(tx, task.resourceId, host))) return null;
      const before = await readSslSetting(tx, ownerOf(context));
      await writeSslSetting(tx, ownerOf(context), { error: error.message, failedAt: app.clock.now() });
      const text = said('There is no new certificate for the panel at {host}. {reason}', {
        ...{ host, reason: reasonOf(error) },
      });
      const link = `/admin/partners?${new URLSearchParams({ q: host })}`;
      const notice = { type: 'certificate_failed' as const, ...described(text), link };
      // It is tried twice a day, so each reason is told once. Whoever asked for it reads the rest in the form.
      if (before?.error !== error.message) await notifyOperators(tx, notice, `certificate:${task.id}`);
      return null;
    },
  }),
};
