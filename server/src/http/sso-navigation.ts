import type { PanelContext } from '../context/env.ts';

/** Calls that other systems send a browser to: the partner's own, providers that users sign in at, and GitHub. */
export const NAVIGATIONS: readonly string[] = ['session.ssoLink', 'loginProvider.callback', 'github.appCallback'];

/** Where a failure leads: a page that says what it was. */
const EXPLAINED =
  /^\/(?:login|security|my-account\/security|new-app\/[a-z/-]{1,60}|manage-app\/overview\/[0-9a-f-]{36})\?error=/;

/**
 * Nobody would read a JSON response: success becomes a redirect to the call's target, and failure one to a page with its
 * message. The cookies are kept.
 */
export async function answerSsoNavigation(c: PanelContext, answer: Response): Promise<Response> {
  const body = (await answer.json()) as { redirectUrl?: unknown; code?: unknown; message?: unknown };
  const target = typeof body.redirectUrl === 'string' ? body.redirectUrl : '';
  const location = target && (answer.ok || EXPLAINED.test(target)) ? target : failureOf(body);
  const headers = new Headers(answer.headers);
  headers.set('location', location);
  headers.delete('content-type');
  return c.newResponse(null, { status: 303, headers });
}

/** Only the owner of the account has a link, so they may know that it is suspended. */
const failureOf = ({ code, message }: { code?: unknown; message?: unknown }): string =>
  code === 'ACCOUNT_SUSPENDED' && typeof message === 'string'
    ? `/login?${new URLSearchParams({ error: code, message })}`
    : '/login?error=E1000';
