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
