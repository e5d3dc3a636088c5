import { opens, type CallMeta } from '@panel/contract';
import { describeWork } from '../lib/running-work.ts';
import { readApiToken } from '../modules/api-token/api-token.service.ts';
import { API_TOKEN_PREFIX } from '../modules/api-token/token-text.ts';
import { bearerOf } from '../platform/release/operator-token.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Viewer } from '../context/call-context.ts';
import { idHash } from '../context/csrf.ts';
import type { PanelContext } from '../context/env.ts';
import { PanelError } from '../kernel/errors.ts';
import type { Lookups } from './session-lookups.ts';

/** Whether a request has a bearer token: then its cookies count for nothing, and it gets none. */
export const hasBearer = (c: PanelContext): boolean => bearerOf(c.req.header('authorization')) !== null;

/** @throws PanelError API_TOKEN_CLOSED, API_TOKEN_SCOPE with the scope that is missing */
function checkScope({ scope = 'closed' }: CallMeta, given: readonly string[]): void {
  if (scope === 'closed') throw new PanelError('API_TOKEN_CLOSED');
  if (!opens(given, scope)) throw new PanelError('API_TOKEN_SCOPE', { scope });
}

/**
 * The customer whose API token the request has; null when it has none, or another kind of token for a call that no API
 * token opens.
 * @throws PanelError API_TOKEN_*, RATE_LIMITED
 */
export async function apiCaller(
  c: PanelContext,
  { app, lookups }: { app: AppContext; lookups: Lookups },
  meta: CallMeta,
): Promise<Viewer | null> {
  const text = bearerOf(c.req.header('authorization'));
  if (text === null) return null;
  const isClosed = (meta.scope ?? 'closed') === 'closed';
  if (isClosed && !text.startsWith(API_TOKEN_PREFIX)) return null;
  const facts = c.get('facts');
  const of = { partner: c.get('partner'), request: facts };
  const { token, owner, member } = await lookups.run({ session: idHash(text), ip: facts.ip }, () =>
    readApiToken(app, text, of),
  );
  c.set('viewerId', owner.id);
  c.set('facts', { ...facts, apiTokenId: token.id });
  describeWork({ userId: owner.id });
  checkScope(meta, token.scopes);
  return member ? { user: member.user, member, session: null } : { user: owner, session: null };
}

/** RFC 6750 §3: what a client has to change about its token. */
export function challengeOf({ code, values }: PanelError): Record<string, string> {
  if (!code.startsWith('API_TOKEN_') || code === 'API_TOKEN_LIMIT') return {};
  if (code === 'API_TOKEN_SCOPE')
    return { 'www-authenticate': `Bearer error="insufficient_scope", scope="${values['scope']}"` };
  return {
    'www-authenticate': `Bearer error="${code === 'API_TOKEN_CLOSED' ? 'insufficient_scope' : 'invalid_token'}"`,
  };
}
