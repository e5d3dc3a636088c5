import * as oidc from 'openid-client';
import * as v from 'valibot';
import { list, type LoginProviderKind } from '@panel/contract';
import { Email } from '@panel/contract/schemas';
import { parseJson } from '../../lib/parse-json.ts';
import type { ProviderFetch } from './provider-fetch.ts';
import { ProviderProblem } from './provider-problem.ts';

/** Who somebody is at a provider; the email is theirs, as the provider has checked. */
export type ProviderProfile = { subject: string; email: string; firstname: string; lastname: string };

type Signed = {
  config: oidc.Configuration;
  api: string | null;
  tokens: Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>;
  fetch: ProviderFetch;
};
type Failed = (step: 'user' | 'email', error: unknown) => ProviderProblem;

/** Without control characters: PostgreSQL cannot store NUL. */
const text = v.pipe(v.string(), v.maxLength(300), v.regex(/^\P{Cc}*$/u));
const name = v.fallback(
  v.pipe(
    text,
    v.transform((value) => value.trim().slice(0, 50)),
  ),
  '',
);
const optional = v.optional(v.nullable(v.unknown()));

const Claims = v.object({
  sub: v.pipe(text, v.nonEmpty()),
  email: v.optional(v.unknown()),
  email_verified: optional,
  given_name: name,
  family_name: name,
});
/** Of one account. */
const MOST_EMAILS = 1000;
const GithubUser = v.object({ id: v.pipe(v.number(), v.safeInteger()), name });
const GithubEmails = list(v.object({ email: text, primary: v.boolean(), verified: v.boolean() }), { max: MOST_EMAILS });
const BitbucketUser = v.object({ uuid: v.pipe(text, v.nonEmpty()), display_name: name });
const BitbucketEmails = v.object({
  values: list(v.object({ email: text, is_primary: v.boolean(), is_confirmed: v.boolean() }), { max: MOST_EMAILS }),
});

function profile(subject: string, email: unknown, isVerified: boolean, [firstname = '', lastname = '']: string[]) {
  const read = v.safeParse(Email, email);
  if (!isVerified || !read.success) throw new ProviderProblem('unverified', 'The email address is not verified.');
  return { subject, email: read.output, firstname, lastname };
}

/** The first word, and the rest. */
function nameParts(full: string): string[] {
  const [first = '', ...rest] = full.split(/\s+/);
  return [first, rest.join(' ')];
}

async function ask<T>({ fetch, api, tokens }: Signed, path: string, schema: v.GenericSchema<unknown, T>): Promise<T> {
  const answer = await fetch(`${api}${path}`, {
    headers: { accept: 'application/json', authorization: `Bearer ${tokens.access_token}` },
  });
  const read = answer.ok ? parseJson(schema, Buffer.from(await answer.arrayBuffer())) : null;
  if (read === null) throw new Error(`${path} was answered with ${answer.status}, or in another form.`);
  return read;
}

async function github(signed: Signed): Promise<ProviderProfile> {
  const user = await ask(signed, '/user', GithubUser);
  const chosen = (await ask(signed, '/user/emails', GithubEmails)).find(({ primary }) => primary);
  return profile(String(user.id), chosen?.email, chosen?.verified === true, nameParts(user.name));
}

async function bitbucket(signed: Signed, failed: Failed): Promise<ProviderProfile> {
  const user = await ask(signed, '/user', BitbucketUser);
  const { values } = await ask(signed, '/user/emails', BitbucketEmails).catch((error: unknown) => {
    throw failed('email', error);
  });
  const chosen = values.find(({ is_primary }) => is_primary);
  return profile(user.uuid, chosen?.email, chosen?.is_confirmed === true, nameParts(user.display_name));
}

async function openId({ config, tokens }: Signed): Promise<ProviderProfile> {
  const inToken = tokens.claims();
  if (!inToken) throw new Error('There is no ID token.');
  const asked =
    inToken['email'] === undefined && config.serverMetadata().userinfo_endpoint
      ? await oidc.fetchUserInfo(config, tokens.access_token, inToken.sub)
      : {};
  const claims = v.parse(Claims, { ...inToken, ...asked });
  const names = [claims.given_name, claims.family_name];
  return profile(claims.sub, claims.email, claims.email_verified === true, names);
}

/**
 * Who a provider says has signed in, with the email that it has verified; GitHub and Bitbucket are asked for it.
 * @throws ProviderProblem
 */
export async function profileOf(kind: LoginProviderKind, signed: Signed, failed: Failed): Promise<ProviderProfile> {
  try {
    if (kind === 'github') return await github(signed);
    if (kind === 'bitbucket') return await bitbucket(signed, failed);
    return await openId(signed);
  } catch (error) {
    throw failed('user', error);
  }
}
