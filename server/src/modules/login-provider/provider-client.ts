import * as oidc from 'openid-client';
import type { LoginProviderKind } from '@panel/contract';
import type { Outside } from '../../hosting/egress/outside.ts';
import { createProviderFetch } from './provider-fetch.ts';
import { ProviderProblem, type Step } from './provider-problem.ts';
import { profileOf, type ProviderProfile } from './provider-profile.ts';

const TIMEOUT_SECONDS = 20;

/** A provider with its secret open. */
export type ProviderClient = {
  kind: LoginProviderKind;
  issuer: string | null;
  clientId: string;
  clientSecret: string;
};
export type Checks = { state: string; nonce: string; verifier: string };

const ISSUERS = { google: 'https://accounts.google.com', gitlab: 'https://gitlab.com' } as const;

const baseOf = (issuer: string | null): string | undefined =>
  issuer?.endsWith('/') ? issuer.slice(0, -1) : issuer === null ? undefined : issuer;

/** OAuth 2 without OpenID: addresses are fixed, and there is no ID token. */
export function plainServer(kind: LoginProviderKind, issuer: string | null) {
  if (kind === 'github') {
    const base = baseOf(issuer) ?? 'https://github.com';
    return {
      issuer: `${base}/login/oauth`,
      authorization_endpoint: `${base}/login/oauth/authorize`,
      token_endpoint: `${base}/login/oauth/access_token`,
      api: issuer === null ? 'https://api.github.com' : `${base}/api/v3`,
      scope: 'read:user user:email',
    };
  }
  if (kind === 'bitbucket') {
    const base = baseOf(issuer) ?? 'https://bitbucket.org';
    return {
      issuer: base,
      authorization_endpoint: `${base}/site/oauth2/authorize`,
      token_endpoint: `${base}/site/oauth2/access_token`,
      api: issuer === null ? 'https://api.bitbucket.org/2.0' : `${base}/2.0`,
      scope: 'account email',
    };
  }
  return null;
}

/** The way that every server has to know (OpenID Connect Core, 9), where it does not say that it knows only the other. */
const clientAuth =
  (secret: string): oidc.ClientAuth =>
  (server, ...rest) => {
    const known = server.token_endpoint_auth_methods_supported;
    const auth = !known || known.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
    return auth(secret)(server, ...rest);
  };

type Opened = { config: oidc.Configuration; scope: string; api: string | null };

async function open(
  { kind, issuer, clientId, clientSecret }: ProviderClient,
  fetch: ReturnType<typeof createProviderFetch>['fetch'],
): Promise<Opened> {
  const plain = plainServer(kind, issuer);
  if (plain) {
    const { api, scope, ...server } = plain;
    const config = new oidc.Configuration(server, clientId, {}, oidc.ClientSecretPost(clientSecret));
    config[oidc.customFetch] = fetch as oidc.CustomFetch;
    config.timeout = TIMEOUT_SECONDS;
    if (server.issuer.startsWith('http:')) oidc.allowInsecureRequests(config);
    return { config, scope, api };
  }
  const address = issuer ?? (kind === 'gitlab' ? ISSUERS.gitlab : ISSUERS.google);
  const config = await oidc.discovery(new URL(address), clientId, {}, clientAuth(clientSecret), {
    [oidc.customFetch]: fetch as oidc.CustomFetch,
    timeout: TIMEOUT_SECONDS,
    execute: [oidc.enableNonRepudiationChecks, ...(address.startsWith('http:') ? [oidc.allowInsecureRequests] : [])],
  });
  return { config, scope: 'openid email profile', api: null };
}

/**
 * Where to send a browser that is to sign in at a provider. An OpenID provider is asked for its configuration.
 * @throws ProviderProblem
 */
export async function addressAtProvider(
  client: ProviderClient,
  outside: Outside,
  { callback, state, nonce, verifier }: Checks & { callback: string },
): Promise<string> {
  const { fetch } = createProviderFetch(outside);
  try {
    const { config, scope, api } = await open(client, fetch);
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope,
      state,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(api === null ? { nonce } : {}),
      ...(client.kind === 'google' ? { prompt: 'select_account' } : {}),
    });
    return url.href;
  } catch (error) {
    throw new ProviderProblem('token-away', 'Its configuration could not be used.', error);
  }
}

/**
 * Who has signed in at a provider, by what it sent the browser back with. State, nonce, PKCE, issuer, audience and
 * signature are checked by the library.
 * @throws ProviderProblem
 */
export async function profileAtProvider(
  client: ProviderClient,
  outside: Outside,
  { answer, state, nonce, verifier }: Checks & { answer: URL },
): Promise<ProviderProfile> {
  const { fetch, isAway } = createProviderFetch(outside);
  const failed = (step: 'token' | 'user' | 'email', error: unknown): ProviderProblem => {
    const found: Step = isAway() ? `${step}-away` : step;
    return error instanceof ProviderProblem ? error : new ProviderProblem(found, 'The provider failed.', error);
  };
  if (answer.searchParams.has('error')) throw new ProviderProblem('login', 'The provider has refused.');
  let opened: Opened;
  let tokens: Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>;
  try {
    opened = await open(client, fetch);
    tokens = await oidc.authorizationCodeGrant(opened.config, answer, {
      expectedState: state,
      pkceCodeVerifier: verifier,
      ...(opened.api === null ? { expectedNonce: nonce, idTokenExpected: true } : {}),
    });
  } catch (error) {
    throw failed('token', error);
  }
  return profileOf(client.kind, { ...opened, tokens, fetch }, failed);
}
