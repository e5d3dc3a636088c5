import type { RegistryChange } from '@panel/contract';
import { calls } from '../../context/implement.ts';
import { paged } from '../../kernel/paged.ts';
import { requestChange, waitsForApproval } from '../team/approval.service.ts';
import { authorOf } from '../team/author.ts';
import { noteUse } from '../team/team.repo.ts';
import { listChanges, type ChangeRow } from './channel.repo.ts';
import { changeChannel } from './channel.service.ts';
import { refused } from './check-release.ts';
import { cleanUp } from './clean-up.service.ts';
import { failuresOf } from './failure-list.service.ts';
import { checkRelease, publishRelease } from './publish.service.ts';
import { checkOwns } from './release-keys.ts';
import { channelOf, listReleases, listRunning } from './release-list.service.ts';

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
  list: calls.release.list.handler(({ context, input }) => listReleases(context.app, input, authorOf(context).key)),

  running: calls.release.running.handler(({ context, input }) =>
    listRunning(context.app, input, authorOf(context).key),
  ),

  publish: calls.release.publish.handler(async ({ context, input }) => {
    const { release, existed, repaired } = await publishRelease(context.app, input, authorOf(context));
    return { ...done, package: release.package, version: release.version, existed, repaired };
  }),

  check: calls.release.check.handler(async ({ context, input }) => {
    const { existed } = await checkRelease(context.app, input, authorOf(context).key);
    return {
      ...done,
      message: existed ? 'This version is already published with the same content.' : 'This release can be published.',
    };
  }),

  change: calls.release.change.handler(async ({ context, input }) => {
    const { app } = context;
    const author = authorOf(context);
    const { by, key } = author;
    if (key) checkOwns(key, input.package);
    if (key && input.action === 'revoke')
      throw refused('Only an operator revokes a release. Hold it back with block, and tell an operator.');
    const waits = await waitsForApproval(app, input);
    const { scope, detail, effects, base } = await (waits && !input.dryRun
      ? requestChange(app, input, author)
      : changeChannel(app, input, by));
    if (key && !input.dryRun) await noteUse(app.db, key.keyId, `${input.action} ${input.package}`, app.clock.now());
    return { ...done, channel: await channelOf(app, scope), detail, effects, base, waits };
  }),

  failures: calls.release.failures.handler(async ({ context, input }) => ({
    failures: await failuresOf(context.app, input),
  })),

  changes: calls.release.changes.handler(({ context, input }) =>
    paged(input, (slice) => listChanges(context.app.db, slice, authorOf(context).key?.packages), wireChange),
  ),

  cleanUp: calls.release.cleanUp.handler(({ context, input }) => cleanUp(context.app, input, authorOf(context).by)),
};
