import { randomUUID } from 'node:crypto';
import { REQUEST_ID_HEADER } from '@panel/contract';
import { AVOID_COOKIE } from '@panel/contract/platform-errors';
import { clientAddress, forwardedTls, type TrustedPeers } from '../lib/client-address.ts';
import { relayedBy } from '../lib/relayed.ts';
import type { RequestFacts } from '../context/call-context.ts';
import {
  knownCookieName,
  languageCookieName,
  pendingCookieName,
  readCookie,
  readIdCookie,
  rememberedCookieName,
  sessionCookieName,
  staffCookieName,
} from '../context/cookies.ts';
import type { PanelContext } from '../context/env.ts';

/** Another system's request id is adopted only if it is safe in logs and headers. */
const SANE_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;
const AGENT_MAX = 300;
/** Only of the shell: a tab reports the remotes that it avoids itself. */
const SHELL_RELEASE = /^shell@[a-z0-9][a-z0-9.+-]{0,63}$/;

/**
 * A path for logs. Two calls of the specification have a token in theirs: `/github/{siteId}/{accessToken}` (ADR 0053) and
 * `/migration/site/token/{token}/check`; the address of a deploy hook is a secret.
 */
const withoutToken = (path: string): string =>
  path
    .replace(/^(\/+github\/[^/]+)\/[^/]+\/?$/i, '$1/…')
    .replace(/^(\/+(?:migration\/+site\/+token|\.panel\/+deploy))\/.*$/i, '$1/…');

/** Reads id, address and scheme of a request. `X-Forwarded-*` count only from the installation's own proxies. */
export function readFacts(
  c: PanelContext,
  { trusted, publicUrl }: { trusted: TrustedPeers; publicUrl: string },
): RequestFacts {
  const given = c.req.header(REQUEST_ID_HEADER);
  const peer = c.env?.incoming?.socket?.remoteAddress;
  const relayed = relayedBy(c.env?.incoming);
  const secure =
    publicUrl.startsWith('https:') ||
    (relayed?.isTls ?? forwardedTls(peer, c.req.header('x-forwarded-proto'), trusted));
  return {
    id: given && SANE_ID.test(given) ? given : randomUUID(),
    ip: relayed?.address ?? clientAddress(peer, c.req.header('x-forwarded-for'), trusted),
    userAgent: (c.req.header('user-agent') ?? '').slice(0, AGENT_MAX),
    secure,
    path: withoutToken(c.req.path),
    avoid: [readCookie(c.req.header('cookie'), AVOID_COOKIE) ?? ''].filter((release) => SHELL_RELEASE.test(release)),
    pickedLanguage: readCookie(c.req.header('cookie'), languageCookieName(secure)),
    acceptedLanguages: c.req.header('accept-language') ?? null,
    sessionId: readIdCookie(c.req.header('cookie'), sessionCookieName(secure)),
    staffSessionId: readIdCookie(c.req.header('cookie'), staffCookieName(secure)),
    known: readCookie(c.req.header('cookie'), knownCookieName(secure)),
    remembered: readIdCookie(c.req.header('cookie'), rememberedCookieName(secure)),
    pending: readIdCookie(c.req.header('cookie'), pendingCookieName(secure)),
  };
}
