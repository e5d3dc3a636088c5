import { t } from '@panel/core';
import type { Ssl } from '@panel/core';

type Kind = NonNullable<Ssl['certificate']>['kind'];

export const CERTIFICATE_KINDS: Record<Kind, string> = {
  local: t('Issued by this server'),
  acme: t('Issued automatically'),
  own: t('Uploaded'),
};

export const HSTS_OFF_REASONS: Record<NonNullable<Ssl['hsts_off_reason']>, string> = {
  port: t('Browsers would use https at every port of the site. It needs HTTPS at port 443.'),
};

/** Why visitors cannot be sent to https now, or nothing. */
export const cannotForceHttps = ({ check, force_https }: Ssl): string | null =>
  check?.ok || force_https ? null : t('No certificate was seen yet. Request one, or check again.');

/** Why HSTS cannot be switched on now, or nothing. */
export function cannotUseHsts({ force_https, hsts, hsts_off_reason }: Ssl): string | null {
  if (hsts) return null;
  if (hsts_off_reason) return HSTS_OFF_REASONS[hsts_off_reason];
  return force_https ? null : t('Redirect to HTTPS first.');
}
