import type { CommitState, GithubBranch, GithubRepo } from '@panel/contract';
import { Readable } from 'node:stream';
import * as v from 'valibot';
import { websiteOf } from '../../config/github.ts';
import { PanelError } from '../../kernel/errors.ts';
import { createGithubHttp, readText, refusalOf, refused } from './github-http.ts';

/** Without control characters: PostgreSQL cannot store NUL. */
export const short = v.pipe(v.string(), v.maxLength(300), v.regex(/^\P{Cc}*$/u));
const sha = v.pipe(v.string(), v.regex(/^[0-9a-f]{40,64}$/));

/** An account or organization. */
export const Account = v.object({ login: v.pipe(short, v.nonEmpty()) });
/** A repository as GitHub describes it. */
export const RepoFields = v.object({
  name: short,
  full_name: short,
  owner: Account,
  private: v.boolean(),
  default_branch: short,
  pushed_at: v.nullable(short),
});
const Repo = v.pipe(
  RepoFields,
  v.transform((repo): GithubRepo => ({ ...repo, owner: repo.owner.login })),
);
const Branch = v.pipe(
  v.object({ name: short, commit: v.object({ sha }) }),
  v.transform(({ name, commit }): GithubBranch => ({ name, commit: commit.sha })),
);
/** The state of a commit in one context, with the page that shows more. */
export type GithubStatus = {
  state: Exclude<CommitState, 'queued'>;
  target_url: string;
  description: string;
  context: string;
};

/**
 * GitHub's REST API with one access token.
 * @throws PanelError GITHUB_TOKEN, GITHUB_REFUSED with the reason, GITHUB_UNAVAILABLE
 */
export function createGithubApi(apiUrl: string, token: string, signal?: AbortSignal) {
  const { request, ask, list } = createGithubHttp(apiUrl, token, signal);
  const branches = (repository: string) =>
    list(`/repos/${repository}/branches`, Branch, { what: `The repository ${repository}` });

  return {
    /** The account that the token belongs to. */
    account: () => ask('/user', Account),
    repos: () => list('/user/repos?sort=pushed', Repo),
    createRepo: (name: string, isPrivate: boolean) =>
      ask('/user/repos', Repo, { method: 'POST', body: { name, private: isPrivate } }),
    branches,
    /** The branch with its last commit. */
    async branch(repository: string, name: string): Promise<GithubBranch> {
      const what = `The branch ${name}`;
      try {
        return await ask(`/repos/${repository}/branches/${encodeURIComponent(name)}`, Branch, { what });
      } catch (error) {
        if (!(error instanceof PanelError) || error.code !== 'GITHUB_REFUSED') throw error;
        if ((await branches(repository)).length > 0) throw error;
        throw refused(`The repository ${repository} is empty. Push a commit, then try again.`, error);
      }
    },
    /** Tells what became of the build of a commit. */
    async status(repository: string, commit: string, given: GithubStatus): Promise<void> {
      await ask(`/repos/${repository}/statuses/${commit}`, v.object({}), {
        ...{ method: 'POST', body: given, what: `The commit ${commit.slice(0, 7)}` },
      });
    },
    /** The files of a commit, as a compressed tar archive with one top folder. */
    async archive(repository: string, commit: string): Promise<Readable> {
      let response = await request(`${apiUrl}/repos/${repository}/tarball/${commit}`);
      const next = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && next) {
        const url = new URL(next, apiUrl);
        if (!isOfCodeHost(url, apiUrl))
          throw new PanelError('GITHUB_UNAVAILABLE', {}, {}, new Error(`Sent to ${url.host}`));
        response = await request(url);
      }
      if (!response.ok || !response.body)
        throw refusalOf(response, await readText(response), `The commit ${commit.slice(0, 7)}`);
      return Readable.from(response.body, { objectMode: false });
    },
  };
}

/** Whether an address belongs to the code host, so that an answer cannot send the server elsewhere. */
function isOfCodeHost(url: URL, apiUrl: string): boolean {
  if (url.origin === new URL(apiUrl).origin) return true;
  return (
    url.protocol === 'https:' && url.port === '' && url.hostname.endsWith(`.${new URL(websiteOf(apiUrl)).hostname}`)
  );
}
