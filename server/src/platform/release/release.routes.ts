import type { CallContext } from '../../http/call-context.ts';
import { signedIn } from '../../http/call-context.ts';
import { calls } from '../../http/implement.ts';
import { listChanges } from './channel.repo.ts';
import { changeChannel } from './channel.service.ts';
import { cleanUp } from './clean-up.service.ts';
import { checkRelease, publishRelease } from './publish.service.ts';
import { channelOf, listReleases, listRunning } from './release-list.service.ts';

/** Who makes a change, as the audit log names them. */
const byOf = (context: CallContext): string => (context.operator ? 'operator token' : signedIn(context).email);

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
    return { ...done, message: existed ? 'It is published already, with the same content.' : 'It would be taken.' };
  }),

  change: calls.release.change.handler(async ({ context, input }) => {
    const { scope, ...told } = await changeChannel(context.app, input, byOf(context));
    return { ...done, channel: await channelOf(context.app, scope), ...told };
  }),

  changes: calls.release.changes.handler(async ({ context, input }) => {
    const { pageIndex, pageSize } = input;
    const { rows, total } = await listChanges(context.app.db, {
      limit: pageSize,
      offset: pageIndex * pageSize,
      ascending: input.sortOrder === 'asc',
    });
    return {
      pageIndex,
      pageSize,
      totalCount: total,
      totalPage: Math.ceil(total / pageSize),
      pageElements: rows.map(({ id, createdAt, by, action, package: name, partner, detail }) => ({
        id,
        at: createdAt.toISOString(),
        by,
        action,
        package: name,
        partner,
        detail,
      })),
    };
  }),

  cleanUp: calls.release.cleanUp.handler(({ context, input }) => cleanUp(context.app, input, byOf(context))),
};
