import { randomNonce, randomPKCECodeVerifier } from 'openid-client';
import { addressOf } from '../../config/config.ts';
import type { CallContext } from '../../context/call-context.ts';
import { idHash, randomId } from '../../context/csrf.ts';
import { found } from '../../context/scope.ts';
import { PanelError } from '../../kernel/errors.ts';
import { findProvider, insertAttempt, listProviders, takeAttempt, type ProviderRow } from './login-provider.repo.ts';
import { addressAtProvider, type ProviderClient } from './provider-client.ts';
import { ProviderProblem } from './provider-problem.ts';

const LIFE_MS = 10 * 60_000;

/** Whether the partner lets its users sign in at providers at all. */
export const offersProviders = ({ attributes }: Pick<CallContext['partner'], 'attributes'>): boolean =>
  attributes.SHOW_OTHER_LOGIN_OPTIONS === 'true';

/** Providers that users of this panel can sign in at. */
export const offeredProviders = async ({ app, partner }: CallContext): Promise<ProviderRow[]> =>
  offersProviders(partner) ? listProviders(app.db, partner.id) : [];

/** @throws PanelError NOT_FOUND, also while the partner offers none */
export async function offeredProvider({ app, partner }: CallContext, slug: string): Promise<ProviderRow> {
  return found(offersProviders(partner) ? await findProvider(app.db, partner.id, slug) : null);
}

/** The provider with its secret open. */
export const clientOf = ({ app }: Pick<CallContext, 'app'>, row: ProviderRow): ProviderClient => ({
  ...row,
  clientSecret: app.secrets.open(row.clientSecret),
});

/** Where a provider sends browsers back to; each has an address of its own, so that none can answer for another. */
export const callbackOf = ({ app, partner }: Pick<CallContext, 'app' | 'partner'>, slug: string): string =>
  `${addressOf(app.config, partner.domain)}/auth/${slug}/callback`;

const holderOf = ({ viewer, visitor }: CallContext): string => viewer?.session?.hash ?? visitor ?? '';

/**
 * Begins a sign-in at a provider, or linking an account there; returns where to send the browser.
 * @throws PanelError NOT_FOUND, PROVIDER_AWAY
 */
export async function beginAtProvider(
  context: CallContext,
  slug: string,
  { userId = null, next = null }: { userId?: string | null; next?: string | null },
): Promise<string> {
  const { app, partner } = context;
  const row = await offeredProvider(context, slug);
  const checks = { state: randomId(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  const callback = callbackOf(context, slug);
  const address = await addressAtProvider(clientOf(context, row), app.outside, { ...checks, callback }).catch(
    (error: unknown) => {
      if (error instanceof ProviderProblem) throw new PanelError('PROVIDER_AWAY', { name: row.name }, {}, error);
      throw error;
    },
  );
  await insertAttempt(app.db, {
    stateHash: idHash(checks.state),
    partnerId: partner.id,
    providerId: row.id,
    holder: holderOf(context),
    userId,
    next,
    secrets: app.secrets.seal(JSON.stringify([checks.nonce, checks.verifier])),
    expiresAt: new Date(app.clock.now().getTime() + LIFE_MS),
  });
  return address;
}

export type TakenAttempt = { userId: string | null; next: string | null; nonce: string; verifier: string };

/** Uses up what this browser has begun at a provider; null when there is nothing like it. */
export async function takeBegun(
  context: CallContext,
  provider: ProviderRow,
  state: string,
): Promise<TakenAttempt | null> {
  const { app, partner } = context;
  const row = await takeAttempt(app.db, {
    stateHash: idHash(state),
    partnerId: partner.id,
    providerId: provider.id,
    holder: holderOf(context),
    now: app.clock.now(),
  });
  if (!row) return null;
  const [nonce = '', verifier = ''] = JSON.parse(app.secrets.open(row.secrets)) as string[];
  return { userId: row.userId, next: row.next, nonce, verifier };
}
