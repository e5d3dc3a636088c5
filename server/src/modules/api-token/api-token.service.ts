import { isIP } from 'node:net';
import type { ApiToken, ApiTokenInput } from '@panel/contract';
import { audit } from '../../context/audit.repo.ts';
import {
  personOf,
  signedIn,
  type CallContext,
  type PartnerRow,
  type RequestFacts,
} from '../../context/call-context.ts';
import { idHash } from '../../context/csrf.ts';
import { isOpenAccount } from '../../db/open-account.ts';
import { PanelError } from '../../kernel/errors.ts';
import { found, scopeOf } from '../../context/scope.ts';
import type { AppContext } from '../../context/app-context.ts';
import { passwordFits } from '../../lib/password.ts';
import { findMembership } from '../user/membership.repo.ts';
import { emailsOf } from '../user/user.repo.ts';
import {
  findApiToken,
  findOwnToken,
  listApiTokens,
  revokeApiTokens,
  touchApiToken,
  type ApiTokenRow,
  type Owned,
} from './api-token.repo.ts';
import { checkTokenLimit, issueApiToken, tellOfToken, type TokenFor } from './issue-token.ts';
import { isTokenText } from './token-text.ts';

/** How often the time of last use is stored. */
const TOUCH_MS = 60_000;

export const statusOf = ({ revokedAt, expiresAt }: ApiTokenRow, now: Date): ApiToken['status'] => {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= now ? 'expired' : 'active';
};

/** Owners of an account have all of its tokens, other members those that they made. */
export const ownTokens = (context: CallContext): Owned => {
  const member = context.viewer?.member;
  return { scope: scopeOf(context), memberId: member && member.role !== 'owner' ? member.user.id : null };
};

/** A page of tokens with the emails of those who made them, where that is somebody else. */
export async function listTokens(context: CallContext, slice: Parameters<typeof listApiTokens>[2]) {
  const { db } = context.app;
  const { rows, total } = await listApiTokens(db, ownTokens(context), slice);
  const makerOf = ({ memberId, customerId }: ApiTokenRow): string => memberId ?? customerId;
  const others = rows.map(makerOf).filter((id) => id !== personOf(context).id);
  const emails = await emailsOf(db, others);
  return { rows: rows.map((row) => ({ row, madeBy: emails.get(makerOf(row)) ?? null })), total };
}

const dateOf = (time: Date | null): string => time?.toISOString().slice(0, 10) ?? '';

/**
 * Who may create a token now: the account and the person, whose password it takes.
 * @throws PanelError PASSWORD_WRONG, API_TOKEN_LIMIT
 */
export async function checkedMaker(context: CallContext, password: string): Promise<TokenFor> {
  const whose = { partner: context.partner, owner: signedIn(context), person: personOf(context) };
  if (!(await passwordFits(password, whose.person.passwordHash))) throw new PanelError('PASSWORD_WRONG');
  await checkTokenLimit(context.app, whose);
  return whose;
}

/**
 * Creates a token; its text exists in the answer only.
 * @throws PanelError PASSWORD_WRONG, API_TOKEN_LIMIT
 */
export async function createApiToken(
  context: CallContext,
  { name, scopes, expires_in_days: days, password }: ApiTokenInput,
): Promise<{ row: ApiTokenRow; token: string }> {
  const { app, request } = context;
  const whose = await checkedMaker(context, password);
  const given = { name, scopes, days, now: app.clock.now(), request };
  const issued = await app.db.transaction((tx) => issueApiToken(tx, whose, given));
  tellOfToken(context, whose.person, issued.row);
  return issued;
}

/**
 * Revokes one of the caller's tokens, or all. One that is revoked already stays so.
 * @throws PanelError NOT_FOUND
 */
export async function revoke(context: CallContext, id?: string): Promise<number> {
  const { app, partner, request } = context;
  const who = { partnerId: partner.id, userId: signedIn(context).id, request };
  return app.db.transaction(async (tx) => {
    if (id !== undefined) found(await findOwnToken(tx, ownTokens(context), id));
    const revoked = await revokeApiTokens(tx, ownTokens(context), app.clock.now(), id);
    for (const { id: tokenId, name } of revoked) await audit(tx, 'api_token.revoke', who, { tokenId, name });
    return revoked.length;
  });
}

/**
 * The token of a request and its owner, on one partner's host; remembers that it was used.
 * @throws PanelError API_TOKEN_INVALID, API_TOKEN_REVOKED, API_TOKEN_EXPIRED, API_TOKEN_ACCOUNT
 */
export async function readApiToken(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  text: string,
  { partner, request }: { partner: Pick<PartnerRow, 'id'>; request: Pick<RequestFacts, 'ip'> },
) {
  const known = isTokenText(text) ? await findApiToken(db, idHash(text)) : undefined;
  const isOurs =
    known?.token.partnerId === partner.id && known.owner.partnerId === partner.id && known.owner.role === 'customer';
  if (!known || !isOurs) throw new PanelError('API_TOKEN_INVALID');
  const { token, owner, maker } = known;
  const now = clock.now();
  const status = statusOf(token, now);
  if (status === 'revoked') throw new PanelError('API_TOKEN_REVOKED', { date: dateOf(token.revokedAt) });
  if (status === 'expired') throw new PanelError('API_TOKEN_EXPIRED', { date: dateOf(token.expiresAt) });
  if (owner.isAbuseSystem || !isOpenAccount(owner)) throw new PanelError('API_TOKEN_ACCOUNT');
  const member = maker && (await findMembership(db, maker));
  if (maker && member?.account.id !== owner.id) throw new PanelError('API_TOKEN_INVALID');
  const before = new Date(now.getTime() - TOUCH_MS);
  if (!token.lastUsedAt || token.lastUsedAt <= before)
    await touchApiToken(db, token.id, { now, before, ip: isIP(request.ip) ? request.ip : null });
  return { token, owner, member };
}

/** Revokes the token that a text is; one that does not work, or works elsewhere, is left alone. */
export async function revokeByText(context: CallContext, text: string): Promise<void> {
  const { app, partner, request } = context;
  const known = isTokenText(text) ? await findApiToken(app.db, idHash(text)) : undefined;
  if (!known || known.token.partnerId !== partner.id) return;
  const { token, owner, maker } = known;
  const owned = { scope: { partnerId: partner.id, customerId: owner.id }, memberId: null };
  await app.db.transaction(async (tx) => {
    for (const { id, name } of await revokeApiTokens(tx, owned, app.clock.now(), token.id)) {
      const by = { ...request, apiTokenId: id, ...(maker && { member: { id: maker.id, email: maker.email } }) };
      await audit(
        tx,
        'api_token.revoke',
        { partnerId: partner.id, userId: owner.id, customerId: owner.id, request: by },
        { tokenId: id, name },
      );
    }
  });
}
