import { list, type GithubAppRepos, type GithubInstallation, type GithubRepo } from '@panel/contract';
import * as v from 'valibot';
import type { AppContext } from '../../context/app-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { Account, createGithubApi, RepoFields, short } from '../github/github-api.ts';
import { createGithubHttp, refused } from '../github/github-http.ts';
import { renew } from './app-client.ts';
import { findAppUser, renewTokens, type AppUserRow } from './github-app.repo.ts';

type Deps = Pick<AppContext, 'config' | 'clock' | 'db' | 'secrets'>;

/** A token that ends so soon is renewed before it is used. */
const EARLY_MS = 60_000;
const PAGE = 100;
/** How many pages are looked at for a search, of installations, and for the repository of a new application. */
const PAGES = { search: 10, installations: 3, proof: 30 };

const Numbered = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const Installation = v.object({
  id: Numbered,
  account: v.object({ ...Account.entries, type: v.optional(short, 'User') }),
  suspended_at: v.optional(v.nullable(short)),
  html_url: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(500)))),
});
const Installations = v.object({ installations: list(Installation, { max: PAGE }) });
const AppRepo = v.object({ ...RepoFields.entries, id: Numbered });
const Repos = v.object({ total_count: v.number(), repositories: list(AppRepo, { max: PAGE }) });
type AppRepo = v.InferOutput<typeof AppRepo>;

/** What is sealed: the token, and the one that renews it. */
export const sealTokens = (
  { secrets }: Pick<Deps, 'secrets'>,
  { access, refresh }: { access: string; refresh: string | null },
): string => secrets.seal(JSON.stringify([access, refresh]));

/** What `sealTokens` has sealed. */
export const openTokens = ({ secrets }: Pick<Deps, 'secrets'>, sealed: string): [string, string | null] =>
  JSON.parse(secrets.open(sealed)) as [string, string | null];

/** The user's token, renewed when it has expired. Who renews at the same time as another request takes what that has got. */
async function accessToken(app: Deps, row: AppUserRow): Promise<string> {
  const [access, refresh] = openTokens(app, row.tokens);
  if (row.expiresAt === null || row.expiresAt.getTime() - EARLY_MS > app.clock.now().getTime()) return access;
  try {
    const renewed = await renew(app, refresh);
    const tokens = { tokens: sealTokens(app, renewed), expiresAt: renewed.expiresAt };
    await renewTokens(app.db, row.userId, row.tokens, tokens);
    return renewed.access;
  } catch (error) {
    const now = await findAppUser(app.db, row.userId);
    if (now && now.tokens !== row.tokens) return openTokens(app, now.tokens)[0];
    throw error;
  }
}

const publicRepo = ({
  name,
  full_name,
  owner,
  private: isPrivate,
  default_branch,
  pushed_at,
}: AppRepo): GithubRepo => ({
  ...{ name, full_name, owner: owner.login, private: isPrivate, default_branch, pushed_at },
});

/** GitHub with a user's token of the App: what it answers is what this user may read of what the App may read. */
export function createUserApi(app: Pick<Deps, 'config'>, token: string) {
  const { githubApiUrl, githubUrl } = app.config;
  const { ask } = createGithubHttp(githubApiUrl, token);
  const api = createGithubApi(githubApiUrl, token);

  /** It leads nowhere but to GitHub. */
  const settingsUrl = (given: string | null | undefined): string | null => {
    const url = given ? URL.parse(given) : null;
    return url !== null && url.origin === new URL(githubUrl).origin ? url.href : null;
  };
  const page = (installationId: number, number: number) =>
    ask(`/user/installations/${installationId}/repositories?per_page=${PAGE}&page=${number}`, Repos, {
      what: 'The installation of the GitHub App',
    });

  return {
    account: api.account,
    branches: api.branches,
    async installations(): Promise<GithubInstallation[]> {
      const all: GithubInstallation[] = [];
      for (let number = 1; number <= PAGES.installations; number += 1) {
        const { installations } = await ask(`/user/installations?per_page=${PAGE}&page=${number}`, Installations);
        for (const { id, account, suspended_at: suspendedAt, html_url: url } of installations)
          all.push({
            ...{ id, login: account.login, kind: account.type === 'Organization' ? 'organization' : 'user' },
            ...{ is_suspended: Boolean(suspendedAt), settings_url: settingsUrl(url) },
          });
        if (installations.length < PAGE) break;
      }
      return all;
    },
    /** A hundred repositories of an installation, those with this in their name. GitHub itself cannot search in them. */
    async repos(installationId: number, search: string): Promise<GithubAppRepos> {
      const first = await page(installationId, 1);
      if (search === '') {
        const rows = first.repositories.map(publicRepo);
        return { rows, total: Math.max(rows.length, first.total_count), is_partial: false };
      }
      const found = [...first.repositories];
      for (let number = 2; number <= PAGES.search && found.length === (number - 1) * PAGE; number += 1)
        found.push(...(await page(installationId, number)).repositories);
      const wanted = search.toLowerCase();
      const rows = found.filter((repo) => repo.full_name.toLowerCase().includes(wanted)).map(publicRepo);
      return { rows: rows.slice(0, PAGE), total: rows.length, is_partial: first.total_count > found.length };
    },
    /**
     * A repository of which GitHub says that both the App and this user may read it: what somebody typed proves nothing.
     * @throws PanelError GITHUB_REFUSED
     */
    async prove(installationId: number, repository: string): Promise<{ id: number; full_name: string }> {
      const wanted = repository.toLowerCase();
      for (let number = 1; number <= PAGES.proof; number += 1) {
        const { repositories } = await page(installationId, number);
        const match = repositories.find((repo) => repo.full_name.toLowerCase() === wanted);
        if (match) return { id: match.id, full_name: match.full_name };
        if (repositories.length < PAGE) break;
      }
      throw refused(`GitHub does not let the panel read ${repository}. Choose it at GitHub, under Configure.`);
    },
  };
}

export type UserApi = ReturnType<typeof createUserApi>;

/**
 * Asks GitHub as a user who has connected it.
 * @throws PanelError GITHUB_NOT_CONNECTED, GITHUB_SIGN_IN, GITHUB_REFUSED, GITHUB_UNAVAILABLE
 */
export async function askingAs<T>(app: Deps, userId: string, work: (api: UserApi) => Promise<T>): Promise<T> {
  const row = app.config.githubApp ? await findAppUser(app.db, userId) : null;
  if (!row) throw new PanelError('GITHUB_NOT_CONNECTED');
  try {
    return await work(createUserApi(app, await accessToken(app, row)));
  } catch (error) {
    if (error instanceof PanelError && error.code === 'GITHUB_TOKEN')
      throw new PanelError('GITHUB_SIGN_IN', {}, {}, error);
    throw error;
  }
}
