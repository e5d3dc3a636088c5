import * as oidc from 'openid-client';
import githubAppJwt from 'universal-github-app-jwt';
import * as v from 'valibot';
import type { GithubAppSettings } from '../../config/github.ts';
import type { AppContext } from '../../context/app-context.ts';
import { found } from '../../context/scope.ts';
import { PanelError } from '../../kernel/errors.ts';
import { createGithubHttp, readText, refusalOf, refused, scanned } from '../github/github-http.ts';

type Deps = Pick<AppContext, 'config' | 'clock'>;

const ANSWER_MS = 15_000;
const Token = v.pipe(v.string(), v.maxLength(1000), v.regex(/^[\x21-\x7e]+$/));
const path = v.pipe(v.string(), v.maxLength(300), v.regex(/^[\w./-]+$/));

/** The GitHub App of this installation. @throws PanelError NOT_FOUND without one */
export const needApp = ({ config }: Pick<Deps, 'config'>): GithubAppSettings => found(config.githubApp);

/** GitHub as the App itself. What it refuses is nothing that a customer could change. */
async function asApp<T>(
  { config, clock }: Deps,
  work: (http: ReturnType<typeof createGithubHttp>) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const { id, privateKey } = needApp({ config });
  const { token } = await githubAppJwt({ id, privateKey, now: Math.floor(clock.now().getTime() / 1000) });
  try {
    return await work(createGithubHttp(config.githubApiUrl, token, signal));
  } catch (error) {
    if (!(error instanceof PanelError) || error.code !== 'GITHUB_TOKEN') throw error;
    throw new PanelError('GITHUB_UNAVAILABLE', {}, {}, new Error('GitHub refused the key of the App.'));
  }
}

export type Installed = { installationId: number; repositoryId: number };

/**
 * A token for one repository of an installation and for one thing. It ends within the hour and is stored nowhere.
 * @throws PanelError GITHUB_REFUSED, GITHUB_UNAVAILABLE
 */
export function installationToken(
  app: Deps,
  { installationId, repositoryId }: Installed,
  permissions: { contents: 'read' } | { checks: 'write' },
  signal?: AbortSignal,
): Promise<string> {
  const body = { repository_ids: [repositoryId], permissions };
  return asApp(
    app,
    async ({ ask }) => {
      const asked = { method: 'POST' as const, body, what: 'The installation of the GitHub App' };
      const address = `/app/installations/${installationId}/access_tokens`;
      return (await ask(address, v.object({ token: Token }), asked)).token;
    },
    signal,
  );
}

/** Where the App is installed for an account. */
export async function installAddress(app: Deps): Promise<string> {
  const Page = v.object({ slug: v.pipe(path, v.maxLength(100)), html_url: v.optional(v.string()) });
  const { slug, html_url: page } = await asApp(app, ({ ask }) => ask('/app', Page));
  // A GitHub Enterprise Server has another path.
  const own = page === undefined ? null : URL.parse(page);
  const at = own?.origin === new URL(app.config.githubUrl).origin ? own.pathname : `/apps/${slug}`;
  return `${app.config.githubUrl}${at}/installations/new`;
}

/** Requests of the OAuth library: no redirects, and of an answer what is small and simple. */
function boundedFetch(): { fetch: oidc.CustomFetch; isAway: () => boolean } {
  let away = false;
  const request: oidc.CustomFetch = async (url, { method, headers, body }) => {
    away = true;
    const answer = await fetch(url, {
      ...{ method, headers: { ...headers, 'user-agent': 'panel' }, body: body as string | URLSearchParams },
      ...{ redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) },
    });
    const text = await readText(answer);
    if (scanned(text) === null) throw new Error('The answer of GitHub is no JSON that could be read.');
    away = answer.status >= 500 || answer.status === 429 || answer.status < 200;
    return new Response(text, { status: answer.status, headers: { 'content-type': 'application/json' } });
  };
  return { fetch: request, isAway: () => away };
}

function oauth(app: Deps, fetch: oidc.CustomFetch): oidc.Configuration {
  const { clientId, clientSecret } = needApp(app);
  const base = `${app.config.githubUrl}/login/oauth`;
  const server = {
    issuer: base,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/access_token`,
  };
  const config = new oidc.Configuration(server, clientId, {}, oidc.ClientSecretPost(clientSecret));
  config[oidc.customFetch] = fetch;
  if (base.startsWith('http:')) oidc.allowInsecureRequests(config);
  return config;
}

/** Where to send a browser whose user is to connect GitHub. */
export async function authorizeAddress(
  app: Deps,
  { callback, state, verifier }: { callback: string; state: string; verifier: string },
): Promise<string> {
  const url = oidc.buildAuthorizationUrl(oauth(app, boundedFetch().fetch), {
    redirect_uri: callback,
    state,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return url.href;
}

/** The tokens of a user; `refresh` is null for one that does not expire. */
export type UserTokens = { access: string; refresh: string | null; expiresAt: Date | null };

function tokensOf({ clock }: Deps, given: oidc.TokenEndpointResponse): UserTokens {
  const { access_token: access, refresh_token: refresh, expires_in: seconds } = given;
  if (!v.is(Token, access) || (refresh !== undefined && !v.is(Token, refresh))) throw new Error('No token.');
  const expiresAt = seconds === undefined ? null : new Date(clock.now().getTime() + seconds * 1000);
  return { access, refresh: refresh ?? null, expiresAt };
}

/** The tokens of a user who comes back. @throws PanelError GITHUB_REFUSED, GITHUB_UNAVAILABLE */
export async function exchangeCode(
  app: Deps,
  { answer, state, verifier }: { answer: URL; state: string; verifier: string },
): Promise<UserTokens> {
  const { fetch, isAway } = boundedFetch();
  try {
    const checks = { expectedState: state, pkceCodeVerifier: verifier };
    return tokensOf(app, await oidc.authorizationCodeGrant(oauth(app, fetch), answer, checks));
  } catch (error) {
    throw isAway() ? new PanelError('GITHUB_UNAVAILABLE', {}, {}, error) : refused('GitHub gave no token.', error);
  }
}

/** New tokens for those that have expired; each renews once. @throws PanelError GITHUB_SIGN_IN, GITHUB_UNAVAILABLE */
export async function renew(app: Deps, refresh: string | null): Promise<UserTokens> {
  if (refresh === null) throw new PanelError('GITHUB_SIGN_IN');
  const { fetch, isAway } = boundedFetch();
  try {
    return tokensOf(app, await oidc.refreshTokenGrant(oauth(app, fetch), refresh));
  } catch (error) {
    throw new PanelError(isAway() ? 'GITHUB_UNAVAILABLE' : 'GITHUB_SIGN_IN', {}, {}, error);
  }
}

/** What GitHub answers when it has taken access back, or when there was none any more. */
const ENDED = new Set([204, 404, 422]);

/**
 * Ends the access of a user's token: all that this user has allowed the App, or the token alone.
 * @throws PanelError GITHUB_UNAVAILABLE, GITHUB_REFUSED
 */
export async function endAccess(
  app: Pick<Deps, 'config'>,
  { token, what }: { token: string; what: 'grant' | 'token' },
  signal?: AbortSignal,
): Promise<void> {
  const { clientId, clientSecret } = needApp(app);
  const { githubApiUrl } = app.config;
  const { request } = createGithubHttp(githubApiUrl, { id: clientId, secret: clientSecret }, signal);
  const address = `${githubApiUrl}/applications/${encodeURIComponent(clientId)}/${what}`;
  const answer = await request(address, { method: 'DELETE', body: { access_token: token } });
  const text = await readText(answer);
  if (!ENDED.has(answer.status)) throw refusalOf(answer, text, 'The access');
}
