import type { GithubConnection, GithubDeployment } from '@panel/contract';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { audit } from '../../context/audit.repo.ts';
import { PanelError } from '../../kernel/errors.ts';
import { found } from '../../context/scope.ts';
import type { AppContext } from '../../context/app-context.ts';
import { findSite } from '../site/find-site.ts';
import { createGithubApi } from './github-api.ts';
import { findAccount, findDeployment, removeAccount, saveAccount } from './github.repo.ts';

export type GithubApi = ReturnType<typeof createGithubApi>;

/**
 * GitHub with a user's access token.
 * @throws PanelError GITHUB_NOT_CONNECTED
 */
export async function githubOf(
  { config, db, secrets }: Pick<AppContext, 'config' | 'db' | 'secrets'>,
  userId: string | null,
  signal?: AbortSignal,
): Promise<GithubApi> {
  const account = userId === null ? undefined : await findAccount(db, userId);
  if (!account) throw new PanelError('GITHUB_NOT_CONNECTED');
  return createGithubApi(config.githubApiUrl, secrets.open(account.token), signal);
}

/** GitHub with the caller's access token. */
export const githubOfCaller = (context: CallContext): Promise<GithubApi> => githubOf(context.app, signedIn(context).id);

/**
 * Checks an access token and stores it, sealed. The specification's clients read `access_token` from a query string;
 * they get a placeholder, because the token stays on the server (ADR 0053).
 * @throws PanelError GITHUB_TOKEN, GITHUB_REFUSED, GITHUB_UNAVAILABLE
 */
export async function connectGithub(context: CallContext, token: string): Promise<string> {
  const { app, partner, request } = context;
  const { id } = signedIn(context);
  const { login } = await createGithubApi(app.config.githubApiUrl, token).account();
  await app.db.transaction((tx) => saveAccount(tx, id, { login, token: app.secrets.seal(token) }));
  await audit(app.db, 'github.connect', { partnerId: partner.id, userId: id, request }, { login });
  return new URLSearchParams({ access_token: '-', token_type: 'bearer', login }).toString();
}

export async function githubConnection(context: CallContext): Promise<GithubConnection> {
  const account = await findAccount(context.app.db, signedIn(context).id);
  return { login: account?.login ?? null };
}

/** Forgets the access token. Sites stay as they are; the next deployment needs a connection again. */
export async function disconnectGithub(context: CallContext): Promise<void> {
  const { app, partner, request } = context;
  const { id } = signedIn(context);
  await app.db.transaction((tx) => removeAccount(tx, id));
  await audit(app.db, 'github.disconnect', { partnerId: partner.id, userId: id, request }, {});
}

/** The branches of a repository; without an owner, of one in the caller's own account. */
export async function githubBranches(
  context: CallContext,
  { repo_name, owner }: { repo_name: string; owner?: string },
) {
  const account = await findAccount(context.app.db, signedIn(context).id);
  const github = await githubOfCaller(context);
  return github.branches(`${owner ?? account?.login}/${repo_name}`);
}

/** What a site of the caller's scope is deployed from. @throws PanelError NOT_FOUND, also for other kinds of sites */
export async function githubDeployment(context: CallContext, siteId: string): Promise<GithubDeployment> {
  const { app } = context;
  const site = await findSite(context, { id: siteId });
  const row = found(site.type === 'github' ? await findDeployment(app.db, siteId) : undefined);
  const { repository, branch, commit, folder, files, deployedAt } = row;
  const url = `${app.config.githubUrl}/${repository}/tree/${branch.split('/').map(encodeURIComponent).join('/')}`;
  return { repository, branch, url, commit, folder, files, deployed_at: deployedAt?.toISOString() ?? null };
}
