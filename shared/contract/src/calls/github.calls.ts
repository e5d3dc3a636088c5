import * as v from 'valibot';
import { call } from '../call.ts';
import {
  GithubAppAnswer,
  GithubAppBranchesQuery,
  GithubAppConnectInput,
  GithubAppConnection,
  GithubAppRepos,
  GithubAppReposQuery,
  GithubBranch,
  GithubBranchesQuery,
  GithubConnection,
  GithubCreateRepoInput,
  GithubDeployment,
  GithubInstallations,
  GithubRepo,
  GithubSiteQuery,
  GithubTokenInput,
} from '../schemas/github.ts';
import { Id } from '../schemas/fields.ts';
import { TaskStarted } from '../schemas/task.ts';
import { Outcome, Redirect } from '../schemas/user.ts';

const inSites = { audience: 'customer', section: 'sites' } as const;
/** Refusals of every call that asks GitHub. */
const refusals = ['GITHUB_NOT_CONNECTED', 'GITHUB_TOKEN', 'GITHUB_REFUSED', 'GITHUB_UNAVAILABLE'] as const;

const inApps = { audience: 'customer', section: 'applications' } as const;
const byApp = ['GITHUB_NOT_CONNECTED', 'GITHUB_SIGN_IN', 'GITHUB_REFUSED', 'GITHUB_UNAVAILABLE'] as const;

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
  appConnection: call({
    method: 'GET',
    path: '/github-app/connection',
    summary: 'Whether this panel has a GitHub App, and the account that is connected with it',
    ...inApps,
  }).output(GithubAppConnection),
  appConnect: call({
    neverKept: true,
    method: 'POST',
    path: '/github-app/connect',
    member: 'create',
    summary: 'Begin to connect GitHub by the App; the answer says where to send the browser',
    ...inApps,
    errors: ['NOT_FOUND'],
    scope: 'closed',
    everyTryCounts: true,
    limit: { tries: 60, windowSeconds: 900 },
  })
    .input(GithubAppConnectInput)
    .output(Redirect),
  appCallback: call({
    method: 'GET',
    path: '/github-app/callback',
    summary: 'Where GitHub sends a browser back to',
    audience: 'public',
    errors: ['GITHUB_CONNECT_FAILED', 'RATE_LIMITED'],
    limit: { tries: 20, windowSeconds: 900 },
  })
    .input(GithubAppAnswer)
    .output(Redirect),
  appDisconnect: call({
    method: 'DELETE',
    path: '/github-app/connection',
    member: 'create',
    summary:
      'Forget the connection with GitHub by the App, and end its access there; applications stay as they are, and are not built until it is back',
    ...inApps,
    scope: 'closed',
  }).output(Outcome),
  appInstallations: call({
    method: 'GET',
    path: '/github-app/installations',
    member: 'create',
    summary: 'Accounts and organizations that have installed the GitHub App and that the connected account may read',
    ...inApps,
    errors: byApp,
    heavy: {},
  }).output(GithubInstallations),
  appRepos: call({
    method: 'GET',
    path: '/github-app/installations/{installation_id}/repositories',
    member: 'create',
    summary: 'Repositories of an installation that the connected account may read; at most 100, of the first 1000',
    ...inApps,
    errors: ['NOT_FOUND', ...byApp],
    heavy: {},
  })
    .input(GithubAppReposQuery)
    .output(GithubAppRepos),
  appBranches: call({
    method: 'GET',
    path: '/github-app/repositories/{owner}/{repo_name}/branches',
    member: 'create',
    summary: 'Branches of a repository that the connected account may read, at most 300',
    ...inApps,
    errors: byApp,
    heavy: {},
  })
    .input(GithubAppBranchesQuery)
    .output(v.array(GithubBranch)),
};
