import type { PanelContext } from '../context/env.ts';

/**
 * The partner's system sends a browser to `/sso/link`, so a JSON response would be useless: success becomes a
 * redirect to the call's target, and failure one to the sign-in page with its message. The cookies are kept.
 */
export async function answerSsoNavigation(c: PanelContext, answer: Response): Promise<Response> {
  const body = (await answer.json()) as { redirectUrl?: unknown; code?: unknown; message?: unknown };
  const location = typeof body.redirectUrl === 'string' && answer.ok ? body.redirectUrl : failureOf(body);
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
