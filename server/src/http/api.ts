import type { IncomingMessage } from 'node:http';
import { createHash } from 'node:crypto';
import { decideAccess, IDEMPOTENCY_HEADER, VIEWER_HEADER } from '@panel/contract';
import type { AppContext } from '../context/app-context.ts';
import { publicPartner } from '../context/public-partner.ts';
import { objectOf } from '../context/audit-object.repo.ts';
import { recordCall } from '../context/audit-recording.ts';
import { audit, KEY_REFUSED } from '../context/audit.repo.ts';
import { withoutSecrets } from '../context/audit-secrets.ts';
import { apiCaller, challengeOf, hasBearer } from './api-caller.ts';
import { checkBearer, tokenText } from './bearer.ts';
import { isStaff, type Bearer, type CallContext, type Viewer } from '../context/call-context.ts';
import { asPanelError, type CallHandler } from './call-handler.ts';
import type { MatchedCall } from './call-matcher.ts';
import {
  endSessionCookie,
  readIdCookie,
  sessionCookieName,
  visitorCookieName,
  visitorKey,
} from '../context/cookies.ts';
import { checkCsrf, checkOwnPage, missingCsrfCookies } from '../context/csrf.ts';
import type { PanelContext } from '../context/env.ts';
import { envelopeOf, PanelError, type RateStanding } from '../kernel/errors.ts';
import type { FairShare } from './fair-share.ts';
import { deprecationHeaders } from './deprecation-headers.ts';
import { rateHeaders } from './rate-headers.ts';
import { refuseGrowth } from './growth.ts';
import { claim, mayRepeat, NO_CLAIM, type Answer } from './idempotency.ts';
import { allowLongBody } from '../listen/long-body.ts';
import { isPassedOn, passOn } from './pass-on.ts';
import { NO_BODY, readBody, type RequestBody } from './request-body.ts';
import { ElsewhereError } from '../kernel/elsewhere-error.ts';
import { checkProof } from '../context/proof-rule.ts';
import { accountOf, attempt, type Attempt } from '../context/rate-limit.ts';
import { needsSecondFactor, SET_UP_PAGE } from '../context/second-factor-rule.ts';
import { asAccount, checkMemberRole, shownRole } from '../context/member-rule.ts';
import { checkStaffRole } from '../context/staff-role-rule.ts';
import { safeRedirect } from '../context/safe-redirect.ts';
import { DATA_HEADERS } from '../context/security-headers.ts';
import type { Lookups } from './session-lookups.ts';

/** Entries in the audit log about refused keys, for each address. */
const NOTED_REFUSALS = { tries: 60, windowSeconds: 900 };

/** The page that made the call, to return to after signing in. */
function loginUrl(c: PanelContext): string {
  const referer = c.req.header('referer');
  const page = referer && URL.canParse(referer) ? new URL(referer) : null;
  const own =
    page && page.host === new URL(c.req.url).host
      ? safeRedirect(c.get('partner'), page.pathname + page.search, '')
      : '';
  const query = new URLSearchParams();
  if (readIdCookie(c.req.header('cookie'), sessionCookieName(c.get('facts').secure))) query.set('error', 'E1007');
  if (own) query.set('next', own);
  return query.size > 0 ? `/login?${query}` : '/login';
}

/**
 * All tabs share cookies, but each page was opened by one account: its calls must not run as another account that
 * signed in meanwhile. Public calls, including sign-out, are exempt.
 * @throws PanelError VIEWER_CHANGED
 */
function checkSameViewer(c: PanelContext, { meta }: MatchedCall, viewer: Viewer | null): void {
  const opener = c.req.header(VIEWER_HEADER);
  if (viewer && opener && opener !== viewer.user.id && meta.audience !== 'public')
    throw new PanelError('VIEWER_CHANGED');
}

/** Whether a page makes the call, whose user has to sign in again, rather than a command. */
const isOfPage = (c: PanelContext): boolean =>
  readIdCookie(c.req.header('cookie'), sessionCookieName(c.get('facts').secure)) !== null ||
  c.req.header(VIEWER_HEADER) !== undefined;

/** Section first, so that a section that is off reveals nothing (decision: Roles and routes). */
function checkAccess(c: PanelContext, app: AppContext, { meta }: MatchedCall, viewer: Viewer | null): void {
  const { audience, section } = meta;
  const rule = { audience, ...(section && { section }) };
  const who = viewer && { role: shownRole(viewer.user) };
  const access = decideAccess(rule, publicPartner(app.config, c.get('partner')), who);
  if (access === 'off') throw new PanelError('SECTION_OFF', {}, { redirectUrl: '/forbidden' });
  if (access === 'login')
    throw new PanelError(
      'UNAUTHENTICATED',
      {},
      {
        redirectUrl: loginUrl(c),
        ...(meta.token && !isOfPage(c) ? { message: tokenText('none was sent', meta.token) } : {}),
      },
    );
  if (
    viewer &&
    !meta.withoutSecondFactor &&
    meta.audience !== 'public' &&
    needsSecondFactor(c.get('partner'), viewer.user)
  )
    throw new PanelError('SECOND_FACTOR_NEEDED', {}, { redirectUrl: SET_UP_PAGE });
  if (viewer?.actor && meta.notActing) throw new PanelError('ACTING_CLOSED');
  if (access === 'forbidden') throw new PanelError('FORBIDDEN', {}, { redirectUrl: '/forbidden' });
  checkStaffRole(meta.staff, viewer);
  checkMemberRole(meta.member, viewer);
}

/** The owner of a key: the same key of another user, partner or call is a different key. */
function scopeOf(c: PanelContext, call: MatchedCall, viewer: Viewer | null, bearer: Bearer | null): string {
  const { apiTokenId } = c.get('facts');
  const visitor = readIdCookie(c.req.header('cookie'), visitorCookieName(c.get('facts').secure)) ?? '';
  const who = viewer
    ? `user:${viewer.member?.user.id ?? viewer.user.id}${apiTokenId ? `:${apiTokenId}` : ''}`
    : bearer
      ? `bearer:${bearer.kind}:${bearer.kind === 'team' ? bearer.key.keyId : ''}`
      : `visitor:${createHash('sha256').update(visitor).digest('base64url')}`;
  return `${who}|${c.get('partner').id}|${call.name}|${c.req.path}`;
}

/** A refused request counts like any other. @returns how the caller stands then */
async function settle(
  tried: Attempt | null,
  call: MatchedCall,
  error: PanelError | undefined,
): Promise<RateStanding | undefined> {
  if (!tried || error || call.meta.everyTryCounts) return tried?.standing;
  await tried.succeeded();
  return { ...tried.standing, remaining: tried.standing.tries };
}

export type ApiDeps = {
  app: AppContext;
  handle: CallHandler;
  share: FairShare;
  lookups: Lookups;
  afterwards: CallContext['afterwards'];
};

type Answered = Answer & { replayed?: boolean; error?: PanelError; rate?: RateStanding };

async function answerCall(
  c: PanelContext,
  { app, handle, share, lookups, afterwards }: ApiDeps,
  call: MatchedCall,
  cookies: string[],
): Promise<Answered> {
  const customer = await apiCaller(c, { app, lookups }, call.meta);
  const bearer = customer ? null : await checkBearer(c, app, call.meta);
  const isProgram = call.meta.withoutCookies === true;
  const person = customer ?? (bearer || isProgram ? null : await c.get('viewer')());
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (!bearer && !customer) checkSameViewer(c, call, person);
  if (!bearer) checkAccess(c, app, call, person);
  // No browser can be tricked into sending a token.
  if (isProgram) checkOwnPage(c);
  else if (!bearer && !customer && (!isRead || call.meta.changes)) checkCsrf(c, person);
  if (call.meta.stepUp) checkProof(app.clock, person);
  const viewer = person && (call.meta.member === 'own' ? person : asAccount(person));
  // Also of what is their own: when they are gone, nothing else tells them from staff.
  if (person?.member) c.set('facts', { ...c.get('facts'), member: person.member.user });
  const request = c.get('facts');
  await refuseGrowth(app, call);
  // Before the body is read: many at a time would fill memory and disk.
  const place = await share.enter(call, { userId: person?.user.id ?? null, ip: request.ip }, c.req.raw.signal);
  let body = NO_BODY;
  try {
    if (call.meta.upload) allowLongBody(c.env?.incoming);
    if (!isRead) body = await readBody(c.req.raw, call.meta, app, c.env?.incoming);
    await place.turn(isRead ? c.req.query() : body.value, body.text.length);
    return await answerInTurn(c, { app, handle, afterwards }, { call, body, viewer, bearer, cookies });
  } finally {
    place.leave();
    await body.discard();
  }
}

/** Whose key a call has that no user makes. */
const keyName = (bearer: Bearer): string => (bearer.kind === 'team' ? `key ${bearer.key.of}` : bearer.kind);

type Run = { call: MatchedCall; input: unknown; run: () => ReturnType<CallHandler> };

/** Runs a call that changes something and writes who did it to the audit log; others run without. */
function recorded(
  { app, partner, viewer, bearer, request }: CallContext,
  { call, input, run }: Run,
): ReturnType<CallHandler> {
  if (call.meta.noAuditLine) return run();
  const who = { userId: viewer?.user.id ?? null, partnerId: partner.id };
  const facts = {
    ...who,
    userEmail: viewer?.user.email ?? (bearer && keyName(bearer)),
    actorId: viewer?.actor?.id ?? null,
    actorEmail: viewer?.actor?.email ?? null,
    ...(request.member && {
      ...{ userId: request.member.id, userEmail: request.member.email },
      ...{ actorId: request.member.id, actorEmail: request.member.email },
    }),
    apiTokenId: request.apiTokenId ?? null,
    ip: request.ip,
    userAgent: request.userAgent,
    requestId: request.id,
    call: call.name,
    customerId: viewer && !isStaff(viewer.user) ? (viewer.user.accountId ?? viewer.user.id) : null,
    object: objectOf({ name: call.name, path: request.path, input }, who),
    input: withoutSecrets(input),
  };
  return recordCall(app.db, facts, run);
}

type Asked = {
  call: MatchedCall;
  body: RequestBody;
  viewer: Viewer | null;
  bearer: Bearer | null;
  cookies: string[];
};

/** Counts the attempt, replays a repeated request, or runs the call. */
async function answerInTurn(
  c: PanelContext,
  { app, handle, afterwards }: Pick<ApiDeps, 'app' | 'handle' | 'afterwards'>,
  { call, body, viewer, bearer, cookies }: Asked,
): Promise<Answered> {
  const partner = c.get('partner');
  const request = c.get('facts');
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  const account = accountOf(isRead ? c.req.query() : body.value) || (viewer?.user.id ?? '');
  // Anybody may try to sign in, whoever else they are signed in as.
  const viewerId = call.meta.audience === 'public' ? undefined : viewer?.user.id;
  // The machine that got it has counted and recorded it.
  const isAgain = isPassedOn(c);
  const tried =
    call.meta.limit && !isAgain
      ? await attempt(app, call.name, call.meta.limit, { partnerId: partner.id, ip: request.ip, account, viewerId })
      : null;
  const key = mayRepeat(call.meta, c.req.method) && !isAgain ? c.req.header(IDEMPOTENCY_HEADER) : undefined;
  const claimed = key === undefined ? NO_CLAIM : await claim(app, scopeOf(c, call, viewer, bearer), key, body.text);
  if (claimed.replay) {
    await tried?.takeBack();
    return { ...claimed.replay, replayed: true };
  }
  const visitor = visitorKey(c.req.header('cookie'), request.secure);
  const context: CallContext = {
    app,
    partner,
    viewer,
    visitor,
    bearer,
    request,
    log: c.get('log'),
    cookies,
    afterwards,
    remember: claimed.remember,
  };
  const run = async (): Promise<Awaited<ReturnType<CallHandler>>> => {
    const answer = await handle(c.req.raw, body.value, context);
    if (!(answer.error instanceof ElsewhereError) || isAgain) return answer;
    return passOn(c, app.machine, answer.error, body);
  };
  const answer =
    isAgain || (isRead && !call.meta.changes) ? await run() : await recorded(context, { call, input: body.value, run });
  await claimed.finish(answer);
  const rate = await settle(tried, call, answer.error);
  return { ...answer, ...(rate && { rate }) };
}

/** The response of every call: JSON, not cacheable, with its cookies. */
export function sendJson(c: PanelContext, { status, body }: Answer, headers: Record<string, string> = {}): Response {
  const all = { ...DATA_HEADERS, 'content-type': 'application/json', ...headers };
  return new Response(JSON.stringify(body ?? null), { status, headers: all });
}

/** Sends an error's envelope (decision: Writes). */
export function sendError(c: PanelContext, error: PanelError, headers: Record<string, string> = {}): Response {
  const { retryAfter, rate } = error.extra;
  const wait: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return sendJson(
    c,
    { status: error.httpStatus, body: envelopeOf(error, c.get('facts').id) },
    {
      ...wait,
      ...rateHeaders(rate),
      ...challengeOf(error),
      ...headers,
    },
  );
}

/** Stores who tried to use a key for what does not belong to it, up to a number of times. */
async function noteRefusal(c: PanelContext, app: AppContext, call: MatchedCall, failed: PanelError): Promise<void> {
  const who = { partnerId: c.get('partner').id, ip: c.get('facts').ip, account: '' };
  const isNoted = await attempt(app, 'key-refused', NOTED_REFUSALS, who).then(
    () => true,
    () => false,
  );
  if (!isNoted) return;
  const entry = { partnerId: c.get('partner').id, userId: null, request: c.get('facts') };
  await audit(app.db, KEY_REFUSED, entry, { call: call.name, reason: failed.message }).catch((error: unknown) =>
    c.get('log').warn({ err: error }, 'a refused key could not be noted'),
  );
}

/** How much of a body is still to come; one without a length counts as a large one. */
function unreadBytes(incoming: IncomingMessage | undefined): number {
  if (!incoming || incoming.complete) return 0;
  const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers;
  return encoding === undefined ? Number(length ?? 0) : 1_048_576;
}

/** Answers a call of the contract, from access check to cookies; never throws. */
export async function answerApi(c: PanelContext, parts: ApiDeps, call: MatchedCall): Promise<Response> {
  const cookies: string[] = [];
  let response: Response;
  let failed: PanelError | undefined;
  try {
    const answer = await answerCall(c, parts, call, cookies);
    failed = answer.error;
    const headers = { ...rateHeaders(answer.rate), ...deprecationHeaders(call.meta) };
    response = failed
      ? sendError(c, failed, headers)
      : sendJson(c, answer, { ...headers, ...(answer.replayed ? { 'idempotency-replayed': 'true' } : {}) });
  } catch (thrown) {
    failed = asPanelError(thrown, c.get('log'));
    response = sendError(c, failed);
  }
  if (failed && failed.httpStatus < 500) {
    const closes = await parts.share.refused(
      { userId: c.get('viewerId'), ip: c.get('facts').ip },
      unreadBytes(c.env?.incoming),
      c.req.raw.signal,
    );
    // Otherwise the rest of the body is received, to be thrown away. One of many streams of a connection is only reset.
    if (closes && c.env?.incoming?.httpVersionMajor === 1) response.headers.set('connection', 'close');
  }
  if (failed?.code === 'KEY_REFUSED') await noteRefusal(c, parts.app, call, failed);
  if (failed) cookies.length = 0;
  if (hasBearer(c) || call.meta.withoutCookies) return response;
  // A user who cannot be looked up may still be signed in, so keep their token.
  const viewer =
    response.status >= 500
      ? undefined
      : await c
          .get('viewer')()
          .catch(() => undefined);
  if (cookies.length === 0 && viewer !== undefined) cookies.push(...missingCsrfCookies(c, viewer));
  const { secure } = c.get('facts');
  if (failed?.code === 'UNAUTHENTICATED' && readIdCookie(c.req.header('cookie'), sessionCookieName(secure)))
    cookies.push(endSessionCookie(secure));
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}
