import { opens } from '@panel/contract';
import type { AppContext } from '../../context/app-context.ts';
import { idHash } from '../../context/csrf.ts';
import type { PanelContext } from '../../context/env.ts';
import { checkMemberRole } from '../../context/member-rule.ts';
import { attempt } from '../../context/rate-limit.ts';
import { scopeOfUser } from '../../context/scope.ts';
import { PanelError } from '../../kernel/errors.ts';
import { readApiToken } from '../api-token/api-token.service.ts';
import { findListedApp, taskApp, type AppRow, type AppWorkload } from '../app/app.repo.ts';
import { appOfSecret } from './push-secret.repo.ts';
import { isSecretOf } from './push.service.ts';

type Given = { workload: AppWorkload; app: AppRow };

/** Wrong passwords of one address. */
const WRONG = { tries: 20, windowSeconds: 600 };
const LONGEST = 300;

/** The password of HTTP Basic; null without one. */
export function basicPassword(header: string | undefined): string | null {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]{1,600})$/i.exec(header ?? '') ?? [];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const password = text.slice(text.indexOf(':') + 1);
  return text.includes(':') && password !== '' && password.length <= LONGEST ? password : null;
}

/**
 * The application that the password of a request opens, for reading or for writing. Null for a wrong password.
 * @throws PanelError NOT_FOUND for the application of somebody else, API_TOKEN_SCOPE, MEMBER_ROLE, RATE_LIMITED
 */
export async function gitCaller(
  c: PanelContext,
  app: AppContext,
  { id, password, writes }: { id: string; password: string; writes: boolean },
): Promise<Given | null> {
  const partner = c.get('partner');
  const { ip } = c.get('facts');
  const tried = await attempt(app, 'git', WRONG, { partnerId: partner.id, ip, account: '' });
  if (isSecretOf('git', password)) {
    const given = { kind: 'git', hash: idHash(password) } as const;
    const appId = await appOfSecret(app.db, partner.id, given);
    if (appId === null) return null;
    await tried.takeBack();
    if (appId !== id) throw new PanelError('NOT_FOUND');
    const found = await taskApp(app.db, id);
    if (!found || found.workload.binnedAt !== null) throw new PanelError('NOT_FOUND');
    return found;
  }
  const caller = await readApiToken(app, password, { partner, request: { ip } }).catch((error: unknown) => {
    if (error instanceof PanelError && error.code.startsWith('API_TOKEN_')) return null;
    throw error;
  });
  if (caller === null) return null;
  await tried.takeBack();
  const { owner, member, token } = caller;
  c.set('viewerId', owner.id);
  c.set('facts', { ...c.get('facts'), apiTokenId: token.id, ...(member && { member: member.user }) });
  const scope = writes ? 'applications:write' : 'applications:read';
  if (!opens(token.scopes, scope)) throw new PanelError('API_TOKEN_SCOPE', { scope });
  // Also to fetch: who only reads does not see the content of files.
  checkMemberRole('change', member ? { member } : null);
  const found = await findListedApp(app.db, scopeOfUser(partner.id, owner, member ?? undefined), id);
  if (!found) throw new PanelError('NOT_FOUND');
  return found;
}
