import type { User } from '@panel/contract';
import { PREVIEW_QUERY, PREVIEWS, type Preview } from '@panel/brand/preview';

/** Which preview of the brand a page view requests; staff only, others get the ordinary page. */
export function previewOf(address: string, user: User | null): Preview | null {
  if (!user || user.role === 'customer') return null;
  const asked = new URL(address).searchParams.get(PREVIEW_QUERY);
  return PREVIEWS.find((preview) => preview === asked) ?? null;
}

/** Whom a page is made for. A preview changes only what is shown: calls are still made as the person who signed in. */
export function shownTo(preview: Preview | null, user: User | null): User | null {
  if (preview === 'login') return null;
  return preview === 'customer' && user ? { ...user, role: 'customer' } : user;
}

/** Lets only a page of the panel itself show the response in a frame. */
export function frameable(answer: Response): Response {
  const policy = answer.headers.get('content-security-policy') ?? '';
  answer.headers.set('content-security-policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
  answer.headers.set('x-frame-options', 'SAMEORIGIN');
  return answer;
}
