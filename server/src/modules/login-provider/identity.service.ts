import type { LoginIdentity } from '@panel/contract';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { found } from '../../context/scope.ts';
import { PanelError } from '../../kernel/errors.ts';
import { listPasskeys } from '../second-factor/passkey.repo.ts';
import { lockFactors } from '../second-factor/second-factor.repo.ts';
import { unlinkedMail } from './login-provider-mails.ts';
import { deleteIdentity, listIdentities } from './login-provider.repo.ts';

/** Accounts elsewhere that open the caller's account here. */
export async function ownIdentities(context: CallContext): Promise<LoginIdentity[]> {
  const rows = await listIdentities(context.app.db, signedIn(context).id, context.partner.id);
  return rows.map(({ identity, provider }) => ({
    id: identity.id,
    slug: provider.slug,
    name: provider.name,
    email: identity.email,
    created_at: identity.createdAt.toISOString(),
    last_used_at: identity.lastUsedAt?.toISOString() ?? null,
  }));
}

/**
 * Unlinks an account elsewhere, unless it is the last way to sign in.
 * @throws PanelError NOT_FOUND, LAST_SIGN_IN
 */
export async function unlink(context: CallContext, id: string): Promise<void> {
  const { app, partner, request } = context;
  const user = signedIn(context);
  const { provider } = await app.db.transaction(async (tx) => {
    await lockFactors(tx, user.id);
    const all = await listIdentities(tx, user.id, partner.id);
    const row = found(all.find(({ identity }) => identity.id === id));
    const hasPasskey = (await listPasskeys(tx, user.id, partner.domain)).length > 0;
    if (user.passwordHash === null && !hasPasskey && all.length === 1) throw new PanelError('LAST_SIGN_IN');
    await deleteIdentity(tx, id);
    const what = { provider: row.provider.slug };
    await audit(tx, 'identity.unlink', { partnerId: partner.id, userId: user.id, request }, what);
    return row;
  });
  context.afterwards('identity mail', () => app.mail.send(unlinkedMail({ partner, user }, provider.name)));
}
