import { calls } from '@panel/core';

/** The connected account. */
export const githubConnectionQuery = calls.github.connection.queryOptions();

/** The repositories of the connected account, the last pushed first. */
export const githubReposQuery = calls.github.repos.queryOptions();

/** The branches of a repository, `owner/name`. */
export function githubBranchesQuery(repository: string) {
  const [owner, repo_name = ''] = repository.split('/');
  return calls.github.branches.queryOptions({ input: { repo_name, owner }, enabled: repository !== '' });
}

/** What a site is deployed from. The access token in this path of the specification stays empty (ADR 0053). */
export const githubDeploymentQuery = (siteId: string) =>
  calls.github.deployment.queryOptions({ input: { siteId, accessToken: '-' } });

/** Whether the panel has a GitHub App, and the account that is connected with it. */
export const githubAppQuery = calls.github.appConnection.queryOptions();

/** Accounts and organizations that have installed the App. */
export const githubInstallationsQuery = calls.github.appInstallations.queryOptions();

/** Repositories of an installation with this in their name. */
export const githubAppReposQuery = (installation: number | null, search: string) =>
  calls.github.appRepos.queryOptions({
    input: { installation_id: String(installation ?? ''), ...(search !== '' && { search }) },
    enabled: installation !== null,
  });

/** The branches of a repository that is read by the App, `owner/name`. */
export function githubAppBranchesQuery(repository: string) {
  const [owner = '', repo_name = ''] = repository.split('/');
  return calls.github.appBranches.queryOptions({ input: { owner, repo_name }, enabled: repository !== '' });
}
