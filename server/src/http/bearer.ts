import type { CallMeta, TokenKind } from '@panel/contract';
import { CALL_TOKEN, INVITATION_CODE } from '@panel/contract/team';
import { bearerOf } from '../platform/release/operator-token.ts';
import { checkAccepted } from '../platform/release/release-keys.ts';
import { keyOfCall } from '../platform/team/call-token.ts';
import { findInvitation } from '../platform/team/team.repo.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Bearer } from '../context/call-context.ts';
import { idHash } from '../context/csrf.ts';
import type { PanelContext } from '../context/env.ts';
import { PanelError } from '../kernel/errors.ts';
import { attempt } from '../context/rate-limit.ts';

/** For the user of a command: what is wrong with the token, and how to pass it. */
export const tokenText = (wrong: string, kind: TokenKind = 'operator'): string =>
  kind === 'invitation'
    ? `This needs the code of an invitation, and ${wrong}. The operator of the panel creates one at /admin/teams; it works once, for a day.`
    : `This needs the operator token of the panel, and ${wrong}. Pass it with --token-file FILE or in OPERATOR_TOKEN; a request of your own sends it as "Authorization: Bearer …".${kind === 'team' ? ' A team passes its key instead: --key FILE.' : ''}`;

/** Wrong tokens per address. */
const WRONG_TOKENS = { tries: 10, windowSeconds: 300 };

/** Who sends a token; null when it is unknown. @throws PanelError TOKEN_WRONG */
async function senderOf(c: PanelContext, app: AppContext, token: string): Promise<Bearer | null> {
  if (app.releases.isOperator(token)) return { kind: 'operator' };
  if (token.startsWith(CALL_TOKEN))
    return { kind: 'team', key: await keyOfCall(app, token.slice(CALL_TOKEN.length), new URL(c.req.url).host) };
  if (!token.startsWith(INVITATION_CODE)) return null;
  const invitation = await findInvitation(app.db, idHash(token), app.clock.now());
  return invitation && { kind: 'invitation', invitation };
}

/** Whether a call accepts a token; the operator can do what a team can. */
function accepts(kind: TokenKind, bearer: Bearer): boolean {
  if (kind === 'team') return bearer.kind !== 'invitation';
  return bearer.kind === kind;
}

/**
 * Who sends the call's bearer token; null without one. Only some calls accept one; a browser cannot be tricked into
 * sending it, so these calls need no CSRF token.
 * @throws PanelError TOKEN_WRONG, KEY_REFUSED, RATE_LIMITED
 */
export async function checkBearer(c: PanelContext, app: AppContext, { token: kind }: CallMeta): Promise<Bearer | null> {
  const token = kind ? bearerOf(c.req.header('authorization')) : null;
  if (!kind || token === null) return null;
  const tried = await attempt(app, 'operator-token', WRONG_TOKENS, {
    partnerId: '',
    ip: c.get('facts').ip,
    account: '',
  });
  const bearer = await senderOf(c, app, token);
  if (!bearer) throw new PanelError('TOKEN_WRONG', { reason: tokenText('the one in the request is wrong', kind) });
  await tried.takeBack();
  if (!accepts(kind, bearer)) throw new PanelError('TOKEN_WRONG', { reason: tokenText('another one was sent', kind) });
  if (bearer.kind === 'team') checkAccepted(bearer.key);
  return bearer;
}
