import type { App } from '@panel/contract';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { found, scopeOf } from '../../context/scope.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { openAccess } from '../site-access/site-access.repo.ts';
import { refuseBuildsOf } from '../app-account/build-minutes.ts';
import { findBuild, type ListedBuild } from './app-build.repo.ts';
import { findListedApp, lockApp, type AppRow, type AppWorkload, type ListedApp } from './app.repo.ts';
import { publicApp } from './public-app.ts';

/** Who calls, for what is written down about it; null for a token of the installation. */
export const callerId = (context: CallContext): string | null => (context.bearer ? null : signedIn(context).id);

/** Writes down what the caller did with an application. */
export const recorded = (
  context: CallContext,
  action: string,
  { id: siteId, fqdn }: Pick<AppWorkload, 'id' | 'fqdn'>,
  more: object,
): Promise<void> => {
  const { app, partner, request } = context;
  const who = { partnerId: partner.id, userId: callerId(context), request };
  return audit(app.db, action, who, { siteId, fqdn, ...more });
};

/** An application of the caller's scope. @throws PanelError NOT_FOUND, also for those of others */
export const findApp = async (context: CallContext, id: string): Promise<ListedApp> =>
  found(await findListedApp(context.app.db, scopeOf(context), id));

/** The same, mapped to the contract. @throws PanelError NOT_FOUND */
export const showApp = async (context: CallContext, id: string): Promise<App> =>
  publicApp(context.app)(await findApp(context, id));

/** The same, locked. @throws PanelError NOT_FOUND */
export const lockOwnApp = async (
  context: CallContext,
  tx: Database,
  id: string,
): Promise<{ workload: AppWorkload; app: AppRow }> => found(await lockApp(tx, scopeOf(context), id));

/** The same, to build or publish it; one that is being deleted has no builds. @throws PanelError NOT_FOUND, ABUSE */
export async function lockToBuild(
  context: CallContext,
  tx: Database,
  id: string,
): Promise<{ workload: AppWorkload; app: AppRow }> {
  const given = await lockOwnApp(context, tx, id);
  if (given.workload.status === 'moving') throw new PanelError('NOT_FOUND');
  await refuseBuildsOf(context, tx, given.workload);
  return given;
}

/** A build of the caller's scope. @throws PanelError NOT_FOUND */
export const findOwnBuild = async (context: CallContext, id: string): Promise<ListedBuild> =>
  found(await findBuild(context.app.db, scopeOf(context), id));

/** How the files of an application are reached over SFTP now; null while that is not open. */
export async function openSftpOf({ app, partner }: CallContext, id: string) {
  const [access, server] = [await openAccess(app.db, id, 'sftp', app.clock.now()), await app.sftp.address()];
  if (!access || !server) return null;
  const { userName: user_name, expiresAt } = access;
  return { host: partner.domain, port: server.port, user_name, expires_at: expiresAt.toISOString() };
}
