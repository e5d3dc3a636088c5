import type { RegistryChange } from '@panel/contract';
import type { CallContext } from '../../http/call-context.ts';
import { signedIn } from '../../http/call-context.ts';
import { calls } from '../../http/implement.ts';
import { paged } from '../../http/paged.ts';
import { listChanges, type ChangeRow } from './channel.repo.ts';
import { changeChannel } from './channel.service.ts';
import { cleanUp } from './clean-up.service.ts';
import { failuresOf } from './failure-list.service.ts';
import { checkRelease, publishRelease } from './publish.service.ts';
import { channelOf, listReleases, listRunning } from './release-list.service.ts';

/** The author of a change for the audit log. */
const byOf = (context: CallContext): string => (context.operator ? 'operator token' : signedIn(context).email);

const wireChange = ({ id, createdAt, by, action, package: name, partner, detail }: ChangeRow): RegistryChange => ({
  id,
  at: createdAt.toISOString(),
  by,
  action,
  package: name,
  partner,
  detail,
});

const done = { status: true as const };

export const releaseRoutes = {
  list: calls.release.list.handler(({ context, input }) => listReleases(context.app, input)),

  running: calls.release.running.handler(({ context, input }) => listRunning(context.app, input)),

  publish: calls.release.publish.handler(async ({ context, input }) => {
    const { release, existed, repaired } = await publishRelease(context.app, input, byOf(context));
    return { ...done, package: release.package, version: release.version, existed, repaired };
  }),

  check: calls.release.check.handler(async ({ context, input }) => {
    const { existed } = await checkRelease(context.app, input);
    return {
      ...done,
      message: existed ? 'This version is already published with the same content.' : 'This release can be published.',
    };
  }),

  change: calls.release.change.handler(async ({ context, input }) => {
    const { scope, ...told } = await changeChannel(context.app, input, byOf(context));
    return { ...done, channel: await channelOf(context.app, scope), ...told };
  }),

  failures: calls.release.failures.handler(async ({ context, input }) => ({
    failures: await failuresOf(context.app, input),
  })),

  changes: calls.release.changes.handler(({ context, input }) =>
    paged(input, (slice) => listChanges(context.app.db, slice), wireChange),
  ),

  cleanUp: calls.release.cleanUp.handler(({ context, input }) => cleanUp(context.app, input, byOf(context))),
};
