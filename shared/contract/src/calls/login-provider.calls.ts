import * as v from 'valibot';
import { call } from '../call.ts';
import { Id } from '../schemas/fields.ts';
import {
  LoginIdentity,
  LoginProvider,
  LoginProviderChangeInput,
  NewLoginProviderInput,
  OfferedProvider,
  ProviderAnswer,
  ProviderSlug,
} from '../schemas/login-provider.ts';
import { Outcome, Redirect, SignedIn } from '../schemas/user.ts';

/** How somebody gets into the account is nothing for a token. */
const own = { audience: 'signed-in', scope: 'closed', withoutSecondFactor: true } as const;
const staff = { audience: 'staff' } as const;
/** Each writes a row, and asks the provider. */
const ASKED = { everyTryCounts: true, limit: { tries: 60, windowSeconds: 900 } } as const;
const One = v.object({ id: Id });

/** Sign-in by Google, GitHub, GitLab, Bitbucket and OpenID providers, as the partner has set them up. */
export const loginProviderCalls = {
  offered: call({
    method: 'GET',
    path: '/auth/providers',
    summary: 'Providers that the sign-in page offers',
    audience: 'public',
  }).output(v.object({ rows: v.array(OfferedProvider) })),
  start: call({
    neverKept: true,
    noAuditLine: true,
    method: 'POST',
    path: '/auth/{slug}/start',
    summary: 'Begin to sign in at a provider; the answer says where to send the browser',
    audience: 'public',
    errors: ['NOT_FOUND', 'PROVIDER_AWAY', 'RATE_LIMITED'],
    ...ASKED,
  })
    .input(v.object({ slug: ProviderSlug, next: v.optional(v.pipe(v.string(), v.maxLength(2000))) }))
    .output(Redirect),
  link: call({
    neverKept: true,
    method: 'POST',
    path: '/auth/{slug}/link',
    summary: 'Begin to link an account at a provider; the answer says where to send the browser',
    ...own,
    stepUp: true,
    errors: ['NOT_FOUND', 'PROVIDER_AWAY', 'RATE_LIMITED'],
    ...ASKED,
  })
    .input(v.object({ slug: ProviderSlug }))
    .output(Redirect),
  callback: call({
    method: 'GET',
    path: '/auth/{slug}/callback',
    summary: 'Where a provider sends a browser back to',
    audience: 'public',
    errors: ['PROVIDER_FAILED', 'ACCOUNT_SUSPENDED', 'RATE_LIMITED'],
    limit: { tries: 20, windowSeconds: 900 },
  })
    .input(ProviderAnswer)
    .output(SignedIn),
  identities: call({
    method: 'GET',
    path: '/security/identities',
    summary: 'Accounts at providers that open the caller’s account',
    ...own,
  }).output(v.object({ rows: v.array(LoginIdentity), offered: v.array(OfferedProvider) })),
  unlink: call({
    method: 'DELETE',
    path: '/security/identities/{id}',
    summary: 'Unlink an account at a provider',
    ...own,
    stepUp: true,
    errors: ['NOT_FOUND', 'LAST_SIGN_IN'],
  })
    .input(One)
    .output(Outcome),
  list: call({
    method: 'GET',
    path: '/partner/login-providers',
    summary: 'Providers of this partner, for its staff',
    ...staff,
  }).output(v.object({ rows: v.array(LoginProvider), is_offered: v.boolean() })),
  create: call({
    neverKept: true,
    method: 'POST',
    path: '/partner/login-providers',
    summary: 'Set up a provider; an OpenID provider is asked for its configuration first',
    ...staff,
    stepUp: true,
    errors: ['PROVIDER_EXISTS', 'PROVIDER_AWAY'],
  })
    .input(NewLoginProviderInput)
    .output(v.object({ ...Outcome.entries, data: LoginProvider })),
  change: call({
    method: 'PUT',
    path: '/partner/login-providers/{id}',
    summary: 'Change client ID and secret of a provider',
    ...staff,
    stepUp: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  })
    .input(LoginProviderChangeInput)
    .output(v.object({ ...Outcome.entries, data: LoginProvider })),
  remove: call({
    method: 'DELETE',
    path: '/partner/login-providers/{id}',
    summary: 'Remove a provider; accounts that were linked with it are no longer',
    ...staff,
    stepUp: true,
    errors: ['NOT_FOUND'],
  })
    .input(One)
    .output(Outcome),
};
