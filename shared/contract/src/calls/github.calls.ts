import * as v from 'valibot';
import { call } from '../call.ts';
import {
  GithubBranch,
  GithubBranchesQuery,
  GithubConnection,
  GithubCreateRepoInput,
  GithubDeployment,
  GithubRepo,
  GithubSiteQuery,
  GithubTokenInput,
} from '../schemas/github.ts';
import { Id } from '../schemas/fields.ts';
import { TaskStarted } from '../schemas/task.ts';
import { Outcome } from '../schemas/user.ts';

const inSites = { audience: 'customer', section: 'sites' } as const;
/** Refusals of every call that asks GitHub. */
const refusals = ['GITHUB_NOT_CONNECTED', 'GITHUB_TOKEN', 'GITHUB_REFUSED', 'GITHUB_UNAVAILABLE'] as const;

export const githubCalls = {
  createRepo: call({
    method: 'POST',
    path: '/github/createRepo',
    member: 'create',
    summary: 'Create an empty repository in the connected GitHub account',
    ...inSites,
    errors: refusals,
    heavy: {},
  })
    .input(GithubCreateRepoInput)
    .output(v.object({ ...Outcome.entries, data: GithubRepo })),
  repos: call({
    method: 'GET',
    path: '/github/repos',
    member: 'create',
    summary: 'Repositories that the connected account can read, the last pushed first; at most 300',
    ...inSites,
    errors: refusals,
    heavy: {},
  }).output(v.array(GithubRepo)),
  branches: call({
    method: 'GET',
    path: '/github/repo/{repo_name}/branches',
    member: 'create',
    summary: 'Branches of a repository, at most 300',
    ...inSites,
    errors: refusals,
    heavy: {},
  })
    .input(GithubBranchesQuery)
    .output(v.array(GithubBranch)),
  deployment: call({
    method: 'GET',
    path: '/github/{siteId}/{accessToken}',
    summary: 'The repository and branch of a site, and what is deployed; the access token is ignored and never logged',
    audience: 'signed-in',
    section: 'sites',
    errors: ['NOT_FOUND'],
  })
    .input(GithubSiteQuery)
    .output(GithubDeployment),
  getToken: call({
    method: 'POST',
    path: '/github/getToken',
    member: 'create',
    summary: 'Check and store an access token. The response is a query string with a placeholder as access_token',
    ...inSites,
    errors: ['GITHUB_TOKEN', 'GITHUB_REFUSED', 'GITHUB_UNAVAILABLE'],
    limit: { tries: 20, windowSeconds: 900 },
    scope: 'closed',
  })
    .input(GithubTokenInput)
    .output(v.string()),
  connection: call({
    method: 'GET',
    path: '/github/connection',
    summary: 'The connected GitHub account',
    ...inSites,
  }).output(GithubConnection),
  disconnect: call({
    method: 'DELETE',
    path: '/github/connection',
    member: 'create',
    summary: 'Forget the access token of the connected GitHub account',
    ...inSites,
  }).output(Outcome),
  deploy: call({
    grows: true,
    method: 'POST',
    path: '/site/{id}/deploy',
    summary: 'Deploy the latest commit of the site’s branch',
    ...inSites,
    errors: ['NOT_FOUND', 'TASK_RUNNING', 'SITE_NOT_READY', 'GITHUB_NOT_CONNECTED', 'ABUSE'],
  })
    .input(v.object({ id: Id }))
    .output(TaskStarted),
};
