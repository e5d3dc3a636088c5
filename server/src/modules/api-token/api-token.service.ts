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
import { said } from '../../context/said.ts';
import { idHash } from '../../context/csrf.ts';
import { isOpenAccount } from '../../db/open-account.ts';
import { PanelError } from '../../kernel/errors.ts';
import { found, scopeOf } from '../../context/scope.ts';
import type { AppContext } from '../../context/app-context.ts';
import { passwordFits } from '../../lib/password.ts';
import { findMembership } from '../user/membership.repo.ts';
import { emailsOf } from '../user/user.repo.ts';
import { apiTokenMail } from './api-token-mail.ts';
import {
  countLive,
  findApiToken,
  findOwnToken,
  insertApiToken,
  listApiTokens,
  revokeApiTokens,
  touchApiToken,
  type ApiTokenRow,
  type Owned,
} from './api-token.repo.ts';
import { isTokenText, makeTokenText, shownPart } from './token-text.ts';

const DAY_MS = 24 * 3_600_000;
/** How often the time of last use is stored. */
const TOUCH_MS = 60_000;
/** Tokens of one person that work: a member uses up nobody else's. */
const TOKENS_MAX = 50;

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
 * Creates a token; its text exists in the answer only.
 * @throws PanelError PASSWORD_WRONG, API_TOKEN_LIMIT
 */
export async function createApiToken(
  context: CallContext,
  { name, scopes, expires_in_days: days, password }: ApiTokenInput,
): Promise<{ row: ApiTokenRow; token: string }> {
  const { app, partner, request } = context;
  const [owner, person] = [signedIn(context), personOf(context)];
  if (!(await passwordFits(password, person.passwordHash))) throw new PanelError('PASSWORD_WRONG');
  const now = app.clock.now();
  const made = { scope: scopeOf(context), memberId: person.id === owner.id ? null : person.id };
  if ((await countLive(app.db, made, now)) >= TOKENS_MAX)
    throw new PanelError('API_TOKEN_LIMIT', { limit: TOKENS_MAX });
  const token = makeTokenText();
  const row = await app.db.transaction(async (tx) => {
    const written = await insertApiToken(
      tx,
      {
        ...{ partnerId: partner.id, customerId: owner.id, name, scopes: [...new Set(scopes)] },
        memberId: made.memberId,
        ...{ prefix: shownPart(token), tokenHash: idHash(token), createdAt: now },
        expiresAt: days === null ? null : new Date(now.getTime() + days * DAY_MS),
      },
      said('The API token “{name}” was created.', { name }),
    );
    const detail = { tokenId: written.id, name, prefix: written.prefix, scopes: written.scopes, days };
    await audit(tx, 'api_token.create', { partnerId: partner.id, userId: owner.id, request }, detail);
    return written;
  });
  context.afterwards('API token mail', () => app.mail.send(apiTokenMail(context, person, row)));
  return { row, token };
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
