import type { CommitState, GithubBranch, GithubRepo } from '@panel/contract';
import { Readable } from 'node:stream';
import * as v from 'valibot';
import { scanJson } from '../../lib/json-scan.ts';
import { PanelError } from '../../kernel/errors.ts';

const ANSWER_MS = 15_000;
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
/** A page of a hundred repositories, each with about 200 names and values. */
const BOUNDS = { depth: 16, elements: 60_000 };
/** GitHub's largest page, and how many of them a list has. */
const PAGE = 100;
const PAGES = 3;
/** Without control characters: PostgreSQL cannot store NUL. */
const short = v.pipe(v.string(), v.maxLength(300), v.regex(/^\P{Cc}*$/u));
const sha = v.pipe(v.string(), v.regex(/^[0-9a-f]{40,64}$/));

const Account = v.object({ login: v.pipe(short, v.nonEmpty()) });
const Repo = v.pipe(
  v.object({
    name: short,
    full_name: short,
    owner: Account,
    private: v.boolean(),
    default_branch: short,
    pushed_at: v.nullable(short),
  }),
  v.transform((repo): GithubRepo => ({ ...repo, owner: repo.owner.login })),
);
const Branch = v.pipe(
  v.object({ name: short, commit: v.object({ sha }) }),
  v.transform(({ name, commit }): GithubBranch => ({ name, commit: commit.sha })),
);
const Refusal = v.object({
  message: v.optional(v.string(), ''),
  errors: v.optional(v.array(v.object({ message: v.optional(v.string()) })), []),
});

type Asked = {
  method?: 'POST';
  body?: Record<string, unknown>;
  /** What a 404 is about, e.g. `The repository a/b`. */
  what?: string;
};

/** The state of a commit in one context, with the page that shows more. */
export type GithubStatus = {
  state: CommitState;
  target_url: string;
  description: string;
  context: string;
};

const refused = (reason: string, cause?: unknown): PanelError =>
  new PanelError('GITHUB_REFUSED', { reason }, {}, cause);

/**
 * GitHub's REST API with one access token. The token is sent in a header and appears in no address and no error.
 * Answers are checked and limited, because they are no more trusted than any other server's.
 * @throws PanelError GITHUB_TOKEN, GITHUB_REFUSED with the reason, GITHUB_UNAVAILABLE
 */
export function createGithubApi(apiUrl: string, token: string, signal?: AbortSignal) {
  const request = async (address: string | URL, { method, body }: Asked = {}): Promise<Response> => {
    const url = new URL(address);
    const isOwn = url.origin === new URL(apiUrl).origin;
    const timeout = AbortSignal.timeout(ANSWER_MS);
    // The limit is for the start of the answer: an archive takes longer.
    const connecting = new AbortController();
    const stop = () => connecting.abort(timeout.reason);
    timeout.addEventListener('abort', stop);
    try {
      return await fetch(url, {
        method: method ?? 'GET',
        redirect: 'manual',
        headers: {
          accept: 'application/vnd.github+json',
          'x-github-api-version': '2022-11-28',
          'user-agent': 'panel',
          ...(isOwn && { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: signal ? AbortSignal.any([signal, connecting.signal]) : connecting.signal,
      });
    } catch (error) {
      throw new PanelError('GITHUB_UNAVAILABLE', {}, {}, error);
    } finally {
      timeout.removeEventListener('abort', stop);
    }
  };

  const ask = async <T>(path: string, schema: v.GenericSchema<unknown, T>, asked: Asked = {}): Promise<T> => {
    const response = await request(`${apiUrl}${path}`, asked);
    const text = await readText(response);
    if (!response.ok) throw refusalOf(response, text, asked.what);
    const parsed = v.safeParse(schema, parsedJson(text));
    if (parsed.success) return parsed.output;
    throw new PanelError('GITHUB_UNAVAILABLE', {}, {}, new Error(`GitHub's answer to ${path} has another form.`));
  };

  const list = async <T>(path: string, schema: v.GenericSchema<unknown, T>, asked: Asked = {}): Promise<T[]> => {
    const found: T[] = [];
    for (let page = 1; page <= PAGES; page += 1) {
      const separator = path.includes('?') ? '&' : '?';
      const part = await ask(`${path}${separator}per_page=${PAGE}&page=${page}`, v.array(schema), asked);
      found.push(...part);
      if (part.length < PAGE) break;
    }
    return found;
  };

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

/** The address of the website beside an API. */
export const githubWebUrl = (apiUrl: string): string =>
  new URL(apiUrl).host === 'api.github.com' ? 'https://github.com' : new URL(apiUrl).origin;

/** Whether an address belongs to the code host, so that an answer cannot send the server elsewhere. */
function isOfCodeHost(url: URL, apiUrl: string): boolean {
  if (url.origin === new URL(apiUrl).origin) return true;
  return (
    url.protocol === 'https:' && url.port === '' && url.hostname.endsWith(`.${new URL(githubWebUrl(apiUrl)).hostname}`)
  );
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of response.body ?? []) {
      size += part.byteLength;
      if (size > MAX_ANSWER_BYTES) throw new Error(`more than ${MAX_ANSWER_BYTES} bytes`);
      parts.push(part);
    }
  } catch (error) {
    throw new PanelError('GITHUB_UNAVAILABLE', {}, {}, error);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parsedJson(text: string): unknown {
  try {
    return scanJson(Buffer.from(text), BOUNDS) === 'ok' ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** What an unsuccessful answer means for the user. */
function refusalOf(response: Response, text: string, what = 'This'): PanelError {
  const { status, headers } = response;
  if (status === 401) return new PanelError('GITHUB_TOKEN');
  if (status === 404)
    return refused(`${what} was not found, or the access token may not read it. Check both at GitHub.`);
  if (status === 429 || (status === 403 && headers.get('x-ratelimit-remaining') === '0'))
    return refused('GitHub allows no more requests for now. Try again in an hour.');
  if (status >= 500 || status < 400)
    return new PanelError('GITHUB_UNAVAILABLE', {}, {}, new Error(`GitHub answered ${status}.`));
  const said = v.safeParse(Refusal, parsedJson(text));
  const reason = said.success ? (said.output.errors[0]?.message ?? said.output.message) : '';
  return refused(`GitHub answered: ${reason.replace(/\p{Cc}/gu, ' ').slice(0, 200) || `status ${status}`}`);
}
