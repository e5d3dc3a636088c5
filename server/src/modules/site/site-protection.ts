import { hashSitePassword } from '../../edge/password.ts';
import type { SiteChange } from './site.repo.ts';

export type Protection = { username: string; password: string } | null;

/** The columns of a password protection, with the password hashed; null turns it off. */
export async function protectionFields(
  protection: Protection,
): Promise<Pick<SiteChange, 'protectionUser' | 'protectionHash'>> {
  if (!protection) return { protectionUser: null, protectionHash: null };
  return { protectionUser: protection.username, protectionHash: await hashSitePassword(protection.password) };
}
