import { Hono } from 'hono';
import { errorCatalogue } from '@panel/contract';
import { isOpenAccount } from '../db/open-account.ts';
import { trustedPeers } from '../lib/client-address.ts';
import type { Config } from '../config/config.ts';
import type { AppContext } from '../context/app-context.ts';
import { mailPagePath } from '../modules/mail/mail-page.ts';
import { createOpenApi, OPENAPI_PATH } from '../modules/openapi/openapi.ts';
import { modules } from '../modules/index.ts';
import { bannerFor } from '../modules/announcement/current-announcements.ts';
import { createPartnerDirectory } from '../modules/partner/partner-directory.ts';
import { publicPartner } from '../context/public-partner.ts';
import { firstSession } from '../modules/session/session.service.ts';
import { ownsSites } from '../modules/license/site-quota.repo.ts';
import { publicUser } from '../modules/user/public-user.ts';
import { describeWork, traceField } from '../lib/running-work.ts';
import { ElsewhereError } from '../kernel/elsewhere-error.ts';
import { openOverride } from '../platform/override/override-cookie.ts';
import type { OpenRegistry, Visit, Web, WebOptions } from '../platform/web/index.ts';
import { answerApi, sendError } from './api.ts';
import { hasBearer } from './api-caller.ts';
import { createBackground } from './background.ts';
import { allowLongBody } from '../listen/long-body.ts';
import { asPanelError, createCallHandler } from './call-handler.ts';
import { createCallMatcher } from './call-matcher.ts';
import { overrideCookieName, readCookie, visitorKey } from '../context/cookies.ts';
import { missingCsrfCookies } from '../context/csrf.ts';
import { isStaff, type PartnerRow, type UserRow, type Viewer } from '../context/call-context.ts';
import { asAccount } from '../context/member-rule.ts';
import type { PanelContext, PanelEnv } from '../context/env.ts';
import { visitorLanguage } from '../context/language.ts';
import { PanelError } from '../kernel/errors.ts';
import { createFairShare, type FairShare } from './fair-share.ts';
import { keptResponse, sendKept } from './kept-body.ts';
import { createLookups } from './session-lookups.ts';
import { inShare } from './page-share.ts';
import { requestedHost } from '../context/host.ts';
import { errorPage, plainError, suspendedPage, wantsJson } from '../context/plain-page.ts';
import { passOnWhole } from './pass-on.ts';
import { readFacts } from './request-facts.ts';
import { requestLog } from './request-log.ts';
import { requestMeter } from './request-meter.ts';
import { createRouter } from './router.ts';
import { setCommonHeaders } from '../context/security-headers.ts';
import { answerSsoNavigation, NAVIGATIONS } from './sso-navigation.ts';
import { createWayToHttps } from './to-https.ts';

/** The session's viewer, with the remote that their browser runs from a development server. */
function withItsOverride(c: PanelContext, { devOrigins }: Config, viewer: Viewer): Viewer {
  const cookie = readCookie(c.req.header('cookie'), overrideCookieName(c.get('facts').secure));
  const override = openOverride(cookie, viewer, devOrigins);
  return override ? { ...viewer, override } : viewer;
}

const NO_FRONT_END: OpenRegistry = async () => () => ({ buildId: '', remotes: [] });

export type PanelDeps = {
  /** Creates the part that serves pages and files; without it the process answers only calls. */
  web?: (visitOf: WebOptions['visitOf']) => Web;
  /** Replaces the shares of accounts and addresses, for tests that act as many visitors from one address. */
  share?: FairShare;
};

export type PanelApp = {
  fetch(...asked: Parameters<Hono<PanelEnv>['fetch']>): Promise<Response>;
  request(...asked: Parameters<Hono<PanelEnv>['request']>): Promise<Response>;
  /** Waits for work that continues after responses; call it before the process ends. */
  idle(): Promise<void>;
  /** Clears cached partners, after one was changed outside of the app. */
  forgetPartners(): void;
};

/**
 * The panel as one app: request id, log, headers, partner by host, then a call of the contract (session, access,
 * CSRF, body limit, attempts, idempotency, handler) or a page.
 */
export function createApp(ctx: AppContext, parts: PanelDeps = {}): PanelApp {
  const directory = createPartnerDirectory(ctx);
  ctx.partners.onChange(directory.forget);
  const background = createBackground(ctx.log);
  const trusted = trustedPeers(ctx.config.trustProxy);
  const viewerOf = (c: PanelContext) => c.get('viewer')();
  const shownToCustomer = async (partner: PartnerRow, user: UserRow) => {
    const [hasSites, announcement] = await Promise.all([
      ownsSites(ctx.db, user.id),
      bannerFor(ctx.db, { partner, user }, ctx.clock.now()),
    ]);
    return { hasSites, announcement };
  };
  const visitOf: WebOptions['visitOf'] = async (given) => {
    const c = given as unknown as PanelContext;
    const partner = c.get('partner');
    const viewer = await viewerOf(c);
    return {
      partner: publicPartner(ctx.config, partner),
      user: viewer && publicUser(viewer.user, partner, viewer),
      ...(viewer && !isStaff(viewer.user) && (await shownToCustomer(partner, asAccount(viewer).user))),
      mailOutbox: mailPagePath(ctx.config),
      override: viewer?.override,
      visitor: visitorKey(c.req.header('cookie'), c.get('facts').secure),
      avoid: c.get('facts').avoid,
      language: visitorLanguage(viewer, partner, c.get('facts')),
    } satisfies Visit;
  };
  const web = parts.web?.(visitOf) ?? null;
  const router = createRouter(web?.openRegistry ?? NO_FRONT_END);
  const matcher = createCallMatcher(router);
  const share = parts.share ?? createFairShare();
  const lookups = createLookups();
  const api = { app: ctx, handle: createCallHandler(router), share, lookups, afterwards: background.run };
  const openApi = createOpenApi(keptResponse);
  const doors = modules.flatMap((each) => each.doors ?? []);

  const wayToHttps = createWayToHttps(ctx, trusted);

  const app = new Hono<PanelEnv>({ strict: false });

  app.use(async (c, next) => {
    const facts = readFacts(c, { trusted, publicUrl: ctx.config.publicUrl });
    c.set('facts', facts);
    c.set('viewerId', null);
    c.set('log', ctx.log.child({ requestId: facts.id, ...traceField() }));
    c.set('enter', (kind, userId) => {
      if (kind === 'stream') allowLongBody(c.env?.incoming);
      return share.enter(
        kind === 'page' ? 'page' : { meta: { upload: true } },
        { userId, ip: facts.ip },
        c.req.raw.signal,
      );
    });
    await next();
    setCommonHeaders(c);
  });
  app.use(requestLog(ctx.log));
  if (ctx.meter) app.use(requestMeter(ctx.meter));
  app.use(async (c, next) => {
    const way = wantsJson(c) || hasBearer(c) ? null : await wayToHttps(c);
    if (way === null || doors.some((door) => c.req.path.startsWith(door))) return next();
    const call = await matcher.match(c.req.method, c.req.path);
    // A program may not follow it; browsers that were sent here by others do.
    if (call && !NAVIGATIONS.includes(call.name)) return next();
    return new Response(null, { status: 308, headers: { location: way, 'cache-control': 'no-store' } });
  });
  for (const hook of modules.flatMap(({ hooks = [] }) => hooks)) app.route('/', hook(ctx));

  app.use(async (c, next) => {
    const host = requestedHost(c);
    const partner = host && (await directory.ofHost(host));
    if (!partner) return errorPage(c, 'MISDIRECTED');
    c.set('partner', partner);
    // Nobody gets further, so no way to sign in is forgotten. Superadmins use the panel of another partner.
    if (!isOpenAccount(partner))
      return wantsJson(c) || hasBearer(c)
        ? sendError(c, new PanelError('PARTNER_SUSPENDED', { email: partner.supportEmail }))
        : suspendedPage(c, partner);
    let viewer: ReturnType<typeof firstSession> | undefined;
    c.set('viewer', () => {
      const { sessionId, staffSessionId, ip } = c.get('facts');
      const ids = hasBearer(c) ? [] : [sessionId, staffSessionId].flatMap((id) => id ?? []);
      const [id] = ids;
      viewer ??= id
        ? lookups
            .run({ session: id, ip }, () => firstSession(ctx, ids, partner.id))
            .then((found) => {
              c.set('viewerId', found?.user.id ?? null);
              if (found) describeWork({ userId: found.user.id });
              return found && withItsOverride(c, ctx.config, found);
            })
        : Promise.resolve(null);
      return viewer;
    });
    return next();
  });

  app.use(async (c, next) => {
    const call = await matcher.match(c.req.method, c.req.path);
    if (call) c.set('route', call.declared);
    describeWork(call ? { kind: 'call', name: call.name } : { name: `${c.req.method} page` });
    if (call && NAVIGATIONS.includes(call.name) && !wantsJson(c))
      return answerSsoNavigation(c, await answerApi(c, api, call));
    if (call) return answerApi(c, api, call);
    if (doors.some((door) => c.req.path.startsWith(door))) return next();
    if (c.req.method === 'GET' || c.req.method === 'HEAD') {
      if (c.req.path === OPENAPI_PATH) await openApi.ready();
      return inShare(share, c, async () => {
        if (c.req.path === OPENAPI_PATH) return openApi.answer(c.req.raw);
        if (wantsJson(c)) throw new PanelError('NOT_FOUND');
        return next();
      });
    }
    const allowed = await matcher.methodsOf(c.req.path);
    const allow = { allow: [...(allowed.length > 0 ? allowed : ['GET', 'HEAD']), 'OPTIONS'].join(', ') };
    if (c.req.method === 'OPTIONS') return new Response(null, { status: 204, headers: allow });
    return wantsJson(c)
      ? sendError(c, new PanelError('METHOD_NOT_ALLOWED'), allow)
      : plainError('METHOD_NOT_ALLOWED', allow);
  });

  app.use(async (c, next) => {
    await next();
    // A page sets the token that its first call needs; files set no cookies, so that caches can store them. An error
    // page does not depend on the session, so it sets no token either.
    if (c.res.status >= 500 || !c.res.headers.get('content-type')?.startsWith('text/html')) return;
    for (const cookie of missingCsrfCookies(c, await viewerOf(c))) c.res.headers.append('set-cookie', cookie);
  });
  for (const page of modules.flatMap(({ pages = [] }) => pages)) {
    const part = page(ctx);
    if (part) app.route('/', part);
  }
  if (web) app.route('/', web.app);

  app.notFound((c) => (wantsJson(c) ? sendError(c, new PanelError('NOT_FOUND')) : plainError('NOT_FOUND')));
  app.onError(async (thrown, c) => {
    if (thrown instanceof ElsewhereError) {
      const passed = await passOnWhole(c, ctx.machine, thrown);
      if (passed) return passed;
    }
    const error = asPanelError(thrown, c.get('log') ?? ctx.log);
    return wantsJson(c) || errorCatalogue[error.code].httpStatus < 500 ? sendError(c, error) : plainError(error.code);
  });

  return {
    fetch: async (request, env, running) => sendKept(await app.fetch(request, env, running), env),
    request: async (...asked) => sendKept(await app.request(...asked), undefined),
    idle: background.idle,
    forgetPartners: directory.forget,
  };
}
