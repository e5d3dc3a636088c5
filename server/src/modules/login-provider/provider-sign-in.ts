import { audit } from '../../context/audit.repo.ts';
import { isStaff, type CallContext, type UserRow } from '../../context/call-context.ts';
import { browserLanguage } from '../../context/language.ts';
import { PanelError } from '../../kernel/errors.ts';
import { welcome } from '../session/entry.service.ts';
import { findUser, findUserByEmail, insertCustomer } from '../user/user.repo.ts';
import { callbackOf, clientOf, offeredProvider, takeBegun } from './login-attempt.ts';
import { linkedMail } from './login-provider-mails.ts';
import { findIdentity, insertIdentity, touchIdentity, type ProviderRow } from './login-provider.repo.ts';
import { profileAtProvider } from './provider-client.ts';
import type { ProviderProfile } from './provider-profile.ts';
import { problemQuery, ProviderProblem } from './provider-problem.ts';

/** Codes of the specification (§8). */
const [GONE, NOT_SAVED, TAKEN, NO_SESSION] = ['E1003', 'E06M01L01', 'E06M01L02', 'E07M01L01'];

export type Returned = {
  slug: string;
  state: string;
  code?: string;
  iss?: string;
  error?: string;
  error_description?: string;
};

/** Where somebody reads how linking an account went. */
const securityPage = (user: Pick<UserRow, 'role'>) => (isStaff(user) ? '/security' : '/my-account/security');

const failed = (page: string, query: URLSearchParams | string, cause?: unknown) => {
  const search = typeof query === 'string' ? new URLSearchParams({ error: query }) : query;
  return new PanelError('PROVIDER_FAILED', {}, { redirectUrl: `${page}?${search}` }, cause);
};

/** The address that the provider sent the browser to, with what it has to say. */
function answerOf(context: CallContext, { slug, ...parts }: Returned): URL {
  const url = new URL(callbackOf(context, slug));
  for (const [name, value] of Object.entries(parts)) if (value) url.searchParams.set(name, value);
  return url;
}

/** A new customer, whose email the provider has verified. */
async function register(context: CallContext, provider: ProviderRow, who: ProviderProfile): Promise<UserRow> {
  const { app, partner, request } = context;
  const { email, firstname, lastname, subject } = who;
  // An email proves nothing about an account that somebody has opened before: its owner links it when signed in.
  if (await findUserByEmail(app.db, partner.id, email)) throw failed('/login', TAKEN);
  const user = await app.db
    .transaction(async (tx) => {
      const language = browserLanguage(request);
      const account = { partnerId: partner.id, email, firstname, lastname, language };
      const inserted = await insertCustomer(tx, account, app.clock.now());
      if (!inserted) return null;
      if (!(await insertIdentity(tx, { providerId: provider.id, userId: inserted.id, subject, email })))
        throw failed('/login', TAKEN);
      await audit(tx, 'signup', { partnerId: partner.id, userId: inserted.id, request }, { provider: provider.slug });
      return inserted;
    })
    .catch((error: unknown) => {
      throw error instanceof PanelError && error.code === 'PROVIDER_FAILED'
        ? error
        : failed('/login', NOT_SAVED, error);
    });
  if (!user) throw failed('/login', TAKEN);
  return user;
}

async function signIn(context: CallContext, provider: ProviderRow, who: ProviderProfile, next: string | null) {
  const { app, partner } = context;
  const known = await findIdentity(app.db, provider.id, who.subject);
  const user = known?.user ?? (await register(context, provider, who));
  if (user.partnerId !== null && user.partnerId !== partner.id) throw failed('/login', NO_SESSION);
  if (known) await touchIdentity(app.db, known.identity.id, who.email, app.clock.now());
  return welcome(context, user, next ?? undefined, 'login.provider').catch((error: unknown) => {
    throw error instanceof PanelError ? error : failed('/login', NO_SESSION, error);
  });
}

async function link(context: CallContext, provider: ProviderRow, who: ProviderProfile, user: UserRow) {
  const { app, partner, request } = context;
  const page = securityPage(user);
  const row = { providerId: provider.id, userId: user.id, subject: who.subject, email: who.email };
  const isNew = await app.db.transaction(async (tx) => {
    if ((await findIdentity(tx, provider.id, who.subject))?.user.id === user.id) return false;
    if (!(await insertIdentity(tx, row))) throw failed(page, TAKEN);
    await audit(tx, 'identity.link', { partnerId: partner.id, userId: user.id, request }, { provider: provider.slug });
    return true;
  });
  if (isNew)
    context.afterwards('identity mail', () => app.mail.send(linkedMail({ partner, user }, provider.name, who.email)));
  return { status: true as const, redirectUrl: page };
}

/**
 * A browser comes back from a provider: signs its user in, or links the account for who has asked for that.
 * @throws PanelError PROVIDER_FAILED with the page that says what it was
 */
export async function returnFromProvider(context: CallContext, returned: Returned) {
  const { app } = context;
  const provider = await offeredProvider(context, returned.slug).catch((error: unknown) => {
    throw failed('/login', GONE, error);
  });
  const begun = await takeBegun(context, provider, returned.state);
  if (!begun) throw failed('/login', GONE);
  const linking = begun.userId === null ? null : await findUser(app.db, begun.userId);
  if (begun.userId !== null && linking?.id !== context.viewer?.user.id) throw failed('/login', GONE);
  const { nonce, verifier, next } = begun;
  const answer = answerOf(context, returned);
  const checks = { answer, state: returned.state, nonce, verifier };
  let who: ProviderProfile;
  try {
    who = await profileAtProvider(clientOf(context, provider), app.outside, checks);
  } catch (error) {
    const step = error instanceof ProviderProblem ? error.step : 'login';
    context.log.warn({ err: error, provider: provider.slug, step }, 'a sign-in at a provider failed');
    throw failed(linking ? securityPage(linking) : '/login', problemQuery(provider.kind, provider.name, step), error);
  }
  return linking ? link(context, provider, who, linking) : signIn(context, provider, who, next);
}
