import type { GithubAppRepos, GithubBranch, GithubInstallation, GithubInstallations } from '@panel/contract';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { found } from '../../context/scope.ts';
import { installAddress } from './app-client.ts';
import { findInstallation, saveInstallations } from './github-app.repo.ts';
import { askingAs } from './user-api.ts';

/** What is kept of installations. */
export const listedOf = (installations: readonly GithubInstallation[]) =>
  installations.map(({ id, login, is_suspended }) => ({
    ...{ installationId: id, login },
    state: is_suspended ? ('suspended' as const) : ('active' as const),
  }));

/** Accounts that have installed the App, as GitHub says now. @throws PanelError GITHUB_NOT_CONNECTED … */
export async function showInstallations(context: CallContext): Promise<GithubInstallations> {
  const { app } = context;
  const { id: userId } = signedIn(context);
  const rows = await askingAs(app, userId, (api) => api.installations());
  await app.db.transaction((tx) => saveInstallations(tx, userId, listedOf(rows)));
  return { install_url: await installAddress(app), rows };
}

/** An installation is the caller's when GitHub has named it among theirs. @throws PanelError NOT_FOUND */
async function ownInstallation(context: CallContext, installationId: number): Promise<void> {
  const row = await findInstallation(context.app.db, signedIn(context).id, installationId);
  found(row?.state === 'removed' ? null : row);
}

/** Repositories of an installation of the caller. @throws PanelError NOT_FOUND, GITHUB_NOT_CONNECTED … */
export async function showRepositories(
  context: CallContext,
  { installation_id: id, search = '' }: { installation_id: number; search?: string },
): Promise<GithubAppRepos> {
  await ownInstallation(context, id);
  return askingAs(context.app, signedIn(context).id, (api) => api.repos(id, search));
}

/** Branches of a repository that the caller's account may read. @throws PanelError GITHUB_NOT_CONNECTED … */
export const showBranches = (
  context: CallContext,
  { owner, repo_name: name }: { owner: string; repo_name: string },
): Promise<GithubBranch[]> => askingAs(context.app, signedIn(context).id, (api) => api.branches(`${owner}/${name}`));

/**
 * The repository of a new application, proven with the caller's own token.
 * @throws PanelError NOT_FOUND for an installation of others, GITHUB_NOT_CONNECTED, GITHUB_REFUSED …
 */
export async function provenRepository(
  context: CallContext,
  installationId: number,
  repository: string,
): Promise<{ installationId: number; repositoryId: number; repository: string }> {
  await ownInstallation(context, installationId);
  const { id, full_name } = await askingAs(context.app, signedIn(context).id, (api) =>
    api.prove(installationId, repository),
  );
  return { installationId, repositoryId: id, repository: full_name };
}
