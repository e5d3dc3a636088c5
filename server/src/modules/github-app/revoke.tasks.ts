import type { AppContext } from '../../context/app-context.ts';
import type { Database } from '../../db/database.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { PanelError } from '../../kernel/errors.ts';
import { defineKind, type StepDefinition, type TaskKinds } from '../../tasks/task-kind.ts';
import { endAccess, renew } from './app-client.ts';
import {
  changeRevocation,
  findRevocation,
  isConnectedNow,
  moveToRevocations,
  removeRevocation,
  type RevocationRow,
} from './revocation.repo.ts';
import { openTokens, sealTokens } from './user-api.ts';

const KIND = 'github.revoke';
/** From a minute to a day and a half: almost three days in all. */
const RETRY = { times: 12, backoffSeconds: 60 } as const;
/** When the panel gives up at the latest. */
export const GIVEN_UP_MS = RETRY.backoffSeconds * (2 ** RETRY.times - 1) * 1000;
const EARLY_MS = 60_000;

/**
 * Forgets how a user has connected GitHub, and has GitHub take the access back. Nothing happens without a connection. GitHub itself is asked by
 * a task, which goes on when the account is gone.
 */
export async function endConnection(tx: Database, app: Pick<AppContext, 'tasks'>, userId: string): Promise<void> {
  const row = await moveToRevocations(tx, userId);
  if (!row) return;
  const owner = { partnerId: null, customerId: null, userId: null };
  await app.tasks.enqueue(tx, { kind: KIND, ...owner, resourceId: row.id, title: row.login, payload: {} });
}

/** A token that GitHub still knows: only with one can all access be ended. */
async function usableToken(app: AppContext, { id, tokens, expiresAt }: RevocationRow): Promise<string> {
  const [access, refresh] = openTokens(app, tokens ?? '');
  if (expiresAt === null || expiresAt.getTime() - EARLY_MS > app.clock.now().getTime()) return access;
  try {
    const renewed = await renew(app, refresh);
    await changeRevocation(app.db, id, { tokens: sealTokens(app, renewed), expiresAt: renewed.expiresAt });
    return renewed.access;
  } catch (error) {
    // Its user has ended it at GitHub, or has not used it for months.
    if (error instanceof PanelError && error.code === 'GITHUB_SIGN_IN') return access;
    throw error;
  }
}

const revokeStep: StepDefinition = {
  name: 'revoke',
  title: 'Ending our access at GitHub',
  cancel: 'no',
  retry: RETRY,
  async run({ app, task, signal }) {
    const row = await findRevocation(app.db, task.resourceId);
    if (!row?.tokens) return;
    try {
      const token = await usableToken(app, row);
      // Of somebody who has connected the same account again, the new connection stays.
      await endAccess(app, { token, what: (await isConnectedNow(app.db, row.login)) ? 'token' : 'grant' }, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof PanelError)) throw error;
      app.log.warn({ err: error, revocationId: row.id }, 'access at GitHub could not be ended');
      throw new HostingError('SOURCE_UNAVAILABLE', 'GitHub did not end the access.', { retryable: true });
    }
    await removeRevocation(app.db, row.id);
  },
  check: async ({ app, task }) => (await findRevocation(app.db, task.resourceId)) === null,
};

/** Ends access at GitHub that was disconnected. */
export const revokeKinds: TaskKinds = {
  [KIND]: defineKind({
    label: 'Ending access at GitHub',
    resource: 'github access',
    stale: ['github'],
    steps: [revokeStep],
    async failed(tx, { app, task }) {
      await changeRevocation(tx, task.resourceId, { tokens: null, failedAt: app.clock.now() });
      return null;
    },
  }),
};
