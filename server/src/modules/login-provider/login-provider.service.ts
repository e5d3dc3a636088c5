import {
  KINDS_WITH_ISSUER,
  LOGIN_PROVIDER_NAMES,
  type LoginProvider,
  type LoginProviderChangeInput,
  type NewLoginProviderInput,
} from '@panel/contract';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { found } from '../../context/scope.ts';
import { PanelError } from '../../kernel/errors.ts';
import { checkExpected } from '../../kernel/expected.ts';
import { callbackOf } from './login-attempt.ts';
import * as repo from './login-provider.repo.ts';
import { addressAtProvider } from './provider-client.ts';
import { ProviderProblem } from './provider-problem.ts';

const wire = (context: CallContext, row: repo.ProviderRow, accounts: number): LoginProvider => ({
  id: row.id,
  kind: row.kind,
  slug: row.slug,
  name: row.name,
  issuer: row.issuer,
  client_id: row.clientId,
  callback_url: callbackOf(context, row.slug),
  accounts,
  updated_at: row.updatedAt.toISOString(),
});

const who = (context: CallContext) => ({
  partnerId: context.partner.id,
  userId: signedIn(context).id,
  request: context.request,
});

/** All providers of the partner. */
export async function ownProviders(context: CallContext): Promise<LoginProvider[]> {
  const { app, partner } = context;
  const accounts = await repo.countAccounts(app.db, partner.id);
  const rows = await repo.listProviders(app.db, partner.id);
  return rows.map((row) => wire(context, row, accounts.get(row.id) ?? 0));
}

/** Asks a provider for its configuration, as a sign-in will. @throws PanelError PROVIDER_AWAY */
async function tryOut(context: CallContext, client: Parameters<typeof addressAtProvider>[0], name: string) {
  const checks = { state: 'try', nonce: 'try', verifier: 'try', callback: callbackOf(context, 'try') };
  await addressAtProvider(client, context.app.outside, checks).catch((error: unknown) => {
    if (error instanceof ProviderProblem) throw new PanelError('PROVIDER_AWAY', { name }, {}, error);
    throw error;
  });
}

/**
 * Sets up a provider.
 * @throws PanelError PROVIDER_EXISTS, PROVIDER_AWAY
 */
export async function createProvider(context: CallContext, input: NewLoginProviderInput): Promise<LoginProvider> {
  const { app, partner } = context;
  const { kind, client_id: clientId, client_secret: clientSecret } = input;
  const slug = kind === 'oidc' ? `oidc-${input.slug}` : kind;
  const name = input.name ?? LOGIN_PROVIDER_NAMES[kind];
  const issuer = KINDS_WITH_ISSUER.includes(kind) ? (input.issuer ?? null) : null;
  if (await repo.findProvider(app.db, partner.id, slug)) throw new PanelError('PROVIDER_EXISTS');
  await tryOut(context, { kind, issuer, clientId, clientSecret }, name);
  return app.db.transaction(async (tx) => {
    const row = await repo.insertProvider(tx, {
      ...{ partnerId: partner.id, kind, slug, name, issuer, clientId },
      clientSecret: app.secrets.seal(clientSecret),
    });
    if (!row) throw new PanelError('PROVIDER_EXISTS');
    await audit(tx, 'login_provider.create', who(context), { slug, issuer, clientId });
    return wire(context, row, 0);
  });
}

/** @throws PanelError NOT_FOUND */
export async function changeProvider(
  context: CallContext,
  { id, client_id: clientId, client_secret: secret, expected }: LoginProviderChangeInput,
): Promise<LoginProvider> {
  const { app, partner } = context;
  const accounts = await repo.countAccounts(app.db, partner.id);
  return app.db.transaction(async (tx) => {
    const before = found(await repo.lockProvider(tx, { partnerId: partner.id, id }));
    checkExpected(expected, { client_id: before.clientId });
    const change = {
      clientId,
      updatedAt: app.clock.now(),
      ...(secret === undefined ? {} : { clientSecret: app.secrets.seal(secret) }),
    };
    const row = found(await repo.updateProvider(tx, { partnerId: partner.id, id }, change));
    const what = { slug: row.slug, clientId, secret: secret !== undefined };
    await audit(tx, 'login_provider.change', who(context), what);
    return wire(context, row, accounts.get(row.id) ?? 0);
  });
}

/** Removes a provider and what was linked with it. @throws PanelError NOT_FOUND */
export async function removeProvider(context: CallContext, id: string): Promise<void> {
  const { app, partner } = context;
  await app.db.transaction(async (tx) => {
    const row = found(await repo.deleteProvider(tx, { partnerId: partner.id, id }));
    await audit(tx, 'login_provider.remove', who(context), { slug: row.slug });
  });
}
