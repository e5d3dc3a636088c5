import type { GithubAppConnection } from '@panel/contract';
import { randomPKCECodeVerifier } from 'openid-client';
import { addressOf } from '../../config/config.ts';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { idHash, randomId } from '../../context/csrf.ts';
import { PanelError } from '../../kernel/errors.ts';
import { authorizeAddress, exchangeCode, needApp } from './app-client.ts';
import { findAppUser, insertAttempt, saveAppUser, saveInstallations, takeAttempt } from './github-app.repo.ts';
import { listedOf } from './repositories.service.ts';
import { revocationOf } from './revocation.repo.ts';
import { endConnection, GIVEN_UP_MS } from './revoke.tasks.ts';
import { createUserApi, sealTokens } from './user-api.ts';

const LIFE_MS = 10 * 60_000;
const FIRST_PAGE = '/new-app/existing-project/pick-repo';

const holderOf = ({ viewer }: CallContext): string | null => viewer?.session?.hash ?? null;

/** Where GitHub sends browsers back to: the one registered address, or this panel's own. */
const callbackOf = ({ app, partner }: CallContext): string =>
  app.config.githubApp?.callbackUrl ?? `${addressOf(app.config, partner.domain)}/github-app/callback`;

export async function appConnection({ app, ...context }: CallContext): Promise<GithubAppConnection> {
  const isConfigured = app.config.githubApp !== undefined;
  const row = isConfigured ? await findAppUser(app.db, signedIn({ app, ...context }).id) : null;
  const ended = isConfigured && !row ? await revocationOf(app.db, signedIn({ app, ...context }).id) : null;
  return {
    ...{ is_configured: isConfigured, login: row?.login ?? null },
    revocation: ended && {
      login: ended.login,
      state: ended.failedAt === null ? 'pending' : 'failed',
      until: new Date(ended.createdAt.getTime() + GIVEN_UP_MS).toISOString(),
      settings_url: `${app.config.githubUrl}/settings/apps/authorizations`,
    },
  };
}

/**
 * Begins to connect GitHub; returns where to send the browser. Only the session that begins it can end it, once, in this panel.
 * @throws PanelError NOT_FOUND without an App, or without a session
 */
export async function beginConnecting(context: CallContext, next: string): Promise<string> {
  const { app, partner } = context;
  needApp(app);
  const holder = holderOf(context);
  if (holder === null) throw new PanelError('NOT_FOUND');
  const state = randomId();
  const verifier = randomPKCECodeVerifier();
  await insertAttempt(app.db, {
    stateHash: idHash(state),
    partnerId: partner.id,
    userId: signedIn(context).id,
    ...{ holder, next, verifier: app.secrets.seal(verifier) },
    expiresAt: new Date(app.clock.now().getTime() + LIFE_MS),
  });
  return authorizeAddress(app, { callback: callbackOf(context), state, verifier });
}

const failed = (page: string, cause?: unknown): PanelError =>
  new PanelError('GITHUB_CONNECT_FAILED', {}, { redirectUrl: `${page}?error=GITHUB_CONNECT_FAILED` }, cause);

type Answer = { state: string; code?: string; iss?: string; error?: string; error_description?: string };

/**
 * A browser comes back from GitHub: its user's tokens are kept, sealed, and which installations they may read.
 * @throws PanelError GITHUB_CONNECT_FAILED with the page to return to
 */
export async function endConnecting(context: CallContext, answer: Answer): Promise<string> {
  const { app, partner, request } = context;
  const holder = holderOf(context);
  const wanted = { stateHash: idHash(answer.state), partnerId: partner.id, now: app.clock.now() };
  const begun = holder === null || !app.config.githubApp ? null : await takeAttempt(app.db, { ...wanted, holder });
  if (!begun) throw failed(FIRST_PAGE);
  const url = new URL(callbackOf(context));
  for (const [name, value] of Object.entries(answer)) if (value) url.searchParams.set(name, value);
  try {
    if (answer.error !== undefined) throw new Error('Its user has not agreed.');
    const verifier = app.secrets.open(begun.verifier);
    const tokens = await exchangeCode(app, { answer: url, state: answer.state, verifier });
    const api = createUserApi(app, tokens.access);
    const { login } = await api.account();
    const installations = await api.installations();
    const { userId } = begun;
    await app.db.transaction(async (tx) => {
      // Of another account, or of the same: the earlier tokens are of no use to anybody.
      await endConnection(tx, app, userId);
      await saveAppUser(tx, userId, { login, tokens: sealTokens(app, tokens), expiresAt: tokens.expiresAt });
      await saveInstallations(tx, userId, listedOf(installations));
      await audit(tx, 'github.connect', { partnerId: partner.id, userId, request }, { login });
    });
  } catch (error) {
    context.log.warn({ err: error }, 'GitHub could not be connected');
    throw failed(begun.next, error);
  }
  return begun.next;
}

/** Forgets tokens and installations, and ends the access at GitHub. Applications stay as they are; none is built from GitHub until it is connected again. */
export async function disconnectApp(context: CallContext): Promise<void> {
  const { app, partner, request } = context;
  const { id } = signedIn(context);
  await app.db.transaction(async (tx) => {
    await endConnection(tx, app, id);
    await audit(tx, 'github.disconnect', { partnerId: partner.id, userId: id, request }, {});
  });
}
