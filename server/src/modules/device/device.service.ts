import { isIP } from 'node:net';
import type { DeviceStarted, DeviceToken } from '@panel/contract';
import { addressOf } from '../../config/config.ts';
import type { AppContext } from '../../context/app-context.ts';
import { personOf, signedIn, type CallContext, type PartnerRow, type UserRow } from '../../context/call-context.ts';
import { idHash, randomId } from '../../context/csrf.ts';
import { mayAsMember } from '../../context/member-rule.ts';
import { found } from '../../context/scope.ts';
import type { Database } from '../../db/database.ts';
import { isOpenAccount } from '../../db/open-account.ts';
import { PanelError } from '../../kernel/errors.ts';
import type { ApiTokenRow } from '../api-token/api-token.repo.ts';
import { checkedMaker } from '../api-token/api-token.service.ts';
import { checkTokenLimit, issueApiToken, tellOfToken, type TokenFor } from '../api-token/issue-token.ts';
import { findMembership } from '../user/membership.repo.ts';
import { makeUserCode, shownUserCode } from './device-codes.ts';
import {
  countOpenGrants,
  decideGrant,
  findGrant,
  findPerson,
  insertGrant,
  lockGrant,
  updateGrant,
  type DeviceGrantRow,
} from './device.repo.ts';

const LIVES_SECONDS = 600;
const POLL_SECONDS = 5;
/** RFC 8628 §3.5: each poll that comes too soon makes the next wait this much longer. */
const SLOWER_SECONDS = 5;
const SLOWEST_SECONDS = 60;
/** A poll that a network delivers a little early is not too soon. */
const EARLY_MS = 500;
/** Codes of one partner that wait, so that strangers fill no table. */
const OPEN_MAX = 1000;
const CODE_TRIES = 5;
const NAME_MAX = 60;

/** The name of the token, by which its owner finds it in the list. */
const tokenName = ({ clientName, hostName }: Pick<DeviceGrantRow, 'clientName' | 'hostName'>): string =>
  `${clientName} on ${hostName}`.slice(0, NAME_MAX);

/** Begins a sign-in by device code. @throws PanelError RATE_LIMITED while too many wait */
export async function startDevice(
  { app, partner, request }: CallContext,
  { client_name: clientName, host_name: hostName }: { client_name: string; host_name: string },
): Promise<DeviceStarted> {
  const now = app.clock.now();
  if ((await countOpenGrants(app.db, partner.id, now)) >= OPEN_MAX)
    throw new PanelError('RATE_LIMITED', { minutes: LIVES_SECONDS / 60 }, { retryAfter: LIVES_SECONDS });
  const deviceCode = randomId();
  const values = {
    ...{ partnerId: partner.id, deviceHash: idHash(deviceCode), clientName, hostName },
    ...{ ip: isIP(request.ip) ? request.ip : null, pollSeconds: POLL_SECONDS, createdAt: now },
    expiresAt: new Date(now.getTime() + LIVES_SECONDS * 1000),
  };
  for (let tries = 0; tries < CODE_TRIES; tries += 1) {
    const userCode = makeUserCode();
    if (!(await insertGrant(app.db, { ...values, userCode }))) continue;
    const uri = `${addressOf(app.config, partner.domain)}/activate`;
    const shown = shownUserCode(userCode);
    return {
      ...{ device_code: deviceCode, user_code: shown, verification_uri: uri },
      ...{ verification_uri_complete: `${uri}?code=${shown}`, expires_in: LIVES_SECONDS, interval: POLL_SECONDS },
    };
  }
  throw new Error('No free user code was found.');
}

/** Whose token it will be; null once they may have none. Time has passed since they allowed it. */
async function holderOf(db: Database, partner: PartnerRow, grant: DeviceGrantRow): Promise<TokenFor | null> {
  const owner = grant.customerId === null ? undefined : await findPerson(db, grant.customerId);
  if (owner?.role !== 'customer' || owner.partnerId !== partner.id) return null;
  if (owner.isAbuseSystem || !isOpenAccount(owner)) return null;
  if (grant.memberId === null) return { partner, owner, person: owner };
  const person = await findPerson(db, grant.memberId);
  const member = person && (await findMembership(db, person));
  if (!member || member.account.id !== owner.id || !mayAsMember('change', { member })) return null;
  return { partner, owner, person };
}

type Issued = { row: ApiTokenRow; token: string; person: UserRow };
/** What a poll ends in; an error is thrown once what the poll changed is stored. */
type Polled = Issued | PanelError;

const tooSoon = ({ polledAt, pollSeconds }: DeviceGrantRow, now: Date): boolean =>
  polledAt !== null && now.getTime() - polledAt.getTime() < pollSeconds * 1000 - EARLY_MS;

async function pollIn(tx: Database, { app, partner, request }: CallContext, deviceCode: string): Promise<Polled> {
  const grant = await lockGrant(tx, partner.id, idHash(deviceCode));
  if (!grant || grant.state === 'used') return new PanelError('INVALID_GRANT');
  const now = app.clock.now();
  if (grant.expiresAt <= now) return new PanelError('EXPIRED_TOKEN');
  if (tooSoon(grant, now)) {
    const seconds = Math.min(SLOWEST_SECONDS, grant.pollSeconds + SLOWER_SECONDS);
    await updateGrant(tx, grant.id, { polledAt: now, pollSeconds: seconds });
    return new PanelError('SLOW_DOWN', { seconds }, { retryAfter: seconds });
  }
  await updateGrant(tx, grant.id, { polledAt: now });
  if (grant.state === 'denied') return new PanelError('ACCESS_DENIED');
  if (grant.state === 'pending') return new PanelError('AUTHORIZATION_PENDING', {}, { retryAfter: grant.pollSeconds });
  const whose = await holderOf(tx, partner, grant);
  if (!whose) return new PanelError('ACCESS_DENIED');
  await checkTokenLimit({ db: tx, clock: app.clock }, whose);
  await updateGrant(tx, grant.id, { state: 'used' });
  const { owner, person } = whose;
  const facts = person.id === owner.id ? request : { ...request, member: { id: person.id, email: person.email } };
  const given = { name: tokenName(grant), scopes: grant.scopes ?? [], days: grant.days, now, request: facts };
  return { ...(await issueApiToken(tx, whose, given)), person };
}

/**
 * The token of a device code, once and to one poll alone.
 * @throws PanelError AUTHORIZATION_PENDING, SLOW_DOWN, ACCESS_DENIED, EXPIRED_TOKEN, INVALID_GRANT, API_TOKEN_LIMIT
 */
export async function pollDevice(context: CallContext, deviceCode: string): Promise<DeviceToken> {
  const polled = await context.app.db.transaction((tx) => pollIn(tx, context, deviceCode));
  if (polled instanceof PanelError) throw polled;
  const { row, token, person } = polled;
  tellOfToken(context, person, row);
  const seconds = row.expiresAt && Math.round((row.expiresAt.getTime() - row.createdAt.getTime()) / 1000);
  return {
    ...{ access_token: token, token_type: 'Bearer', expires_in: seconds },
    ...{ scope: row.scopes.join(' '), name: row.name },
  };
}

/**
 * The request that waits with a user code.
 * @throws PanelError NOT_FOUND, DEVICE_CODE_EXPIRED, DEVICE_CODE_USED
 */
export async function openRequest(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { id }: Pick<PartnerRow, 'id'>,
  userCode: string,
): Promise<DeviceGrantRow> {
  const grant = found(await findGrant(db, id, userCode));
  if (grant.state !== 'pending') throw new PanelError('DEVICE_CODE_USED');
  if (grant.expiresAt <= clock.now()) throw new PanelError('DEVICE_CODE_EXPIRED');
  return grant;
}

/**
 * Allows what waits with a user code to take a token of the account.
 * @throws PanelError PASSWORD_WRONG, API_TOKEN_LIMIT, NOT_FOUND, DEVICE_CODE_EXPIRED, DEVICE_CODE_USED
 */
export async function approveDevice(
  context: CallContext,
  given: { user_code: string; scopes: readonly string[]; expires_in_days: number | null; password: string },
): Promise<void> {
  const { owner, person } = await checkedMaker(context, given.password);
  const grant = await openRequest(context.app, context.partner, given.user_code);
  const isDecided = await decideGrant(context.app.db, grant.id, context.app.clock.now(), {
    ...{ state: 'approved', customerId: owner.id, memberId: person.id === owner.id ? null : person.id },
    ...{ scopes: [...new Set(given.scopes)], days: given.expires_in_days },
  });
  if (!isDecided) throw new PanelError('DEVICE_CODE_USED');
}

/**
 * Denies what waits with a user code.
 * @throws PanelError NOT_FOUND, DEVICE_CODE_EXPIRED, DEVICE_CODE_USED
 */
export async function denyDevice(context: CallContext, userCode: string): Promise<void> {
  const grant = await openRequest(context.app, context.partner, userCode);
  const { db, clock } = context.app;
  const [owner, person] = [signedIn(context), personOf(context)];
  const who = { customerId: owner.id, memberId: person.id === owner.id ? null : person.id };
  if (!(await decideGrant(db, grant.id, clock.now(), { state: 'denied', ...who })))
    throw new PanelError('DEVICE_CODE_USED');
}
