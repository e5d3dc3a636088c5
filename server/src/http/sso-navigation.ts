import type { PanelContext } from './env.ts';

/**
 * The partner's system sends a browser to `/sso/link`, which shows no JSON: the answer becomes a redirect to where
 * the call says, and a failure the sign-in page with its text. The cookies go along.
 */
export async function answerSsoNavigation(c: PanelContext, answer: Response): Promise<Response> {
  const body = (await answer.json()) as { redirectUrl?: unknown };
  const location = typeof body.redirectUrl === 'string' && answer.ok ? body.redirectUrl : '/login?error=E1000';
  const headers = new Headers(answer.headers);
  headers.set('location', location);
  headers.delete('content-type');
  return c.newResponse(null, { status: 303, headers });
}
