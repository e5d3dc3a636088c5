import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CallContext, UserRow } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { findUserByEmail } from '../user/user.repo.ts';
import { useNonce } from './sso-nonce.repo.ts';

export type SsoLink = { email: string; expires: string; nonce: string; signature: string; next?: string };
/** Maximum lifetime of a link (decision: Session). */
const LIFE_SECONDS = 60;

/** Signature of a link: HMAC-SHA256 with the partner's secret over `email|expires|nonce|next`, in hexadecimal. */
export function signSsoLink(secret: string, { email, expires, nonce, next = '' }: Omit<SsoLink, 'signature'>): string {
  return createHmac('sha256', secret).update([email, expires, nonce, next].join('|')).digest('hex');
}

function signatureFits(secret: string, link: SsoLink): boolean {
  const [given, wanted] = [Buffer.from(link.signature.toLowerCase()), Buffer.from(signSsoLink(secret, link))];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/**
 * The user of a link that the partner's own system signed; `expires` is in seconds since 1970. A link works once and
 * never for a superadmin, who does not belong to the partner.
 * @throws PanelError TOKEN_INVALID, whatever was wrong
 */
export async function userOfSsoLink({ app, partner }: CallContext, link: SsoLink): Promise<UserRow> {
  const invalid = new PanelError('TOKEN_INVALID', {}, { redirectUrl: '/login?error=E1000' });
  const now = Math.floor(app.clock.now().getTime() / 1000);
  const expires = /^\d{10}$/.test(link.expires) ? Number(link.expires) : 0;
  const wellFormed = link.email.length <= 254 && /^[\w-]{16,128}$/.test(link.nonce) && (link.next ?? '').length <= 2000;
  // Only the last part may contain the separator, or two different links could have one signature.
  if (!wellFormed || link.email.includes('|') || expires <= now || expires > now + LIFE_SECONDS) throw invalid;
  if (!partner.ssoSecret || !signatureFits(partner.ssoSecret, link)) throw invalid;
  const user = await findUserByEmail(app.db, partner.id, link.email.trim().toLowerCase());
  if (!user || user.partnerId !== partner.id) throw invalid;
  if (!(await useNonce(app.db, partner.id, link.nonce, new Date(expires * 1000)))) throw invalid;
  return user;
}
